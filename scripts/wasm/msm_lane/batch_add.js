/**
 * Batched affine addition with one shared inversion. Of the additions
 * (x1, y1) + (x2, y2) = (x3, y3) of a batch, i = 1 .. n:
 *
 *   1  d_i = x2 - x1, or 2 y1 for a doubling; m_i = y2 - y1, or 3 x1^2 + a    forward
 *   2  P_i = P_(i-1) d_i, P_0 = 1                                             forward
 *   3  J = 1 / P_n                                                            join, inverse in the
 *                                                                             base module, split
 *   4  from i = n down: 1 / d_i = J P_(i-1), then J = J d_i                   backward
 *   5  lambda = m_i / d_i                                                     backward
 *   6  x3 = lambda^2 - (x1 + x2)                                              backward
 *   7  y3 = lambda (x1 - x3) - y1                                             backward
 *
 * The products of step 2 are independent chains, one per entry of a group;
 * `join` makes one of them. The buffer keeps of each addition D = d_i, P = P_i,
 * DY = m_i, XA = x1, XS = x1 + x2, YA = y1.
 *
 *   cost    5 products, 1 square per addition and one inversion per batch
 *   source steps 2 to 4: Montgomery,
 *   "Speeding the Pollard and elliptic curve methods of factorization", 1987, section
 *   10.3.1;
 *           1 and 5 to 7: chord and tangent on y^2 = x^3 + a x + b
 *
 * Exceptions cost nothing while there are none: a denominator that is zero
 * makes the joined product zero. Only then `fix` looks for it: equal points
 * become a doubling (denominator 2 y, numerator 3 x^2 + a), opposite points set
 * their ref to infinity and get dummy operands; then forward runs again. A
 * doubling of a point of order two is found in a second round: its numerator is
 * not zero.
 * @module scripts/wasm/msm_lane/batch_add
 */
/** @import { LanePoints } from "./points.js" */
import { at, call, get, i32 } from "../wat.js";
import { vectors } from "../lane/kernels.js";
import { FunctionText } from "../lane/text.js";
import { BUFFER, ENTRIES, ENTRY, REF } from "./layout.js";
import {
    area,
    gatherUnit,
    global,
    isCrowded,
    loadUnit,
    multiply,
    perLane,
    settle,
    square,
    storeUnit,
    times,
    xOf,
    yOf,
    zip,
} from "./points.js";

/** @param {LanePoints} L */
export function addBatchAddition(L) {
    addForward(L);
    addDoubling(L);
    addForwardDoublings(L);
    addBackward(L);
    addZeros(L);
    addFix(L);
}

/**
 * `buf + part * quad + c`, where c is the byte offset of the current coefficient.
 * @param {string} ptr
 * @param {number} part
 */
const partOf = (ptr, part) => at(ptr, part ? times(global("quad"), part) : 0);

/**
 * Runs `body` for each unit of a group; local ub = buf + its offset u.
 * @param {FunctionText} fn
 * @param {() => void} body
 */
function eachUnit(fn, body) {
    fn.i32("u", i32(0));
    fn.loop("u", i32(0), global("quad"), 0, () => {
        fn.i32("ub", at(get("buf"), get("u")));
        body();
        fn.i32("u", at(get("u"), global("unit")));
    });
}

/**
 * Runs `body` for each coefficient of a coordinate; local c = its offset in a unit, r = at rest.
 * @param {FunctionText} fn
 * @param {LanePoints} L
 * @param {() => void} body
 */
function eachCoefficient(fn, { F }, body) {
    fn.i32("r", i32(0));
    fn.loop("c", i32(0), global("unit"), F.unitBytes, () => {
        body();
        fn.i32("r", at(get("r"), F.bytes));
    });
}

/**
 * Makes a sum of two elements a factor: two products per coefficient need a tighter range.
 * @param {FunctionText} fn
 * @param {LanePoints["F"]} F
 * @param {string[]} limbs - locals
 */
function asFactor(fn, F, limbs) {
    if (isCrowded(F)) F.norm(fn, limbs);
    else if (F.tight) fn.when(`(i32.gt_u ${global("degree")} ${i32(1)})`, () => F.reduce(fn, limbs));
}

