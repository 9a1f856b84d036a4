/** What own field functions for circuits add to an application that calculates witnesses, and to others: nothing. */
import { gzipSync } from "node:zlib";
import { join } from "node:path";
import { nodeResolve } from "@rollup/plugin-node-resolve";
import terser from "@rollup/plugin-terser";
import { expect } from "chai";
import { rollup } from "rollup";
import { bodies } from "../../src/wasm/circom.js";
import { root } from "../support/scratch.js";

/** Bytes of gzip, 1000 to a KB: the limit. */
const MOST = 13_200;

/** The code of an application that imports `name` from `entry` and keeps it, minified by `minify`. */
async function bundled(entry, name, ...minify) {
    const text = `export { ${name} } from ${JSON.stringify(join(root, entry))};`;
    const application = {
        name: "application",
        resolveId: (id) => (id === "application" ? id : null),
        load: (id) => (id === "application" ? text : null),
    };
    const resolve = nodeResolve({ browser: true, exportConditions: ["browser"] });
    const plugins = [application, resolve, ...minify];
    const bundle = await rollup({ input: "application", onwarn: () => {}, plugins });
    const { output } = await bundle.generate({ format: "es", inlineDynamicImports: true });
    await bundle.close();
    return output[0].code;
}

describe("e2e: sizes of own field functions", function () {
    this.timeout(240_000);

    it(`take ${MOST / 1000} KB of gzip at most`, async () => {
        const code = await bundled("src/files/circuit/rewrite.js", "rewriteCircuit", terser({ maxWorkers: 1 }));
        expect(code).to.include(bodies);
        expect(gzipSync(code, { level: 9 }).length).to.be.below(MOST);
    });

    for (const [entry, name] of [
        ["src/protocols/groth16/index.js", "prove"],
        ["src/protocols/groth16/index.js", "verify"],
        ["src/index.js", "buildBn128"],
    ])
        it(`are not in an application that imports ${name} alone`, async () => {
            const code = await bundled(entry, name);
            expect(code).to.include(`export { ${name} }`).and.not.include(bodies.slice(0, 200));
        });
});
