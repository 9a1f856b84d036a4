/** Pages that load the library as a website would, in every way there is. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root, scratchProject } from "./scratch.js";

/** Accessibility: rules of WCAG 2.2 A and AA, and best practices. @returns {string} a script, installed if it is not */
const axePath = () =>
    join(scratchProject({ name: "axe", engine: "plain", dependencies: { "axe-core": "4.14.1" } }),
        "node_modules", "axe-core", "axe.min.js");

/** Rules that axe finds broken on a page, and by which elements. @param {any} page @returns {Promise<string[][]>} */
export async function findingsOn(page) {
    await page.evaluate(readFileSync(axePath(), "utf8"));
    return page.evaluate(async () => {
        const { violations } = await globalThis.axe.run();
        return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
    });
}

/** What the pages load from this repository. */
export const folders = {
    "/src/": join(root, "src"),
    "/build/": join(root, "build"),
    "/packages/": join(root, "packages"),
    "/scenario/": join(root, "test", "hosts", "scenario"),
};
export const BUNDLE = "/build/browser.esm.js";
export const SOURCE = "/src/index.js";
/** What makes a page cross-origin isolated. */
export const ISOLATED = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };

/**
 * A bundle of a package beside the root, for a page or worker that has no map of names.
 * @param {string} file - from the root
 * @returns {Record<string, string>} pages by path
 */
export const companionFile = (file) =>
    ({ [`/${file}`]: readFileSync(join(root, file), "utf8").replaceAll(/"ffturbo\/internal\/(\w+)"/g, '"/build/page/internal_$1.js"') });

/**
 * All bundles of a folder of such a package.
 * @param {string} folder - from the root
 * @returns {Record<string, string>} pages by path
 */
export const companionFolder = (folder) =>
    Object.assign({}, ...readdirSync(join(root, folder)).map((name) => companionFile(`${folder}/${name}`)));

/** A browser resolves the package's own `#host` and `#curves` through this; bundlers read package.json. */
const IMPORT_MAP = `<script type="importmap">{ "imports": {
    "#host": "/src/util/host_web.js", "#curves": "/src/curves/loaders_web.js",
    "#storage": "/src/util/host_storage_web.js"
} }</script>`;

/**
 * A page that runs the module `script` from a file of its own, as strict policies want it.
 * @returns {Record<string, string>} pages by path
 */
export const pageOf = (script, { map = false } = {}) => ({
    "/": `<!doctype html><meta charset="utf-8"><title>test</title>${map ? IMPORT_MAP : ""}<script type="module" src="/main.js"></script>`,
    "/main.js": script,
});

const digestsOf = (entry, options, curves) => `
import * as api from "${entry}";
import { digests } from "/scenario/digests.mjs";
const run = () => digests(api, ${options}, ${JSON.stringify(curves ?? ["bn128", "bls12381"])});
`;

/** The digests, computed in the page. `options` is the text of a JavaScript expression. */
export const inPage = (entry, options = "{}", curves) =>
    pageOf(
        `${digestsOf(entry, options, curves)}
const started = performance.now();
globalThis.report = run().then((value) => ({ ...value, isolated: globalThis.crossOriginIsolated, ms: performance.now() - started }));`,
        { map: entry === SOURCE },
    );

/** The same inside a dedicated worker of the page. */
export const inWorker = (entry, options = "{}", curves) => ({
    ...pageOf(`globalThis.report = new Promise((resolve, reject) => {
        const worker = new Worker("/inner.js", { type: "module" });
        worker.onmessage = ({ data }) => (data.error ? reject(new Error(data.error)) : resolve(data));
        worker.onerror = (event) => reject(new Error(event.message));
    });`),
    "/inner.js": `${digestsOf(entry, options, curves)}run().then((value) => postMessage(value), (error) => postMessage({ error: String(error.stack) }));`,
});

/**
 * The application `/app.js` inside a dedicated worker of the page `/inside.html`; what its address says is passed on.
 * @type {Record<string, string>}
 */
export const APP_IN_WORKER = {
    "/inside.html":
        '<!doctype html><meta charset="utf-8"><title>test</title><script type="module" src="/inside.js"></script>',
    "/inside.js": `globalThis.report = new Promise((resolve, reject) => {
        const worker = new Worker("/inner.js" + location.search, { type: "module" });
        worker.onmessage = ({ data }) => (data.error ? reject(new Error(data.error)) : resolve(data));
        worker.onerror = (event) => reject(new Error(event.message));
    });`,
    "/inner.js":
        'import "/app.js"; globalThis.report.then((value) => postMessage(value), (error) => postMessage({ error: String(error.stack) }));',
};

/** Who does the first task, and how soon. `options` is the text of a JavaScript expression. */
export const firstTask = (options = "{}") => pageOf(`
import * as api from "${BUNDLE}";
import { firstTask } from "/scenario/first_task.mjs";
globalThis.report = firstTask(api, ${options});`);

/** Verification alone, by a key, signals and a proof, and by wrong signals. */
export const verification = ({ vkey, publicSignals, proof }) =>
    pageOf(`
import { verify } from "/build/verify.browser.esm.js";
const [vkey, signals, proof] = ${JSON.stringify([vkey, publicSignals, proof])};
const timed = async () => { const started = performance.now(); await verify(vkey, signals, proof); return performance.now() - started; };
globalThis.report = (async () => ({ first: await timed(), again: await timed(), right: await verify(vkey, signals, proof), wrong: await verify(vkey, ["1", ...signals.slice(1)], proof) }))();`);
