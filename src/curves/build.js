/**
 * What buildBn128 and buildBls12381 share: options read, plugin path or our own module,
 * cached or fresh.
 * @module curves/build
 */
/** @import { BaseModule, CurveOptions } from "./types.js" */
/** @import { CurveShape } from "./assemble.js" */
import { assemble } from "./assemble.js";
import { checkOptions, defaultOptions } from "./config.js";
import { buildWithPlugins } from "./plugins.js";
import { cached, sharedCurve, specialCurve } from "./registry.js";

/** @param {string} where @param {unknown} first - singleThread or a record of options @returns {CurveOptions} */
function readOptions(where, first) {
    if (typeof first === "object" && first !== null) return checkOptions(where, /** @type {CurveOptions} */ (first));
    return first ? { singleThread: true } : {};
}

/** What a caller knows of the work to come. @typedef {{ warm?: boolean }} Hints warm: workers start before the module is compiled */

/** @typedef {(first?: boolean | CurveOptions, plugins?: (moduleBuilder: any) => unknown, hints?: Hints) => Promise<any>} Builder a curve's buildCurve */

/**
 * @param {CurveShape} shape
 * @param {BaseModule | undefined} base - our own module; without one the module is built at run time
 * @param {unknown} first - singleThread, or a record of options
 * @param {((moduleBuilder: any) => unknown) | null} [plugins]
 * @param {Hints} [hints]
 * @returns {Promise<any>}
 */
export async function buildCurve(shape, base, first, plugins, hints = {}) {
    const where = shape.name === "bn128" ? "buildBn128" : "buildBls12381";
    if (plugins !== undefined && plugins !== null && typeof plugins !== "function") throw new TypeError(`${where}: expected plugins to be a function, got ${typeof plugins}`);
    const asked = readOptions(where, first);
    const special = Object.keys(asked).some((key) => key !== "singleThread");
    // As with ffjavascript, a cached curve is returned whatever it was built with.
    if (!asked.singleThread && !special && cached(shape.name)) return cached(shape.name);
    const options = { ...defaultOptions(), ...asked };
    const build = async (/** @type {(curve: object) => void} */ onTerminate) => {
        const module = plugins || !base ? await buildWithPlugins(shape.name, plugins ?? (() => {})) : base;
        return assemble(shape, module, { ...options, ...hints }, onTerminate);
    };
    if (asked.singleThread) return build(() => {});
    if (special) return plugins ? build(() => {}) : specialCurve(shape.name, asked, build);
    return sharedCurve(shape.name, build);
}
