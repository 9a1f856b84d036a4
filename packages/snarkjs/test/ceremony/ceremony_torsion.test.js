/**
 * Points outside of the subgroup in the files of ceremonies: no pairing sees them, so each reader has to look. On
 * bls12-381, where both groups have such points.
 */
import { expect } from "chai";
import { buildBls12381 } from "../../../../src/index.js";
import {
    contributeToBellman, contributeToChallenge, contributeToPowersOfTau, exportBellman, exportChallenge, importBellman,
    importResponse, newPowersOfTau, preparePhase2, setupGroth16, setupPlonk, truncatePowersOfTau, verifyPowersOfTau,
} from "../../src/ceremony/index.js";
import { sectionBytes, withSections } from "../../../../test/support/binfiles.js";
import { encodeR1cs } from "../../../../test/support/constraints.js";
import { failureOf } from "../../../../test/support/failure.js";
import { pointOfOrder, SMALL_ORDERS } from "../../../../test/support/torsion.js";

/** The bytes that a call writes. */
async function made(call) {
    const out = { type: "mem" };
    await call(out);
    return new Uint8Array(out.data);
}

describe("points outside of the subgroup in a ceremony", function () {
    this.timeout(120_000);
    const POWER = 3, torsion = {}, files = {};
    let curve, options;
    before(async () => {
        curve = await buildBls12381({ singleThread: true });
        options = { curve };
        for (const group of ["G1", "G2"]) torsion[group] = pointOfOrder(curve, group, SMALL_ORDERS.bls12381[group][0]);
        const start = await made((out) => newPowersOfTau("bls12381", POWER, out, options));
        files.tau = await made((out) => contributeToPowersOfTau(start, out, options));
        files.prepared = await made((out) => preparePhase2(files.tau, out, options));
        const constraints = [[[[2, 1n]], [[3, 1n]], [[1, 1n]]], [[[3, 1n]], [[3, 1n]], [[2, 1n]]]];
        files.r1cs = encodeR1cs({ r: curve.r, signals: 4, publics: 1, constraints });
        files.key = await made((out) => setupGroth16(files.r1cs, files.prepared, out, options));
    });
    after(() => curve?.terminate());

    const sizeOf = (group) => 2 * curve[group].F.n8;
    /** A point plus one of small order. */
    const leaving = (group, point) => curve[group].toAffine(curve[group].add(point, torsion[group]));
    /** A file with one such point in a section. */
    const withTorsion = (bytes, type, group, at) => withSections(bytes, (list) => list.map(([one, body]) => {
        const size = sizeOf(group), from = at * size;
        if (one === type) body.set(leaving(group, body.slice(from, from + size)), from);
        return [one, body];
    }));
    /** Refuses the call with a file of such points in this place, and takes the file as it is. */
    async function refuses(call, good, bad, words) {
        await call(good, { type: "mem" });
        const out = { type: "mem" }, error = await failureOf(call(bad, out));
        expect(error, words).to.include({ code: "ERR_POINT" });
        expect(error.message).to.include(`expected the points of ${words}`).and.include("to be of order r");
        expect(out.data).to.equal(undefined);
    }

    for (const [type, name, group] of [[3, "IC", "G1"], [9, "H", "G1"], [8, "C", "G1"], [5, "A", "G1"], [7, "B2", "G2"]])
        it(`exportBellman: the points ${name} of a key`, () => refuses(
            (key, out) => exportBellman(key, out, options), files.key, withTorsion(files.key, type, group, 1),
            `section ${type} (points ${name})`,
        ));

    for (const name of ["H", "C"]) it(`importBellman: the points ${name} of the answer`, async () => {
        const { key } = files, { G1, G2 } = curve, params = await made((out) => exportBellman(key, out, options));
        const answer = await made((out) => contributeToBellman("bls12381", params, out, options));
        const points = (type) => sectionBytes(key, type).length / sizeOf("G1");
        const list = 3 * (sizeOf("G1") + sizeOf("G2")) + 4 + points(3) * sizeOf("G1");
        const at = name === "H" ? list + 4 : list + 4 + (points(9) - 1) * sizeOf("G1") + 4, bad = answer.slice();
        expect([G1.F.n8, G2.F.n8]).to.deep.equal([48, 96]);
        G1.toRprUncompressed(bad, at, leaving("G1", G1.toAffine(G1.fromRprUncompressed(bad, at))));
        await refuses((bytes, out) => importBellman(key, bytes, out, options), answer, bad, name);
    });

    for (const [what, setup, type, group, at] of [
        ["setupGroth16: Lagrange points", setupGroth16, 12, "G1", 4],
        ["setupGroth16: Lagrange points in G2", setupGroth16, 13, "G2", 4],
        ["setupPlonk: powers of tau", setupPlonk, 2, "G1", 5],
    ]) it(what, () => refuses(
        (ptau, out) => setup(files.r1cs, ptau, out, options),
        files.prepared, withTorsion(files.prepared, type, group, at),
        `section ${type}`,
    ));

    for (const [i, name, group] of [[0, "tau G1", "G1"], [1, "tau G2", "G2"], [3, "beta tau G1", "G1"]])
        it(`importResponse: ${name} of a response`, async () => {
            const challenge = await made((out) => exportChallenge(files.tau, out, options)), n = 2 ** POWER;
            const response = await made((out) => contributeToChallenge("bls12381", challenge, out, options));
            // compressed, after the hash of the challenge: 2n - 1 points, n of G2, and n and n of G1
            const G = curve[group], size = G.F.n8, before = [0, 2 * n - 1, 2 * n - 1 + 2 * n, 2 * n - 1 + 3 * n][i];
            const at = 64 + before * curve.G1.F.n8 + 2 * size, bad = response.slice();
            G.toRprCompressed(bad, at, leaving(group, G.toAffine(G.fromRprCompressed(bad, at))));
            await refuses((bytes, out) => importResponse(files.tau, bytes, out, options), response, bad, name);
        });

    for (const [type, group] of [[2, "G1"], [3, "G2"], [4, "G1"], [5, "G1"]]) {
        it(`preparePhase2: section ${type}`, () => refuses(
            (ptau, out) => preparePhase2(ptau, out, options), files.tau, withTorsion(files.tau, type, group, 2),
            `section ${type}`,
        ));

        // the hash of all points cannot be calculated from a file that was cut from a larger one
        it(`verifyPowersOfTau: section ${type} of a part`, async () => {
            const part = { type: "mem" };
            await truncatePowersOfTau(files.prepared, (power) => (power === 2 ? part : { type: "mem" }), options);
            await refuses((ptau) => verifyPowersOfTau(ptau, options), part.data, withTorsion(part.data, type, group, 2),
                `section ${type}`);
        });

        it(`verifyPowersOfTau: section ${type + 10}, which is no part of the hash`, () => refuses(
            (ptau) => verifyPowersOfTau(ptau, options),
            files.prepared, withTorsion(files.prepared, type + 10, group, 5),
            `section ${type + 10}`,
        ));
    }
});
