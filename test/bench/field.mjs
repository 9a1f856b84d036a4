/**
 * One field or group operation at a time, straight on the wasm exports: what a hand-written task list or a pairing
 * pays.
 * A call from JavaScript into wasm is part of the figure, the same on both sides.
 */
import { elements, pair } from "./engines.mjs";
import { compare, mustAgree } from "./harness.mjs";

/** Export name, operand kinds (Fq, Fr, F2, G1, G2: jacobian; A1, A2: affine), result kind. */
const OPERATIONS = [
    ["f1m_mul", "Fq", "Fq", "Fq"],
    ["f1m_square", "Fq", "Fq"],
    ["f1m_add", "Fq", "Fq", "Fq"],
    ["f1m_inverse", "Fq", "Fq"],
    ["frm_mul", "Fr", "Fr", "Fr"],
    ["frm_square", "Fr", "Fr"],
    ["frm_add", "Fr", "Fr", "Fr"],
    ["frm_inverse", "Fr", "Fr"],
    ["f2m_mul", "F2", "F2", "F2"],
    ["f2m_square", "F2", "F2"],
    ["g1m_add", "G1", "G1", "G1"],
    ["g1m_addMixed", "G1", "A1", "G1"],
    ["g1m_double", "G1", "G1"],
    ["g2m_add", "G2", "G2", "G2"],
    ["g2m_addMixed", "G2", "A2", "G2"],
    ["g2m_double", "G2", "G2"],
];

const POINTS = { G1: ["G1", 3], G2: ["G2", 3], A1: ["G1", 2], A2: ["G2", 2] };

/** An operand of a kind, the same bytes for both engines; `i` keeps two operands apart. */
function operand({ theirs }, kind, i) {
    if (!POINTS[kind]) {
        const size = { Fq: theirs.F1.n8, Fr: theirs.Fr.n8, F2: theirs.F2.n8 }[kind];
        const field = { Fq: theirs.F1, Fr: theirs.Fr, F2: theirs.F2 }[kind];
        return kind === "F2"
            ? field.fromObject([3n ** 90n + BigInt(i), 7n ** 80n])
            : kind === "Fr"
              ? elements(theirs, 1, 40 + i)
              : field.e(5n ** 100n + BigInt(i)).slice(0, size);
    }
    const [group, coordinates] = POINTS[kind], G = theirs[group];
    const point = G.timesScalar(G.g, 1000003 + i);
    return coordinates === 2 ? G.toAffine(point) : point;
}

/**
 * Writes the operands into the instance's memory and returns a loop over the operation, and its result in comparable
 * form.
 */
function prepare(curve, name, kinds, operands) {
    const { tm } = curve, call = tm.instance.exports[name];
    const pointers = operands.map((bytes) => tm.allocBuff(bytes));
    const result = tm.alloc(curve.G2.F.n8 * 3);
    const [x, y] = pointers;
    const loop = operands.length === 2
        ? (count) => { for (let i = 0; i < count; i++) call(x, y, result); }
        : (count) => { for (let i = 0; i < count; i++) call(x, result); };
    return { loop, value: () => valueOf(curve, kinds.at(-1), result) };
}

/** Jacobian triples are compared as points. */
function valueOf(curve, kind, pointer) {
    if (!POINTS[kind]) return curve.tm.getBuff(pointer, { Fq: curve.F1.n8, Fr: curve.Fr.n8, F2: curve.F2.n8 }[kind]);
    const G = curve[POINTS[kind][0]];
    return G.toAffine(curve.tm.getBuff(pointer, 3 * G.F.n8));
}

export async function* field({ curves, settings }) {
    for (const curve of curves) {
        const both = await pair(curve, true);
        for (const [name, ...kinds] of OPERATIONS) {
            const operands = kinds.slice(0, -1).map((kind, i) => operand(both, kind, i));
            const ours = prepare(both.ours, name, kinds, operands),
                theirs = prepare(both.theirs, name, kinds, operands);
            const check = () => { ours.loop(1); theirs.loop(1); mustAgree(name, ours.value(), theirs.value()); };
            yield compare({ row: { suite: "field", curve, name, threads: 1 }, ours: ours.loop, theirs: theirs.loop, check }, settings);
        }
    }
}
