/**
 * The bundle for pages, a plugin of rollup: a page gets what it runs. Kernels load when a curve of
 * theirs is built or first works, functions that few pages call with the first call, and parts of
 * snarkjs's interface when one of their functions is called. Bundlers of applications split the
 * same way, or make one file of it all.
 * @module scripts/pages
 */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

/** Modules of kernels that a page may never run: those of other curves and tiers. */
const KERNEL = /[/\\]src[/\\]wasm[/\\]((?:msm_\w+_|fft_)(?:fma|simd|scalar)|bn128|bls12381)\.js$/;
const CODE = /export const code = "[^"]*";/, LATER = "\0later:";
const FACADE = /[/\\]packages[/\\]snarkjs[/\\]src[/\\]index\.js$/;

/** Functions that few pages run: the module that calls each, from src, and where it is. */
const SELDOM = [
    // a curve with a caller's own functions
    ["curves/build.js", "buildWithPlugins", "./plugins.js"],
    // the second verification on bls12-381
    ["curves/pairing_lanes.js", "lanePairing", "../kernels/pairing/pairing.js"],
    // a key whose contributions are beacons alone
    ["protocols/groth16/weakness.js", "areComplete", "./complete.js"],
    // a key whose points are all checked
    ["protocols/groth16/points.js", "checkPointsOf", "../key/point_check.js"],
    ["protocols/plonk/points.js", "checkPointsOf", "../key/point_check.js"],
    ["protocols/fflonk/points.js", "checkPointsOf", "../key/point_check.js"],
    // a witness that is calculated
    ["protocols/key/entry.js", "fullProveWith", "./full_prove.js"],
    ["protocols/key/prover.js", "openCalculator", "../../files/witness_calculator.js"],
];

/** Those of packages beside the root. @type {Record<string, typeof SELDOM>} */
export const SELDOM_OF = {
    "packages/snarkjs": [["with_ffturbo.js", "rewriteCircuit", "../../../src/internal/snarkjs_rewrite.js"]],
};

/** @param {string} id @param {string} file - from src */
const isFile = (id, file) => id.replaceAll("\\", "/").endsWith(`/src/${file}`);

/** @param {string} code @param {string} id @param {[string, string, string]} row - of SELDOM */
function asked(code, id, [, name, from]) {
    const now = `import { ${name} } from "${from}";`;
    if (!code.includes(now)) throw new Error(`pages: expected ${now} in ${id}, got none`);
    return code.replace(now, () => `const ${name} = async (...args) => (await import("${from}")).${name}(...args);`);
}

/** The interface of snarkjs. @param {string} code @param {string} id */
async function facade(code, id) {
    const parts = Object.entries(await import(pathToFileURL(id).href)).filter(([, part]) => typeof part === "object");
    return parts.reduce((text, [name, functions]) => text.replace(
        new RegExp(`^export \\* as ${name} from (".*");`, "m"),
        (_, file) => [
            `export const ${name} = /* @__PURE__ */ Object.freeze({`,
            ...Object.keys(functions).map((own) => `    ${own}: async (...args) => (await import(${file})).${own}(...args),`),
            "});",
        ].join("\n"),
    ), code);
}

/**
 * @param {string} code
 * @param {string} id
 * @param {typeof SELDOM} seldom
 * @returns {Promise<string | null>} null for modules that stay as they are
 */
async function transformed(code, id, seldom) {
    if (id.startsWith(LATER)) return null;
    if (KERNEL.test(id))
        return code.replace(CODE, () => `export const code = async () => (await import(${JSON.stringify(LATER + id)})).code;`);
    const row = seldom.find(([file]) => isFile(id, file));
    if (row) return asked(code, id, row);
    return FACADE.test(id) ? facade(code, id) : null;
}

/** The plugin. @param {typeof SELDOM} [seldom] */
export const pages = (seldom = SELDOM) => ({
    name: "pages",
    resolveId: (id) => (id.startsWith(LATER) ? id : null),
    load: (id) => (id.startsWith(LATER) ? CODE.exec(readFileSync(id.slice(LATER.length), "utf8"))[0] : null),
    async transform(code, id) {
        const text = await transformed(code, id, seldom);
        return text === null ? null : { code: text, map: null };
    },
    buildEnd(error) {
        const modules = [...this.getModuleIds()];
        const unseen = seldom.filter(([file]) => !modules.some((id) => isFile(id, file)));
        if (!error && unseen.length)
            throw new Error(`pages: expected modules that call ${unseen.map(([, name]) => name).join(", ")}, got none`);
    },
});
