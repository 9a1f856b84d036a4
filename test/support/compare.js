/**
 * What a call does, as data: its value, or the class and message of what it
 * throws. Two libraries agree on a call when the outcomes agree.
 */
import { expect } from "chai";

/** Values as text, with the kind of every part: 1n, 1 and "1" differ. */
export function show(value) {
    if (typeof value === "bigint") return `${value}n`;
    if (typeof value === "string") return JSON.stringify(value);
    if (typeof value === "function") return "function";
    if (Object.is(value, -0)) return "-0";
    if (value instanceof Uint8Array) return `u8[${Array.from(value).join()}]`;
    if (Array.isArray(value)) return `[${Array.from(value, show).join()}]`;
    if (value && typeof value === "object")
        return `{${Object.keys(value)
            .map((key) => `${key}:${show(value[key])}`)
            .join()}}`;
    return String(value);
}

export function outcome(call) {
    try {
        return { value: show(call()) };
    } catch (error) {
        return { error: error.constructor.name, message: error.message };
    }
}

/**
 * `call` runs once with each library and has to do the same. Where theirs
 * throws, ours throws the same class, and its message contains `keeping`.
 */
export function expectSame(ours, theirs, call, keeping = "") {
    const [mine, reference] = [outcome(() => call(ours)), outcome(() => call(theirs))];
    if (reference.error) {
        expect(mine, `expected ${reference.error}: ${reference.message}`).to.have.property("error", reference.error);
        expect(mine.message).to.include(keeping);
        expect(reference.message, "the kept text is in the old message").to.include(keeping);
    } else expect(mine).to.deep.equal(reference);
}

const fields = new Map();

/**
 * One prime field per library and modulus: ffjavascript builds tables of roots
 * for each. It also draws `sqrt_z` at random, and where it draws 0 (one time in
 * p) its square root never ends; such a field is thrown away.
 */
export function fieldOf(library, p) {
    const known = fields.get(library) ?? fields.set(library, new Map()).get(library);
    while (!known.has(p) || known.get(p).sqrt_z === 0n) known.set(p, new library.F1Field(p));
    return known.get(p);
}
