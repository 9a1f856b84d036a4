/**
 * The bundle for pages loads some functions when they are first called. Its rules name files of src, which move: a rule
 * that meets no file fails the build, and here before.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { pages, SELDOM_OF } from "../../scripts/pages.mjs";
import { failureOf } from "../support/failure.js";
import { root } from "../support/scratch.js";

const later = pages();
const files = readdirSync(join(root, "src"), { recursive: true })
    .filter((file) => file.endsWith(".js")).map((file) => join(root, "src", file));
const buildEndWith = async (ids, error) => later.buildEnd.call({ getModuleIds: () => ids }, error);
const transform = (file) => later.transform(readFileSync(file, "utf8"), file);

describe("bundle for pages", () => {
    it("has a file of src for each rule", async () => {
        await buildEndWith(files);
        const failure = await failureOf(buildEndWith(files.filter((file) => !file.endsWith("groth16/weakness.js"))));
        expect(failure.message).to.equal("pages: expected modules that call areComplete, got none");
        await buildEndWith([], new Error("what fails the build first is told alone"));
    });
    it("loads what the rules name on demand, and refuses a file that no longer imports it so", async () => {
        const changed = [];
        for (const file of files.filter((name) => !name.includes("/wasm/"))) if (await transform(file)) changed.push(file);
        const names = changed.map((file) => file.slice(join(root, "src").length + 1)).sort();
        expect(names).to.deep.equal([
            "curves/build.js", "curves/pairing_lanes.js", "protocols/fflonk/points.js", "protocols/groth16/points.js",
            "protocols/groth16/weakness.js", "protocols/key/entry.js", "protocols/key/prover.js",
            "protocols/plonk/points.js",
        ]);
        for (const file of changed.filter((name) => !name.endsWith("index.js"))) {
            expect((await transform(file)).code).to.match(/const \w+ = async \(\.\.\.args\) => \(await import\("(?:\.\.?\/)+[\w/]+\.js"\)\)\./);
            const failure = await failureOf(later.transform("// nothing", file));
            expect(failure.message).to.match(/^pages: expected import \{ \w+ \} from ".*"; in .*, got none$/);
        }
    });
    it("loads a part of snarkjs's interface with its first call, and what makes programs faster", async () => {
        const own = pages(SELDOM_OF["packages/snarkjs"]), at = (name) => join(root, "packages/snarkjs/src", name);
        const text = async (name) => (await own.transform(readFileSync(at(name), "utf8"), at(name))).code;
        expect(await text("index.js")).to.include('prove: async (...args) => (await import("./groth16.js")).prove(...args)');
        expect(await text("with_ffturbo.js")).to.match(/const rewriteCircuit = async .* import\(".*\/internal\/snarkjs_rewrite\.js"\)/);
    });
    it("takes from other files what it uses, and none for what another entry is made of", () => {
        const own = readdirSync(join(root, "build", "page")).filter((file) => !/^common_|^config/.test(file));
        expect(own).to.include.members(["groth16.js", "setup.js", "witness.js"]);
        for (const file of own)
            expect(readFileSync(join(root, "build", "page", file), "utf8"), file).not.to.match(/import"/);
    });
});