/**
 * `forward(list, groups, buf)`
 *
 *   in      list    groups * 4 entries
 *   out     buf     D = xB - xA (2 yA when doubling), P = running product of D per chain, XA, XS =
 *                   xA + xB, DY = yB - yA (3 xA^2 + a), YA
 *   bounds  proof.js
 * @param {LanePoints} L
 */
function addForward(L) {
    const { F, units, module } = L, fn = new FunctionText("forward", "list groups buf");
    const lane = ENTRY.size * F.lanes;
    const to = (/** @type {string[]} */ values, /** @type {number} */ part) => {
        fn.i32("to", at(partOf(get("ub"), part), get("c")));
        storeUnit(fn, F, values, get("to"));
    };
    const difference = (/** @type {number} */ part) => {
        zip(F, F.sub, "b", "a").forEach((e, j) => fn.set(`b${j}`, e, F.local));
        asFactor(fn, F, vectors(F, "b"));
        to(vectors(F, "b").map(get), part);
    };
    const entry = (/** @type {string} */ name, /** @type {number} */ offset) =>
        perLane(fn, F, name, (l) => `(i32.load offset=${ENTRY.size * l + offset} ${get("e")})`);
    const signed = (/** @type {string} */ prefix, /** @type {string[]} */ refs) => {
        fn.set("ms", F.signMask(fn, refs), F.local);
        for (const x of vectors(F, prefix)) fn.set(x, F.negateIf(get(x), get("ms")), F.local);
    };
    fn.i32("e", get("list"));
    fn.i32("prev", global("one"));
    fn.i32("end", at(get("list"), times(get("groups"), ENTRY.size * ENTRIES)));
    fn.loop("i", i32(0), get("groups"), 1, () => {
        fn.when(`(i32.eqz (i32.and ${get("i")} ${i32(TOUCHED - 1)}))`, () => touch(fn, L));
        eachUnit(fn, () => {
            const A = entry("A", ENTRY.A);
            const B = entry("B", ENTRY.B);
            eachCoefficient(fn, L, () => {
                gatherUnit(fn, F, "a", perLane(fn, F, "g", (l) => at(xOf(A[l]), get("r"))));
                gatherUnit(fn, F, "b", perLane(fn, F, "g", (l) => at(xOf(B[l]), get("r"))));
                to(vectors(F, "a").map(get), BUFFER.XA);
                to(zip(F, F.add, "a", "b"), BUFFER.XS);
                difference(BUFFER.D);
                gatherUnit(fn, F, "a", perLane(fn, F, "g", (l) => at(yOf(A[l]), get("r"))));
                gatherUnit(fn, F, "b", perLane(fn, F, "g", (l) => at(yOf(B[l]), get("r"))));
                signed("a", A);
                signed("b", B);
                to(vectors(F, "a").map(get), BUFFER.YA);
                difference(BUFFER.DY);
            });
            fn.when(`(i32.and ${A.reduce((a, b) => `(i32.or ${a} ${b})`)} ${i32(REF.double)})`, () =>
                fn.emit(call("doubling", get("ub"), ...A)),
            );
            fn.i32("e", at(get("e"), lane));
        });
        extendProduct(fn, L, units);
    });
    fn.addTo(module);
}

/**
 * The product of all denominators up to those in "buf", from the one before; "buf" moves to the
 * next group.
 * @param {FunctionText} fn
 * @param {LanePoints} L
 * @param {number} units
 */
function extendProduct(fn, L, units) {
    fn.i32("to", partOf(get("buf"), BUFFER.P));
    multiply(fn, L.F, get("prev"), get("buf"), units, get("to"));
    settle(fn, L, get("to"));
    fn.i32("prev", get("to"));
    fn.i32("buf", partOf(get("buf"), BUFFER.size));
}

/**
 * `doubling(ub, A...)`: denominator 2 yA and numerator 3 xA^2 + a in the lanes of a unit whose ref
 * A says so.
 * @param {LanePoints} L
 */
