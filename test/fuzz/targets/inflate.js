/** Streams of DEFLATE, whole and damaged: what zlib accepts gives the same bytes, and all else is refused. */
import { inflate as own } from "../../../src/util/inflate.js";
import { answers, someStream } from "../../support/deflated.js";
import { agree } from "../support.js";

/** Broken in ways that only some streams show. @type {Record<string, typeof own>} */
const BROKEN = {
    "accepts what is refused": (packed, length) => {
        try {
            return own(packed, length);
        } catch {
            return new Uint8Array(length);
        }
    },
    "leaves bytes at the end": (packed, length) => {
        for (let end = packed.length; end > packed.length - 4 && end > 0; end--) {
            try {
                return own(packed.subarray(0, end), length);
            } catch { /* a byte less */ }
        }
        return own(packed, length);
    },
    "wrong in long streams": (packed, length) => own(packed, length).fill(0, 250),
    "no RangeError": (packed, length) => {
        try {
            return own(packed, length);
        } catch (error) {
            throw new TypeError(String(error));
        }
    },
};

/** @type {import("../loop.js").Target} */
export const inflate = {
    name: "inflate",
    faults: Object.keys(BROKEN),
    async open(fault) {
        const port = fault === undefined ? own : BROKEN[fault];
        return {
            async run(c) {
                const stream = someStream((n) => c.below(n));
                for (const { expected, got } of answers(port, stream))
                    agree(`inflate of ${Buffer.from(stream.packed).toString("hex")}`, { zlib: expected, own: got });
            },
        };
    },
};
