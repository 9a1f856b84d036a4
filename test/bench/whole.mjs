/**
 * Suites that measure a thing as a caller meets it: a pairing, building a curve, a whole proof in a process of its own.
 */
import { circuitsIn, corpus, fixtures } from "../support/circuits.js";
import { withClient } from "../support/client.js";
import { root, turboProject } from "../support/scratch.js";
import { fresh, ours, pair, theirs } from "./engines.mjs";
import { compare, finish, mustAgree } from "./harness.mjs";

const times = (run) => (count) => { for (let i = 0; i < count; i++) run(); };
const repeat = (run) => async (count) => { for (let i = 0; i < count; i++) await run(); };

export async function* pairing({ curves, settings }) {
    for (const curve of curves) {
        const both = await pair(curve, true);
        const p = both.theirs.G1.timesScalar(both.theirs.G1.g, 12345),
            q = both.theirs.G2.timesScalar(both.theirs.G2.g, 67890);
        const one = (side) => both[side].pairing(p, q);
        yield compare({ row: { suite: "pairing", curve, name: "pairing", threads: 1 }, ours: times(() => one("ours")), theirs: times(() => one("theirs")),
            check: () => mustAgree("pairing", one("ours"), one("theirs")) }, settings);
        const product = (side) => {
            const { G1 } = both[side];
            return both[side].pairingEq(p, q, G1.neg(p), q, p, q, G1.neg(p), q);
        };
        yield compare({ row: { suite: "pairing", curve, name: "pairingEq of 4", threads: 1 }, ours: repeat(() => product("ours")), theirs: repeat(() => product("theirs")),
            check: async () => mustAgree("pairingEq", await product("ours"), true) }, settings);
    }
}

export async function* build({ curves, settings }) {
    for (const curve of curves) {
        const builder = curve === "bn128" ? "buildBn128" : "buildBls12381";
        const single = (engine) => fresh(engine, curve, true);
        yield compare({ row: { suite: "build", curve, name: `${builder}(true)`, threads: 1 }, ours: repeat(() => single(ours)), theirs: repeat(() => single(theirs)),
            check: async () => mustAgree("generator", (await single(ours)).G1.gAffine, (await single(theirs)).G1.gAffine) }, settings);
        const used = async (engine) => {
            const built = await fresh(engine, curve);
            const one = await built.Fr.batchFromMontgomery(built.Fr.one);
            await built.terminate();
            return one;
        };
        yield compare({ row: { suite: "build", curve, name: `${builder}(), use, terminate` }, ours: repeat(() => used(ours)), theirs: repeat(() => used(theirs)),
            check: async () => mustAgree("use", await used(ours), await used(theirs)) }, settings);
    }
}

/**
 * One proof in a fresh process: time of the call, wall time with start, peak memory. The proof is verified after the
 * clock stops.
 */
async function proveOnce(project, { system, zkey, wtns, vkey }, mode) {
    const started = performance.now();
    const { value } = await withClient(project, {}, async (client) => {
        const options = mode === "single" ? [undefined, { singleThread: true }] : [];
        const { proof, publicSignals } = await client.snarkjs(`${system}.prove`, zkey, wtns, ...options);
        const wallMs = performance.now() - started;
        const { maxRss, threads } = await client.facts();
        if (!(await client.snarkjs(`${system}.verify`, vkey, publicSignals, proof)))
            throw new Error(`prove: expected a proof that verifies, got another from ${project}`);
        return { wallMs, maxRss, threads };
    });
    return value;
}

const proofRounds = 3;
export async function* prove({ modes }) {
    const projects = { ours: turboProject(), theirs: root };
    for (const circuit of [...circuitsIn(fixtures), ...circuitsIn(corpus)].filter(({ name }) => name !== "mimc_tiny")) for (const mode of modes) {
        const runs = { ours: [], theirs: [] };
        for (let round = 0; round < proofRounds; round++)
            for (const side of round % 2 ? ["theirs", "ours"] : ["ours", "theirs"])
                runs[side].push(await proveOnce(projects[side], circuit, mode));
        const wall = finish(
            {
                suite: "prove",
                curve: circuit.vkey.curve,
                name: circuit.title,
                threads: mode === "single" ? 1 : runs.theirs[0].threads,
            },
            { ours: runs.ours.map(({ wallMs }) => wallMs), theirs: runs.theirs.map(({ wallMs }) => wallMs) },
        );
        const peak = (side) => Math.max(...runs[side].map(({ maxRss }) => maxRss));
        yield { ...wall, peak: { ours: peak("ours"), theirs: peak("theirs"), ratio: peak("ours") / peak("theirs") } };
    }
}
