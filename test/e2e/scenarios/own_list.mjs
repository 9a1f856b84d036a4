/** snarkjs on this engine, with its list of curves, one file, replaced by ours: it then takes every prime of circom. */
import { register } from "node:module";

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

/** snarkjs, once in a process. */
export async function snarkjsWithOurCurves() {
    register(`data:text/javascript,${encodeURIComponent(hooks)}`);
    return import(new URL("../../../node_modules/snarkjs/main.js", import.meta.url).href);
}
