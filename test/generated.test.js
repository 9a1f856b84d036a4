import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { folderOf } from "../scripts/wasm/definition.js";
import { unpack } from "../src/runtime/instance.js";
import { ALL, baseOf, CURVES, ORACLES } from "./support/twin_curves.js";
import { signatures } from "./support/wasm.js";

const sameFamily = (a, b) => CURVES[a].family === CURVES[b].family;
const read = (path) => readFileSync(new URL(path, import.meta.url), "utf8");

/** What a curve in Edwards form has besides. */
const EDWARDS = ["g1m_batchFromWeierstrass(i32 i32 i32)->", "g1m_inGroup(i32)->i32", "g1m_inGroupAffine(i32)->i32"];

for (const [name, { fp, fr, pairing }] of Object.entries(ALL)) describe(`the artifact of ${name}`, () => {
    let bytes, layout;
    before(async () => {
        const base = await baseOf(name);
        ({ layout } = base);
        bytes = unpack(base.code);
    });

    it("hashes to what its header says", () => {
        const [, about] = read(`../${folderOf(name)}/${name}.js`).split("\n");
        expect(about).to.equal(`// ${bytes.length} bytes, sha256 ${createHash("sha256").update(bytes).digest("hex")}`);
    });

    it("imports its memory and nothing else", () => {
        expect(WebAssembly.Module.imports(new WebAssembly.Module(bytes))).to.deep.equal([
            { module: "env", name: "memory", kind: "memory" },
        ]);
    });

    it("exports the functions that callers know, with their types", () => {
        // where ffjavascript has no such curve, the names are those of its family, or the parts of bn128 that it has
        const known = ORACLES[name]
            ? name
            : (pairing && Object.keys(ORACLES).find((one) => sameFamily(one, name))) || "bn128";
        const parts = pairing ? undefined : new RegExp(`^\\S*\\b(frm|fr${fp ? "|f1m|g1m" : ""})_`);
        const golden = read(`vectors/exports/${known}.txt`).replaceAll(known, name).trim().split("\n").sort()
            .filter((line) => !parts || parts.test(line));
        expect(golden.length).to.be.above(20);
        // our own: what ffjavascript has no name for
        const product = `${name}_millerProduct(${Array(8).fill("i32").join(" ")})->`;
        const further = pairing ? [product] : ALL[name].g1?.model === "edwards" ? EDWARDS : [];
        expect(signatures(bytes).filter((line) => !golden.includes(line)), "not in the contract").to.deep.equal(further);
        expect(golden.filter((line) => !signatures(bytes).includes(line)), "missing").to.deep.equal([]);
    });

    it("has a frozen layout whose moduli stand in memory", async () => {
        expect(Object.isFrozen(layout)).to.equal(true);
        const memory = new WebAssembly.Memory({ initial: 25 });
        await WebAssembly.instantiate(bytes, { env: { memory } });
        const at = (ptr, size) =>
            new Uint8Array(memory.buffer, ptr, size).reduceRight((v, b) => (v << 8n) | BigInt(b), 0n);
        for (const [field, where] of [...(fp ? [[fp, layout.pq]] : []), [fr, layout.pr]])
            expect(at(where, field.n8)).to.equal(field.p);
        expect(new Uint32Array(memory.buffer)[0]).to.be.greaterThan(
            Math.max(...Object.values(layout).filter((v) => typeof v === "number" && v < 65536)) - 1,
        );
    });
});
