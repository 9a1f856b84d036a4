/** snarkjs's check, with our list of curves, on faults in circuits over each of circom's primes. */
import { execFile } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { temporaryFolder } from "../../../../scripts/temporary.mjs";
import { check } from "../../src/circuits/index.js";
import { FAULTS, filesOf, mutated, planted, plantedCircuit } from "../../../../test/support/planted.js";
import { seed } from "../../../../test/support/random.js";
import { root } from "../../../../test/support/scratch.js";

const CIRCUITS = Array.from({ length: 30 }, (_, k) => plantedCircuit(k)), MUTATIONS = 500;

describe(`circuits: faults over each prime, seed ${seed}`, function () {
    this.timeout(600_000);
    it("snarkjs and check name the same first constraint, or none", async () => {
        const folder = temporaryFolder("faults");
        try {
            const all = [
                ...CIRCUITS.flatMap((circuit) => [
                    filesOf(circuit.right, circuit.field), ...Object.keys(FAULTS).map((kind) => planted(circuit, kind)),
                ]),
                ...Array.from({ length: MUTATIONS }, (_, i) => mutated(CIRCUITS[i % CIRCUITS.length])),
            ];
            all.forEach(({ r1cs, wtns }, i) => {
                writeFileSync(join(folder, `${i}.r1cs`), r1cs);
                writeFileSync(join(folder, `${i}.wtns`), wtns);
            });
            const script = join(root, "test/e2e/scenarios/check_own_list.mjs");
            const { stdout } = await promisify(execFile)(process.execPath, [script, folder, `${all.length}`], { cwd: root });
            const theirs = JSON.parse(stdout.trim().split("\n").at(-1)), ours = [];
            for (const { r1cs, wtns } of all)
                ours.push((await check(r1cs, wtns, { threads: 0, max: 1 })).first[0]?.number ?? -1);
            expect(ours).to.have.length(30 * 4 + MUTATIONS);
            expect(ours).to.deep.equal(theirs);
            expect(ours.filter((first) => first < 0)).to.have.length.within(31, 0.7 * all.length);
        } finally {
            rmSync(folder, { recursive: true, force: true });
        }
    });
});
