/**
 * What the commands of other packages are given of this one. Public for these packages as
 * ffturbo/internal/command.
 */
import { openBar, withBar } from "./bar.mjs";
import { registerCompanions } from "./companions.mjs";
import { RELEASE } from "./doctor/install.mjs";
import { describeFailure, failure, sayForgotten } from "./exit_codes.mjs";
import { readJson, sourceOf, STANDARD } from "./files.mjs";
import { makeKey } from "./make_key.mjs";
import { flush, isTerminal, print, say, standardError, styled } from "./output.mjs";
import { untilStopped } from "./signals.mjs";
import { sayOf, sayOfOutput } from "./say_weak.mjs";
import { sizeOf } from "./sizes.mjs";
import { exportFile, openOutputs, placeFor, tellOfLeftParts, writeLarge, writeOutputs } from "./writer.mjs";

/** @param {Parameters<import("./input_names.mjs").withInputNames>} args */
const withInputNames = async (...args) => (await import("./input_names.mjs")).withInputNames(...args);

// only what needs the prover loads it: snarkjs --help does not
const judges = () => import("./weak_files.mjs");
const weaknessOfPtau = async (/** @type {any[]} */ ...args) => (await judges()).weaknessOfPtau(...args);
const weaknessOfZkey = async (/** @type {any[]} */ ...args) => (await judges()).weaknessOfZkey(...args);

export const tools = Object.freeze({
    RELEASE, STANDARD, describeFailure, exportFile, failure, flush, isTerminal, makeKey, openBar, openOutputs, placeFor,
    print, readJson, registerCompanions, say, sayForgotten, sayOf, sayOfOutput, sizeOf, sourceOf, standardError, styled,
    tellOfLeftParts, untilStopped, weaknessOfPtau, weaknessOfZkey, withBar, withInputNames, writeLarge, writeOutputs,
});
