/**
 * Bundles of an application hold nothing of a curve that they did not ask for but its name and moduli, and its modules
 * where they ask for it.
 */
import { basename, join, relative } from "node:path";
import { nodeResolve } from "@rollup/plugin-node-resolve";
import { expect } from "chai";
import { rollup } from "rollup";
import { COMPANIONS, ON_DEMAND as OWN } from "../../src/params/records.js";
import { root } from "../support/scratch.js";
import { baseOf, entryOf } from "../support/twin_curves.js";

const ON_DEMAND = [...OWN, ...COMPANIONS];

/** Text of all chunks of an application, by file name. */
async function bundled(app, options = {}) {
    const built = await rollup({
        input: "app",
        plugins: [
            {
                name: "app",
                resolveId: (id) => (id === "app" ? id : null),
                load: (id) => (id === "app" ? app.replaceAll("ffturbo", root) : null),
            },
            nodeResolve({ browser: true }),
        ],
        onwarn(warning) {
            throw new Error(warning.message);
        },
    });
    const { output } = await built.generate({ format: "es", ...options });
    await built.close();
    return output;
}
const registering = (name) => `ffturbo/${entryOf(name)}`;

/** Entry points that carry identities, or nothing, of curves on demand. */
const ENTRIES = [
    { entry: "index.js", what: "*", holds: true },
    { entry: "protocols/groth16/index.js", what: "*", holds: true },
    { entry: "protocols/groth16/verify_alone.js", what: "*", holds: true },
    { entry: "protocols/bigint.js", what: "{ verify }", holds: false },
];

describe("bundles and curves on demand", function () {
    this.timeout(120_000);
    const entries = [];
    before(async () => {
        for (const { entry, what, holds } of ENTRIES) {
            const [chunk, ...others] = await bundled(`export ${what} from "ffturbo/src/${entry}";`);
            expect(others, entry).to.deep.equal([]);
            entries.push({ entry, chunk, holds });
        }
    });

    for (const { name, family } of ON_DEMAND) describe(name, () => {
        it("is in no bundle of the entries, but for its name and moduli", async () => {
            const { code } = await baseOf(name);
            const identity = family === "field" ? `params/${name}.js` : `params/${name}_identity.js`;
            for (const { entry, chunk, holds } of entries) {
                const files = holds ? [identity] : [];
                const held = Object.keys(chunk.modules).filter((id) => chunk.modules[id].renderedLength);
                const ours = held.filter((id) => new RegExp(`(^|_)${name}[_.]`).test(basename(id))).map((id) => relative(join(root, "src"), id));
                expect(ours, entry).to.deep.equal(files);
                expect(chunk.code.includes(code.slice(0, 200)), entry).to.equal(false);
            }
        });
    });

    it("are chunks of their own where an application imports them on demand, and part of a single file", async () => {
        const loaders = ON_DEMAND.map(({ name }) => `{ name: "${name}", load: () => import("${registering(name)}") }`);
        const chunks = await bundled(`
            import { configure } from "ffturbo/src/curves/config.js";
            export { getCurveFromName } from "ffturbo/src/index.js";
            configure({ curves: [${loaders.join(", ")}] });`);
        const imported = ON_DEMAND.map(({ name }) => `import "${registering(name)}";`);
        const [one, ...others] = await bundled(
            `${imported.join("\n")} export { getCurveFromName } from "ffturbo/src/index.js";`,
            { format: "iife", name: "app" },
        );
        expect(others).to.deep.equal([]);
        for (const { name } of ON_DEMAND) {
            const { code } = await baseOf(name), mark = code.slice(0, 200);
            const holding = chunks.filter((chunk) => chunk.code.includes(mark));
            expect(holding, name).to.have.lengthOf(1);
            expect([holding[0].isEntry, holding[0].isDynamicEntry], name).to.deep.equal([false, true]);
            expect(one.code.includes(mark), name).to.equal(true);
        }
    });
});
