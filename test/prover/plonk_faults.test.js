/**
 * What can be wrong with PLONK keys, witnesses and proofs: a clear error each time, no proof that does not verify, and
 * for what a prover sends a verdict, never an exception.
 */
import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { expect } from "chai";
import { buildBls12381, buildBn128 } from "../../src/index.js";
import { prove, ProverError, verify } from "../../src/protocols/plonk/index.js";
import { flipped, sectionBytes, sectionsOf, withSections } from "../support/binfiles.js";
import { fixture } from "../support/circuits.js";
import { itInAll, rowsOf, thinned } from "../support/extent.js";
import { failureOf } from "../support/failure.js";
import { circuitOf, plonkKey } from "../support/plonk_keys.js";
import { pointOfOrder } from "../support/torsion.js";

const file = (name) => new Uint8Array(readFileSync(fixture("mimc_tiny", name)));
const json = (name) => JSON.parse(readFileSync(fixture("mimc_tiny", name), "utf8"));
const zkey = file("plonk.zkey"), wtns = file("witness.wtns");
const vkey = json("plonk_vkey.json"), proof = json("plonk_proof.json"), publicSignals = json("plonk_public.json");
const POINTS = ["A", "B", "C", "Z", "T1", "T2", "T3", "Wxi", "Wxiw"];
const VALUES = ["eval_a", "eval_b", "eval_c", "eval_s1", "eval_s2", "eval_zw"];

/** The key with a section changed. */
const changed = (type, change) => withSections(zkey, (list) =>
    list.map(([one, body]) => [one, one === type ? change(body) ?? body : body]));
const setU32 = (at, value) => (body) => { new DataView(body.buffer, body.byteOffset).setUint32(at, value, true); };

