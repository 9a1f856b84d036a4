/** The secret of a contribution on bn128: drawn on this thread, and looked for afterwards in its memory. */
import { pow } from "../../src/bigint/modular.js";
import { buildBn128 } from "../../src/index.js";

const toLE = (value) => Buffer.from(value.toString(16).padStart(64, "0"), "hex").reverse();

/** A change of a curve: nothing is cleared in its memory. @param {any} curve */
export function leaveAll({ tm, Fr }) {
    tm.wipe = () => {};
    Fr.secret = (name, ...operands) => (operands.length === 2 ? Fr.op2(name, ...operands) : Fr.op1(name, ...operands));
}

/**
 * Contributes on this thread.
 * @param {(curve: any) => Promise<unknown>} contribute
 * @param {(curve: any) => void} [change] - of the curve, before
 * @returns found: how many forms of the secret and its inverse are in the memory afterwards; drawn: the bytes of both;
 *   streams: that it was drawn from; error: of the contribution
 */
export async function lookForSecret(contribute, change = () => {}) {
    const curve = await buildBn128({ singleThread: true }), { Fr, tm } = curve, drawn = [], streams = [];
    change(curve);
    const { fromRng, secret } = Fr;
    Fr.fromRng = (stream) => {
        streams.push(stream);
        drawn.push(fromRng.call(Fr, stream));
        return drawn.at(-1);
    };
    let value;
    Fr.secret = (name, ...operands) => {
        const result = secret.call(Fr, name, ...operands);
        if (name !== "_inverse") return result;
        value = Fr.toObject(operands[0]);
        drawn.push(result);
        return result;
    };
    const error = await contribute(curve).catch((reason) => reason);
    const inverse = pow(value, curve.r - 2n, curve.r), memory = Buffer.from(tm.u8);
    const forms = [value, inverse].flatMap((x) => [x, (x * 2n ** 256n) % curve.r]);
    return { found: forms.filter((form) => memory.includes(toLE(form))).length, drawn, streams, error };
}
