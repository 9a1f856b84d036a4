/** The package under its own name, imported and required. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect } from "chai";
import { fixtures } from "../../../../test/support/circuits.js";
import { scratchProject } from "../../../../test/support/scratch.js";

const CIRCUIT = JSON.stringify(join(fixtures, "mimc_tiny"));
const WRAPPED = `const calculate = async (inputs, wasm) => console.log(wasm.length), fullProve = calculate;
api.withFfturbo({ wtns: { calculate }, groth16: { fullProve } }).wtns.calculate({}, new Uint8Array(7));`;
const PROVED = `(async () => {
    const { groth16, zKey } = api, key = ${CIRCUIT} + "/circuit.zkey", vkey = await zKey.exportVerificationKey(key);
    const { proof, publicSignals } = await groth16.prove(key, ${CIRCUIT} + "/witness.wtns");
    console.log(await groth16.verify(vkey, publicSignals, proof));
})();`;
const CONTRIBUTED = `const to = { type: "mem" };
api.contributeToKey(${CIRCUIT} + "/circuit.zkey", to).then(({ contributions }) => console.log(contributions > 0));`;
const READ = `api.wtnsToJson(${CIRCUIT} + "/witness.wtns").then((values) => console.log(values.length > 0));`;

describe("ffturbo-snarkjs as it is installed", function () {
    this.timeout(300_000);
    let project;
    before(() => {
        const dependencies = { ffturbo: "file:ffturbo.tgz", "ffturbo-snarkjs": "file:ffturbo-snarkjs.tgz" };
        project = scratchProject({ name: "ffturbo-snarkjs", engine: "none", outside: true, dependencies });
    });

    for (const [title, entry, code, said] of [
        ["wraps a snarkjs", "ffturbo-snarkjs", WRAPPED, "7"],
        ["proves and verifies with the names of snarkjs", "ffturbo-snarkjs", PROVED, "true"],
        ["contributes to a key", "ffturbo-snarkjs/ceremony", CONTRIBUTED, "true"],
        ["reads a witness", "ffturbo-snarkjs/circuits", READ, "true"],
    ]) it(`${title}, in either format`, () => {
        for (const [type, head] of [["module", `import * as api from "${entry}";`], ["commonjs", `const api = require("${entry}");`]]) {
            const args = [`--input-type=${type}`, "-e", `${head}\n${code}`];
            const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: project, encoding: "utf8", timeout: 120_000 });
            expect(stdout.trim(), `${type} ${stderr}`).to.equal(said);
        }
    });
});
