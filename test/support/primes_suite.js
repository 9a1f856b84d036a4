/**
 * Circuits over primes that circom knows: constraints read, witnesses calculated, checked and named, by our own
 * functions and by snarkjs on this engine.
 */
import { execFile } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { readR1cs } from "r1csfile";
import { examineFile } from "../../bin/lib/info.mjs";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { encodeWtns } from "../../src/files/wtns.js";
import { getCurveFromName, getCurveFromR } from "../../src/index.js";
import { calculateWitness } from "../../src/protocols/groth16/index.js";
import { compileFor, curveOf, INPUTS } from "./primes.js";
import { root } from "./scratch.js";

const require = createRequire(import.meta.url);

/** @param {string[]} primes - of PRIMES @param {boolean} clients - whether snarkjs gets the files as well */
export const primesSuite = (primes, clients) => describe("prover: the primes of circom", function () {
    this.timeout(120_000);
    const files = {};
    let folder;
    before(() => {
        folder = temporaryFolder("primes");
        for (const prime of primes) files[prime] = compileFor(prime, folder);
    });
    after(() => rmSync(folder, { recursive: true, force: true }));

    for (const prime of primes) {
        it(`${prime}: the witness is that of circom's own calculator`, async () => {
            const { wasm, calculator } = files[prime], code = new Uint8Array(readFileSync(wasm));
            const theirs = await (await require(calculator)(code)).calculateWTNSBin(INPUTS, 0);
            for (const rewrite of [true, false]) {
                const { values, n8, r } = await calculateWitness(code, INPUTS, { rewrite, threads: 0 });
                const curve = await getCurveFromR(r, true);
                expect([curve.name, curve.Fr.n8, curve.r]).to.deep.equal([curveOf(prime), n8, r]);
                expect(Buffer.compare(encodeWtns(values, n8, r), theirs), `rewrite: ${rewrite}`).to.equal(0);
            }
        });

        it(`${prime}: constraints are read, hold for the witness, and not for another`, async () => {
            const { wasm, r1cs } = files[prime], single = { getCurveFromPrime: (p) => getCurveFromR(p, true) };
            const { curve, constraints, nVars, prime: p } = await readR1cs(r1cs, single);
            expect([curve.name, p]).to.deep.equal([
                curveOf(prime),
                (await getCurveFromName(curveOf(prime).toUpperCase(), true)).r,
            ]);
            const { values } = await calculateWitness(new Uint8Array(readFileSync(wasm)), INPUTS, { threads: 0 });
            const { Fr } = curve, witness = Array.from({ length: nVars }, (_, i) => Fr.fromRprLE(values, i * Fr.n8));
            const sum = (terms) => Object.entries(terms).reduce(
                (total, [i, factor]) => Fr.add(total, Fr.mul(witness[i], factor)), Fr.zero);
            const broken = () => constraints.filter(([a, b, c]) => !Fr.eq(Fr.mul(sum(a), sum(b)), sum(c))).length;
            expect(constraints.length).to.be.above(20);
            expect(broken()).to.equal(0);
            witness[1] = Fr.add(witness[1], Fr.one);
            expect(broken()).to.equal(1);
        });

        it(`${prime}: \`ffturbo info\` names it`, async () => {
            const { wasm, r1cs } = files[prime], look = (path) => examineFile(path, {}, new AbortController().signal);
            const code = new Uint8Array(readFileSync(wasm));
            const { values, n8, r } = await calculateWitness(code, INPUTS, { threads: 0 });
            writeFileSync(join(folder, prime, "main.wtns"), encodeWtns(values, n8, r));
            expect((await look(r1cs)).curve).to.equal(curveOf(prime));
            expect((await look(join(folder, prime, "main.wtns"))).curve).to.equal(curveOf(prime));
        });
    }

    if (clients) it("snarkjs reads, calculates and checks files of all of them, with our list of curves", async () => {
        const script = join(root, "test/e2e/scenarios/primes_own_list.mjs");
        const args = [script, folder, primes.join(), JSON.stringify(INPUTS)];
        const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
        const found = JSON.parse(stdout.trim().split("\n").at(-1));
        for (const prime of primes)
            expect(found[prime]).to.deep.include({ curve: curveOf(prime), same: true, accepted: true, refused: true });
    });
});
