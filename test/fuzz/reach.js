/**
 * Which blocks of our sources an execution ran that none ran before, by V8's precise coverage. It guides the choice of
 * what to vary; workers and WebAssembly are not seen.
 */
import { Session } from "node:inspector";

/** @returns what asks, and what ends it */
export function openReach() {
    const session = new Session();
    session.connect();
    /** @param {string} method @param {object} [params] @returns {any} the answer, which comes at once */
    const post = (method, params) => {
        let answer;
        session.post(method, params, (error, result) => {
            if (error) throw error;
            answer = result;
        });
        return answer;
    };
    post("Profiler.enable");
    post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
    /** @type {Set<string>} */
    const seen = new Set();
    return {
        /** Blocks that ran since it was last asked, and never before. @returns {number} */
        fresh() {
            const before = seen.size;
            for (const { url, functions } of post("Profiler.takePreciseCoverage").result) {
                if (!/\/src\/|targets\/self/.test(url) || url.includes("node_modules")) continue;
                for (const { ranges } of functions) for (const { startOffset, endOffset, count } of ranges)
                    if (count > 0) seen.add(`${url} ${startOffset} ${endOffset} ${Math.min(8, Math.ceil(Math.log2(count)))}`);
            }
            return seen.size - before;
        },
        close() {
            post("Profiler.stopPreciseCoverage");
            session.disconnect();
        },
    };
}
