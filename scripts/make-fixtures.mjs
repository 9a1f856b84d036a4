/**
 * Makes test/fixtures: keys, witnesses and proofs of the circuits in test/fixtures/circuits.
 *
 *     node scripts/make-fixtures.mjs [--out folder] [--project folder]
 *
 * `--project` names the folder whose node_modules holds the snarkjs that does the work (default:
 * this repository). Test keys only: the secrets of the ceremony follow from the fixed text below,
 * so that anybody can forge proofs for them, and so that every key comes out the same, byte for
 * byte, on every machine and every engine. Proofs are blinded with fresh randomness and differ from
 * run to run.
 */
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { encodeContributions, readContributions } from "../src/protocols/groth16/contributions.js";
import { encodeParameters, RANDOM } from "../src/protocols/setup/contribution.js";
import { openSource } from "../src/files/source.js";
import { openZkey, SECTION } from "../src/protocols/groth16/zkey.js";
import { withSections } from "../test/support/binfiles.js";
import { importFrom } from "../test/support/import_from.js";
import { circom } from "./circom.mjs";
import { temporaryFolder } from "./temporary.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const INSECURE = "ffturbo test fixtures, not a ceremony";
const beacon = (purpose) => createHash("sha256").update(`${INSECURE}: ${purpose}`).digest("hex");

/**
 * The circuits: what is compiled, for which curve, under which proof systems; `inputs` as snarkjs
 * takes them.
 */
export const FIXTURES = [
    { name: "mimc_example", curve: "bn128", systems: ["groth16"], input: { secret: words(112) } },
    { name: "membership", curve: "bn128", systems: ["groth16"], input: vote() },
    { name: "xor_net", curve: "bn128", systems: ["groth16"], input: { word: "13168924601123456789" } },
    { name: "mimc_tiny", curve: "bn128", systems: ["groth16", "plonk", "fflonk"], input: { secret: words(2) } },
    { name: "mimc_bls", curve: "bls12381", systems: ["groth16"], input: { secret: words(10) } },
];
const POWER = { bn128: 12, bls12381: 8 };

/** Full-width secrets from a fixed text. */
function words(count) {
    return Array.from({ length: count }, (_, i) => (BigInt(`0x${beacon(`word ${i}`)}`) >> 3n).toString());
}

/** A vote of a member whose siblings are any: its path leads to some root. */
function vote() {
    const [secret, ...sibling] = words(5);
    return { secret, sibling, side: ["0", "1", "1", "0"], poll: "20260131", vote: "2" };
}

/** Compiles one circuit; leaves NAME.r1cs and NAME.wasm in `folder`. */
export function compile(name, curve, folder) {
    cpSync(join(root, "test", "fixtures", "circuits"), folder, { recursive: true });
    circom(folder, `${name}.circom`, ["--r1cs", "--wasm", "--sym", "--O2", "--prime", curve]);
    cpSync(join(folder, `${name}_js`, `${name}.wasm`), join(folder, `${name}.wasm`));
}

/** A prepared powers-of-tau file whose only contribution is a beacon, hence deterministic. */
async function powersOfTau(snarkjs, curve, folder) {
    const file = (step) => join(folder, `${curve}_${step}.ptau`);
    await snarkjs.powersOfTau.newAccumulator(await snarkjs.curves.getCurveFromName(curve), POWER[curve], file(0));
    await snarkjs.powersOfTau.beacon(file(0), file(1), "fixtures", beacon(`ptau ${curve}`), 10);
    await snarkjs.powersOfTau.preparePhase2(file(1), file(2));
    return file(2);
}

/**
 * The beacon's record becomes that of a contributor, whose secret is as known: a key of a beacon
 * alone is refused, and the tests are about keys as people have them.
 * @param {string} zkey
 */
