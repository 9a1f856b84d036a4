/**
 * `r1cs` of snarkjs.
 * @module snarkjs/r1cs
 */
import {
    describeIgnored, F1Field, getCurveFromR, identifyByOrder, ProverError,
} from "../../../src/internal/snarkjs_wtns.js";
import { r1csToJson, readR1csJson } from "./circuits/export.js";
import { constraintText } from "./circuits/print.js";
import { sourceOf } from "./arguments.js";

/** @import { R1csJson } from "./circuits/export.js" */
/** @import { FileLike, Logger, R1CSInfoType } from "./types.js" */

/**
 * The name of a curve as snarkjs logs it, with a hyphen before the bits of its order.
 * @param {string} name
 */
const hyphened = (name) => name.replace(/(?=\d{3}$)/, "-");

/**
 * @param {bigint} prime - of a file
 * @returns {F1Field}
 * @throws {ProverError} ERR_FILE where it is recognisably none
 */
function fieldOf(prime) {
    try {
        return new F1Field(prime);
    } catch (cause) {
        throw new ProverError("ERR_FILE",
            `r1cs.info: expected a system over a prime field, got one modulo ${prime}; the file is damaged`, { cause });
    }
}

/**
 * @param {FileLike} r1csName
 * @param {Logger} [logger]
 * @returns {Promise<R1CSInfoType>} with all constraints in memory; `r1csFacts` of ffturbo-snarkjs/circuits
 *   holds a stretch of them
 */
export const info = async (r1csName, logger) => {
    const { json: { constraints, customGates, customGatesUses, ...json }, ignored } =
        await readR1csJson(sourceOf(r1csName));
    const { n8, nVars, nOutputs, nPubInputs, nPrvInputs, nLabels, nConstraints, useCustomGates } = json;
    const prime = BigInt(json.prime);
    const known = identifyByOrder(prime)?.pairs;
    const curve = known ? await getCurveFromR(prime) : undefined;
    const F = curve ? curve.Fr : fieldOf(prime);
    const element = (/** @type {string} */ value) => F.e(BigInt(value));
    const elements = (/** @type {Record<string, string>} */ side) =>
        Object.fromEntries(Object.entries(side).map(([wire, value]) => [wire, element(value)]));
    logger?.info?.(curve ? `Curve: ${hyphened(curve.name)}` : `Unknown Curve. Prime: ${prime}`);
    for (const [what, count] of [
        ["Wires", nVars], ["Constraints", nConstraints], ["Private Inputs", nPrvInputs],
        ["Public Inputs", nPubInputs], ["Labels", nLabels], ["Outputs", nOutputs],
    ]) logger?.info?.(`# of ${what}: ${count}`);
    if (ignored) logger?.warn?.(`ignored: ${describeIgnored(ignored)}`);
    return {
        n8, prime, curve, F, nVars, nOutputs, nPubInputs, nPrvInputs, nLabels, nConstraints, useCustomGates,
        constraints: constraints.map((sides) => sides.map(elements)),
        customGates: customGates.map(({ templateName, parameters }) =>
            ({ templateName, parameters: parameters.map(element) })),
        customGatesUses,
    };
};

/**
 * Logs every constraint.
 * @param {any} r1cs - any: as `info` returns it
 * @param {any} syms - any: `varIdx2Name` has all names of each wire, separated by "|"
 * @param {Logger} [logger]
 * @returns {void}
 */
export const print = ({ constraints, F }, { varIdx2Name }, logger) => {
    /** @param {Record<string, any>} side any: elements of F */
    const valuesOf = (side) =>
        new Map(Object.entries(side).map(([wire, one]) => [Number(wire), BigInt(F.toObject(one))]));
    for (const sides of constraints)
        logger?.info?.(constraintText(sides.map(valuesOf), (wire) => varIdx2Name[wire] ?? ""));
};

/** @type {(r1csFileName: FileLike, logger?: Logger) => Promise<R1csJson>} */
export const exportJson = async (r1csFileName) => r1csToJson(sourceOf(r1csFileName));
