/**
 * Runs in a child process: hardens the realm, then lives in it as a wallet or a snap would.
 * `node lockdown.mjs <file> [<prover> <folders of circuits>]` imports that entry of the library, builds both curves on
 * one thread and checks what they compute; then the prover proves and verifies.
 * `node lockdown.mjs protocols <folder> <name>=<file>...` imports provers alone, which prove and verify with the keys
 * of their names.
 * Prints one line per check; any surprise ends it with a non-zero exit code.
 */
/* global lockdown */
import "ses";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * Node replaces some getters of globalThis at their first use, which a frozen object refuses: they are used once
 * before.
 */
function lockRealm() {
    lockdown({ errorTaming: "unsafe", overrideTaming: "severe", consoleTaming: "unsafe", domainTaming: "unsafe" });
    for (const name of Object.getOwnPropertyNames(globalThis))
        if (!name.endsWith("Storage")) Reflect.get(globalThis, name);
    Object.freeze(globalThis);
    assert.throws(() => { globalThis.curve_bn128 = 1; }, TypeError);
}

const SIZE = 64;
const scalarOf = (i) => BigInt(i * i + 1) ** 7n;
const passed = (what) => console.log(`ok ${what}`);

function checkGroups({ G1, G2, Fr, r }) {
    for (const G of [G1, G2]) {
        assert(G.isValid(G.g) && !G.isZero(G.g));
        assert(G.isZero(G.timesScalar(G.g, r)), "the generator has order r");
        assert(G.eq(G.add(G.g, G.double(G.g)), G.timesScalar(G.g, 3)));
    }
    assert(Fr.eq(Fr.mul(Fr.e(6), Fr.inv(Fr.e(3))), Fr.two));
}

async function checkPairing(curve) {
    const { G1, G2, Gt } = curve;
    const e = (a, b) => curve.pairing(G1.timesScalar(G1.g, a), G2.timesScalar(G2.g, b));
    assert(Gt.eq(e(6, 35), e(10, 21)), "e(6 P, 35 Q) = e(10 P, 21 Q)");
    assert(!Gt.eq(e(6, 35), e(10, 22)));
    assert(
        await curve.pairingEq(
            G1.timesScalar(G1.g, 6),
            G2.timesScalar(G2.g, 35),
            G1.neg(G1.timesScalar(G1.g, 10)),
            G2.timesScalar(G2.g, 21),
        ),
    );
}

async function checkMsm({ G1, G2, Fr }, { array2buffer }) {
    const scalars = Array.from({ length: SIZE }, (_, i) => Fr.e(scalarOf(i)));
    const plain = await Fr.batchFromMontgomery(array2buffer(scalars, Fr.n8));
    for (const G of [G1, G2]) {
        const points = Array.from({ length: SIZE }, (_, i) => G.toAffine(G.timesScalar(G.g, i + 2)));
        const expected = points.reduce((sum, point, i) => G.add(sum, G.timesFr(point, scalars[i])), G.zero);
        const bases = array2buffer(points, 2 * G.F.n8);
        for (const options of [undefined, { batch: "enabled" }, { batch: "disabled" }]) {
            assert(G.eq(await G.multiExpAffine(bases, plain, undefined, "ses", options), expected));
        }
    }
}

async function checkFft({ Fr }, { array2buffer }) {
    const values = array2buffer(Array.from({ length: SIZE }, (_, i) => Fr.e(scalarOf(i))), Fr.n8);
    const there = await Fr.fft(values);
    assert.notDeepEqual([...there], [...values]);
    assert.deepEqual([...await Fr.ifft(there)], [...values]);
}

/** Every kind of kernel that this engine runs. */
async function checkTiers(build, utils) {
    const { tm: { tier: best } } = await build(true);
    const all = ["fma", "simd", "scalar"];
    for (const tier of all.slice(all.indexOf(best))) {
        const curve = await build({ singleThread: true, tier });
        assert.equal(curve.tm.tier, tier);
        await checkMsm(curve, utils);
        await checkFft(curve, utils);
        await checkChunked(curve, utils);
        passed(`${curve.name} ${tier}`);
    }
}

async function checkChunked({ G1, Fr }, { array2buffer }) {
    const points = array2buffer(
        Array.from({ length: SIZE }, (_, i) => G1.toAffine(G1.timesScalar(G1.g, i + 2))),
        2 * G1.F.n8,
    );
    const scalars = await Fr.batchFromMontgomery(
        array2buffer(
            Array.from({ length: SIZE }, (_, i) => Fr.e(scalarOf(i))),
            Fr.n8,
        ),
    );
    const sum = await G1.multiExpAffineChunked(
        async (from, length) => points.slice(from, from + length),
        points.length,
        scalars,
    );
    assert(G1.eq(sum, await G1.multiExpAffine(points, scalars)));
}

async function checkProver({ prove, verify }, folder, { key = "circuit.zkey", prefix = "", what } = {}) {
    const json = (name) => JSON.parse(readFileSync(join(folder, `${prefix}${name}`), "utf8"));
    const vkey = json("vkey.json"), signals = json("public.json");
    const { proof, publicSignals } = await prove(
        new Uint8Array(readFileSync(join(folder, key))),
        new Uint8Array(readFileSync(join(folder, "witness.wtns"))),
        { threads: 0 },
    );
    assert.deepEqual([...publicSignals], signals);
    assert.equal(await verify(vkey, publicSignals, proof), true);
    assert.equal(await verify(vkey, signals, json("proof.json")), true, "the proof of snarkjs");
    assert.equal(await verify(vkey, ["1", ...publicSignals.slice(1)], proof), false);
    passed(`proves ${what ?? vkey.curve}`);
}

/** @param {string} folder @param {string[]} provers - name=file */
async function checkProtocols(folder, provers) {
    for (const [name, file] of provers.map((one) => one.split("="))) {
        const module = await import(pathToFileURL(file).href);
        await checkProver(module, folder, { key: `${name}.zkey`, prefix: `${name}_`, what: name });
    }
}

/**
 * Node has workers in a locked realm too, and the program must end by itself; the bundle for browsers finds none here
 * and does without.
 */
async function checkWorkers(build, utils) {
    const curve = await build({ threads: 2 });
    await checkMsm(curve, utils);
    const values = new Uint8Array(2 ** 14 * curve.Fr.n8).fill(7);
    assert.deepEqual(await curve.Fr.ifft(await curve.Fr.fft(values)), values);
    passed(`${curve.name} ${curve.tm.pool.some((slot) => slot?.initialized) ? "with workers" : "in process"}`);
}

async function main() {
    lockRealm();
    if (process.argv[2] === "protocols") return checkProtocols(process.argv[3], process.argv.slice(4));
    const library = await import(pathToFileURL(process.argv[2]).href);
    passed("import");
    for (const build of [library.buildBn128, library.buildBls12381]) {
        const curve = await build(true);
        checkGroups(curve);
        await checkPairing(curve);
        await checkMsm(curve, library.utils);
        await checkFft(curve, library.utils);
        passed(curve.name);
        await checkTiers(build, library.utils);
        await checkWorkers(build, library.utils);
    }
    const [prover, ...circuits] = process.argv.slice(3);
    if (prover) for (const folder of circuits) await checkProver(await import(pathToFileURL(prover).href), folder);
    return undefined;
}

main().catch((error) => {
    console.error(error?.stack ?? error);
    process.exitCode = 1;
});
