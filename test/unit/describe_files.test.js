/** Headers of r1cs and ptau files, described: fields of a size that there is, and headers that are long enough. */
import { expect } from "chai";
import { describePtau, describeR1cs } from "../../src/files/describe.js";
import { openSource } from "../../src/files/source.js";
import { openWtns } from "../../src/files/wtns.js";
import { writeLE } from "../../src/util/bytes.js";
import { makeFile } from "../support/binfiles.js";
import { failureOf } from "../support/failure.js";

/** A header: bytes of the modulus, then u32 each. */
function header(n8, numbers, length = 4 + n8 + 4 * numbers.length) {
    const bytes = new Uint8Array(Math.max(length, 4 + n8 + 4 * numbers.length)), view = new DataView(bytes.buffer);
    view.setUint32(0, n8, true);
    bytes.fill(7, 4, 4 + n8);
    numbers.forEach((number, i) => view.setUint32(4 + n8 + 4 * i, number, true));
    return bytes.slice(0, length);
}
const r1cs = (body) => makeFile("r1cs", 1, [[1, body], [2, new Uint8Array(84)], [3, new Uint8Array(80)]]);
/** Points of G1 of power 2, with coordinates of 32 bytes. */
const G1 = 64, POINTS = { 2: 7 * G1, 3: 8 * G1, 4: 4 * G1, 5: 4 * G1, 6: 2 * G1 };
const ptau = (body, more = []) => makeFile("ptau", 1, [[1, body], ...Object.entries(POINTS).map(([type, size]) =>
    [Number(type), new Uint8Array(size)]), ...more]);
const source = (bytes) => openSource("file", bytes, {});
const code = (promise) => promise.then(() => "described", (error) => error.code);
const sevens = (n8) => BigInt(`0x${"07".repeat(n8)}`);

describe("an r1cs file, described", () => {
    const numbers = [10, 1, 2, 3, 44, 0, 7];

    for (const n8 of [8, 32, 128]) it(`a field of ${n8} bytes`, async () =>
        expect(await describeR1cs(await source(r1cs(header(n8, numbers))))).to.deep.equal({
            kind: "r1cs", field: "r", modulus: sevens(n8), signals: 10, outputs: 1, publicInputs: 2, privateInputs: 3,
            labels: 44, constraints: 7,
        }));

    it("labels beyond 2^32", async () => {
        const { labels } = await describeR1cs(await source(r1cs(header(32, [10, 1, 2, 3, 44, 1, 7]))));
        expect(labels).to.equal(2 ** 32 + 44);
    });

    for (const n8 of [0, 4, 12, 136]) it(`a field of ${n8} bytes is refused`, async () =>
        expect(await code(describeR1cs(await source(r1cs(header(n8, numbers)))))).to.equal("ERR_FILE"));

    it("a header that is cut is refused", async () => {
        for (const length of [0, 3, 4, 35, 39, 63])
            expect(await code(describeR1cs(await source(r1cs(header(32, numbers, length))))), length).to.equal("ERR_FILE");
    });
});

/** A header with this modulus, in 32 bytes. */
const withModulus = (modulus, numbers) => {
    const bytes = header(32, numbers);
    writeLE(bytes, 4, modulus, 32);
    return bytes;
};
describe("a modulus that is no odd prime", () => {
    const KINDS = {
        r1cs: [describeR1cs, (modulus) => r1cs(withModulus(modulus, [10, 1, 2, 3, 44, 0, 7]))],
        ptau: [describePtau, (modulus) => ptau(withModulus(modulus, [2, 28]))],
        wtns: [openWtns, (modulus) => makeFile("wtns", 2, [[1, withModulus(modulus, [1])], [2, new Uint8Array(32)]])],
    };
    for (const [kind, [read, make]] of Object.entries(KINDS)) it(`is refused in a ${kind} file`, async () => {
        for (const modulus of [0n, 1n, 2n, 4n, 2n ** 255n]) {
            const error = await failureOf(read(await source(make(modulus))));
            expect(error).to.include({ code: "ERR_FILE" });
            expect(error.message).to.match(new RegExp(`^file: expected (q|the prime) to be odd and above 2, got ${modulus};`));
        }
        for (const modulus of [3n, 97n]) expect(await code(read(await source(make(modulus)))), `${modulus}`).to.equal("described");
    });
});

describe("a ptau file, described", () => {
    it("says its powers, how many contributed, and whether it is prepared", async () => {
        const body = header(32, [2, 28]), count = Uint8Array.from([5, 1, 0, 0]);
        const facts = { kind: "ptau", field: "q", modulus: sevens(32), power: 2, ceremonyPower: 28 };
        expect(await describePtau(await source(ptau(body, [[7, count]])))).to.deep.equal({
            ...facts, contributions: 261, prepared: "not for phase 2",
        });
        const prepared = [[7, new Uint8Array(0)], [12, new Uint8Array(15 * G1)]];
        expect(await describePtau(await source(ptau(body, prepared)))).to.deep.equal({
            ...facts, contributions: 0, prepared: "for phase 2",
        });
    });

    it("a header that is cut is refused", async () => {
        for (const length of [0, 3, 35, 39, 43])
            expect(await code(describePtau(await source(ptau(header(32, [2, 28], length))))), length).to.equal("ERR_FILE");
    });
});

describe("a file without one of its sections", () => {
    const bodies = { r1cs: header(32, [10, 1, 2, 3, 44, 0, 7]), ptau: header(32, [2, 28]) };
    const describing = { r1cs: describeR1cs, ptau: describePtau };
    for (const [kind, type, name] of [
        ["r1cs", 1, "header"], ["r1cs", 2, "constraints"], ["ptau", 1, "header"], ["ptau", 2, "tau G1"],
        ["ptau", 3, "tau G2"], ["ptau", 4, "alpha tau G1"], ["ptau", 5, "beta tau G1"], ["ptau", 6, "beta G2"],
    ]) it(`${kind}: ${name}`, async () => {
        const sections = (kind === "ptau" ? [1, 2, 3, 4, 5, 6] : [1, 2, 3]).filter((one) => one !== type)
            .map((one) => [one, one === 1 ? bodies[kind] : new Uint8Array(0)]);
        const error = await source(makeFile(kind, 1, sections)).then(describing[kind])
            .then(() => undefined, (refusal) => refusal);
        expect(error).to.include({ code: "ERR_FILE" });
        expect(error.message).to.include(`expected section ${type} (${name}), got a file without it`);
    });

    it("no others are needed", async () => {
        for (const kind of ["r1cs", "ptau"]) {
            const least = kind === "ptau" ? ptau(bodies.ptau)
                : makeFile(kind, 1, [[1, bodies.r1cs], [2, new Uint8Array(84)]]);
            expect(await source(least).then(describing[kind])).to.include({ kind });
        }
    });
});
