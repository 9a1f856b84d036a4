/** No target: what the loop itself must notice, for its own test. Each fault shows in one input of some. */
import { demand } from "../support.js";

/** @type {import("../loop.js").Target} */
export const self = {
    name: "self",
    faults: ["wrong", "spins", "never settles", "leaves a timer", "keeps memory", "deep"],
    async open(fault) {
        const left = [],
            kept = [];
        return {
            async run(c) {
                if (fault === "deep") return demand(deep(c) < 3, () => "deep");
                const list = Array.from({ length: c.below(8) }, () => c.below(100)),
                    shown = list.some((value) => value > 90);
                if (!shown) return undefined;
                demand(fault !== "wrong", () => "wrong");
                while (fault === "spins");
                if (fault === "never settles") await new Promise(() => {});
                if (fault === "leaves a timer") left.push(setInterval(() => {}, 1e6));
                if (fault === "keeps memory") kept.push(new Uint8Array(2 ** 22).fill(1));
                return undefined;
            },
            async close() {
                left.forEach((timer) => clearInterval(timer));
            },
        };
    },
};

/** Reached by guidance, step by step, and hardly by chance. @param {import("../choices.js").Choices} c */
function deep(c) {
    if (c.below(24) !== 7) return 0;
    if (c.below(24) !== 8) return 1;
    return c.below(24) === 9 ? 3 : 2;
}
