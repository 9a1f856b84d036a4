/**
 * snarkjs on this engine, with files of every prime that circom knows; snarkjs's list of curves, one file, is replaced
 * by ours. Arguments: a folder with <prime>/main.r1cs, <prime>/main_js/main.wasm and <prime>/main.wtns; primes; inputs
 * as JSON. Prints what was found, as JSON.
 */
import { register } from "node:module";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [folder, primes, inputs] = process.argv.slice(2);
const engine = new URL("../../../src/index.js", import.meta.url).href;
const list = `import * as engine from "${engine}";
const given = (get) => (value, options) => get(value, options?.singleThread);
export const getCurveFromR = given(engine.getCurveFromR), getCurveFromQ = given(engine.getCurveFromQ);
export const getCurveFromName = given(engine.getCurveFromName);`;
const hooks = `
export const resolve = (id, context, next) =>
    id === "ffjavascript" ? { url: "${engine}", shortCircuit: true } : next(id, context);
export const load = (url, context, next) => (url.endsWith("/snarkjs/src/curves.js")
    ? { format: "module", shortCircuit: true, source: ${JSON.stringify(list)} } : next(url, context));`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
const { r1cs, wtns } = await import(new URL("../../../node_modules/snarkjs/main.js", import.meta.url).href);

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
