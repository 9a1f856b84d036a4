/**
 * Curves that the package has and that no entry point carries: loaded by the host, registered by an import, brought by
 * configure(). Those of ffturbo-curves have their own suite.
 */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { DEFINITIONS } from "../../src/curves/definitions.js";
import { LOADERS } from "../../src/curves/loaders_node.js";
import { LOADERS as IN_PAGES } from "../../src/curves/loaders_web.js";
import { CURVES, ON_DEMAND as NAMES, PRESENT } from "../../src/params/curves.js";
import { COMPANIONS, ON_DEMAND, RECORDS } from "../../src/params/records.js";
import { itInAll, thinned } from "../support/extent.js";
import { root } from "../support/scratch.js";

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** What a program prints, in a process of its own: nothing of it is registered here. */
const printed = (text, args = []) =>
    execFileSync(process.execPath, [...args, "--input-type=module", "-e", text], { cwd: root, encoding: "utf8" }).trim();
const REGISTRY = "globalThis[Symbol.for(\"ffturbo.registry.2\")]";

describe("curves on demand", function () {
    this.timeout(120_000);

    it("are those that have a record, come with no entry point and are in no other package", () => {
        expect(NAMES).to.deep.equal(ON_DEMAND.map(({ name }) => name));
        expect(DEFINITIONS.map(({ record }) => record.name)).to.deep.equal(PRESENT.map(({ name }) => name));
        expect(CURVES.map(({ name }) => name)).to.have.members(RECORDS.map(({ name }) => name));
        expect(LOADERS.map(({ name }) => name)).to.deep.equal(NAMES);
        expect(readdirSync(join(root, "src/curves/on_demand"))).to.deep.equal(NAMES.map((name) => `${name}.js`));
        expect(IN_PAGES).to.deep.equal([]);
    });

    for (const name of NAMES) it(`${name} has an entry of its own, which may not be dropped as unused`, () => {
        expect(manifest.exports[`./curves/${name}`].default).to.equal(`./build/page/curve_${name}.js`);
        expect(manifest.sideEffects).to.deep.equal(
            ["./src/curves/on_demand/*.js", "./build/curve_*", "./build/page/curve_*.js", "./build/static/curve_*.js"]);
    });

    const builderOf = (name) => `build${name[0].toUpperCase()}${name.slice(1)}`;

    // one program for all curves: a curve is loaded, if it was not, by the call that asks for it
    for (const [how, file, call] of thinned([
        ["by name", "index.js", ({ name }) => `getCurveFromName("${name.toUpperCase()}", true)`],
        ["by q", "index.js", ({ fp }) => `getCurveFromQ(${fp.p}n, true)`],
        ["by r", "index.js", ({ fr }) => `getCurveFromR("${fr.p}", true)`],
        ["by their builder", "index.js", ({ name }) => `${builderOf(name)}(true)`],
        ["by the prover", "curves/prover_curve.js", ({ name }) => `proverCurve("${name}", { singleThread: true })`],
        ["by the verifier", "curves/verifier.js", ({ name }) => `verifierOf("${name}")`],
    ], 2)) it(`are found by Node ${how}`, () => {
        const calls = ON_DEMAND.map((record) => `console.log((await api.${call(record)}).name);`);
        const found = printed(`import * as api from "./src/${file}";\n${calls.join("\n")}`).split("\n");
        expect(found).to.deep.equal(NAMES);
    });

    it("are not loaded by a program that asks for another", () => {
        const text = `
            import { getCurveFromName } from "./src/index.js";
            await getCurveFromName("bn128", true);
            console.log(${REGISTRY}.registered.length);
            for (const name of ${JSON.stringify(NAMES)}) {
                await getCurveFromName(name, true);
                console.log(${REGISTRY}.registered.map(({ record }) => record.name).join());
            }`;
        expect(printed(text).split("\n")).to.deep.equal(["0", ...NAMES.map((_, i) => NAMES.slice(0, i + 1).join())]);
    });

    it("are registered by their import, once, where the host loads nothing, and named with their package otherwise", () => {
        const names = [...NAMES, ...COMPANIONS.map(({ name }) => name)];
        const text = (before) => `
            ${before}
            import { getCurveFromName } from "./src/index.js";
            const say = (made) => made.then((curve) => curve.name, (error) => error.message);
            ${names.map((name) => `console.log(await say(getCurveFromName("${name}", true)));`).join("")}
            console.log(await say(getCurveFromName("nothing", true)));`;
        const missing = (name) => `Curve not loaded: ${name}. Import "ffturbo${NAMES.includes(name) ? "/" : "-"}curves/${name}", or give configure({ curves }) a way to`;
        const lines = (before) => asInPages(text(before)).split("\n");
        expect(lines("")).to.deep.equal([...names.map(missing), "Curve not supported: nothing"]);
        const imports = NAMES.flatMap((name) => ["", "?again"].map((query) => `import "./src/curves/on_demand/${name}.js${query}";`));
        expect(lines(imports.join("\n")).slice(0, NAMES.length)).to.deep.equal(NAMES);
    });

    it("names another copy of the package that has it, where their registries are not the same", () => {
        const text = `
            import { getCurveFromName } from "./src/index.js";
            globalThis[Symbol.for("ffturbo.registry.1")] = { registered: [{ name: "grumpkin", load() {} }] };
            console.log(await getCurveFromName("grumpkin", true).catch((error) => error.message));`;
        expect(printed(text)).to.match(/^Curve not loaded: grumpkin\. .*; another version of ffturbo \(registry 1, here 2\) knows it: npm ls ffturbo$/);
    });

    itInAll("are registered by the import of each, and no other", () => {
        const text = (name) => `
            import "./src/curves/on_demand/${name}.js";
            console.log(${REGISTRY}.registered.map(({ record }) => record.name).join());`;
        for (const name of NAMES) expect(printed(text(name))).to.equal(name);
    });
});

/** A program whose `#curves` is that of pages, in a process of its own. */
function asInPages(text) {
    const hooks = `export const resolve = (name, context, next) =>
        name === "#curves" ? next("./loaders_web.js", context) : next(name, context);`;
    const register = `import { register } from "node:module";
        register("data:text/javascript,${encodeURIComponent(hooks)}");`;
    return printed(text, ["--import", `data:text/javascript,${encodeURIComponent(register)}`]);
}
