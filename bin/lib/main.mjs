/** The command, from its arguments to its exit code. */
import { readFileSync } from "node:fs";
import { readArguments } from "./arguments.mjs";
import { commands } from "./commands.mjs";
import { registerCompanions } from "./companions.mjs";
import { describeFailure, exitCodeOf } from "./exit_codes.mjs";
import { helpText } from "./help.mjs";
import { columns, flush, print, say, styled, styledNote } from "./output.mjs";
import { leaveSignals, listen } from "./signals.mjs";
import { tellOfLeftParts } from "./writer.mjs";

/** @param {URL} root - of the package @returns {string} */
const versionOf = (root) => JSON.parse(readFileSync(new URL("package.json", root), "utf8")).version;

/**
 * @param {string[]} argv
 * @param {URL} root
 * @param {AbortSignal} signal
 * @returns {Promise<number>}
 */
async function run(argv, root, signal) {
    const request = readArguments(argv);
    if (request.help) print(helpText(request.command, { width: columns(), title: (text) => styled("title", text) }));
    if (request.version) print(`ffturbo ${versionOf(root)}, Node ${process.versions.node}`);
    if (request.asked && !request.quiet)
        say(`ffturbo: ${request.asked} threads were asked for, this machine gets ${request.threads}`);
    tellOfLeftParts((line) => { if (!request.quiet) say(`ffturbo: ${line}`); });
    const told = request.help || request.version;
    const version = () => versionOf(root);
    registerCompanions();
    const code = told ? 0 : await commands[request.command](request, signal, version);
    await flush();
    return code;
}

/**
 * @param {URL} root - of the package
 * @param {string[]} [argv]
 * @returns {Promise<number>} the exit code
 */
export async function main(root, argv = process.argv.slice(2)) {
    const { signal, stopped } = listen();
    try {
        return await Promise.race([run(argv, root, signal), stopped]);
    } catch (failed) {
        const error = signal.aborted ? signal.reason : failed;
        say(`${styledNote("bad", "ffturbo:")} ${describeFailure(error)}`);
        return exitCodeOf(error);
    } finally {
        tellOfLeftParts(undefined);
        leaveSignals(true);
    }
}
