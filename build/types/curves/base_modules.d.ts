import type { BaseModule } from "./types.js";
/** @type {BaseModule} */
export declare const bn128: BaseModule;
/** @type {BaseModule} */
export declare const bls12381: BaseModule;
