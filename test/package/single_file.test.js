/**
 * Bundles that cannot be split (one script, as snarkjs makes of itself) hold ffturbo, and not the packages that only
 * plugins need.
 */
import { runInNewContext } from "node:vm";
import { nodeResolve } from "@rollup/plugin-node-resolve";
import { expect } from "chai";
import { rollup } from "rollup";

const ENTRIES = { sources: "src/index.js", "the bundle for browsers": "build/browser.esm.js" };

describe("a bundle in one file", function () {
    this.timeout(120_000);
    for (const [name, input] of Object.entries(ENTRIES))
        it(`of ${name}: builds as an IIFE, computes, and brings no optional package`, async () => {
            const built = await rollup({
                input,
                plugins: [nodeResolve({ browser: true })],
                onwarn(warning) {
                    throw new Error(warning.message);
                },
            });
            const { output } = await built.generate({ format: "iife", name: "engine" });
            await built.close();
            expect(output.length).to.equal(1);
            expect(Object.keys(output[0].modules).filter((id) => id.includes("node_modules"))).to.deep.equal([]);
            const realm = {
                WebAssembly,
                TextDecoder,
                TextEncoder,
                crypto,
                atob,
                setTimeout,
                clearTimeout,
                performance,
                MessageChannel,
            };
            const engine = runInNewContext(`${output[0].code}; engine`, realm);
            const { G1 } = await engine.buildBn128(true);
            expect(G1.eq(G1.timesScalar(G1.g, 5), G1.add(G1.double(G1.double(G1.g)), G1.g))).to.equal(true);
        });
});
