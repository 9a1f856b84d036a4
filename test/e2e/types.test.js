/**
 * The shipped types in the projects of others, under `tsc --strict` in three resolutions: every entry point says what it takes, and
 * users of @types/snarkjs notice nothing when ffjavascript is replaced.
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { CLIENTS, root, scratchProject } from "../support/scratch.js";

/** What people set, and the ending of their files. */
const RESOLUTIONS = {
    "nodenext, ES module": { ending: "mts", module: "nodenext", moduleResolution: "nodenext" },
    "node16, CommonJS": { ending: "cts", module: "node16", moduleResolution: "node16", esModuleInterop: true },
    bundler: { ending: "ts", module: "esnext", moduleResolution: "bundler" },
};

/** Imports, and a body that uses them; a line after "@ts-expect-error" must be an error, or tsc complains of the comment. */
const ENTRIES = {
    ffturbo: `
import { buildBn128, F1Field, Scalar, utils } from "ffturbo";
export async function main(signal: AbortSignal): Promise<string> {
    const curve = await buildBn128({ singleThread: true });
    const sum: Uint8Array = curve.G1.add(curve.G1.g, curve.G1.g);
    const field = new F1Field(7n);
    const three: bigint = Scalar.add(1n, 2n);
    const transformed = await curve.Fr.fft(new Uint8Array(32), undefined, undefined, undefined, undefined, { consume: true, signal });
    await curve.Fr.fft(transformed, "", "", null, "", true);
    await curve.Fr.batchToMontgomery(transformed, { signal });
    await curve.G1.multiExpAffine(sum, sum, null, "", { batch: "disabled", signal });
    const text: string = utils.stringifyBigInts([1n])[0];
    // @ts-expect-error a point is bytes
    curve.G1.add("point", 1);
    // @ts-expect-error a signal is no text
    await curve.Fr.fft(transformed, "", "", null, "", { signal: "soon" });
    // @ts-expect-error neither is it here
    await curve.Fr.batchFromMontgomery(transformed, { signal: "soon" });
    // @ts-expect-error no such word
    await curve.G1.multiExpAffine(sum, sum, null, "", { batch: "perhaps" });
    // @ts-expect-error no such member
    curve.G3;
    return curve.Fr.toString(curve.Fr.e(three)) + text + String(sum.byteLength + field.n8);
}`,
    "ffturbo/config": `
import { configure } from "ffturbo/config";
configure({ threads: 2, workerUrl: new URL("https://example.org/worker.js") });
// @ts-expect-error no such value
configure({ tier: "warp" });
// @ts-expect-error a number
configure({ threads: "two" });`,
    "ffturbo/groth16": `
import { calculateWitness, fullProve, prove, ProverError, verify, zkeyInfo } from "ffturbo/groth16";
export async function main(file: Blob, signal: AbortSignal): Promise<string> {
    const { proof, publicSignals, timings } = await prove(file, new Uint8Array(8), { threads: 2, signal, onProgress: ({ phase, done, total }) => { const share: number = done / total; console.log(phase, share); } });
    const curve: "bn128" | "bls12381" | string = proof.curve;
    const first: string = publicSignals[0];
    const valid: boolean = await verify({}, publicSignals, proof);
    const { values } = await calculateWitness(new Uint8Array(8), { a: 1n, b: ["2", 3] });
    const info = await zkeyInfo("circuit.zkey");
    try { await fullProve({ a: 1 }, file, file); } catch (error) { if (error instanceof ProverError) console.log(error.code satisfies string); }
    // @ts-expect-error a number is no key
    await prove(1, new Uint8Array(8));
    // @ts-expect-error no such option
    await prove(file, file, { workers: 2 });
    // @ts-expect-error signals are a list
    await verify({}, 1, proof);
    // @ts-expect-error a proof has no such point
    proof.pi_d;
    return curve + first + valid + values.length + info.curve + timings?.length;
}`,
    "ffturbo/verify": `
import { ProverError, verify } from "ffturbo/verify";
export const valid: Promise<boolean> = verify({}, ["1", 2n, 3], {});
export const codes = (error: unknown): string | undefined => (error instanceof ProverError ? error.code : undefined);
// @ts-expect-error signals are numbers or text
verify({}, [{}], {});
// @ts-expect-error not a text
export const wrong: Promise<string> = verify({}, [], {});`,
    "ffturbo/bigint": `
import { bigintBn128, F1Field, Scalar, utils, verify } from "ffturbo/bigint";
const { G1, Fr, pairingEq } = bigintBn128();
const product: bigint = Fr.mul(2n, 3n);
const same: boolean = pairingEq(G1.g, bigintBn128().G2.g);
const field = new F1Field(7n), bits: number = Scalar.bitLength(product);
utils.leBuff2int(new Uint8Array(4));
const valid: boolean = verify({ curve: "bn128", vk_alpha_1: ["1"], vk_beta_2: [["1"]], vk_gamma_2: [["1"]], vk_delta_2: [["1"]], IC: [["1"]] }, ["1"], { pi_a: ["1"], pi_b: [["1"]], pi_c: ["1"] });
// @ts-expect-error elements are bigint, not bytes
Fr.mul(new Uint8Array(32), 1n);
// @ts-expect-error half a proof
verify({ curve: "bn128" }, [], { pi_a: [] });
export default [same, valid, bits, field];`,
    "ffturbo/worker": `
import "ffturbo/worker";
import * as nothing from "ffturbo/worker";
// @ts-expect-error it is a script: nothing comes out
nothing.serve;`,
    "ffturbo/wasm": `
import { configure } from "ffturbo/config";
import bn128 from "ffturbo/wasm/bn128.wasm";
import fft_simd from "ffturbo/wasm/fft_simd.wasm";
const compiled: WebAssembly.Module = bn128;
configure({ modules: { bn128: compiled, fft_simd } });
// @ts-expect-error modules are not called
bn128();
// @ts-expect-error nor are they bytes
export const bytes: Uint8Array = fft_simd;`,
};

