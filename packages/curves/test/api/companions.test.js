/** The curves of ffturbo-curves: registered by an import, one or all, for every copy of ffturbo in the process. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { COMPANIONS, RECORDS } from "../../../../src/params/records.js";
import { itInAll, thinned } from "../../../../test/support/extent.js";
import { root } from "../../../../test/support/scratch.js";

const PACKAGE = join(root, "packages/curves"), NAMES = COMPANIONS.map(({ name }) => name);
const manifest = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8"));
const REGISTRY = "globalThis[Symbol.for(\"ffturbo.registry.2\")]";

/** What a program prints, in a process of its own: nothing of it is registered here. */
const printed = (text, type = "module") =>
    execFileSync(process.execPath, [`--input-type=${type}`, "-e", text], { cwd: root, encoding: "utf8" }).trim();

describe("ffturbo-curves", function () {
    this.timeout(120_000);

    it("has an entry for each, which may not be dropped as unused, for this version of ffturbo alone", () => {
        const files = readdirSync(join(PACKAGE, "src")).filter((name) => name.endsWith(".js"));
        expect(files).to.have.members(["index.js", ...NAMES.map((name) => `${name}.js`)]);
        for (const name of NAMES) expect(manifest.exports[`./${name}`].default).to.equal(`./build/page/${name}.js`);
        expect(manifest.sideEffects).to.equal(true);
        const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
        expect([manifest.version, manifest.dependencies]).to.deep.equal([version, { ffturbo: version }]);
    });

    /** Is no other curve over this field? @param {{ p: bigint } | undefined} field */
    const isOnly = (field) => field && RECORDS.filter(({ fp }) => fp?.p === field.p).length === 1;

    for (const [how, of, call] of thinned([
        ["by name", COMPANIONS, ({ name }) => `getCurveFromName("${name.toUpperCase()}", true)`],
        ["by q", COMPANIONS.filter(({ fp }) => isOnly(fp)), ({ fp }) => `getCurveFromQ(${fp.p}n, true)`],
        ["by r", COMPANIONS, ({ fr }) => `getCurveFromR("${fr.p}", true)`],
    ], 2)) it(`gives all of them, found ${how}, after one import`, () => {
        expect(of).to.not.be.empty;
        const calls = of.map((record) => `console.log((await api.${call(record)}).name);`);
        const found = printed(`import "./packages/curves/src/index.js";\nimport * as api from "./src/index.js";\n${calls.join("\n")}`);
        expect(found.split("\n")).to.deep.equal(of.map(({ name }) => name));
    });

    it("loads one when it is asked for, and no other", () => {
        const text = `
            import "./packages/curves/src/index.js";
            import { getCurveFromName } from "./src/index.js";
            const loaders = ${REGISTRY}.registered.map((one) => ({ ...one, load: async () => { console.log(one.name); return one.load(); } }));
            ${REGISTRY}.registered.splice(0, Infinity, ...loaders);
            await getCurveFromName("bn128", true);
            await getCurveFromName("pallas", true);
            console.log(loaders.map(({ name }) => name).join());`;
        expect(printed(text).split("\n")).to.deep.equal(["pallas", NAMES.join()]);
    });

    const programs = {
        "an ES module": ["module", "import * as own from \"ffturbo-curves/NAME\"; import { getCurveFromName } from \"ffturbo\";"],
        CommonJS: ["commonjs", "const own = require(\"ffturbo-curves/NAME\"), { getCurveFromName } = require(\"ffturbo\");"],
        "an ES module beside CommonJS": ["module", `import { createRequire } from "node:module";
            const own = createRequire(import.meta.url)("ffturbo-curves/NAME"); import { getCurveFromName } from "ffturbo";`],
    };
    for (const [how, [type, head]] of Object.entries(programs)) it(`is one registry with the built package: ${how}`, () => {
        for (const name of thinned(NAMES, 2)) {
            const text = `${head.replaceAll("NAME", name)}
                getCurveFromName("${name}", true).then((curve) =>
                    console.log(curve.name, own.${name}.record.name, ${REGISTRY}.registered.length));`;
            expect(printed(text.replaceAll("import.meta.url", JSON.stringify(join(root, "x.js"))), type)).to.equal(`${name} ${name} 1`);
        }
    });

    itInAll("registers with the import of each that one, and no other", () => {
        const text = (name) => `
            import "./packages/curves/src/${name}.js";
            console.log(${REGISTRY}.registered.map(({ record }) => record.name).join());`;
        for (const name of NAMES) expect(printed(text(name))).to.equal(name);
    });
});
