/** First keys of circuits: byte for byte those of snarkjs; what a set-up refuses. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import * as snarkjs from "snarkjs";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { openPtau } from "../../src/files/ptau.js";
import { openR1cs } from "../../src/files/r1cs.js";
import { writeTogether } from "../../src/files/sink.js";
import { openSource } from "../../src/files/source.js";
import { buildBls12381, buildBn128 } from "../../src/index.js";
import { setupGroth16 } from "../../packages/snarkjs/src/ceremony/index.js";
import { writeFirstKey } from "../../src/protocols/groth16/setup.js";
import { openInputs } from "../../src/protocols/setup/inputs.js";
import { keyWriter } from "../../src/protocols/setup/write_key.js";
import { flipped, sectionBytes, sectionsOf, withSections } from "../support/binfiles.js";
import { encodeR1cs, shapes } from "../support/constraints.js";
import { itOnOne, rowsInFull, rowsOf, thinned } from "../support/extent.js";
import { failureOf } from "../support/failure.js";
import { forgetCurves } from "../support/forget_curves.js";
import { knownPowers, readPowers, repeatedPowers } from "../support/known_powers.js";
import { below, uniform } from "../support/random.js";
import { compiledText } from "../support/real_files.js";
import { pointsOnCurve } from "../support/torsion.js";

const mem = () => ({ type: "mem" });
const same = (a, b, what) => expect(Buffer.compare(a, b), what).to.equal(0);
const POWER = 9, BUILD = { bn128: buildBn128, bls12381: buildBls12381 };

const CIRCUIT = `pragma circom 2.0.0;
template Bits(n) {
    signal input in;
    signal output out[n];
    var sum = 0;
    for (var i = 0; i < n; i++) { out[i] <-- (in >> i) & 1; out[i] * (out[i] - 1) === 0; sum += out[i] * 2 ** i; }
    sum === in;
}
template Main() {
    signal input a[4];
    signal output b;
    component bits = Bits(20);
    bits.in <== a[0] * 3 - a[1] * 7 + 12345678901234567890123456789;
    signal c <== (a[2] + 2 * a[3] - 5) * (bits.out[3] - bits.out[4]);
    signal d <== 3 * c;
    signal e <== (d + 1) * (d + 98765432109876543210987654321098765432109876543210);
    b <== e + c;
}
component main {public [a]} = Main();
`;

const productsOver = ({ r }) =>
    encodeR1cs({ r, ...shapes(r, { pick: below, element: () => uniform(r) }).products });

/** The first key that snarkjs makes. */
async function theirs(r1cs, ptau) {
    const out = mem();
    await snarkjs.zKey.newZKey(r1cs, ptau, out);
    return new Uint8Array(out.data);
}

for (const name of rowsOf(["bn128", "bls12381"], ["bn128"])) describe(`groth16 set-up on ${name}`, function () {
    this.timeout(120_000);
    let curve, ptau;
    before(async () => {
        await forgetCurves();
        curve = await BUILD[name]({ threads: 2 });
        ptau = await readPowers(curve, POWER);
    });
    after(async () => {
        await curve?.terminate();
        await (await snarkjs.curves.getCurveFromName(name)).terminate();
    });
    const ours = async (r1cs, options = {}) => {
        const out = mem(), made = await setupGroth16(r1cs, ptau, out, { curve, ...options });
        return { ...made, bytes: out.data };
    };
    const random = (r) => ({ pick: below, element: () => uniform(r) });

    const all = Object.keys(shapes(7n, random(7n)));
    for (const what of name === "bn128" ? thinned(all, 2) : rowsInFull(all, ["products"])) it(`${what}: the bytes of snarkjs`, async () => {
        const r1cs = encodeR1cs({ r: curve.r, ...shapes(curve.r, random(curve.r))[what] });
        const { bytes, circuitHash } = await ours(r1cs);
        same(bytes, await theirs(r1cs, ptau), what);
        same(circuitHash, sectionBytes(bytes, 10).slice(0, 64));
    });

    itOnOne(name)("with terms that are not in memory at once, and points that are read as they are needed: the same", async () => {
        const { "a wire in every row": shape } = shapes(curve.r, random(curve.r)), r1cs = encodeR1cs({ r: curve.r, ...shape });
        const { bytes } = await ours(r1cs), { signal } = new AbortController(), tracker = { advance() {} };
        const [system, powers] = await Promise.all([openSource("r1cs", r1cs), openSource("ptau", ptau)]), out = mem();
        const inputs = await openInputs(system, powers), reads = [];
        const { points } = inputs.ptau, section = points.get(12);
        const counted = new Map(points).set(12, { ...section, read: (from, count) => {
            reads.push(count);
            return section.read(from, count);
        } });
        await writeTogether(signal, async (open) => {
            const writer = keyWriter(await open("out", out), 10);
            const counting = { ...inputs.ptau, points: counted };
            await writeFirstKey({ ...inputs, ptau: counting, curve, signal, tracker, memory: 9000, writer });
            await writer.finish();
        });
        same(out.data, bytes);
        expect(reads.length, "more than one read of Lagrange points").to.be.above(4);
    });

    // 10 seconds each where points have a subgroup
    for (const power of rowsOf([15, 16], []).filter(() => rowsInFull(true, name === "bn128"))) it(`the difference too many of a domain of 2^15, in a file of power ${power}`, async () => {
        const first = [[[1, 1n]], [[2, 1n]], [[2, 3n]]], none = [[], [], []];
        const constraints = Array.from({ length: 2 ** 14 }, (_, i) => (i < 3 ? first : none));
        const r1cs = encodeR1cs({ r: curve.r, signals: 3, publics: 1, constraints }), out = mem();
        const powers = repeatedPowers(curve, power);
        await setupGroth16(r1cs, powers, out, { curve });
        same(out.data, await theirs(r1cs, powers));
    });

    itOnOne(name)("on one thread the bytes are the same", async () => {
        const { products } = shapes(curve.r, random(curve.r)), r1cs = encodeR1cs({ r: curve.r, ...products });
        const alone = await BUILD[name]({ singleThread: true }), out = mem();
        await setupGroth16(r1cs, ptau, out, { curve: alone });
        same(out.data, (await ours(r1cs)).bytes);
    });
});