/** A program of somebody who uses @types/snarkjs and has never heard of ffturbo. */
const USES_SNARKJS = `
import * as snarkjs from "snarkjs";
import type { CircuitSignals, Groth16Proof, PublicSignals } from "snarkjs";
export async function main(inputs: CircuitSignals, vkey: any): Promise<boolean> {
    const { proof, publicSignals } = await snarkjs.groth16.fullProve(inputs, "circuit.wasm", "circuit.zkey");
    const made: Groth16Proof = proof, signals: PublicSignals = publicSignals;
    const plonk = await snarkjs.plonk.fullProve(inputs, new Uint8Array(8), new Uint8Array(8));
    // @ts-expect-error inputs are a record
    await snarkjs.groth16.fullProve(1, "circuit.wasm", "circuit.zkey");
    return await snarkjs.groth16.verify(vkey, signals, made) && snarkjs.plonk.verify(vkey, plonk.publicSignals, plonk.proof);
}`;

/** The same beside the library, by its own name and by the one it takes. */
const USES_BOTH = `${USES_SNARKJS}
import { getCurveFromName } from "ffjavascript";
import { buildBn128 } from "ffturbo";
import { prove, verify } from "ffturbo/groth16";
export async function both(vkey: any): Promise<boolean> {
    const curve = await getCurveFromName("bn128"), other = await buildBn128();
    const zero: Uint8Array = curve.Fr.zero, one: Uint8Array = other.Fr.one;
    const { proof, publicSignals } = await prove("circuit.zkey", "witness.wtns");
    const theirs = await snarkjs.groth16.fullProve({ a: 1 }, "circuit.wasm", "circuit.zkey");
    // @ts-expect-error a point is bytes
    curve.G1.add("point", 1);
    return await snarkjs.groth16.verify(vkey, publicSignals, proof) && await verify(vkey, theirs.publicSignals, theirs.proof) && zero.length === one.length;
}`;

/** Many have written this for want of types; it still wins in their project. */
const SHIM = 'declare module "ffjavascript" { export function buildBn128(single?: boolean): Promise<{ shim: true }>; }\n';
const USES_SHIM = `
import { buildBn128 } from "ffjavascript";
export async function main(): Promise<true> { return (await buildBn128(true)).shim; }`;

let count = 0;
/** Compiles one file, with others beside it if need be; a failure's message holds what tsc said. */
function compile(project, { ending, ...options }, text, beside = {}) {
    const name = `consumer${count++}`, files = [`${name}.${ending}`, ...Object.keys(beside)];
    writeFileSync(join(project, files[0]), text);
    for (const [file, content] of Object.entries(beside)) writeFileSync(join(project, file), content);
    const compilerOptions = { ...options, strict: true, noEmit: true, target: "es2022", lib: ["es2022", "dom"], types: [], skipLibCheck: false };
    writeFileSync(join(project, `${name}.json`), JSON.stringify({ compilerOptions, files }));
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", `${name}.json`], { cwd: project, encoding: "utf8", timeout: 60_000, killSignal: "SIGKILL" });
    return status === 0 ? "" : `${stdout}${stderr}` || "tsc: expected exit code 0";
}

describe("types in a consumer", function () {
    this.timeout(300_000);
    const alone = () => scratchProject({ name: "tarball-lean", engine: "none", dependencies: { ffturbo: "file:ffturbo.tgz" }, omitOptional: true, outside: true });
    const withSnarkjs = (engine, more) => scratchProject({ name: `types-${engine}`, engine, dependencies: { snarkjs: CLIENTS.snarkjs, "@types/snarkjs": "0.7.9", ...more }, outside: true });

    for (const [title, resolution] of Object.entries(RESOLUTIONS)) describe(title, () => {
        for (const [entry, text] of Object.entries(ENTRIES)) it(entry, () => {
            expect(compile(alone(), resolution, text)).to.equal("");
        });
        it("an entry that does not exist", () => {
            expect(compile(alone(), resolution, 'import * as none from "ffturbo/none";\nexport default none;')).to.include("ffturbo/none");
        });
        it("@types/snarkjs on ffjavascript, to compare with", () => {
            expect(compile(withSnarkjs("plain"), resolution, USES_SNARKJS)).to.equal("");
        });
        it("@types/snarkjs on ffturbo by override, and beside it", () => {
            const project = withSnarkjs("turbo", { ffturbo: "file:ffturbo.tgz", ffjavascript: "file:ffturbo.tgz" });
            expect(compile(project, resolution, USES_SNARKJS)).to.equal("");
            expect(compile(project, resolution, USES_BOTH)).to.equal("");
        });
        it("a declaration of the user's own for ffjavascript still holds", () => {
            const project = withSnarkjs("turbo", { ffturbo: "file:ffturbo.tgz", ffjavascript: "file:ffturbo.tgz" });
            expect(compile(project, resolution, USES_SHIM, { "shim.d.ts": SHIM })).to.equal("");
        });
    });
});
