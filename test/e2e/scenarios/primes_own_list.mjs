/**
 * snarkjs on this engine, with files of every prime that circom knows; snarkjs's list of curves, one file, is replaced
 * by ours. Arguments: a folder with <prime>/main.r1cs, <prime>/main_js/main.wasm and <prime>/main.wtns; primes; inputs
 * as JSON. Prints what was found, as JSON.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import "../../../packages/curves/src/index.js";
import { snarkjsWithOurCurves } from "./own_list.mjs";

const [folder, primes, inputs] = process.argv.slice(2);
const { r1cs, wtns } = await snarkjsWithOurCurves();
const quiet = { info() {}, warn() {} }, found = {};
for (const prime of primes.split(",")) {
    const file = (name) => join(folder, prime, name);
    const { curve, nConstraints } = await r1cs.info(file("main.r1cs"));
    await wtns.calculate(JSON.parse(inputs), file("main_js/main.wasm"), file("theirs.wtns"));
    const same = Buffer.compare(readFileSync(file("theirs.wtns")), readFileSync(file("main.wtns"))) === 0;
    const accepted = await wtns.check(file("main.r1cs"), file("main.wtns"));
    const damaged = readFileSync(file("main.wtns"));
    damaged[damaged.length - curve.Fr.n8] ^= 1;
    writeFileSync(file("damaged.wtns"), damaged);
    const refused = !(await wtns.check(file("main.r1cs"), file("damaged.wtns"), quiet)); // it needs a logger to say so
    found[prime] = { curve: curve.name, constraints: nConstraints, same, accepted, refused };
}
console.log(JSON.stringify(found));
process.exit(0); // snarkjs leaves files open
