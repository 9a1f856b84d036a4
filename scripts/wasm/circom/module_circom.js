/**
 * Own bodies for the field functions that circom puts into every circuit.wasm. They are made once,
 * for a modulus that no curve has: `extract.js` finds its constants in the compiled functions, and
 * the host puts those of a prime in their places when it loads a file.
 * @module scripts/wasm/circom/module_circom
 */
/** @import { LimbPlan } from "../limbs.js" */
import { limbPlan } from "../limbs.js";
import { WasmModule } from "../module.js";
import { addFromMont } from "../field/convert.js";
import { addLinear } from "../field/linear.js";
import { addMul } from "../field/mul.js";
import { addSqr } from "../field/sqr.js";
import { addCopy, addLooks, addProduct, addSums, addToMontgomery, addWords } from "./arithmetic.js";
import { addBits } from "./bits.js";
import { addComparisons } from "./compare.js";
import { addDivision, addInversion, addPower } from "./divide.js";
import { ADDRESS, circomFunctions, SCRATCH } from "./functions.js";
import { addReadWitness } from "./witness.js";

/** Old bodies that own ones call, where they trap, answer otherwise or are seldom asked. */
export const KEPT = Object.freeze(["Fr_toInt", "Fr_shr", "Fr_shl", "Fr_idiv", "Fr_mod", "Fr_pow"]);

/** Own functions that callers outside find by export. */
const PUBLIC = "read_witness";

/** Functions inside, by circom's names for them. */
const ALIAS = /** @type {Record<string, string>} */ ({ Fr_F1m_square: "Fr_F1m_sqr" });

/** Text of a function type. @param {{ params: string[], result?: string }} type */
const typeText = ({ params, result }) =>
    `${params.map((type) => `(param ${type})`).join(" ")} ${result ? `(result ${result})` : ""}`;

/**
 * Functions that stand in somebody else's module: scratch and constants are where circom has them,
 * old functions and the circuit's own are imported, and everything that is not exported belongs to
 * whoever calls it.
 */
class CircomModule extends WasmModule {
    constructor() {
        super();
        this.areas = SCRATCH.map(([from, to]) => ({ from, to }));
    }

    /** @param {number} size */
    reserve(size) {
        const area = this.areas.find(({ from, to }) => to - from >= size);
        if (!area)
            throw new RangeError(
                `circom: expected scratch for ${size} bytes, got ${this.areas.map(({ from, to }) => to - from).join(" and ")}`,
            );
        area.from += Math.ceil(size / 8) * 8;
        return area.from - Math.ceil(size / 8) * 8;
    }

    /** @param {Uint8Array} bytes */
    data(bytes) {
        if (bytes.some((byte) => byte !== 0))
            throw new RangeError("circom: expected a constant that circom keeps, got another");
        return ADDRESS.zero;
    }

    text() {
        const known = circomFunctions();
        const own = (/** @type {string} */ name) => this.names.has(ALIAS[name] ?? name);
        const imported = [
            ...known
                .filter(({ name }) => !own(name))
                .map((f) => `(import "file" "${f.name}" (func $${f.name} ${typeText(f)}))`),
            ...known
                .filter(({ name }) => KEPT.includes(name))
                .map((f) => `(import "kept" "${f.name}" (func $old_${f.name} ${typeText(f)}))`),
            '(import "export" "getWitness" (func $getWitness (param i32)))',
        ];
        const exported = [
            ...known
                .filter(({ name }) => own(name))
                .map(({ name }) => `(export "${name}" (func $${ALIAS[name] ?? name}))`),
            `(export "${PUBLIC}" (func $${PUBLIC}))`,
        ];
        return `(module (import "env" "memory" (memory 1))\n${[...imported, ...this.functions, ...exported].join("\n")})`;
    }
}

/**
 * @param {bigint} p
 * @returns {{ module: CircomModule, plan: Readonly<LimbPlan> }}
 */
export function circomBodies(p) {
    const module = new CircomModule();
    const plan = limbPlan({ name: "Fr_F1m", p });
    addInversion(module, plan); // first: it takes the one area that is large enough
    addLinear(module, plan);
    addMul(module, plan);
    addSqr(module, plan);
    addFromMont(module, plan, "Fr_F1m_fromMontgomery");
    addCopy(module);
    addToMontgomery(module);
    addWords(module);
    addLooks(module);
    addSums(module);
    addProduct(module);
    addComparisons(module);
    addBits(module, p);
    addDivision(module);
    addPower(module);
    addReadWitness(module, p);
    return { module, plan };
}
