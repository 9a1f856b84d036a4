/**
 * The curves of this realm. Each name is built once, even if several copies of the package
 * (ES module, CommonJS, nested versions) are loaded. The cache is globalThis.curve_<name>,
 * which users read, set in advance and terminate. A shared object under a registered symbol
 * holds builds in flight, defaults and curves with options. In a frozen realm both stay inside
 * this module. This is the only file that assigns to globalThis.
 * @module curves/registry
 */
/** @import { CurveDefinition, CurveOptions, Settings } from "./types.js" */
import type { CurveDefinition, CurveOptions, Settings } from "./types.js";
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
     * - those that configure() has set
     */
    defaults: Settings;
    /**
     * - curves that an import registered
     */
    registered: CurveDefinition[];
};
/** @returns {Store} */
export declare function store(): Store;
/** Makes a curve known to this and every other copy of the package. @param {Readonly<CurveDefinition>} definition */
export declare function register(definition: Readonly<CurveDefinition>): void;
/**
 * @param {string} name
 * @returns {any} the cached default curve, whoever built it; null or undefined when there is none
 */
export declare function cached(name: string): any;
/**
 * The default curve, for callers that pass no options: from the cache, from the build in flight,
 * or built now.
 * @param {string} name
 * @param {(onTerminate: (curve: object) => void) => Promise<any>} build
 * @returns {Promise<any>}
 */
export declare function sharedCurve(name: string, build: (onTerminate: (curve: object) => void) => Promise<any>): Promise<any>;
/**
 * A curve with options, built once per set of equal options.
 * @param {string} name
 * @param {CurveOptions} options
 * @param {(onTerminate: (curve: object) => void) => Promise<any>} build
 * @returns {Promise<any>}
 */
export declare function specialCurve(name: string, options: CurveOptions, build: (onTerminate: (curve: object) => void) => Promise<any>): Promise<any>;
