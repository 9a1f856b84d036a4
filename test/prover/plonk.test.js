/**
 * PLONK beside snarkjs: equal bytes when both are blinded alike, and proofs of each verify under the other; circuits of
 * every shape, and without public signals, which snarkjs cannot prove.
 */
import { readFileSync } from "node:fs";
import { expect } from "chai";
import * as snarkjs from "snarkjs";
import { buildBls12377, buildBls12381, buildBn128 } from "../../src/index.js";
import { proveWith } from "../../src/protocols/key/prove.js";
import { prover } from "../../src/protocols/plonk/entry.js";
import { prove, verify, zkeyInfo } from "../../src/protocols/plonk/index.js";
import { BLINDING, createProofWith } from "../../src/protocols/plonk/prove.js";
import { circuitsIn, corpus, fixtures } from "../support/circuits.js";
import { circuitOf, plonkKey } from "../support/plonk_keys.js";
import { rowsInFull, rowsOf, thinned, thinnedInAll } from "../support/extent.js";
import { seed } from "../support/random.js";

const BUILDERS = { bn128: buildBn128, bls12381: buildBls12381, bls12377: buildBls12377 };
const SHAPES = {
    "dense": { rows: 61 },
    "as many rows as the domain has": { rows: 64, additions: 0 },
    "zeros and ones": { rows: 40, values: "bits" },
    "additions of additions": { rows: 60, additions: 40 },
    "the smallest domain": { rows: 3, additions: 1 },
    "17 public signals": { rows: 50, signals: 17 },
    "public signals alone": { rows: 8, signals: 8, additions: 0 },
    "long": { rows: rowsInFull(1500, 550), additions: 100 },
};
/** The shapes are of circuits, not of curves: in the quick run one curve has half of them, another has one. */
const TITLES = Object.keys(SHAPES);
const SHAPES_OF = { bn128: thinned(TITLES, 2), bls12381: rowsOf(thinnedInAll(TITLES, 3), []) };
const SIGNALS = [0, 1, 256];
const ONE = rowsInFull(SIGNALS, [1]);
const SIGNALS_OF = { bn128: rowsOf(SIGNALS, [17]), bls12381: rowsOf(ONE, []), bls12377: rowsOf(ONE, []) };

/** Blinding as the internal form of elements: of all sizes, and zero. */
const BYTES = Array.from({ length: BLINDING }, (_, i) =>
    Uint8Array.from({ length: 32 }, (_, k) => (i === 4 ? 0 : k < 31 ? (i * 37 + k * 11) & 255 : 1)));

/** Our prover with blinding that is given. */
const blindedBy = (list) => {
    const make = (context, controller) => createProofWith(context, controller, list.map((bytes) => bytes.slice()));
    return { ...prover, steps: { ...prover.steps, createProof: make } };
};
const proveAlike = (zkey, wtns, options) => proveWith([blindedBy(BYTES)], zkey, wtns, options);

/** snarkjs's proof with the same blinding. */
async function theirs(name, zkey, wtns) {
    const { Fr } = await snarkjs.curves.getCurveFromName(name), { random } = Fr;
    let drawn = 0;
    Fr.random = () => BYTES[drawn++].slice();
    try {
        return await snarkjs.plonk.prove(zkey, wtns);
    } finally {
        Fr.random = random;
    }
}

describe(`PLONK beside snarkjs (SEED=${seed})`, function () {
    this.timeout(240_000);
    const curves = {};
    before(async () => {
        for (const [name, build] of Object.entries(BUILDERS)) curves[name] = await build({ threads: 2 });
    });
    after(async () => {
        await Promise.all(Object.values(curves).map((curve) => curve.terminate()));
        for (const name of ["bn128", "bls12381"]) await (await snarkjs.curves.getCurveFromName(name)).terminate();
    });

    /** Bytes, and verification both ways. */
    async function compare(curve, { zkey, wtns, vkey, publicSignals }) {
        const other = await theirs(vkey.curve, zkey, wtns), ours = await proveAlike(zkey, wtns, { curve });
        expect(JSON.stringify(ours)).to.equal(JSON.stringify(other));
        expect(ours.publicSignals).to.deep.equal(publicSignals);
        expect(await verify(vkey, publicSignals, other.proof, { curve })).to.equal(true);
        const fresh = await prove(zkey, wtns, { curve });
        expect(fresh.proof.A, "blinding is drawn anew").to.not.deep.equal(ours.proof.A);
        expect(await snarkjs.plonk.verify(vkey, publicSignals, fresh.proof)).to.equal(true);
    }

    for (const [name, titles] of Object.entries(SHAPES_OF)) for (const title of titles)
        it(`${name}, ${title}: equal bytes with equal blinding`, async () => {
            const key = await plonkKey(curves[name], circuitOf(curves[name].r, SHAPES[title]));
            expect(await snarkjs.zKey.exportVerificationKey(key.zkey)).to.deep.equal(key.vkey);
            await compare(curves[name], key);
        });

    const folders = rowsInFull([fixtures, corpus], [fixtures]);
    const known = folders.flatMap(circuitsIn).filter(({ system }) => system === "plonk");
    for (const { title, proof, ...key } of known) it(`${title}: equal bytes with equal blinding`, async () => {
        const { vkey, publicSignals } = key;
        expect(await verify(vkey, publicSignals, proof)).to.equal(true);
        await compare(curves[vkey.curve], { ...key, wtns: new Uint8Array(readFileSync(key.wtns)) });
    });

    for (const [name, counts] of Object.entries(SIGNALS_OF)) for (const signals of counts)
        it(`${name}, ${signals} public signals: a proof verifies, here and on threads alike`, async () => {
            const curve = curves[name], key = await plonkKey(curve, circuitOf(curve.r, { rows: 300, signals }));
            const { zkey, wtns, vkey, publicSignals } = key, made = await proveAlike(zkey, wtns, { curve });
            expect(made.publicSignals).to.deep.equal(publicSignals);
            const verdict = await verify(vkey, publicSignals, made.proof, { curve, reason: true });
            expect(verdict).to.deep.equal({ valid: true });
            const alone = await BUILDERS[name](true), little = { memory: 2 ** 24, curve: alone };
            expect(await proveAlike(zkey, wtns, little)).to.deep.equal(made);
            if (name !== "bls12377") expect(await snarkjs.plonk.verify(vkey, publicSignals, made.proof)).to.equal(true);
            expect(await zkeyInfo(zkey)).to.include({
                protocol: "plonk", curve: name, publicSignals: signals, constraints: 300, additions: 3, domainSize: 512,
            });
        });
});
