/**
 * The lane FFT module of a tier, and the constants of a field for it.
 *
 * The module imports the memory and `base`, where its static area starts; who
 * instantiates it copies the constants there.
 * @module scripts/wasm/fft_lane/module_fft
 */
/** @import { FieldParams } from "../../../src/params/types.js" */
/** @import { Tier } from "../lane/plan.js" */
/** @import { PairArithmetic } from "../lane/types.js" */
import { mod } from "../../../src/bigint/modular.js";
import { leBytes } from "../field/words.js";
import { rootsOfUnity } from "../fft/roots.js";
import { twoAdicity } from "../field/sqrt.js";
import { ConstantTable } from "../lane/constants.js";
import { LaneModule } from "../lane/module.js";
import { FunctionText } from "../lane/text.js";
import { TIER_ROWS, lanePlan } from "../tiers.js";
import { ELEMENT } from "./pair_kernels.js";
import { CHAINS, STEP, ProductKernels } from "./products.js";
import { TransformKernels } from "./transform.js";

/**
 * All kernels of a tier, written for a field; its constants, in the order that they ask for them.
 * @param {Tier} tier
 * @param {FieldParams} field
 */
function written(tier, { p }) {
    const { Pairs } = TIER_ROWS[tier], table = new ConstantTable();
    const module = new LaneModule();
    if (!Pairs) throw new RangeError(`fftModule: expected a tier with transforms, got ${tier}`);
    const pairs = new Pairs(lanePlan(tier, p), table);
    for (const { name, params, write } of [...new TransformKernels(pairs).all(), ...new ProductKernels(pairs).all()]) {
        const f = new FunctionText(name, params);
        write(f);
        f.addTo(module);
        module.export(name);
    }
    return { pairs, table, text: module.text() };
}

/** @param {Tier} tier @param {FieldParams} field @returns {PairArithmetic} */
export const arithmetic = (tier, field) => written(tier, field).pairs;

/**
 * WAT of the module of one tier. Constants are read from the static area, so
 * that one module serves every field of 254 or 255 bits.
 * @param {Tier} tier
 * @param {FieldParams[]} fields
 * @throws {Error} the text is not the same for all of them
 */
export function fftModule(tier, ...fields) {
    return onlyText(fields.map((field) => written(tier, field).text));
}

/**
 * @param {string[]} texts - of a module, one for each field
 * @returns {string} the text that they all are
 * @throws {Error} they differ
 */
export function onlyText(texts) {
    const [first, ...others] = new Set(texts);
    if (others.length) throw new Error(`fftModule: expected one text for all fields, got ${others.length + 1}`);
    return first;
}

/** log2 of the longest transform on lanes: 128 GB. Division by 2^lg is in 32 bits. */
const LONGEST = 32;

/**
 * Static area of one field: that of its products, then two table entries: 1 and the root of unity
 * of the largest order. At `roots` the driver makes those of all orders from it.
 * @param {Tier} tier
 * @param {FieldParams} field
 */
export function fftConstants(tier, field) {
    const { p } = field, s = Math.min(twoAdicity(p), LONGEST);
    const { pairs } = written(tier, field);
    const { bytes: constants, layout } = productConstants(tier, field);
    const entries = [1n, rootsOfUnity(p)[s]].map((value) => pairs.twiddleOf(value));
    const bytes = Uint8Array.from([...constants, ...entries.flatMap((entry) => [...entry])]),
        wideFactor = bytes.length + (s + 4) * pairs.twiddleBytes;
    return {
        bytes,
        layout: {
            ...layout,
            entries: constants.length,
            roots: bytes.length,
            wideFactor,
            staticSize: wideFactor + 2 * pairs.wideBytes,
            skipsOne: pairs.skipsOne,
            maxLog: s,
            work: bytes.length + s * pairs.twiddleBytes,
        },
    };
}

/**
 * Static area of a field that is not transformed: the constants, what makes in Montgomery form the
 * products of lanes those of the base module, then table entries: the factor to Montgomery form, of
 * which the driver makes a wide one, and the factors of the rows of wide entries; last what
 * scalePacked adds for this factor.
 * @param {Tier} tier
 * @param {FieldParams} field
 */
export function productConstants(tier, field) {
    const { p } = field, { pairs, table } = written(tier, field);
    const constants = table.bytes();
    const R = mod(1n << 256n, p), { twiddleBytes, wideBytes } = pairs;
    const adjust = leBytes(mod(R * pairs.adjust, p), 32),
        entries = [R, ...pairs.rows].map((value) => pairs.twiddleOf(value)),
        leftOut = pairs.leftOut(R);
    const bytes = Uint8Array.from([...constants, ...adjust, ...entries.flatMap((entry) => [...entry]), ...leftOut]);
    const factor = constants.length + adjust.length;
    return {
        bytes,
        layout: {
            adjust: constants.length,
            factor,
            wideFactor: bytes.length,
            staticSize: bytes.length + 2 * wideBytes,
            pairBytes: pairs.unitBytes,
            twiddleBytes,
            wideBytes,
            chains: CHAINS,
            elementBytes: ELEMENT,
            step: STEP,
            rowFactors: factor + twiddleBytes,
            leftOut: bytes.length - leftOut.length,
            leftOutBytes: leftOut.length,
        },
    };
}
