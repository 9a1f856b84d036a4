/**
 * What snarkjs's check of witnesses says, with our list of curves. Arguments: a folder with 0.r1cs and 0.wtns, 1.r1cs
 * and 1.wtns and so on, and how many. Prints a list, as JSON: the constraint at which it stops, or -1.
 */
import { join } from "node:path";
import "../../../packages/curves/src/index.js";
import { snarkjsWithOurCurves } from "./own_list.mjs";

const [folder, count] = process.argv.slice(2), { wtns } = await snarkjsWithOurCurves(), found = [];
for (let i = 0; i < Number(count); i++) {
    const said = [], logger = { info() {}, warn: (text) => said.push(text) };
    const holds = await wtns.check(join(folder, `${i}.r1cs`), join(folder, `${i}.wtns`), logger);
    found.push(holds ? -1 : Number(/at constraint (\d+)/.exec(said.join())[1]));
}
console.log(JSON.stringify(found));
process.exit(0); // snarkjs leaves files open