describe("PLONK: what a prover sends", function () {
    this.timeout(120_000);
    let curve;
    before(async () => { curve = await buildBn128(true); });
    const reason = async (signals, given) => (await verify(vkey, signals, given, { curve, reason: true })).reason;

    it("a proof of snarkjs holds, of other signals not", async () => {
        expect(await verify(vkey, publicSignals, proof, { curve })).to.equal(true);
        expect(await reason(["7"], proof)).to.equal("EQUATION");
        for (const [signals, why] of [["7", "SIGNAL_LIST"], [[], "SIGNAL_COUNT"], [["1", "2"], "SIGNAL_COUNT"],
            [[` ${publicSignals[0]}`], "SIGNAL_VALUE"],
            [[String(BigInt(publicSignals[0]) + curve.r)], "SIGNAL_VALUE"]])
            expect(await reason(signals, proof), String(signals)).to.equal(why);
    });

    for (const place of POINTS) it(`${place}: below the order, on the curve, and the right one`, async () => {
        const [x, y, one] = proof[place], at = (point) => ({ ...proof, [place]: point });
        for (const form of [undefined, "1", [], [x], [x, y, "0"], [x, y, "2"], [x, ` ${y}`, one], [x, `-${y}`, one],
            [String(BigInt(x) + curve.q), y, one], [x, String(BigInt(y) + curve.q), one], [x, y, one, "1"], ["0", "0", "0"]])
            expect(await reason(publicSignals, at(form)), String(form)).to.equal("PROOF_FORM");
        expect(await reason(publicSignals, at([x, x, one]))).to.equal("POINT_CURVE");
        expect(await reason(publicSignals, at(["0", "0", one]))).to.equal("POINT_CURVE");
        const other = [x, String(curve.q - BigInt(y)), one];
        for (const point of [["0", "1", "0"], other, ["1", "2", "1"]])
            expect(await reason(publicSignals, at(point)), String(point)).to.equal("EQUATION");
    });

    for (const place of VALUES) it(`${place}: below the order, and the right one`, async () => {
        const value = proof[place], at = (text) => ({ ...proof, [place]: text });
        for (const form of [undefined, null, "", `+${value}`, ` ${value}`, "0x", "-1", "-0x1", String(curve.r),
            String(BigInt(value) + curve.r), [value], {}, 1.5])
            expect(await reason(publicSignals, at(form)), String(form)).to.equal("PROOF_FORM");
        for (const other of ["0", "1", "0x1", String((BigInt(value) + 1n) % curve.r)])
            expect(await reason(publicSignals, at(other)), other).to.equal("EQUATION");
    });

    it("of another protocol or curve, or no proof", async () => {
        for (const none of [undefined, null, 1, "proof", [], [proof]])
            expect(await reason(publicSignals, none), String(none)).to.equal("PROOF_FORM");
        expect(await reason(publicSignals, { ...proof, protocol: "groth16" })).to.equal("PROOF_PROTOCOL");
        expect(await reason(publicSignals, { ...proof, curve: "bls12381" })).to.equal("PROOF_CURVE");
    });

    it("points outside of the subgroup", async () => {
        const other = await buildBls12381(true), circuit = circuitOf(other.r, { rows: 8, additions: 0 });
        const key = await plonkKey(other, circuit);
        const made = await prove(key.zkey, key.wtns, { curve: other }), check = (one) =>
            verify(key.vkey, key.publicSignals, one, { curve: other, reason: true });
        expect(await check(made.proof)).to.deep.equal({ valid: true });
        const outside = other.G1.toObject(pointOfOrder(other, "G1", 3n)).map(String);
        for (const place of POINTS)
            expect((await check({ ...made.proof, [place]: outside })).reason, place).to.equal("POINT_SUBGROUP");
    });

    it("a key that cannot be used is refused", async () => {
        const w = BigInt(vkey.w), half = String(w * w % curve.r), infinity = [["0", "0"], ["1", "0"], ["0", "0"]];
        for (const [change, code] of [
            [{ protocol: "groth16" }, "ERR_FILE"], [{ curve: "secp256k1" }, "ERR_CURVE"], [{ power: 2 }, "ERR_FILE"],
            [{ power: 27 }, "ERR_FILE"], [{ power: "5" }, "ERR_FILE"], [{ power: 5 }, "ERR_FILE"],
            [{ nPublic: -1 }, "ERR_FILE"], [{ nPublic: 17 }, "ERR_FILE"], [{ w: half }, "ERR_FILE"],
            [{ w: "1" }, "ERR_FILE"], [{ w: String(w + curve.r) }, "ERR_FILE"], [{ k1: "0" }, "ERR_FILE"],
            [{ k2: "0" }, "ERR_FILE"], [{ k1: "1" }, "ERR_FILE"], [{ k2: vkey.k1 }, "ERR_FILE"], [{ k2: vkey.w }, "ERR_FILE"],
            [{ k1: "-2" }, "ERR_FILE"], [{ Qm: ["1", "1", "1"] }, "ERR_POINT"], [{ S3: undefined }, "ERR_POINT"],
            [{ X_2: infinity }, "ERR_POINT"], [{ X_2: vkey.Qm }, "ERR_POINT"],
        ]) {
            const error = await verify({ ...vkey, ...change }, publicSignals, proof, { curve }).catch((one) => one);
            expect(error, JSON.stringify(change)).to.be.instanceOf(ProverError);
            expect(error.code, JSON.stringify(change)).to.equal(code);
        }
        for (const none of [undefined, null, [], 1])
            expect((await verify(none, publicSignals, proof).catch((one) => one)).code).to.equal("ERR_OPTION");
    });
});

/** Called with each worker before it gets a task. */
let onTask = () => {};
function createWorker({ source }) {
    const worker = new Worker(source, { eval: true, execArgv: [] }), post = worker.postMessage.bind(worker);
    worker.postMessage = (message, transfers) => {
        onTask(worker, message);
        post(message, transfers);
    };
    return worker;
}

