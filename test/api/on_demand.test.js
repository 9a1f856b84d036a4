/**
 * Curves that the package has and that no entry point carries: loaded by the host, registered by an import, brought by
 * configure().
 */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
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

    /** Is no other curve over this field? @param {{ p: bigint } | undefined} field */
    const isOnly = (field) => field && RECORDS.filter(({ fp }) => fp?.p === field.p).length === 1;

    for (const name of NAMES) describe(name, () => {
        const { fp, fr, pairing } = RECORDS.find((record) => record.name === name);
        const builder = `build${name[0].toUpperCase()}${name.slice(1)}`;
        const build = pairing ? builder : `((first) => getCurveFromName("${name}", first))`;
        const imported = pairing ? `${builder}, getCurveFromName` : "getCurveFromName";

        it("has an entry of its own, which may not be dropped as unused", () => {
            expect(manifest.exports[`./curves/${name}`].default).to.equal(`./src/curves/on_demand/${name}.js`);
            expect(manifest.sideEffects).to.deep.equal(["./src/curves/on_demand/*.js", "./build/curve_*.cjs"]);
        });

        it("is found by Node by name, q and r, and where it pairs by its builder, the prover and the verifier", () => {
            const found = [
                ["index.js", `getCurveFromName("${name.toUpperCase()}", true)`],
                ...(isOnly(fp) ? [["index.js", `getCurveFromQ(${fp.p}n, true)`]] : []),
                ["index.js", `getCurveFromR("${fr.p}", true)`],
                ...(pairing
                    ? [
                          ["index.js", `${build}(true)`],
                          ["curves/prover_curve.js", `proverCurve("${name}", { singleThread: true })`],
                          ["curves/verifier.js", `verifierOf("${name}")`],
                      ]
                    : []),
            ].map(([file, call]) =>
                printed(`import * as api from "./src/${file}"; console.log((await api.${call}).name);`),
            );
            expect(new Set(found)).to.deep.equal(new Set([name]));
        });

        it("is not loaded by a program that asks for another", () => {
            const text = `
                import { getCurveFromName } from "./src/index.js";
                await getCurveFromName("bn128", true);
                console.log(globalThis[Symbol.for("ffturbo.registry.2")].registered.length);
                const { name } = await getCurveFromName("${name}", true);
                console.log(globalThis[Symbol.for("ffturbo.registry.2")].registered.map(({ record }) => record.name).join());`;
            expect(printed(text)).to.equal(`0\n${name}`);
        });

        it("is registered by its import, once, where the host loads nothing", () => {
            const text = (before) => `
                ${before}
                import { ${imported} } from "./src/index.js";
                const say = (made) => made.then((curve) => curve.name, (error) => error.message);
                console.log(await say(getCurveFromName("${name}", true)));
                console.log(await say(${build}({ singleThread: true })));
                console.log(await say(getCurveFromName("nothing", true)));`;
            const missing = `Curve not loaded: ${name}. Import "ffturbo/curves/${name}", or give configure({ curves }) a way to`;
            const lines = (before) => asInPages(text(before)).split("\n");
            expect(lines("")).to.deep.equal([missing, missing, "Curve not supported: nothing"]);
            const twice = `import "./src/curves/on_demand/${name}.js"; import "./src/curves/on_demand/${name}.js?again";`;
            expect(lines(twice).slice(0, 2)).to.deep.equal([name, name]);
        });
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