export async function asContributed(zkey) {
    const source = await openSource("zkey", zkey);
    const mpc = await readContributions(await openZkey(source));
    await source.close();
    const contributions = mpc.contributions.map(({ name, ...one }) =>
        ({ ...one, name, type: RANDOM, parameters: encodeParameters({ name }) }));
    const records = encodeContributions({ ...mpc, contributions });
    writeFileSync(zkey, withSections(new Uint8Array(readFileSync(zkey)), (list) =>
        list.map(([type, body]) => [type, type === SECTION.CONTRIBUTIONS ? records : body])));
}

async function makeKey(snarkjs, system, { r1cs, ptau, zkey, name }) {
    if (system !== "groth16") return snarkjs[system].setup(r1cs, ptau, zkey);
    await snarkjs.zKey.newZKey(r1cs, ptau, `${zkey}.0`);
    await snarkjs.zKey.beacon(`${zkey}.0`, zkey, "fixtures", beacon(`zkey ${name}`), 10);
    rmSync(`${zkey}.0`);
    await asContributed(zkey);
}

const writeJson = (file, value) => writeFileSync(file, `${JSON.stringify(value, null, 1)}\n`);
const prefixOf = (system) => (system === "groth16" ? "" : `${system}_`);

async function prove(snarkjs, system, { zkey, wtns, out }) {
    const vkey = await snarkjs.zKey.exportVerificationKey(zkey);
    const { proof, publicSignals } = await snarkjs[system].prove(zkey, wtns);
    if (!(await snarkjs[system].verify(vkey, publicSignals, proof)))
        throw new Error(`${zkey}: expected a proof that verifies, got one that does not`);
    writeJson(join(out, `${prefixOf(system)}vkey.json`), vkey);
    writeJson(join(out, `${prefixOf(system)}public.json`), publicSignals);
    writeJson(join(out, `${prefixOf(system)}proof.json`), proof);
}

async function makeFixture(snarkjs, fixture, ptau, { work, out }) {
    const { name, curve, systems, input } = fixture;
    compile(name, curve, work);
    const folder = join(out, name);
    mkdirSync(folder, { recursive: true });
    const r1cs = join(work, `${name}.r1cs`);
    const wtns = join(folder, "witness.wtns");
    await snarkjs.wtns.calculate(input, join(work, `${name}.wasm`), wtns);
    writeJson(join(folder, "input.json"), input);
    for (const system of systems) {
        const zkey = join(folder, system === "groth16" ? "circuit.zkey" : `${system}.zkey`);
        await makeKey(snarkjs, system, { r1cs, ptau, zkey, name });
        await prove(snarkjs, system, { zkey, wtns, out: folder });
    }
    const { nConstraints, nVars } = await snarkjs.r1cs.info(r1cs);
    return { name, curve, systems, constraints: nConstraints, wires: nVars };
}

/**
 * Makes every fixture (or those named) under `out` with the given snarkjs; returns what
 * MANIFEST.json says.
 */
export async function makeFixtures(snarkjs, { out, only = FIXTURES.map(({ name }) => name) }) {
    const work = temporaryFolder("fixtures");
    const made = [], ptau = {};
    try {
        for (const fixture of FIXTURES.filter(({ name }) => only.includes(name))) {
            ptau[fixture.curve] ??= await powersOfTau(snarkjs, fixture.curve, work);
            made.push(await makeFixture(snarkjs, fixture, ptau[fixture.curve], { work, out }));
        }
    } finally {
        rmSync(work, { recursive: true, force: true });
    }
    writeJson(join(out, "MANIFEST.json"), { madeBy: "scripts/make-fixtures.mjs", circuits: made });
    return made;
}

async function main() {
    const { values } = parseArgs({
        options: { out: { type: "string" }, project: { type: "string" }, only: { type: "string" } },
    });
    const snarkjs = await importFrom(resolve(values.project ?? root), "snarkjs");
    const made = await makeFixtures(snarkjs, {
        out: resolve(values.out ?? join(root, "test", "fixtures")),
        only: values.only?.split(","),
    });
    for (const { name, curve, systems, constraints } of made)
        console.log(`${name}: ${constraints} constraints, ${curve}, ${systems.join(" ")}`);
    for (const curve of ["bn128", "bls12381"]) await globalThis[`curve_${curve}`]?.terminate();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
