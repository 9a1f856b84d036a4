import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { unpack } from "../src/runtime/instance.js";
import * as bls12381 from "../src/wasm/bls12381.js";
import * as bn128 from "../src/wasm/bn128.js";
import { signatures } from "./support/wasm.js";

const read = (path) => readFileSync(new URL(path, import.meta.url), "utf8");

for (const [name, { code, layout }] of Object.entries({ bn128, bls12381 })) describe(`the artifact of ${name}`, () => {
    const bytes = unpack(code);

    it("hashes to what its header says", () => {
        const [, about] = read(`../src/wasm/${name}.js`).split("\n");
        expect(about).to.equal(`// ${bytes.length} bytes, sha256 ${createHash("sha256").update(bytes).digest("hex")}`);
    });

    it("imports its memory and nothing else", () => {
        expect(WebAssembly.Module.imports(new WebAssembly.Module(bytes))).to.deep.equal([{ module: "env", name: "memory", kind: "memory" }]);
    });

    it("exports the functions that callers know, with their types", () => {
        const golden = read(`vectors/exports/${name}.txt`).trim().split("\n").sort();
        expect(signatures(bytes).filter((line) => !golden.includes(line)), "not in the contract").to.deep.equal([]);
        expect(golden.filter((line) => !signatures(bytes).includes(line)), "missing").to.deep.equal([]);
    });

    it("has a frozen layout whose moduli stand in memory", async () => {
        expect(Object.isFrozen(layout)).to.equal(true);
        const memory = new WebAssembly.Memory({ initial: 25 });
        await WebAssembly.instantiate(bytes, { env: { memory } });
        const at = (ptr, size) => new Uint8Array(memory.buffer, ptr, size).reduceRight((v, b) => (v << 8n) | BigInt(b), 0n);
        expect(at(layout.pq, layout.n8q)).to.equal(BigInt(layout.q));
        expect(at(layout.pr, layout.n8r)).to.equal(BigInt(layout.r));
        expect(new Uint32Array(memory.buffer)[0]).to.be.greaterThan(Math.max(...Object.values(layout).filter((v) => typeof v === "number" && v < 65536)) - 1);
    });
});
