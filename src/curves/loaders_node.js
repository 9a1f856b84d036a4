/**
 * Curves that are loaded when somebody first asks for one, where files lie beside us: package.json maps `#curves` to
 * this on Node, Deno and Bun. Their bundlers make chunks of it.
 * @module curves/loaders_node
 */
/** @import { CurveLoader } from "./types.js" */

/** @type {readonly Readonly<CurveLoader>[]} */
export const LOADERS = Object.freeze([
    { name: "babyjubjub", load: () => import("./on_demand/babyjubjub.js") },
    { name: "bls12377", load: () => import("./on_demand/bls12377.js") },
    { name: "edwards_bls12", load: () => import("./on_demand/edwards_bls12.js") },
    { name: "goldilocks", load: () => import("./on_demand/goldilocks.js") },
    { name: "grumpkin", load: () => import("./on_demand/grumpkin.js") },
    { name: "jubjub", load: () => import("./on_demand/jubjub.js") },
    { name: "pallas", load: () => import("./on_demand/pallas.js") },
    { name: "secq256r1", load: () => import("./on_demand/secq256r1.js") },
    { name: "vesta", load: () => import("./on_demand/vesta.js") },
]);
