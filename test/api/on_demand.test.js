/**
 * Curves that the package has and that no entry point carries: loaded by the host, registered by an import, brought by
 * configure().
 */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { itInAll, thinned } from "../support/extent.js";
import { DEFINITIONS } from "../../src/curves/builders.js";
import { LOADERS } from "../../src/curves/loaders_node.js";
import { LOADERS as IN_PAGES } from "../../src/curves/loaders_web.js";
import { CURVES, PRESENT } from "../../src/params/curves.js";
import { RECORDS } from "../../src/params/records.js";
import { root } from "../support/scratch.js";

const NAMES = RECORDS.map(({ name }) => name).filter((name) => !PRESENT.some((one) => one.name === name));
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** What a program prints, in a process of its own: nothing of it is registered here. */
const printed = (text, args = []) =>
    execFileSync(process.execPath, [...args, "--input-type=module", "-e", text], { cwd: root, encoding: "utf8" }).trim();

describe("curves on demand", function () {
    this.timeout(120_000);

    it("are those that have a record and come with no entry point", () => {
        expect(NAMES).to.not.be.empty;
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

    const records = NAMES.map((name) => RECORDS.find((record) => record.name === name));
    /** Is no other curve over this field? @param {{ p: bigint } | undefined} field */
    const isOnly = (field) => field && RECORDS.filter(({ fp }) => fp?.p === field.p).length === 1;
    const pairing = records.filter((record) => record.pairing), builderOf = ({ name }) => `build${name[0].toUpperCase()}${name.slice(1)}`;

    // one program for all curves: a curve is loaded, if it was not, by the call that asks for it
    for (const [how, file, of, call] of thinned([
        ["by name", "index.js", records, ({ name }) => `getCurveFromName("${name.toUpperCase()}", true)`],
        ["by q", "index.js", records.filter(({ fp }) => isOnly(fp)), ({ fp }) => `getCurveFromQ(${fp.p}n, true)`],
        ["by r", "index.js", records, ({ fr }) => `getCurveFromR("${fr.p}", true)`],
        ["where they pair, by their builder", "index.js", pairing, (record) => `${builderOf(record)}(true)`],
        ["where they pair, by the prover", "curves/prover_curve.js", pairing, ({ name }) => `proverCurve("${name}", { singleThread: true })`],
        ["where they pair, by the verifier", "curves/verifier.js", pairing, ({ name }) => `verifierOf("${name}")`],
    ], 2)) it(`are found by Node ${how}`, () => {
        expect(of).to.not.be.empty;
        const calls = of.map((record) => `console.log((await api.${call(record)}).name);`);
        const found = printed(`import * as api from "./src/${file}";\n${calls.join("\n")}`).split("\n");
        expect(found).to.deep.equal(of.map(({ name }) => name));
    });

    it("are not loaded by a program that asks for another", () => {
        const registered = "globalThis[Symbol.for(\"ffturbo.registry.2\")].registered";
        const text = `
            import { getCurveFromName } from "./src/index.js";
            await getCurveFromName("bn128", true);
            console.log(${registered}.length);
            for (const name of ${JSON.stringify(NAMES)}) {
                await getCurveFromName(name, true);
                console.log(${registered}.map(({ record }) => record.name).join());
            }`;
        expect(printed(text).split("\n")).to.deep.equal(["0", ...NAMES.map((_, i) => NAMES.slice(0, i + 1).join())]);
    });

    it("are registered by their import, once, where the host loads nothing", () => {
        const asked = ({ name, ...record }) => `
            console.log(await say(getCurveFromName("${name}", true)));
            console.log(await say(${record.pairing ? builderOf({ name }) : `((first) => getCurveFromName("${name}", first))`}({ singleThread: true })));`;
        const text = (before) => `
            ${before}
            import { ${pairing.map(builderOf).join(", ")}, getCurveFromName } from "./src/index.js";
            const say = (made) => made.then((curve) => curve.name, (error) => error.message);
            ${records.map(asked).join("")}
            console.log(await say(getCurveFromName("nothing", true)));`;
        const missing = (name) => `Curve not loaded: ${name}. Import "ffturbo/curves/${name}", or give configure({ curves }) a way to`;
        const lines = (before) => asInPages(text(before)).split("\n"), twice = (list) => list.flatMap((one) => [one, one]);
        expect(lines("")).to.deep.equal([...twice(NAMES.map(missing)), "Curve not supported: nothing"]);
        const imports = NAMES.flatMap((name) => ["", "?again"].map((query) => `import "./src/curves/on_demand/${name}.js${query}";`));
        expect(lines(imports.join("\n")).slice(0, -1)).to.deep.equal(twice(NAMES));
    });

    itInAll("are registered by the import of each, and no other", () => {
        const text = (name) => `
            import "./src/curves/on_demand/${name}.js";
            console.log(globalThis[Symbol.for("ffturbo.registry.2")].registered.map(({ record }) => record.name).join());`;
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
