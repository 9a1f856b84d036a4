/**
 * The shipped types in the projects of others, under `tsc --strict` in three resolutions: every entry point says what
 * it takes, and users of @types/snarkjs notice nothing when ffjavascript is replaced.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { compile, COMPILER, declares, RESOLUTIONS } from "../support/consumer.js";
import { itInFull } from "../support/extent.js";
import { CLIENTS, root, scratchProject } from "../support/scratch.js";

const MANIFEST = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/**
 * Imports, and a body that uses them; a line after "@ts-expect-error" must be an error, or tsc complains of the
 * comment.
 */
const ENTRIES = {
    ffturbo: `
import { buildBn128, F1Field, Scalar, utils } from "ffturbo";
import type { Curve, CurveOptions, ModuleBuilder, MsmOptions, PointGroup, ScalarField } from "ffturbo";
export const named = (curve: Curve, options: CurveOptions, how: MsmOptions): [PointGroup, ScalarField] => [curve.G1, curve.Fr];
export const plugin = (module: ModuleBuilder): number => module.alloc(32);
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
    "ffturbo-snarkjs": `
import { curves, fflonk, groth16, plonk, powersOfTau, r1cs, withFfturbo, wtns, zKey } from "ffturbo-snarkjs";
export async function proved(vkey: any): Promise<boolean> {
    const { proof, publicSignals } = await groth16.fullProve({ a: 1, b: ["2", 3n] }, "circuit.wasm", new Uint8Array(8), console, undefined, { singleThread: true });
    const { proof: other, publicSignals: signals } = await plonk.prove({ type: "mem", data: new Uint8Array(8) }, "witness.wtns");
    const text: string = await groth16.exportSolidityCallData(proof, publicSignals);
    const out: { type: "mem", data?: Uint8Array } = { type: "mem" };
    await wtns.calculate({ a: 1 }, "circuit.wasm", out);
    const curve = await curves.getCurveFromName("bn128");
    await powersOfTau.newAccumulator(curve, 12, "tau.ptau", console);
    const { nConstraints }: { nConstraints: number } = await r1cs.info("circuit.r1cs");
    const hash: Uint8Array | -1 = await zKey.newZKey("circuit.r1cs", "tau.ptau", "circuit.zkey");
    // @ts-expect-error a path
    await zKey.newZKey(1, "tau.ptau", "circuit.zkey");
    // @ts-expect-error the signals come first
    fflonk.exportSolidityCallData(other);
    return await plonk.verify(vkey, signals, other) && text.length + nConstraints > 0 && hash !== -1 && proof.pi_a[0] === "1" && other.eval_a === "1";
}
const module = {
    wtns: { calculate: async (inputs: object, wasm: string): Promise<void> => {} },
    groth16: { fullProve: async (inputs: object, wasm: string, zkey: string): Promise<number> => 1, version: "1" },
};
const fast = withFfturbo(module);
export const proof: Promise<number> = fast.groth16.fullProve({ a: 1 }, "circuit.wasm", "circuit.zkey");
export const version: string = fast.groth16.version;
// @ts-expect-error it has no calculate
withFfturbo({ groth16: module.groth16 });
// @ts-expect-error as the caller's
fast.groth16.fullProve(1, "circuit.wasm");`,
    "ffturbo/groth16": `
import { calculateWitness, fullProve, prove, ProverError, verify, zkeyInfo } from "ffturbo/groth16";
import type { Curve, Inputs, Proof, ProveOptions, ProverCode, ProveResult, PublicSignals, Source, Verdict, VerificationKey, VerifyOptions, ZkeyInfo } from "ffturbo/groth16";
export const proveOften = (key: Source, witnesses: Source[], options: ProveOptions): Promise<ProveResult[]> => Promise.all(witnesses.map((witness) => prove(key, witness, options)));
export const judged = (key: VerificationKey, signals: PublicSignals, proof: Proof): Promise<Verdict> => verify(key, signals, proof, { reason: true });
// @ts-expect-error a number is no key, and none is a proof
verify(1, [], 2);
// @ts-expect-error a curve is not a text
verify({}, [], {}, { curve: "bn128" });
export async function main(file: Blob, signal: AbortSignal): Promise<string> {
    const { proof, publicSignals, timings } = await prove(file, new Uint8Array(8), { threads: 2, signal, onProgress: ({ phase, done, total }) => { const share: number = done / total; console.log(phase, share); } });
    const curve: "bn128" | "bls12381" | string = proof.curve;
    const first: string = publicSignals[0];
    const valid: boolean = await verify({}, publicSignals, proof);
    const verdict = await verify({}, publicSignals, proof, { reason: true });
    if (!verdict.valid) console.log(verdict.reason satisfies string, verdict.message.length, verdict.input === "proof");
    // @ts-expect-error what is valid has no reason
    verdict.reason;
    // @ts-expect-error no such reason
    if (!verdict.valid && verdict.reason === "MOOD") console.log();
    const { values } = await calculateWitness(new Uint8Array(8), { a: 1n, b: ["2", 3] });
    const info = await zkeyInfo("circuit.zkey");
    try { await fullProve({ a: 1 }, file, file); } catch (error) { if (error instanceof ProverError) console.log(error.code satisfies string); }
    // @ts-expect-error a number is no key
    await prove(1, new Uint8Array(8));
    // @ts-expect-error a number is no program
    await fullProve({ a: 1 }, 42, file);
    // @ts-expect-error no such option
    await prove(file, file, { workers: 2 });
    // @ts-expect-error signals are a list
    await verify({}, 1, proof);
    // @ts-expect-error a proof has no such point
    proof.pi_d;
    return curve + first + valid + values.length + info.curve + timings?.length;
}`,
    "ffturbo/groth16, in parts": `
import { combine, quotientScalars, msmRange } from "ffturbo/groth16";
import type { Part, PartialMsm, MsmFailure } from "ffturbo/groth16";
export async function main(key: Blob, witness: Uint8Array, parts: Part[]): Promise<string[]> {
    const quotient: Uint8Array = await quotientScalars(key, witness, { threads: 2 });
    const point: Uint8Array = await msmRange(key, quotient, { part: "H", from: 0, to: 8 });
    const sums: (PartialMsm & { worker: string })[] = parts.map((part) => ({ part, from: 0, to: 8, point, worker: "w" }));
    // @ts-expect-error no such part
    await msmRange(key, witness, { part: "D", from: 0, to: 1 });
    // @ts-expect-error a sum has a point
    await combine(key, witness, [{ part: "A", from: 0, to: 1 }]);
    try { return (await combine(key, witness, sums, { quotient })).publicSignals; } catch (error) { return (error as MsmFailure).wrong.map(({ part }) => part); }
}`,
    "ffturbo/groth16, a prover that is kept": `
import { createProver } from "ffturbo/groth16";
import { createProver as createPlonk } from "ffturbo/plonk";
import type { CallOptions, Prover, ProverOptions } from "ffturbo/groth16";
const open = (options: ProverOptions): Promise<Readonly<Prover>> => createProver(new URL("https://x.example/key"), options);
export async function main(witness: Blob, own: CallOptions): Promise<string[][]> {
    const prover = await open({ wasm: "circuit.wasm", threads: 2 });
    const first = await prover.prove(witness, own), second = await prover.fullProve({ a: 1n }, { onLog: (line: string) => console.log(line) });
    // @ts-expect-error an option of all its proofs
    await prover.prove(witness, { memory: 2 ** 28 });
    await prover.close();
    return [first.proof.pi_a, second.publicSignals];
}
export const commitment = async (key: Blob): Promise<string[]> => (await (await createPlonk(key)).prove("witness.wtns")).proof.Wxi;
// @ts-expect-error no such option
createProver("circuit.zkey", { rehearse: true });`,
    "ffturbo/verify": `
import { ProverError, verify } from "ffturbo/verify";
import type { Proof, Verdict, VerificationKey } from "ffturbo/verify";
export const judged = (key: VerificationKey, proof: Proof): Promise<Verdict> => verify(key, [], proof, { reason: true });
// @ts-expect-error a number is no key
verify(1, [], {});
export const valid: Promise<boolean> = verify({}, ["1", 2n, 3], {});
export const why: Promise<string> = verify({}, [], {}, { reason: true }).then((verdict) => (verdict.valid ? "" : verdict.reason));
export const codes = (error: unknown): string | undefined => (error instanceof ProverError ? error.code : undefined);
// @ts-expect-error signals are numbers or text
verify({}, [{}], {});
// @ts-expect-error not a text
export const wrong: Promise<string> = verify({}, [], {});`,
    "ffturbo/witness": `
import { calculateWitness, createWitnessCalculator, encodeWitness, optimizeCircuit, ProverError, witnessInfo } from "ffturbo/witness";
import type { CalculatorOptions, Inputs, Witness, WitnessCalculator, WitnessInfo, WitnessOptions } from "ffturbo/witness";
export const file = async (wasm: Uint8Array, inputs: Inputs, options: WitnessOptions): Promise<Uint8Array> => encodeWitness(await calculateWitness(wasm, inputs, options));
export const kept = (wasm: Uint8Array, options: CalculatorOptions): Promise<Readonly<WitnessCalculator>> => createWitnessCalculator(wasm, options);
export const info: Readonly<WitnessInfo> = witnessInfo(optimizeCircuit(new Uint8Array(8)));
export const sizeOf = ({ values, n8 }: Witness): number => values.length / n8;
export const codes = (error: unknown): string | undefined => (error instanceof ProverError ? error.code : undefined);
export const fromAny = (path: string, blob: Blob, url: URL, module: WebAssembly.Module, buffer: ArrayBuffer): Promise<unknown> =>
    Promise.all([path, blob, url, module, buffer, { type: "mem" as const, data: new Uint8Array(8) }].flatMap((wasm) => [calculateWitness(wasm, { a: 1 }), createWitnessCalculator(wasm)]));
export const fromAnswer = async (answer: Promise<Response>): Promise<Witness> => calculateWitness(await answer, {});
// @ts-expect-error a number is no program
calculateWitness(42, { a: 1 });
// @ts-expect-error a number is no program
createWitnessCalculator(42);
// @ts-expect-error inputs are a record
calculateWitness(new Uint8Array(8), 1);
// @ts-expect-error no option of witnesses
calculateWitness(new Uint8Array(8), { a: 1 }, { check: true });`,
    "ffturbo-snarkjs/circuits": `
import { check, expectConstraintsHold, expectWitness, ProverError } from "ffturbo-snarkjs/circuits";
import type { Calculation, CheckReport, CircuitOptions, FailingConstraint, SignalList, SignalValue, Witness, WitnessLike } from "ffturbo-snarkjs/circuits";
export const report = (given: WitnessLike, options: CircuitOptions): Promise<Readonly<CheckReport>> => check("circuit.r1cs", given, options);
export const run = async (program: Calculation): Promise<number> => (await check(new Uint8Array(8), program, { sym: "circuit.sym", max: 3, under: true })).failing;
export const words = ({ equation, left, right, signals }: FailingConstraint): string => [equation, left, right, ...signals.map(({ name, value }: SignalValue) => name + value)].join();
export const hint = ({ under }: CheckReport): SignalList | undefined => under?.unused;
export const inMemory = (witness: Witness): Promise<Readonly<CheckReport>> => check("circuit.r1cs", witness);
export const codes = (error: unknown): string | undefined => (error instanceof ProverError ? error.code : undefined);
export const asTested = async (witness: readonly bigint[]): Promise<number> => (await expectConstraintsHold("circuit.r1cs", witness)).constraints;
export const asExpected = (witness: WitnessLike): Promise<void> => expectWitness("circuit.r1cs", witness, { out: [1, 2n, "3"], part: { x: -1 } }, { sym: "circuit.sym" });
// @ts-expect-error names are needed
expectWitness("circuit.r1cs", "witness.wtns", { out: 1 });
// @ts-expect-error values are bigints
expectConstraintsHold("circuit.r1cs", [1, 2]);
// @ts-expect-error no option of a check
check("circuit.r1cs", "witness.wtns", { paranoid: true });
// @ts-expect-error a program has inputs
check("circuit.r1cs", { wasm: "circuit.wasm" });`,
    "ffturbo/bigint": `
import { bigintBn128, F1Field, Scalar, utils, verify } from "ffturbo/bigint";
const { G1, Fr, pairingEq } = bigintBn128();
const product: bigint = Fr.mul(2n, 3n);
const same: boolean = pairingEq(G1.g, bigintBn128().G2.g);
const field = new F1Field(7n), bits: number = Scalar.bitLength(product);
utils.leBuff2int(new Uint8Array(4));
const valid: boolean = verify({ protocol: "groth16", curve: "bn128", nPublic: 0, vk_alpha_1: ["1"], vk_beta_2: [["1"]], vk_gamma_2: [["1"]], vk_delta_2: [["1"]], IC: [["1"]] }, ["1"], { pi_a: ["1"], pi_b: [["1"]], pi_c: ["1"] });
// @ts-expect-error elements are bigint, not bytes
Fr.mul(new Uint8Array(32), 1n);
export const why = (vkey: Parameters<typeof verify>[0], proof: Parameters<typeof verify>[2]): string => { const verdict = verify(vkey, [], proof, { reason: true }); return verdict.valid ? "" : verdict.reason; };
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

/** Entries with types that a library may use in its own. */
/** Not ffturbo/internal: a library has no business with it. */
const TYPED = [MANIFEST, JSON.parse(readFileSync(join(root, "packages/snarkjs/package.json"), "utf8"))]
    .flatMap(({ name, exports }) => Object.keys(exports)
        .filter((entry) => !/^\.\/(build|command|internal|wasm|worker|package)\b/.test(entry)).map((entry) => entry.replace(/^\./, name)));
const APIS = await Promise.all(TYPED.map((entry) => import(entry)));

/** The same with the types' own names. */
const DECLARES_NAMED = `
import type { Curve, MsmOptions } from "ffturbo";
import type { Proof, ProveOptions, PublicSignals, VerificationKey, VerifyOptions } from "ffturbo/groth16";
export const f = (p: Proof, o: ProveOptions) => ({ p, o });
export const g = (k: VerificationKey, s: PublicSignals, o: VerifyOptions) => ({ k, s, o });
export const h = (c: Curve, o: MsmOptions) => ({ c, o });`;

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

/** What programs of snarkjs do with its types. */
const USES_ALIAS = `
import * as snarkjs from "snarkjs";
import { fflonk, groth16, plonk, powersOfTau, r1cs, wtns, zKey } from "snarkjs";
import type {
    CircuitSignals, FflonkProof, Groth16Proof, NumericString, PlonkProof, PublicSignals, R1CSInfoType, SignalValueType,
    ZKArtifact,
} from "snarkjs";
type Proofs = { groth16: Groth16Proof; plonk: PlonkProof; fflonk: FflonkProof };
export const prove = (inputs: CircuitSignals, wasm: ZKArtifact, zkey: ZKArtifact): Promise<{ proof: Groth16Proof; publicSignals: PublicSignals }> =>
    groth16.fullProve(inputs, wasm, zkey);
export const provers: { [P in keyof Proofs]: (zkey: ZKArtifact, witness: ZKArtifact) => Promise<{ proof: Proofs[P]; publicSignals: PublicSignals }> } =
    { groth16: groth16.prove, plonk: plonk.prove, fflonk: fflonk.prove };
const mocked: typeof groth16.prove = async () => ({
    proof: { pi_a: ["1"], pi_b: [["1"]], pi_c: ["1"], protocol: String("groth16"), curve: "bn128" }, publicSignals: ["1"],
});
export async function main(key: any): Promise<string> {
    const inputs: CircuitSignals = { a: 1, b: ["2", 3n, [4]] };
    inputs.c = "5";
    const values: SignalValueType[] = Object.values(inputs), one: NumericString = String(values.length);
    const wtnsFile = { type: "mem" }, zkeyFile = { type: "mem", data: undefined as Uint8Array | undefined };
    await wtns.calculate(inputs, "circuit.wasm", wtnsFile);
    await wtns.debug(inputs, "circuit.wasm", wtnsFile, "circuit.sym", { set: true, trigger: true }, console);
    const hash: Uint8Array = await zKey.newZKey("circuit.r1cs", { type: "file", fileName: "tau.ptau" }, zkeyFile, { log() {} });
    const setUp: void = await plonk.setup("circuit.r1cs", "tau.ptau", "circuit.zkey");
    const beaten: Uint8Array = await zKey.beacon(zkeyFile, "last.zkey", "beacon", "0a", 10, null);
    await powersOfTau.newAccumulator(key, 12, { type: "mem", initialSize: 1 << 20 });
    await powersOfTau.importResponse("old", "response", "new", "name", 1, false);
    const info: R1CSInfoType = await r1cs.info("circuit.r1cs");
    for (const [a] of info.constraints) r1cs.print(info, { varIdx2Name: [String(a.length + info.curve.name)] }, undefined);
    const { proof, publicSignals } = await snarkjs.groth16.prove("circuit.zkey", "circuit.wtns", console, { singleThread: true });
    const plonkProof: PlonkProof = (await plonk.fullProve(inputs, "a", "b")).proof, { evaluations }: FflonkProof = (await fflonk.prove("a", "b")).proof;
    // @ts-expect-error inputs are a record
    await groth16.fullProve(1, "circuit.wasm", "circuit.zkey");
    // @ts-expect-error a proof has no such point
    proof.pi_d;
    // @ts-expect-error a path
    await zKey.newZKey(1, "tau.ptau", "circuit.zkey");
    return await groth16.verify(key, publicSignals, proof) ? plonkProof.eval_a + evaluations.inv + one + hash + setUp + beaten : (await mocked("", "")).publicSignals[0];
}`;

/** What a library of snarkjs's users exports, some of it in a file that imports no snarkjs. */
const EXPORTS_ALIAS = `
import { groth16, plonk, r1cs } from "snarkjs";
export const full = () => groth16.fullProve({ a: 1 }, "circuit.wasm", "circuit.zkey");
export const info = async (file: string) => await r1cs.info(file);
export const provers = { groth16, plonk };`;
const exportsOther = (ending) => `
import { provers } from "./exports.${ending.replace("ts", "js")}";
export const prove = () => provers.plonk.prove("circuit.zkey", "circuit.wtns");`;

/** Many have written this for want of types; it still wins in their project. */
const SHIM =
    'declare module "ffjavascript" { export function buildBn128(single?: boolean): Promise<{ shim: true }>; }\n';
const USES_SHIM = `
import { buildBn128 } from "ffjavascript";
export async function main(): Promise<true> { return (await buildBn128(true)).shim; }`;


const WITH_SNARKJS = { ffturbo: "file:ffturbo.tgz", "ffturbo-snarkjs": "file:ffturbo-snarkjs.tgz" };

describe("types in a consumer", function () {
    this.timeout(300_000);
    const alone = () =>
        scratchProject({
            name: "tarball",
            engine: "none",
            dependencies: WITH_SNARKJS,
            outside: true,
        });
    const withSnarkjs = (engine, more) =>
        scratchProject({
            name: `types-${engine}`,
            engine,
            dependencies: { snarkjs: CLIENTS.snarkjs, "@types/snarkjs": "0.7.9", ...more },
            outside: true,
        });

    it("every entry, for TypeScript 4 and 5 with moduleResolution: node, which does not read exports", () => {
        const entries = Object.entries(MANIFEST.exports)
            .filter(([key, { types }]) => types && !/^\.\/(build|wasm)\//.test(key)).map(([key]) => `ffturbo${key.slice(1).replace("*", "keys")}`);
        expect(entries).to.include.members(["ffturbo", "ffturbo/groth16", "ffturbo/curves/bls12377"]);
        const lines = entries.map((entry, i) => `import * as entry${i} from "${entry}";\nexport const names${i} = Object.keys(entry${i});`);
        lines.push('import { groth16 } from "ffturbo-snarkjs";', "export const prove: typeof groth16.prove = groth16.prove;");
        // before 5.7, Uint8Array takes no type of its buffer
        for (const [typescript, more] of [["4.9.5", ["--skipLibCheck"]], ["5.9.3", []]]) {
            const project = scratchProject({
                name: `types-${typescript}`, engine: "none", outside: true,
                dependencies: { ...WITH_SNARKJS, typescript },
            });
            writeFileSync(join(project, "main.ts"), lines.join("\n"));
            const flags = "--strict --noEmit --module commonjs --moduleResolution node --target es2022 --lib es2022,dom".split(" ");
            const { stdout } = spawnSync(process.execPath, [join(project, "node_modules/typescript/bin/tsc"), ...flags, ...more, "main.ts"],
                { cwd: project, encoding: "utf8", timeout: 60_000, killSignal: "SIGKILL" });
            expect(stdout, typescript).to.equal("");
        }
    });

    for (const [version, compiler] of [["5.9.3"], ["of this repository", join(root, COMPILER)]])
        for (const [title, resolution] of Object.entries(RESOLUTIONS))
            it(`the package in place of snarkjs, for TypeScript ${version}: ${title}`, () => {
                const project = scratchProject({
                    name: "types-alias", engine: "none", outside: true,
                    dependencies: { ffturbo: "file:ffturbo.tgz", snarkjs: "file:snarkjs.tgz", typescript: "5.9.3" },
                });
                const { ending } = resolution, own = join(project, COMPILER);
                const options = { ...resolution, compiler: compiler ?? own };
                expect(compile(project, options, USES_ALIAS, {
                    [`exports.${ending}`]: EXPORTS_ALIAS,
                    [`other.${ending}`]: exportsOther(ending),
                    [`members.${ending}`]: declares("snarkjs", APIS[TYPED.indexOf("ffturbo-snarkjs")]),
                })).to.equal("");
            });

    for (const [title, resolution] of Object.entries(RESOLUTIONS)) describe(title, () => {
        it("every entry, in one program", () => {
            const texts = Object.values(ENTRIES).map((text, i) => [`entry${i}.${resolution.ending}`, text]);
            expect(compile(alone(), resolution, "export {};", Object.fromEntries(texts))).to.equal("");
        });
        for (const [entry, text] of Object.entries(ENTRIES)) itInFull(`${entry}, alone`, () => {
            expect(compile(alone(), resolution, text)).to.equal("");
        });
        it("declarations of a library that uses any entry", () => {
            expect(compile(alone(), resolution, DECLARES_NAMED)).to.equal("");
        });
        // alone: what one entry of a program has a name for is named in the others too
        const one = Object.keys(RESOLUTIONS)[0] === title ? it : itInFull;
        for (const [i, entry] of TYPED.entries()) one(`declarations of a library that uses ${entry} alone`, () => {
            expect(compile(alone(), resolution, declares(entry, APIS[i]))).to.equal("");
        });
        it("an entry that does not exist", () => {
            expect(
                compile(alone(), resolution, 'import * as none from "ffturbo/none";\nexport default none;'),
            ).to.include("ffturbo/none");
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
