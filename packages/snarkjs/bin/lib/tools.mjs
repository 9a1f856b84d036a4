/**
 * The helpers of ffturbo's command: its streams, files and bars. It hands them in before it runs a
 * command of this package.
 */
export let STANDARD, describeFailure, exportFile, failure, flush, isTerminal, makeKey, openBar, openOutputs, placeFor,
    print, readJson, registerCompanions, say, sayForgotten, sayOf, sayOfOutput, sourceOf, styled, tellOfLeftParts,
    weaknessOfPtau, weaknessOfZkey, withBar, withInputNames, writeLarge, writeOutputs;

/** @param {any} tools - bin/lib/tools.mjs of ffturbo */
export function useTools(tools) {
    ({
        STANDARD, describeFailure, exportFile, failure, flush, isTerminal, makeKey, openBar, openOutputs, placeFor,
        print, readJson, registerCompanions, say, sayForgotten, sayOf, sayOfOutput, sourceOf, styled, tellOfLeftParts,
        weaknessOfPtau, weaknessOfZkey, withBar, withInputNames, writeLarge, writeOutputs,
    } = tools);
}
