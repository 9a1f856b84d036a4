/**
 * The curves of this realm. Each name is built once, even if several copies of the package
 * (ES module, CommonJS, nested versions) are loaded. The cache is globalThis.curve_<name>,
 * which users read, set in advance and terminate. A shared object under a registered symbol
 * holds builds in flight, defaults and curves with options. In a frozen realm both stay inside
 * this module. This is the only file that sets what users read of globalThis.
 * @module curves/registry
 */
import { ofRealm } from "../util/realm.js";

/** @import { CurveDefinition, CurveLoader, CurveOptions, Settings } from "./types.js" */

/**
 * Incremented when the shape of the shared object or of a curve changes, so that other versions use
 * another one.
 */
const VERSION = 2;

/**
 * @typedef {object} Store
 * @property {Record<string, Promise<any> | undefined>} building - default curves in flight
 * @property {Record<string, any>} curves - default curves, where globalThis is frozen
 * @property {{ name: string, options: CurveOptions, curve: Promise<any> }[]} special - curves with
 *   options
 * @property {Settings} defaults - those that configure() has set
 * @property {(CurveDefinition | CurveLoader)[]} registered - curves that an import registered, or
 *   ways to load them
 */

/** @returns {Store} */
const emptyStore = () =>
    ({ building: Object.create(null), curves: Object.create(null), special: [], defaults: {}, registered: [] });

/** @returns {Store} */
export const store = () => ofRealm("registry", VERSION, emptyStore);

/** Keys of the stores of all versions. */
const KEY = /^ffturbo\.registry\.(\d+)$/;

/** @param {Readonly<CurveDefinition | CurveLoader>} curve */
const nameOf = (curve) => ("load" in curve ? curve.name : curve.record.name);

/**
 * Makes a curve known to this and every other copy of the package.
 * @param {Readonly<CurveDefinition | CurveLoader>} curve - or a way to load it
 */
export function register(curve) {
    const { registered } = store();
    if (!registered.some((known) => nameOf(known) === nameOf(curve))) registered.push(curve);
}

/**
 * For a message: who else in this realm knows a curve that is not known here.
 * @param {string} name
 * @returns {string} empty if none does
 */
export function knownElsewhere(name) {
    for (const key of Object.getOwnPropertySymbols(globalThis)) {
        const [, version] = KEY.exec(key.description ?? "") ?? [];
        const other = /** @type {Record<symbol, Store>} */ (/** @type {unknown} */ (globalThis))[key];
        if (!version || Number(version) === VERSION || !Array.isArray(other?.registered)) continue;
        if (other.registered.some((curve) => curve && nameOf(curve) === name))
            return `; another version of ffturbo (registry ${version}, here ${VERSION}) knows it: npm ls ffturbo`;
    }
    return "";
}

/**
 * @param {string} name
 * @returns {any} the cached default curve, whoever built it; null or undefined when there is none
 */
export function cached(name) {
    return /** @type {Record<string, any>} */ (globalThis)[`curve_${name}`] ?? store().curves[name];
}

/** @param {string} name @param {any} curve - null empties the cache */
function remember(name, curve) {
    try {
        /** @type {Record<string, any>} */ (globalThis)[`curve_${name}`] = curve;
    } catch { // frozen: strict mode throws
        if (curve) store().curves[name] = curve;
        else delete store().curves[name];
    }
}

/**
 * The default curve, for callers that pass no options: from the cache, from the build in flight,
 * or built now.
 * @param {string} name
 * @param {(onTerminate: (curve: object) => void) => Promise<any>} build
 * @returns {Promise<any>}
 */
export async function sharedCurve(name, build) {
    const existing = cached(name);
    if (existing) return existing;
    const { building } = store();
    building[name] ??= buildShared(name, build);
    return building[name];
}

/** @param {string} name @param {(onTerminate: (curve: object) => void) => Promise<any>} build */
async function buildShared(name, build) {
    try {
        const curve = await build((ended) => {
            if (cached(name) === ended) remember(name, null);
        });
        if (!cached(name)) remember(name, curve);
        return curve;
    } finally {
        delete store().building[name];
    }
}

/**
 * A curve with options, built once per set of equal options.
 * @param {string} name
 * @param {CurveOptions} options
 * @param {(onTerminate: (curve: object) => void) => Promise<any>} build
 * @returns {Promise<any>}
 */
export async function specialCurve(name, options, build) {
    const { special } = store();
    const found = special.find((entry) => entry.name === name && sameOptions(entry.options, options));
    if (found) return found.curve;
    const entry = { name, options, curve: Promise.resolve() };
    const forget = () => {
        const index = special.indexOf(entry);
        if (index >= 0) special.splice(index, 1);
    };
    special.push(entry);
    entry.curve = build(forget).catch((error) => {
        forget();
        throw error;
    });
    return entry.curve;
}

/** @param {CurveOptions} a @param {CurveOptions} b */
function sameOptions(a, b) {
    const keys = /** @type {(keyof CurveOptions)[]} */ ([...new Set([...Object.keys(a), ...Object.keys(b)])]);
    return keys.every((key) => a[key] === b[key]);
}