describe("groth16 set-up of what circom writes", function () {
    this.timeout(120_000);
    let curve, ptau;
    before(async () => {
        await forgetCurves();
        curve = await buildBn128({ threads: 2 });
        ptau = await readPowers(curve, POWER);
    });
    after(async () => {
        await curve?.terminate();
        await (await snarkjs.curves.getCurveFromName("bn128")).terminate();
    });

    for (const level of rowsOf(["--O0", "--O1", "--O2"], ["--O2"])) it(`${level}: the bytes of snarkjs`, async () => {
        const [r1cs] = compiledText(CIRCUIT, level), out = mem();
        await setupGroth16(r1cs, ptau, out, { curve });
        same(out.data, await theirs(r1cs, ptau));
    });
});

describe("groth16 set-up: refusals and files", function () {
    this.timeout(120_000);
    let curve, bls, ptau, folder, r1cs;
    before(async () => {
        curve = await buildBn128({ threads: 1 });
        bls = await buildBls12381({ singleThread: true });
        ptau = await readPowers(curve, POWER);
        r1cs = productsOver(curve);
        folder = temporaryFolder("setup");
    });
    after(async () => {
        await curve?.terminate();
        if (folder) rmSync(folder, { recursive: true, force: true });
    });
    const change = (type, how) => withSections(ptau, (list) =>
        list.map(([one, body]) => [one, one === type ? how(body) ?? body : body]));
    const without = (...types) => withSections(ptau, (list) => list.filter(([type]) => !types.includes(type)));
    const offCurve = (type, point, size) => change(type, (body) => { body[point * size] ^= 1; });
    const rows = (count) =>
        encodeR1cs({ r: curve.r, signals: 2, constraints: new Array(count).fill([[], [], [[1, 1n]]]) });

    for (const [what, files, code, words] of [
        ["powers that are too few", () => [rows(512), ptau], "ERR_FILE", "of power 10 or more for a circuit of 512 constraints and 0 public signals, got power 9"],
        ["powers that are not prepared", () => [r1cs, without(12, 13, 14, 15)], "ERR_FILE", "prepared for phase 2, got a file without section 12"],
        ["powers that are prepared in part", () => [r1cs, without(15)], "ERR_FILE", "without section 15"],
        ["a section that is cut", () => [r1cs, change(13, (body) => body.slice(0, -128))], "ERR_FILE", "section 13"],
        ["another curve", async () => [r1cs, await readPowers(bls, POWER)], "ERR_CURVE", "whose powers of tau these are"],
        ["signals that only the header has", () => [withSections(rows(1), (list) => list.filter(([type]) => type !== 3)
            .map(([type, body]) => [type, type === 1 ? (body.set([3], 36), body) : body])), ptau], "ERR_FILE", "or at most 2 signals without it"],
        ["a circuit without rows", () => [rows(0), ptau], "ERR_FILE", "got one without"],
        ["a point of tau off the curve", () => [r1cs, offCurve(2, 3, 64)], "ERR_POINT", "point 3 of section 2"],
        ["a Lagrange point off the curve", () => [r1cs, offCurve(12, 63 + 5, 64)], "ERR_POINT", "point 68 of section 12"],
        ["a Lagrange point of H off the curve", () => [r1cs, offCurve(12, 127 + 5, 64)], "ERR_POINT", "point 132 of section 12"],
        ["a Lagrange point in G2 off the curve", () => [r1cs, offCurve(13, 63 + 5, 128)], "ERR_POINT", "point 68 of section 13"],
        ["a point of alpha off the curve", () => [r1cs, offCurve(4, 0, 64)], "ERR_POINT", "point 0 of section 4"],
        ["beta at infinity", () => [r1cs, change(6, (body) => void body.fill(0))], "ERR_POINT", "section 6 to have a point other than infinity"],
        ["a coordinate that is not reduced", () => [r1cs, change(12, (body) => void body.fill(255, 68 * 64, 68 * 64 + 32))], "ERR_POINT", "point 68"],
        ["a coefficient that is not reduced", () => [flipped(r1cs, sectionsOf(r1cs)[1].offset + 8 + 31, 0x80), ptau], "ERR_FILE", "below the order"],
    ]) it(`refuses ${what}`, async () => {
        const out = mem(), [circuit, powers] = await files();
        const error = await failureOf(setupGroth16(circuit, powers, out, { curve: undefined, threads: 1 }));
        expect(error).to.include({ code });
        expect(error.message).to.match(/^(r1cs|ptau): expected .+, got .+/).and.include(words);
        expect(out.data).to.equal(undefined);
    });

    it("refuses points outside of the subgroup", async () => {
        const powers = await readPowers(bls, POWER), points = pointsOnCurve(bls, "G1");
        let strange = points.next().value;
        while (bls.G1.isInSubgroup(strange)) strange = points.next().value;
        const system = productsOver(bls);
        const bad = withSections(powers, (list) => list.map(([type, body]) => {
            if (type === 14) body.set(strange, (63 + 5) * 96);
            return [type, body];
        }));
        const error = await failureOf(setupGroth16(system, bad, mem(), { curve: bls }));
        expect(error).to.include({ code: "ERR_POINT" });
        expect(error.message).to.equal("ptau: expected the points of section 14 to be of order r, got one outside of that subgroup; the file is damaged");
    });

    it("refuses custom gates, which would not be part of the key", async () => {
        const gates = withSections(r1cs, (list) => [...list,
            [4, Uint8Array.from([1, 0, 0, 0, 65, 0, 0, 0, 0, 0])],
            [5, Uint8Array.from([1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0])]]);
        const error = await failureOf(setupGroth16(gates, ptau, mem(), { curve }));
        expect(error).to.include({ code: "ERR_FILE" });
        expect(error.message).to.include("without custom gates, got one that uses them 1 times");
    });

    it("an output that is an input is refused, and files are written whole or not at all", async () => {
        const path = (name) => join(folder, name), powers = await knownPowers(curve, POWER), out = mem();
        writeFileSync(path("a.r1cs"), r1cs);
        await setupGroth16(r1cs, ptau, out, { curve });
        const { circuitHash } = await setupGroth16(path("a.r1cs"), powers, path("a.zkey"), { curve });
        same(readFileSync(path("a.zkey")), out.data);
        expect(circuitHash).to.be.an.instanceof(Uint8Array).with.length(64);
        for (const output of ["a.r1cs", "a.ptau"]) {
            writeFileSync(path("a.ptau"), ptau);
            const error = await failureOf(setupGroth16(path("a.r1cs"), path("a.ptau"), path(output), { curve }));
            expect(error).to.include({ code: "ERR_OPTION" });
        }
        same(readFileSync(path("a.r1cs")), r1cs);
        const error = await failureOf(setupGroth16(path("a.r1cs"), offCurve(13, 63 + 5, 128), path("b.zkey"), { curve }));
        expect(error).to.include({ code: "ERR_POINT" });
        expect(existsSync(path("b.zkey"))).to.equal(false);
    });

    it("a stream gets the same bytes, in order; progress ends at all of it", async () => {
        const taken = [], out = mem(), reports = [];
        const stream = new WritableStream({ write: (piece) => void taken.push(piece) });
        await setupGroth16(r1cs, ptau, stream, { curve, onProgress: (report) => reports.push(report) });
        await setupGroth16(r1cs, ptau, out, { curve });
        same(Buffer.concat(taken), out.data);
        const last = reports.at(-1);
        expect(last).to.include({ done: last.total, overall: 1 });
    });

    it("reads the powers of tau of the test as any others", async () => {
        const { power, points } = await openPtau(await openSource("ptau", ptau));
        expect(power).to.equal(POWER);
        expect(points.size).to.equal(9);
        expect((await openR1cs(await openSource("r1cs", r1cs))).constraints).to.equal(40);
    });
});
