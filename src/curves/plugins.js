/**
 * A base module with a caller's own functions in it. A plugin is handed a ModuleBuilder of
 * wasmbuilder, so this path builds the module at run time with wasmcurves and wasmbuilder,
 * which are optional. The only dynamic import of the package stands here.
 * @module curves/plugins
 */
/** @import { BaseModule } from "./types.js" */

/** Pages of memory that the module declares; the engine brings its own memory of at least that. */
const PAGES = 25;

const BUILDERS = Object.freeze({ bn128: "buildBn128", bls12381: "buildBls12381" });

/**
 * @returns {Promise<{ ModuleBuilder: any, wasmcurves: any }>}
 * @throws {Error} naming the two packages when one is absent
 */
async function loadPackages() {
    /** @type {unknown} */
    let cause;
    const note = (/** @type {unknown} */ error) => { cause = error; };
    // The packages have no types. The names stay literals, so that bundlers take the packages along where they are installed.
    // Where they are not, esbuild only warns because of the catch of each import, webpack because of the try around them.
    try {
        const [builder, curves] = await Promise.all([
            // @ts-expect-error untyped
            import("wasmbuilder").catch(note),
            // @ts-expect-error untyped
            import("wasmcurves").catch(note),
        ]);
        if (builder && curves) return { ModuleBuilder: builder.ModuleBuilder, wasmcurves: curves };
    } catch (error) {
        note(error);
    }
    throw new Error('plugins: expected the optional packages "wasmbuilder" and "wasmcurves" to be installed, got none that loads', { cause });
}

/**
 * @param {"bn128" | "bls12381"} name
 * @param {(moduleBuilder: any) => unknown} plugins - adds functions and exports; called before the module is built
 * @returns {Promise<BaseModule>}
 */
export async function buildWithPlugins(name, plugins) {
    const { ModuleBuilder, wasmcurves } = await loadPackages();
    const builder = new ModuleBuilder();
    builder.setMemory(PAGES);
    wasmcurves[BUILDERS[name]](builder);
    plugins(builder);
    const code = builder.build();
    const { [name]: curve, f1m, frm } = builder.modules;
    const layout = Object.freeze({
        pq: f1m.pq, pr: frm.pq,
        pG1gen: curve.pG1gen, pG1zero: curve.pG1zero, pG1b: curve.pG1b,
        pG2gen: curve.pG2gen, pG2zero: curve.pG2zero, pG2b: curve.pG2b, pOneT: curve.pOneT,
        prePSize: curve.prePSize, preQSize: curve.preQSize,
        n8q: f1m.n64 * 8, n8r: frm.n64 * 8, q: String(curve.q), r: String(curve.r),
    });
    return { code, layout, guarded: false };
}
