/**
 * The forms in which programs write the same key, proof and signals: all of them are taken wherever one of them is.
 * What is refused is in hostile_claims.js.
 */
import { readFileSync } from "node:fs";
import { fixture } from "./circuits.js";

const PREFIX = { groth16: "", plonk: "plonk_", fflonk: "fflonk_" };
const json = (name) => JSON.parse(readFileSync(fixture("mimc_tiny", `${name}.json`), "utf8"));

/** Key, signals and proof of the fixture of a protocol. @param {keyof typeof PREFIX} protocol */
export const claimOf = (protocol) => {
    const [vkey, publicSignals, proof] = ["vkey", "public", "proof"].map((name) => json(`${PREFIX[protocol]}${name}`));
    return { vkey, publicSignals, proof };
};

const isText = (value) => typeof value === "string" && /^\d+$/.test(value);

/** All numbers that are text, another way. */
function numbers(value, write) {
    if (isText(value)) return write(value);
    if (Array.isArray(value)) return value.map((one) => numbers(one, write));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, numbers(one, write)]));
}

const isCoordinate = (value) => isText(value) || (Array.isArray(value) && value.length === 2 && value.every(isText));

/** All points, another way. */
function points(value, write) {
    if (Array.isArray(value) && value.length === 3 && value.every(isCoordinate)) return write(value);
    if (Array.isArray(value)) return value.map((one) => points(one, write));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, points(one, write)]));
}

const hex = (text) => BigInt(text).toString(16);

/** Ways to write a number. */
const NUMBERS = {
    "hexadecimal": (text) => `0x${hex(text)}`,
    "hexadecimal in upper case": (text) => `0x${hex(text).toUpperCase()}`,
    "words of 32 bytes": (text) => `0x${hex(text).padStart(64, "0")}`,
    "words of 48 bytes": (text) => `0x${hex(text).padStart(96, "0")}`,
    "leading zeros": (text) => text.padStart(80, "0"),
    "numbers where they are small": (text) => (text.length < 16 ? Number(text) : text),
    "bigints": BigInt,
};

const two = (point) => point.slice(0, 2);

/**
 * @param {keyof typeof PREFIX} protocol
 * @returns {[title: string, changes: { vkey?: any, publicSignals?: any, proof?: any }, theirs?: boolean][]} theirs:
 *   false where snarkjs fails
 */
export function formsOf(protocol) {
    const { vkey, publicSignals, proof } = claimOf(protocol), rows = [];
    for (const [how, write] of Object.entries(NUMBERS)) {
        rows.push([`signals: ${how}`, { publicSignals: numbers(publicSignals, write) }]);
        rows.push([`proof: ${how}`, { proof: numbers(proof, write) }], [`key: ${how}`, { vkey: numbers(vkey, write) }]);
    }
    rows.push(["proof: points of two coordinates", { proof: points(proof, two) }]);
    rows.push(["key: points of two coordinates", { vkey: points(vkey, two) }]);
    for (const curve of ["bn254", "BN254", "altbn128", "alt_bn128", "BN-128", " bn128 "])
        rows.push([`key of ${curve}`, { vkey: { ...vkey, curve } }], [`proof of ${curve}`, { proof: { ...proof, curve } }]);
    const former = protocol === "groth16" ? ["groth"] : [];
    for (const name of [undefined, null, "", protocol.toUpperCase(), ...former]) {
        rows.push([`key of protocol ${name}`, { vkey: { ...vkey, protocol: name } }]);
        rows.push([`proof of protocol ${name}`, { proof: { ...proof, protocol: name } }]);
    }
    for (const curve of [undefined, null, ""]) rows.push([`proof of curve ${curve}`, { proof: { ...proof, curve } }]);
    const count = vkey.nPublic, isFree = protocol === "groth16"; // there snarkjs does not look at it
    for (const nPublic of [String(count), `0x0${count}`, BigInt(count)])
        rows.push([`key of ${typeof nPublic} ${nPublic} signals`, { vkey: { ...vkey, nPublic } }, isFree]);
    if (isFree) for (const nPublic of [undefined, null])
        rows.push([`key of ${nPublic} signals`, { vkey: { ...vkey, nPublic } }]);
    else for (const power of [String(vkey.power), BigInt(vkey.power)])
        rows.push([`key of ${typeof power} power`, { vkey: { ...vkey, power } }]);
    return rows;
}
