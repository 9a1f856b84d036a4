/**
 * A curve for verification alone: fields, groups and pairing on one instance, without workers, lanes and batch operations, so that
 * an application that only verifies carries nothing else.
 * @module curves/verifier
 */
/** @import { BaseModule } from "./types.js" */
/** @import { Code } from "../runtime/instance.js" */
import { WasmField2, WasmField3 } from "../engine/extension.js";
import { WasmField1 } from "../engine/field.js";
import { WasmCurve } from "../engine/group.js";
import { pairingOperations } from "../engine/pairing.js";
import { bls12381 } from "../params/bls12_381.js";
import { bn254 } from "../params/bn254.js";
import { compile, instantiate } from "../runtime/instance.js";
import { createArena, createMemory } from "../runtime/memory.js";
import { writeLE } from "../util/bytes.js";

const PARAMS = Object.freeze({ bn128: bn254, bls12381 });

/**
 * Little-endian; undefined for a group that is the whole curve: there, and only there, points need no look at their order.
 * @param {{ cofactor: bigint, cofactorSize: number }} group
 */
function cofactorOf({ cofactor, cofactorSize }) {
    if (cofactor === 1n) return undefined;
    const bytes = new Uint8Array(cofactorSize);
    writeLE(bytes, 0, cofactor, cofactorSize);
    return bytes;
}

/**
 * @param {"bn128" | "bls12381"} name
 * @param {BaseModule} base
 * @param {Code} [module] - compiled elsewhere, for hosts that compile nothing
 */
export async function buildVerifier(name, { code, layout }, module) {
    const memory = createMemory();
    const { exports } = /** @type {any} */ (await instantiate(await compile(module ?? code), memory)); // any: every export is a function of numbers
    const arena = createArena(memory);
    const tm = { instance: { exports }, memory, alloc: arena.alloc, get u8() { return arena.u8(); }, get u32() { return arena.u32(); } };
    const F1 = new WasmField1(tm, "f1m", layout.n8q, BigInt(layout.q));
    const F2 = new WasmField2(tm, "f2m", F1);
    const G1 = new WasmCurve(tm, "g1m", F1, layout.pG1gen, layout.pG1b, cofactorOf(PARAMS[name].g1));
    const G2 = new WasmCurve(tm, "g2m", F2, layout.pG2gen, layout.pG2b, cofactorOf(PARAMS[name].g2));
    const Gt = new WasmField2(tm, "ftm", new WasmField3(tm, "f6m", F2));
    const curve = /** @type {any} */ ({ name, q: BigInt(layout.q), r: BigInt(layout.r), tm, prePSize: layout.prePSize, preQSize: layout.preQSize, F1, F2, G1, G2, Gt });
    const operations = pairingOperations(curve);
    /** Whether the product of the pairings of p1, q1, p2, q2, ... is one. @param {...Uint8Array} points */
    const pairingEq = (...points) => {
        const one = /** @type {Uint8Array} */ (Gt.one);
        let product = one;
        for (let i = 0; i < points.length; i += 2) {
            const [p, q] = [G1.toJacobian(points[i]), G2.toJacobian(points[i + 1])];
            if (!G1.isZero(p) && !G2.isZero(q)) product = Gt.mul(product, operations.millerLoop(operations.prepareG1(p), operations.prepareG2(q)));
        }
        return Gt.eq(operations.finalExponentiation(product), one);
    };
    return Object.assign(curve, operations, { pairingEq });
}
