/**
 * The curves of this realm: one build per name, also when several copies of the package
 * (ES module, CommonJS, nested versions) meet. The cache is globalThis.curve_<name>, which
 * users read, fill beforehand and terminate; beside it lies one record under a registered
 * symbol for builds in flight, defaults and curves with options of their own. In a frozen
 * realm both stay inside this module. The only file that assigns to globalThis.
 * @module curves/registry
 */
/** @import { CurveOptions } from "./types.js" */

/** Raised when the shape of the shared record or of a curve changes: other versions then have their own. */
const VERSION = 1;

/**
 * @typedef {object} Store
 * @property {Record<string, Promise<any> | undefined>} building - default curves in flight
 * @property {Record<string, any>} curves - default curves, where globalThis is frozen
 * @property {{ name: string, options: CurveOptions, curve: Promise<any> }[]} special - curves with options
 * @property {CurveOptions} defaults - what configure() said
 */

/** @type {Store | undefined} */
let own;

/** @returns {Store} */
export function store() {
    const key = Symbol.for(`ffturbo.registry.${VERSION}`);
    const shared = /** @type {Record<symbol, Store>} */ (/** @type {unknown} */ (globalThis))[key];
    if (shared) return shared;
    own ??= { building: Object.create(null), curves: Object.create(null), special: [], defaults: {} };
    try {
        Object.defineProperty(globalThis, key, { value: own, configurable: true });
    } catch { /* a frozen realm: this copy keeps its own */ }
    return own;
}

/** @param {string} name @returns {any} the cached default curve, whoever made it; null or undefined when there is none */
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
 * The curve that everybody gets who asks for no other: from the cache, from the build in
 * flight, or built now.
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
 * A curve with options of its own: built once per set of equal options.
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
