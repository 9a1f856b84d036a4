/**
 * Keys and powers of tau that anybody can forge proofs of, each made as people make them by mistake, beside ones that
 * are right. The circuit: c = a b, with c public and not zero.
 */
import {
    applyBeaconToKey, applyBeaconToPowersOfTau, contributeToKey, contributeToPowersOfTau, newPowersOfTau,
    preparePhase2, setupFflonk, setupGroth16, setupPlonk,
} from "../../packages/snarkjs/src/ceremony/index.js";
import { encodeWtns } from "../../src/files/wtns.js";
import { writeLE } from "../../src/util/bytes.js";
import { encodeR1cs } from "./constraints.js";

const POWER = 7, BEACON = "0102030405060708", EXPONENT = 10;

/** The bytes that a call writes. */
export async function made(call) {
    const out = { type: "mem" };
    await call(out);
    return new Uint8Array(out.data);
}

/** @param {bigint} r */
export const product = (r) => encodeR1cs({
    r, signals: 5, publics: 1, constraints: [[[[2, 1n]], [[3, 1n]], [[1, 1n]]], [[[1, 1n]], [[4, 1n]], [[0, 1n]]]],
});

/** @param {bigint[]} values @param {bigint} r */
export function witnessOf(values, r) {
    const bytes = new Uint8Array(32 * values.length);
    values.forEach((value, i) => writeLE(bytes, 32 * i, value, 32));
    return encodeWtns(bytes, 32, r);
}

/**
 * Powers of tau, prepared: without a contribution, with a beacon alone, with one that somebody made.
 * @param {import("../../src/curves/types.js").Curve} curve
 */
export async function powersFor(curve) {
    const { name } = curve, start = await made((out) => newPowersOfTau(name, POWER, out, { curve }));
    const beacon = await made((out) => applyBeaconToPowersOfTau(start, out, BEACON, EXPONENT, { curve }));
    const good = await made((out) => contributeToPowersOfTau(start, out, { curve }));
    const ended = await made((out) => applyBeaconToPowersOfTau(good, out, BEACON, EXPONENT, { curve }));
    const prepared = (ptau) => made((out) => preparePhase2(ptau, out, { curve }));
    const [none, byBeacon, right, withBeacon] = await Promise.all([start, beacon, good, ended].map(prepared));
    return { none, beacon: byBeacon, good: right, ended: withBeacon, plain: { none: start, beacon, good, ended } };
}

/** Keys of the circuit from these powers, under all protocols that the curve has. */
export async function keysFrom(curve, ptau) {
    const r1cs = product(curve.r), options = { curve, insecure: true };
    const first = await made((out) => setupGroth16(r1cs, ptau, out, options));
    const contributed = await made((out) => contributeToKey(first, out, { curve }));
    const beacon = await made((out) => applyBeaconToKey(first, out, BEACON, EXPONENT, { curve }));
    const ended = await made((out) => applyBeaconToKey(contributed, out, BEACON, EXPONENT, { curve }));
    const plonk = await made((out) => setupPlonk(r1cs, ptau, out, options));
    const fflonk = curve.name === "bn128" ? await made((out) => setupFflonk(r1cs, ptau, out, options)) : undefined;
    return { first, contributed, beacon, ended, plonk, fflonk };
}
