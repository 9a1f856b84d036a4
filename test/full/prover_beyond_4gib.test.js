/** A key beyond 4 GiB, through a reader: every offset that matters is above 2^32, and only what is needed is read. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { prove, verify, zkeyInfo } from "../../src/protocols/groth16/index.js";
import { sectionsOf } from "../support/binfiles.js";
import { fixtures } from "../support/circuits.js";

const HOLE = 5 * 2 ** 30;

/** The file with its contributions (section 10, which no prover reads) first and HOLE bytes long. */
function sparse(zkey) {
    const head = new Uint8Array(24), view = new DataView(head.buffer);
    head.set(zkey.subarray(0, 12));
    view.setUint32(12, 10, true);
    view.setBigUint64(16, BigInt(HOLE), true);
    const rest = sectionsOf(zkey)
        .filter(({ type }) => type !== 10)
        .map(({ header, offset, size }) => zkey.slice(header, offset + size));
    const pieces = [{ at: 0, bytes: head }];
    let at = head.length + HOLE;
    for (const bytes of rest) {
        pieces.push({ at, bytes });
        at += bytes.length;
    }
    return { pieces, size: at };
}

describe("prover: a key beyond 4 GiB", function () {
    this.timeout(120_000);

    for (const name of ["mimc_example", "mimc_bls"]) it(`${name}: proves from above 2^32`, async () => {
        const at = (file) => join(fixtures, name, file);
        const zkey = new Uint8Array(readFileSync(at("circuit.zkey")));
        const { pieces, size } = sparse(zkey);
        expect(size).to.be.above(2 ** 32);
        let total = 0, highest = 0;
        const read = async (offset, length) => {
            expect(length, "one read").to.be.at.most(2 ** 26);
            total += length;
            highest = Math.max(highest, offset);
            const out = new Uint8Array(length); // the hole is zeros
            for (const { at: start, bytes } of pieces) {
                const from = Math.max(offset, start), to = Math.min(offset + length, start + bytes.length);
                if (from < to) out.set(bytes.subarray(from - start, to - start), from - offset);
            }
            return out;
        };
        const vkey = JSON.parse(readFileSync(at("vkey.json"), "utf8"));
        for (const source of [{ read, size }, read]) {
            total = 0;
            const { proof, publicSignals } = await prove(source, at("witness.wtns"), {
                threads: 2,
                check: true,
                paranoid: true,
            });
            expect(await verify(vkey, publicSignals, proof)).to.equal(true);
            expect(highest).to.be.above(2 ** 32);
            expect(total).to.be.below(3 * zkey.length);
        }
        expect(await zkeyInfo({ read, size })).to.include({ bytes: size, publicSignals: vkey.nPublic });
    });
});
