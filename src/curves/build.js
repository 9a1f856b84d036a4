/**
 * What the builders of all curves share: reads the options, adds a plugin if there is one,
 * and returns the cached curve or a new one.
 * @module curves/build
 */
/** @import { Tier } from "../runtime/tiers.js" */
/** @import { Curve, CurveDefinition, CurveOptions, Plugins } from "./types.js" */
import { chooseTier } from "../runtime/tiers.js";
import { assemble } from "./assemble.js";
import { baseModule } from "./base_module.js";
import { checkOptions, defaultOptions } from "./config.js";
import { buildWithPlugins } from "./plugins.js";
import { cached, sharedCurve, specialCurve } from "./registry.js";

/**
 * @param {string} where
 * @param {unknown} first - singleThread or an options object
 * @returns {CurveOptions}
 */
function readOptions(where, first) {
    if (typeof first === "object" && first !== null) return checkOptions(where, /** @type {CurveOptions} */ (first));
    return first ? { singleThread: true } : {};
}

/**
 * What a caller knows about the work to come.
 * @typedef {{ warm?: boolean, help?: boolean }} Hints warm: start workers before the module is
 *   compiled; help: the calling thread takes tasks instead of one worker
 */

/**
 * @param {Readonly<CurveDefinition>} definition
 * @param {unknown} first - singleThread, or an options object
 * @param {Plugins | null} [plugins]
 * @param {Hints} [hints]
 * @returns {Promise<Curve>}
 */
export async function buildCurve(definition, first, plugins, hints = {}) {
    const { name } = definition.record, where = `build${name[0].toUpperCase()}${name.slice(1)}`;
    if (plugins !== undefined && plugins !== null && typeof plugins !== "function")
        throw new TypeError(`${where}: expected plugins to be a function, got ${typeof plugins}`);
    const asked = readOptions(where, first);
    const special = Object.keys(asked).some((key) => key !== "singleThread");
    // As with ffjavascript, a cached curve is returned whatever options it was built with.
    if (!asked.singleThread && !special && cached(name)) return cached(name);
    const options = { ...defaultOptions(), ...asked };
    const build = async (/** @type {(curve: object) => void} */ onTerminate) => {
        const base = (/** @type {Tier} */ tier) => baseModule(definition, tier);
        const plugged = plugins && await buildWithPlugins(definition.record, base(chooseTier(options.tier)), plugins);
        return assemble(definition, plugged ? () => plugged : base, { ...options, ...hints }, onTerminate);
    };
    if (asked.singleThread) return build(() => {});
    if (special) return plugins ? build(() => {}) : specialCurve(name, asked, build);
    return sharedCurve(name, build);
}
