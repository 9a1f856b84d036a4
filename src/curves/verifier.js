/**
 * A curve for verification only: fields, groups and pairing on one instance, without workers, lanes
 * and batch operations, so that an application that only verifies need not contain them.
 * @module curves/verifier
 */
/** @import { CurveRecord } from "../params/types.js" */
/** @import { CurveBase, CurveOptions, VerifierCurve } from "./types.js" */
/** @import { Instance } from "../pool/thread_manager.js" */
import { pairingOperations } from "../engine/pairing.js";
import { compile, instantiate, loadCode } from "../runtime/instance.js";
import { createArena, createMemory } from "../runtime/memory.js";
import { chooseTier } from "../runtime/tiers.js";
import { BASES } from "../wasm/curves/bases.js";
import { baseModule, replaced } from "./base_module.js";
import { defaultOptions } from "./config.js";
import { findCurve, knownNames } from "./known.js";
import { membersOf } from "./members.js";

/**
 * @param {Readonly<CurveBase>} definition - of a curve with a pairing
 * @param {Pick<CurveOptions, "tier" | "modules">} [options]
 * @returns {Promise<VerifierCurve>}
 */
export async function buildVerifier(definition, { tier, modules } = {}) {
    const { record } = definition, memory = createMemory();
    // a definition whose base modules are all one asks for no tier
    const base = baseModule(definition, definition.base && chooseTier(tier)), { layout } = base;
    const module = await compile(await loadCode(replaced(base, modules)));
    const { exports } = /** @type {Instance} */ (await instantiate(module, memory));
    const arena = createArena(memory);
    const tm = {
        instance: { exports },
        memory,
        alloc: arena.alloc,
        get u8() {
            return arena.u8();
        },
        get u32() {
            return arena.u32();
        },
    };
    const {
            name,
            fp,
            fr,
            pairing: { prePSize, preQSize },
        } = /** @type {CurveRecord} */ (record),
        members = membersOf(tm, record, layout),
        { G1, G2, Gt } = members;
    // any: what has a pairing is added to it below
    const curve = /** @type {any} */ ({ name, q: fp.p, r: fr.p, tm, prePSize, preQSize, ...members });
    const operations = pairingOperations(curve);
    /**
     * Whether the product of the pairings of p1, q1, p2, q2, ... is one.
     * @param {...Uint8Array} points
     */
    const pairingEq = (...points) => {
        const one = Gt.one;
        let product = one;
        for (let i = 0; i < points.length; i += 2) {
            const [p, q] = [G1.toJacobian(points[i]), G2.toJacobian(points[i + 1])];
            if (!G1.isZero(p) && !G2.isZero(q))
                product = Gt.mul(product, operations.millerLoop(operations.prepareG1(p), operations.prepareG2(q)));
        }
        return Gt.eq(operations.finalExponentiation(product), one);
    };
    return Object.assign(curve, operations, { pairingEq });
}

/** Built at the first proof on each curve. @type {Map<string, Promise<VerifierCurve>>} */
const built = new Map();

/** @param {string} name @returns {Promise<VerifierCurve>} */
async function buildNamed(name) {
    const base = await findCurve(BASES, (identity) => identity.name === name);
    if (!base) throw new Error(`Curve not supported: ${name}`);
    if (!base.record.pairing) throw new Error(`Curve without a pairing: ${name}. Proofs are on ${knownNames()}`);
    return buildVerifier(base, defaultOptions());
}

/**
 * @param {string} name
 * @returns {Promise<VerifierCurve>} the verifier of the curve, built once; after a failure it is
 *   tried again
 */
export async function verifierOf(name) {
    const verifier = built.get(name) ?? buildNamed(name);
    built.set(name, verifier);
    verifier.catch(() => built.delete(name));
    return verifier;
}