function addDoubling(L) {
    const { F, module, curve } = L, refs = Array.from({ length: F.lanes }, (_, l) => `A${l}`);
    const fn = new FunctionText("doubling", `ub ${refs.join(" ")}`);
    const a = vectors(F, "a");
    const blend = (/** @type {number} */ part) => {
        F.norm(fn, a);
        fn.i32("to", at(partOf(get("ub"), part), get("c")));
        loadUnit(fn, F, "b", get("to"));
        storeUnit(fn, F, zip(F, (x, y) => F.choose(x, y, get("md")), "a", "b"), get("to"));
    };
    fn.set("md", F.bitMask(fn, refs.map(get), Math.log2(REF.double)), F.local);
    square(fn, F, partOf(get("ub"), BUFFER.XA), 1, area(L, "t"));
    eachCoefficient(fn, L, () => {
        fn.i32("from", at(partOf(get("ub"), BUFFER.YA), get("c")));
        loadUnit(fn, F, "a", get("from"));
        for (const x of a) fn.set(x, F.add(get(x), get(x)), F.local);
        if (isCrowded(F)) F.norm(fn, a);
        blend(BUFFER.D);
        loadUnit(fn, F, "a", at(area(L, "t"), get("c")));
        F.norm(fn, a);
        for (const x of a) fn.set(x, F.add(F.add(get(x), get(x)), get(x)), F.local);
        if (curve.a) {
            loadUnit(fn, F, "b", area(L, "a"));
            zip(F, F.add, "a", "b").forEach((e, j) => fn.set(a[j], e, F.local));
        }
        if (isCrowded(F)) F.norm(fn, a);
        blend(BUFFER.DY);
    });
    fn.addTo(module);
}

/**
 * `forwardDoublings(list, groups, buf)`: `forward` of a list in which every entry is a doubling,
 * ref B as A without the bit: one operand each, and the squares of a group together.
 *
 *   cost    per group: 1 product and 1 square of `units` units
 *   bounds  proof.js
 * @param {LanePoints} L
 */
function addForwardDoublings(L) {
    const { F, units, module, curve } = L, fn = new FunctionText("forwardDoublings", "list groups buf");
    const a = vectors(F, "a");
    const to = (/** @type {number} */ part) => {
        fn.i32("to", at(partOf(get("ub"), part), get("c")));
        storeUnit(fn, F, a.map(get), get("to"));
    };
    const multiple = (/** @type {number} */ k) => {
        for (const x of a) fn.set(x, Array(k - 1).fill(get(x)).reduce((sum, one) => F.add(sum, one), get(x)), F.local);
    };
    fn.i32("prev", global("one"));
    fn.loop("i", i32(0), get("groups"), 1, () => {
        eachUnit(fn, () => {
            const A = perLane(fn, F, "A", (l) => `(i32.load offset=${ENTRY.size * l + ENTRY.A} ${get("list")})`);
            eachCoefficient(fn, L, () => {
                gatherUnit(fn, F, "a", perLane(fn, F, "g", (l) => at(xOf(A[l]), get("r"))));
                to(BUFFER.XA);
                multiple(2);
                to(BUFFER.XS);
                gatherUnit(fn, F, "a", perLane(fn, F, "g", (l) => at(yOf(A[l]), get("r"))));
                fn.set("ms", F.signMask(fn, A), F.local);
                for (const x of a) fn.set(x, F.negateIf(get(x), get("ms")), F.local);
                to(BUFFER.YA);
                multiple(2);
                asFactor(fn, F, a);
                to(BUFFER.D);
            });
            fn.i32("list", at(get("list"), ENTRY.size * F.lanes));
        });
        square(fn, F, partOf(get("buf"), BUFFER.XA), units, area(L, "t"));
        eachUnit(fn, () => eachCoefficient(fn, L, () => {
            loadUnit(fn, F, "a", at(at(get("u"), get("c")), area(L, "t")));
            F.norm(fn, a);
            multiple(3);
            if (curve.a) {
                loadUnit(fn, F, "b", area(L, "a"));
                zip(F, F.add, "a", "b").forEach((e, j) => fn.set(a[j], e, F.local));
            }
            if (isCrowded(F)) F.norm(fn, a);
            F.norm(fn, a);
            to(BUFFER.DY);
        }));
        extendProduct(fn, L, units);
    });
    fn.addTo(module);
}

