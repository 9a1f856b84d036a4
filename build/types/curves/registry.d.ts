/**
 * The curves of this realm: one build per name, also when several copies of the package
 * (ES module, CommonJS, nested versions) meet. The cache is globalThis.curve_<name>, which
 * users read, fill beforehand and terminate; beside it lies one record under a registered
 * symbol for builds in flight, defaults and curves with options of their own. In a frozen
 * realm both stay inside this module. The only file that assigns to globalThis.
 * @module curves/registry
 */
/** @import { CurveOptions } from "./types.js" */
import type { CurveOptions } from "./types.js";
export type Store = {
    /**
     * - default curves in flight
     */
    building: Record<string, Promise<any> | undefined>;
    /**
     * - default curves, where globalThis is frozen
     */
    curves: Record<string, any>;
    /**
     * - curves with options
     */
    special: {
        name: string;
        options: CurveOptions;
        curve: Promise<any>;
    }[];
    /**
     * - what configure() said
     */
    defaults: CurveOptions;
};
/** @returns {Store} */
export declare function store(): Store;
/** @param {string} name @returns {any} the cached default curve, whoever made it; null or undefined when there is none */
export declare function cached(name: string): any;
/**
 * The curve that everybody gets who asks for no other: from the cache, from the build in
 * flight, or built now.
 * @param {string} name
 * @param {(onTerminate: (curve: object) => void) => Promise<any>} build
 * @returns {Promise<any>}
 */
export declare function sharedCurve(name: string, build: (onTerminate: (curve: object) => void) => Promise<any>): Promise<any>;
/**
 * A curve with options of its own: built once per set of equal options.
 * @param {string} name
 * @param {CurveOptions} options
 * @param {(onTerminate: (curve: object) => void) => Promise<any>} build
 * @returns {Promise<any>}
 */
export declare function specialCurve(name: string, options: CurveOptions, build: (onTerminate: (curve: object) => void) => Promise<any>): Promise<any>;
