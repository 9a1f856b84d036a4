/**
 * The serialization vectors that the authors of bls12-381 publish: 0, g, 2g, ..., 999g in both groups and both forms.
 * Their flags stand otherwise than ours (0x80 compressed, 0x40 infinity, 0x20 the greater root); the bytes below them
 * are the same.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { bigintBls12381 } from "../../src/protocols/bigint.js";
import { buildBls12381 } from "../../src/index.js";
import { root } from "../support/scratch.js";

const COUNT = 1000;
const load = (group, form) =>
    new Uint8Array(
        readFileSync(
            join(
                root,
                "test",
                "vectors",
                "zkcrypto",
                `${group.toLowerCase()}_${form.toLowerCase()}_valid_test_vectors.dat`,
            ),
        ),
    );

/** One encoding with our flags. */
function own(bytes) {
    const copy = bytes.slice();
    copy[0] = (bytes[0] & 0x40) | ((bytes[0] & 0x20) << 2) | (bytes[0] & 0x1f);
    return copy;
}

describe("serialization vectors of bls12-381", function () {
    this.timeout(120_000);
    const curves = {};
    before(async () => Object.assign(curves, { wasm: await buildBls12381(true), bigint: bigintBls12381() }));

    for (const engine of ["wasm", "bigint"])
        for (const group of ["G1", "G2"])
            for (const form of ["Compressed", "Uncompressed"])
                it(`${engine}: ${group}, ${form}, read and written`, () => {
                    const G = curves[engine][group],
                        length = G.F.n8 * (form === "Compressed" ? 1 : 2),
                        bytes = load(group, form);
                    expect(bytes.length).to.equal(COUNT * length);
                    // Roots on BigInt are slow; every tenth of them.
                    const step = engine === "bigint" ? 10 : 1,
                        by = G.timesScalar(G.g, BigInt(step));
                    for (let i = 0, point = G.zero; i < COUNT; i += step, point = G.add(point, by)) {
                        const expected = own(bytes.subarray(i * length, (i + 1) * length)),
                            written = new Uint8Array(length);
                        expect(G.eq(G[`fromRpr${form}`](expected, 0), point), `${i} read`).to.equal(true);
                        if (i === 0 && form === "Uncompressed") continue; // infinity is written as ffjavascript writes it
                        G[`toRpr${form}`](written, 0, point);
                        expect(written, `${i} written`).to.deep.equal(expected);
                    }
                });

    it("batches read and write the same", async () => {
        for (const group of ["G1", "G2"]) {
            const G = curves.wasm[group], { n8 } = G.F, flat = (form, length) => {
                const all = new Uint8Array(COUNT * length), bytes = load(group, form);
                for (let i = 1; i < COUNT; i++) all.set(own(bytes.subarray(i * length, (i + 1) * length)), i * length);
                return all.subarray(length); // without infinity
            };
            const [compressed, uncompressed] = [flat("Compressed", n8), flat("Uncompressed", 2 * n8)],
                points = await G.batchCtoLEM(compressed.slice());
            expect(points).to.deep.equal(await G.batchUtoLEM(uncompressed.slice()));
            expect(await G.batchLEMtoC(points)).to.deep.equal(compressed.slice());
            expect(await G.batchLEMtoU(points)).to.deep.equal(uncompressed.slice());
        }
    });
});
