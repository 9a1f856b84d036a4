/** The command, from its arguments to its exit code. */
import { readArguments, UsageError, USAGE } from "./arguments.mjs";
import { commands } from "./commands.mjs";
import { describeFailure, exitCodeOf } from "./failure.mjs";
import { print, say } from "./output.mjs";

/** @returns {Promise<number>} */
export async function main() {
    const controller = new AbortController();
    const stop = () => controller.abort(new Error("stopped by a signal"));
    process.once("SIGINT", stop).once("SIGTERM", stop);
    try {
        const request = readArguments(process.argv.slice(2));
        if (request.help) {
            print(USAGE);
            return 0;
        }
        return await commands[request.command](request, controller.signal);
    } catch (error) {
        if (error instanceof UsageError) say(`ffturbo: ${error.message}\n\n${USAGE}`);
        else say(`ffturbo: ${describeFailure(error)}`);
        return controller.signal.aborted ? 130 : exitCodeOf(error);
    }
}