/** Groups whose operands are touched together: 4, 8, 16, 32, 128 are within 4 %; a power of two. */
const TOUCHED = 8;

/**
 * Touches every line of the operands of the next groups, so that their cache misses overlap:
 * between products they would come one after the other.
 * @param {FunctionText} fn
 * @param {LanePoints} L
 */
function touch(fn, { F }) {
    fn.i32("te", at(get("e"), ENTRY.size * ENTRIES * TOUCHED));
    fn.i32("te", `(select ${get("te")} ${get("end")} (i32.lt_u ${get("te")} ${get("end")}))`);
    fn.loop("k", get("e"), get("te"), ENTRY.size, () => {
        for (const offset of [ENTRY.A, ENTRY.B]) {
            fn.i32("tr", `(i32.load offset=${offset} ${get("k")})`);
            fn.i32(
                "tp",
                `(i32.sub ${xOf(get("tr"))} (i32.shr_u ${times(`(i32.and ${get("tr")} ${i32(REF.yBefore)})`, global("coordinate"))} ${i32(1)}))`,
            );
            const last = 2 * F.bytes - 8;
            for (let line = 0; line < last; line += 64) fn.emit(`(drop (i64.load offset=${line} ${get("tp")}))`);
            fn.emit(`(drop (i64.load offset=${last} ${get("tp")}))`);
            fn.when(`(i32.gt_u ${global("degree")} ${i32(1)})`, () => {
                for (let line = last + 56; line < 4 * F.bytes - 8; line += 64)
                    fn.emit(`(drop (i64.load offset=${line} ${get("tp")}))`);
                fn.emit(`(drop (i64.load offset=${4 * F.bytes - 8} ${get("tp")}))`);
            });
        }
    });
}

/**
 * `backward(list, groups, buf)`: from the last group to the first.
 *
 *   in      list, buf  as forward left them; `acc` holds the inverses of the last running products
 *   out     x and y of each result, normalised, at entry.dst
 *   cost    per group: 4 products, 1 square of `units` units
 * @param {LanePoints} L
 */
function addBackward(L) {
    const { units, module } = L, fn = new FunctionText("backward", "list groups buf"), size = BUFFER.size;
    fn.i32("e", at(get("list"), times(get("groups"), ENTRY.size * ENTRIES)));
    fn.i32("group", times(global("quad"), size));
    fn.i32("buf", at(get("buf"), times(get("groups"), get("group"))));
    fn.i32("acc", area(L, "acc"));
    fn.i32("next", area(L, "next"));
    fn.loop("i", i32(0), get("groups"), 1, () => {
        fn.i32("e", `(i32.sub ${get("e")} ${i32(ENTRY.size * ENTRIES)})`);
        fn.i32("buf", `(i32.sub ${get("buf")} ${get("group")})`);
        const before = `(i32.sub ${get("buf")} ${times(global("quad"), size - BUFFER.P)})`;
        fn.i32("prev", `(select ${before} ${global("one")} (i32.lt_u ${at(get("i"), 1)} ${get("groups")}))`);
        multiply(fn, L.F, get("acc"), get("prev"), units, area(L, "inv")); // step 4
        settle(fn, L, area(L, "inv"));
        // an Fp2 kernel must not write over an operand
        multiply(fn, L.F, get("acc"), get("buf"), units, get("next"));
        fn.i32("swap", get("acc"));
        fn.i32("acc", get("next"));
        fn.i32("next", get("swap"));
        // step 5
        multiply(fn, L.F, area(L, "inv"), partOf(get("buf"), BUFFER.DY), units, area(L, "lambda"));
        square(fn, L.F, area(L, "lambda"), units, area(L, "t"));
        result(fn, L, "x"); // step 6
        multiply(fn, L.F, area(L, "lambda"), area(L, "xd"), units, area(L, "t"));
        result(fn, L, "y"); // step 7
    });
    fn.addTo(module);
}

/**
 * x = t - XS, and XD = XA - x; y = t - YA: normalised, to entry.dst.
 * @param {FunctionText} fn
 * @param {LanePoints} L
 * @param {"x" | "y"} which
 */
