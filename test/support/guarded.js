/** Programs beside a test that never outlive it, nor does what they start: also when the test's process is killed. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";

const START_MS = 20_000, TURN_MS = 20;

/**
 * A shell that runs a command until it ends, or until the standard input of the shell does, as it also does when this
 * process is killed. Then whatever the command has started is ended too: first asked, after five seconds killed.
 */
const GUARD = `end() {
    trap "" TERM
    kill -s TERM 0
    { sleep 5; kill -s KILL 0; } &
    wait $child
    kill -s KILL 0
}
trap end TERM
{ trap : TERM; "$@"; kill -s TERM $$; } </dev/null & child=$!
read -r _
end`;

/**
 * @param {string[]} command
 * @param {Record<string, string>} [env] - added to that of this process
 */
export function guarded(command, env) {
    const child = spawn("sh", ["-c", GUARD, "guard", ...command], {
        detached: true, env: { ...process.env, ...env }, stdio: ["pipe", "pipe", "pipe"],
    });
    const ended = once(child, "exit"), output = [];
    child.stdin.on("error", () => {}); // it ended by itself
    for (const stream of [child.stdout, child.stderr])
        stream.setEncoding("utf8").on("data", (text) => output.push(text));
    return {
        /** Both outputs of the command. */
        streams: [child.stdout, child.stderr],
        said: () => output.join(""),
        /** What `test` gives, as soon as it gives something. @param {() => any} test @returns {Promise<any>} */
        async until(test) {
            for (const limit = Date.now() + START_MS; ;) {
                const value = await test();
                if (value) return value;
                if (child.exitCode !== null || child.signalCode !== null || Date.now() > limit)
                    throw new Error(`${command[0]}: expected it to start, got ${output.join("") || "nothing"}`);
                await new Promise((resolve) => { setTimeout(resolve, TURN_MS); });
            }
        },
        async end() {
            child.stdin.end();
            await ended;
        },
    };
}