describe("PLONK: keys, witnesses, workers", function () {
    this.timeout(240_000);
    let curve;
    before(async () => { curve = await buildBn128({ threads: 2, createWorker }); });
    after(() => curve.terminate());
    const failure = (key, witness, options) => failureOf(prove(key, witness, { curve, ...options }));
    const fails = async (key, witness, code, ops = "", options = {}) => {
        const error = await failure(key, witness, options);
        expect(error, error.stack).to.be.instanceOf(ProverError);
        expect(error.code, error.message).to.be.oneOf([code].flat());
        expect(error.message).to.match(/expected .+, got .+/s).and.include(ops);
    };
    const recovered = async () => {
        const made = await prove(zkey, wtns, { curve });
        expect(await verify(vkey, made.publicSignals, made.proof, { curve })).to.equal(true);
    };

    it("a key cut at every boundary, and beside it", async () => {
        for (const { header, offset, size } of sectionsOf(zkey))
            for (const cut of [header, header + 1, offset - 1, offset, offset + (size >> 1), offset + size - 1])
                await fails(zkey.slice(0, cut), wtns, "ERR_FILE");
        const { publicSignals, proof } = await prove(Uint8Array.from([...zkey, 0]), wtns, { curve });
        expect(await verify(vkey, publicSignals, proof, { curve }), "what follows the last section").to.equal(true);
    });

    it("counts that do not fit the sections", async () => {
        const at = 2 * (4 + 32); // nVars, nPublic, domainSize, nAdditions, nConstraints
        for (let field = 0; field < 5; field++) for (const value of [0, 2, 17, 2 ** 31, 2 ** 32 - 1])
            await fails(changed(2, setU32(at + 4 * field, value)), wtns, ["ERR_FILE", "ERR_WITNESS", "ERR_LIMIT", "ERR_CHECK"]);
        for (let type = 3; type <= 14; type++) for (const longer of [-1, 1])
            await fails(changed(type, (body) => (longer < 0 ? body.slice(0, -1) : Uint8Array.from([...body, 0]))), wtns, "ERR_FILE");
        for (let type = 1; type <= 14; type++)
            await fails(withSections(zkey, (list) => list.filter(([one]) => one !== type)), wtns, "ERR_FILE");
    });

    it("wires that are not there", async () => {
        const wires = new DataView(sectionBytes(zkey, 2).buffer).getUint32(72, true), additions = 3;
        for (const type of [4, 5, 6]) for (const row of [0, 15]) for (const value of [wires, 2 ** 32 - 1])
            await fails(changed(type, setU32(4 * row, value)), wtns, "ERR_FILE", `row ${row} of column`);
        const own = (i) => wires - additions + i;
        for (let i = 0; i < additions; i++) for (const at of [0, 4]) for (const value of [own(i), 2 ** 32 - 1])
            await fails(changed(3, setU32(72 * i + at, value)), wtns, "ERR_FILE", `addition ${i}`);
        await recovered();
    });

    it("rows that name other wires than sigma", async () => {
        const first = new DataView(sectionBytes(zkey, 4).buffer).getUint32(8, true);
        await fails(changed(4, setU32(8, first + 1)), wtns, "ERR_FILE", "sections 4 to 6 (wires)", { check: false });
    });

    itInAll("coefficients and points with one changed bit: the section is named", async () => {
        for (const type of [7, 8, 9, 10, 11])
            await fails(changed(type, (body) => { body[33] ^= 1; }), wtns, "ERR_FILE", `section ${type} (polynomials)`);
        for (const sigma of [0, 1, 2])
            await fails(changed(12, (body) => { body[sigma * body.length / 3 + 65] ^= 1; }), wtns, "ERR_FILE");
        for (const point of [0, 7, 21])
            await fails(changed(14, (body) => { body[64 * point + 3] ^= 1; }), wtns, "ERR_POINT", `point ${point}`);
        await recovered();
    });

    it("points that are others of the curve", async () => {
        const swapped = (at) => (body) => {
            const one = body.slice(64 * at, 64 * (at + 1));
            body.copyWithin(64 * at, 64 * (at + 1), 64 * (at + 2));
            body.set(one, 64 * (at + 1));
        };
        for (const at of [1, 10, 20]) // each has a random factor of its own
            await fails(changed(14, swapped(at)), wtns, "ERR_FILE", "section 14");
    });

    it("a header with points off the curve, or factors that give no cosets", async () => {
        const size = sectionBytes(zkey, 2).length, k1 = size - 128 - 8 * 64 - 64;
        for (let i = 0; i < 8; i++)
            await fails(changed(2, (body) => { body[k1 + 64 + 64 * i] ^= 1; }), wtns, "ERR_POINT", ["Qm", "Ql", "Qr", "Qo", "Qc", "S1", "S2", "S3"][i]);
        await fails(changed(2, (body) => { body[size - 1] ^= 1; }), wtns, "ERR_POINT", "X_2");
        await fails(changed(2, (body) => { body.fill(0, size - 128); }), wtns, "ERR_POINT", "X_2");
        await fails(changed(2, (body) => { body.fill(255, k1, k1 + 32); }), wtns, "ERR_FILE", "k1");
        await fails(changed(2, (body) => { body.copyWithin(k1, k1 + 32, k1 + 64); }), wtns, "ERR_FILE", "other cosets");
    });

    it("a key of another protocol, a witness of another circuit, a wrong one", async () => {
        await fails(file("circuit.zkey"), wtns, "ERR_FILE", "a plonk key (protocol 2)");
        await fails(zkey, new Uint8Array(readFileSync(fixture("xor_net", "witness.wtns"))), "ERR_WITNESS", "another circuit");
        const { offset, size } = sectionsOf(wtns).find(({ type }) => type === 2);
        for (let i = 1; i < size / 32; i++)
            await fails(zkey, flipped(wtns, offset + 32 * i, 1), "ERR_CHECK", "does not satisfy");
        await recovered();
    });

    itInAll("an abort in any phase, and a worker that is killed", async () => {
        const key = await plonkKey(curve, circuitOf(curve.r, { rows: rowsOf(2000, 600) }));
        const phases = new Set();
        await prove(key.zkey, key.wtns, { curve, onProgress: ({ phase }) => phases.add(phase) });
        expect([...phases]).to.have.members(["witness", "quotient", ...POINTS, "check"]);
        for (const at of phases) {
            const controller = new AbortController(), reason = new Error(`enough of ${at}`);
            const onProgress = ({ phase }) => { if (phase === at) controller.abort(reason); };
            expect(await failure(key.zkey, key.wtns, { signal: controller.signal, onProgress })).to.equal(reason);
        }
        const calls = (message) => message?.task?.some(({ cmd }) => cmd === "CALL");
        let all = 0;
        curve.tm.help = () => {}; // or this thread may do all of it before the worker has started
        onTask = (_worker, message) => { if (calls(message)) all++; };
        await prove(key.zkey, key.wtns, { curve });
        expect(all, "tasks of a proof").to.be.within(10, 60);
        for (const at of thinned([all >> 1, 1, all], 3)) {
            let tasks = 0;
            onTask = (worker, message) => { if (calls(message) && ++tasks === at) worker.terminate(); };
            const error = await failure(key.zkey, key.wtns).finally(() => { onTask = () => {}; });
            expect(error.code, `task ${at} of ${tasks}: ${error.message}`).to.equal("ERR_WORKER");
        }
        await recovered();
    });

    itInAll("reads what it needs once if it may keep it, and otherwise again, with the same result", async () => {
        const key = await plonkKey(curve, circuitOf(curve.r, { rows: 8000, signals: 1 })), { length } = key.zkey;
        const proving = async (memory) => {
            const polynomials = new Map();
            let bytes = 0;
            const read = async (from, count) => {
                bytes += count;
                if (count === 8192 * 32) polynomials.set(from, (polynomials.get(from) ?? 0) + 1);
                return key.zkey.slice(from, from + count);
            };
            const made = await prove(read, key.wtns, { curve, memory });
            expect(await verify(key.vkey, key.publicSignals, made.proof, { curve })).to.equal(true);
            return { part: bytes / length, times: [...polynomials.values()].sort() };
        };
        const kept = await proving(2 ** 30), again = await proving(2 ** 24);
        expect(kept.part).to.be.below(0.25);
        expect(again.part, "the points and polynomials again").to.be.within(0.3, 0.75);
        expect(kept.times, "the key's polynomials").to.deep.equal(Array(8).fill(1));
        expect(again.times, "for each round that needs them: the selectors' two, sigma's three")
            .to.deep.equal([2, 2, 2, 2, 2, 3, 3, 3]);
    });
});