function result(fn, L, which) {
    const { F } = L, t = vectors(F, "t");
    const a = vectors(F, "a");
    const x = which === "x";
    fn.i32("f", get("e"));
    eachUnit(fn, () => {
        const to = perLane(fn, F, "o", (l) => {
            const dst = `(i32.load offset=${ENTRY.size * l + ENTRY.dst} ${get("f")})`;
            return x ? dst : at(dst, global("coordinate"));
        });
        eachCoefficient(fn, L, () => {
            fn.i32("uc", at(get("u"), get("c")));
            loadUnit(fn, F, "t", at(get("uc"), area(L, "t")));
            fn.i32("from", at(partOf(get("ub"), x ? BUFFER.XS : BUFFER.YA), get("c")));
            loadUnit(fn, F, "b", get("from"));
            zip(F, F.sub, "t", "b").forEach((e, j) => fn.set(t[j], e, F.local));
            F.norm(fn, t);
            if (x) {
                fn.i32("from", at(partOf(get("ub"), BUFFER.XA), get("c")));
                loadUnit(fn, F, "a", get("from"));
                zip(F, F.sub, "a", "t").forEach((e, j) => fn.set(a[j], e, F.local));
                if (isCrowded(F)) F.norm(fn, a);
                storeUnit(fn, F, a.map(get), at(get("uc"), area(L, "xd")));
            }
            t.forEach((v, j) => F.scatter(fn, to, 0, j, get(v)));
            perLane(fn, F, "o", (l) => at(get(`o${l}`), F.bytes));
        });
        fn.i32("f", at(get("f"), ENTRY.size * F.lanes));
    });
}

/** `zeros(ptr) -> i32`: bit l is set when lane l of the unit is 0 mod p. @param {LanePoints} L */
function addZeros(L) {
    const { F, module } = L, fn = new FunctionText("zeros", "ptr", "i32");
    fn.i32("z", i32(-1));
    eachCoefficient(fn, L, () => {
        loadUnit(fn, F, "t", at(get("ptr"), get("c")));
        F.norm(fn, vectors(F, "t"));
        fn.i32("z", `(i32.and ${get("z")} ${F.zeroLanes(fn, vectors(F, "t"))})`);
    });
    fn.emit(get("z"));
    fn.addTo(module);
}

/**
 * `fix(list, groups, buf)`, the rare path: entries whose denominator is zero become doublings or
 * infinity. `pad(entry)` writes a dummy entry; the driver fills the last group with it.
 * @param {LanePoints} L
 */
function addFix(L) {
    const { F, module } = L, pad = new FunctionText("pad", "entry");
    ["zeroPoint", "onePoint", "trash", "trash"].forEach((name, j) =>
        pad.emit(`(i32.store offset=${4 * j} ${get("entry")} ${area(L, name)})`),
    );
    pad.addTo(module);

    const fn = new FunctionText("fix", "list groups buf");
    fn.i32("e", get("list"));
    fn.loop("i", i32(0), get("groups"), 1, () => {
        eachUnit(fn, () => {
            fn.i32("z", call("zeros", get("ub")));
            fn.when(get("z"), () => {
                fn.i32("same", call("zeros", partOf(get("ub"), BUFFER.DY)));
                for (let l = 0; l < F.lanes; l++) fn.when(`(i32.and ${get("z")} ${i32(1 << l)})`, () => {
                    fn.i32("f", at(get("e"), ENTRY.size * l));
                    fn.when(
                        `(i32.and ${get("same")} ${i32(1 << l)})`,
                        () => fn.emit(`(i32.store ${get("f")} (i32.or (i32.load ${get("f")}) ${i32(REF.double)}))`),
                        () =>
                            fn.emit(
                                `(i32.store (i32.load offset=${ENTRY.slot} ${get("f")}) ${i32(0)})`,
                                call("pad", get("f")),
                            ),
                    );
                });
            });
            fn.i32("e", at(get("e"), ENTRY.size * F.lanes));
        });
        fn.i32("buf", partOf(get("buf"), BUFFER.size));
    });
    fn.addTo(module);
}
