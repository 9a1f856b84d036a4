/**
 * The artifact of own bodies for circuit.wasm files: compiled twice, for two moduli that no file
 * has; and behind them the module that shortens tables of constants.
 * @module scripts/wasm/circom/artifact
 */
import { bitLength } from "../../../src/bigint/modular.js";
import { BITS } from "../../../src/params/circom.js";
import { RECORDS } from "../../../src/params/records.js";
import { resetLabels } from "../wat.js";
import { limbPlan } from "../limbs.js";
import { extractBodies } from "./extract.js";
import { circomFunctions, IMPORTED } from "./functions.js";
import { circomBodies, KEPT } from "./module_circom.js";
import { tablesModule } from "./tables.js";

/**
 * Two odd numbers of 255 and 254 bits. All of their words begin with the bits 01, so that the
 * optimiser, which turns differences into sums where that is shorter, does the same with both.
 */
const MODULI = /** @type {[bigint, bigint]} */ ([
    0x5A3C96F10B47E2D8593C5F1E87A4D20B5C9E3F5618A2D4B75C5E9F3A6B81D247n,
    0x2E71B5D94F0C83A65D1F27B80E95C34A53582C6D9E07B41558CADF621B7E4093n,
]);

/** The primes that are recognised: bodies are the same for all that lie between. */
const PRIMES = RECORDS.map(({ fr }) => fr.p).filter((p) => BITS.least <= bitLength(p) && bitLength(p) <= BITS.most);

/** What of a limb plan decides which instructions a product has. @param {bigint} p */
const schedule = (p) => {
    const { w, n, shift, shortRows, settled, settledSqr } = limbPlan({ name: "circom", p });
    return JSON.stringify({ w, n, shift, shortRows, settled, settledSqr });
};

/**
 * @param {(module: { text(): string }) => Uint8Array} assemble
 */
export function circomArtifact(assemble) {
    for (const p of [...PRIMES, ...MODULI]) {
        if (schedule(p) !== schedule(MODULI[0]))
            throw new Error(`circom: expected one schedule of products for all primes, got another for ${p}`);
    }
    const modules = MODULI.map((p) => {
        resetLabels();
        return assemble(circomBodies(p).module);
    });
    const { bytes, types, reader } = extractBodies(MODULI, /** @type {[Uint8Array, Uint8Array]} */ (modules), KEPT);
    const known = circomFunctions(),
        signature = (/** @type {{ params: string[], result?: string }} */ f) => `${f.params} ${f.result ?? ""}`;
    const like = types.map((type) => {
        const twin = known.find((f) => signature(f) === signature(type));
        if (!twin) throw new Error(`circom: expected the type of a function that circom has, got ${signature(type)}`);
        return twin.index;
    });
    const kept = KEPT.map((name) => /** @type {any} */ (known.find((f) => f.name === name)).index);
    const tables = tablesModule();
    const code = assemble(tables.module);
    return {
        bytes: Uint8Array.of(...bytes, ...code),
        layout: {
            first: IMPORTED + known.length, kept, like, reader,
            tables: { code: bytes.length, ...tables.layout },
        },
    };
}
