/**
 * Scalars: which of them cost nothing, little or much, and their signed-digit
 * items. Curve-neutral: numbers of the curve come from a table (split_table.js).
 *
 * Classes, because most scalars of a circuit are 0, 1 or small:
 *
 *   nothing     nothing to add: scalar 0, or the point is infinity
 *   one         k = 1          minusOne    k = r - 1 (counts as -1)
 *   short       k < 2^64       minusShort  r - k < 2^64 (counts as -(r - k))
 *   full        everything else
 *
 * minusOne and minusShort exist only with the endomorphism: without it scalars
 * are plain integers and points may have any order.
 *
 * An item is a magnitude plus the recode constant rc = sum of 2^(c w + c - 1)
 * over the signed windows w, so that digit w is `bits - 2^(c-1)` with no carry
 * chain; its top bit is the sign.
 * @module scripts/wasm/msm_lane/scalars
 */
/** @import { LaneModule } from "../lane/module.js" */
import { at, call, get, i32, i64, mul, sum } from "../wat.js";
import { FunctionText } from "../lane/text.js";
import { CLASS, ITEM, STATS, WIDE_ITEM } from "./layout.js";
import { LIMB, LIMBS, PART_LIMBS, RECIPROCAL_LIMBS, SCALAR_LIMBS, SHORT_LIMBS } from "./split_table.js";

const sub = (/** @type {string} */ a, /** @type {string} */ b) => `(i64.sub ${a} ${b})`;
const or = (/** @type {string[]} */ ...terms) => terms.reduce((a, b) => `(i64.or ${a} ${b})`);
const load64 = (/** @type {string} */ ptr, /** @type {number} */ offset) => `(i64.load offset=${offset} ${ptr})`;

/** Limb of a table. @param {string} pointer - a local @param {number} i @param {number} [offset] */
const limbOf = (pointer, i, offset = 0) => `(i64.load32_s offset=${offset + 4 * i} ${get(pointer)})`;

/** @param {LaneModule} module */
export function addScalars(module) {
    addLoad(module);
    addClassify(module);
    addSelect(module);
    addSmallItems(module);
    addWideItems(module);
    addSplitItems(module);
}

/**
 * `scalar(ptr, size) -> ptr`: the low 32 bytes of a scalar, zero-extended in scratch when it is
 * shorter.
 * @param {LaneModule} module
 */
function addLoad(module) {
    const fn = new FunctionText("scalar", "ptr size", "i32");
    const scratch = at("(global.get $base)", module.scratch(32));
    fn.when(`(i32.ge_u ${get("size")} ${i32(32)})`, () => fn.emit(`(return ${get("ptr")})`));
    fn.i32("to", scratch);
    for (let i = 0; i < 4; i++) fn.emit(`(i64.store offset=${8 * i} ${get("to")} ${i64(0)})`);
    fn.loop("i", i32(0), get("size"), 1, () =>
        fn.emit(`(i32.store8 ${at(get("to"), get("i"))} (i32.load8_u ${at(get("ptr"), get("i"))}))`),
    );
    fn.emit(get("to"));
    fn.addTo(module);
}

/** d = r - k in words d0..d3, borrow in b. @param {FunctionText} fn */
function complement(fn) {
    fn.i64("b", i64(0));
    for (let i = 0; i < 4; i++) {
        fn.i64("w", load64(get("table"), 8 * i));
        fn.i64(`d${i}`, sub(sub(get("w"), get(`k${i}`)), get("b")));
        fn.i64(
            "b",
            `(i64.extend_i32_u (select (i64.le_u ${get("w")} ${get(`k${i}`)}) (i64.lt_u ${get("w")} ${get(`k${i}`)}) (i32.wrap_i64 ${get("b")})))`,
        );
    }
}

/**
 * `classify(scalars, size, n, points, pointSize, zero, table, endo, classes, stats)`
 *
 *   in      scalars  n little-endian integers of `size` bytes; points: n affine points; zero: the
 *                    affine point zero;
 *           endo: classes 2 and 4 exist
 *   out     classes  n bytes; stats: STATS, cleared here
 * @param {LaneModule} module
 */
function addClassify(module) {
    const fn = new FunctionText("classify", "scalars size n points pointSize zero table endo classes stats");
    for (let i = 0; i < STATS.size; i += 8) fn.emit(`(i64.store offset=${i} ${get("stats")} ${i64(0)})`);
    const differing = (/** @type {string} */ x, /** @type {string} */ y) => `(i64.xor ${load64(x, 0)} ${load64(y, 0)})`;
    const nothing = () => fn.i32("class", i32(CLASS.nothing));
    const gather = (/** @type {number} */ where, /** @type {string} */ value) =>
        fn.emit(`(i64.store offset=${where} ${get("stats")} ${or(load64(get("stats"), where), value)})`);
    const classOf = (/** @type {string} */ value, /** @type {number} */ one, /** @type {number} */ short) => {
        fn.i32("class", `(select ${i32(one)} ${i32(short)} (i64.eq ${value} ${i64(1)}))`);
        fn.when(`(i32.ne ${get("class")} ${i32(one)})`, () => gather(STATS.shortBits, value));
    };
    fn.loop("i", i32(0), get("n"), 1, () => {
        fn.i32("k", call("scalar", get("scalars"), get("size")));
        for (let i = 0; i < 4; i++) fn.i64(`k${i}`, load64(get("k"), 8 * i));
        fn.loop("j", i32(32), get("size"), 1, () =>
            fn.when(`(i32.load8_u ${at(get("scalars"), get("j"))})`, () =>
                fn.emit(`(i32.store offset=${STATS.wide} ${get("stats")} ${i32(1)})`),
            ),
        );
        fn.i32("class", i32(CLASS.full));
        fn.when(`(i64.eqz ${or(get("k1"), get("k2"), get("k3"))})`,
            () => fn.when(`(i64.eqz ${get("k0")})`, nothing, () => classOf(get("k0"), CLASS.one, CLASS.short)),
            () => fn.when(`(i32.and ${get("endo")} (i64.eq ${get("k3")} ${load64(get("table"), 24)}))`, () => {
                complement(fn);
                fn.when(`(i64.eqz ${or(get("b"), get("d1"), get("d2"), get("d3"))})`, () =>
                    fn.when(`(i64.eqz ${get("d0")})`, nothing, () =>
                        classOf(get("d0"), CLASS.minusOne, CLASS.minusShort),
                    ),
                );
            }));
        fn.when(
            `(i32.and (i32.ne ${get("class")} ${i32(CLASS.nothing)}) (i64.eq ${load64(get("points"), 0)} ${load64(get("zero"), 0)}))`,
            () => {
                fn.i64("w", i64(0));
                fn.loop("j", i32(0), get("pointSize"), 8, () =>
                    fn.i64("w", or(get("w"), differing(at(get("points"), get("j")), at(get("zero"), get("j"))))),
                );
                fn.when(`(i64.eqz ${get("w")})`, nothing);
            },
        );
        fn.when(`(i32.eq ${get("class")} ${i32(CLASS.full)})`, () => {
            for (let i = 0; i < 4; i++) gather(STATS.fullBits + 8 * i, get(`k${i}`));
        });
        fn.emit(`(i32.store8 ${at(get("classes"), get("i"))} ${get("class")})`);
        fn.i32("k", at(get("stats"), `(i32.shl ${get("class")} ${i32(2)})`));
        fn.emit(`(i32.store ${get("k")} ${at(`(i32.load ${get("k")})`, 1)})`);
        fn.i32("scalars", at(get("scalars"), get("size")));
        fn.i32("points", at(get("points"), get("pointSize")));
    });
    fn.addTo(module);
}

/**
 * Runs `body` for the scalars whose class is in [low, high]: locals class, k.
 * @param {FunctionText} fn
 * @param {() => void} body
 */
function eachOfClass(fn, body) {
    fn.loop("i", i32(0), get("n"), 1, () => {
        fn.i32("class", `(i32.load8_u ${at(get("classes"), get("i"))})`);
        fn.when(`(i32.le_u (i32.sub ${get("class")} ${get("low")}) (i32.sub ${get("high")} ${get("low")}))`, body);
        if (fn.params.includes("scalars")) fn.i32("scalars", at(get("scalars"), get("size")));
    });
}

/**
 * `select(classes, n, low, high, points, pointSize, out) -> out`: addresses of the points of some
 * classes.
 * @param {LaneModule} module
 */
function addSelect(module) {
    const fn = new FunctionText("select", "classes n low high points pointSize out", "i32");
    eachOfClass(fn, () => {
        fn.emit(`(i32.store ${get("out")} ${at(get("points"), `(i32.mul ${get("i")} ${get("pointSize")})`)})`);
        fn.i32("out", at(get("out"), 4));
    });
    fn.emit(get("out"));
    fn.addTo(module);
}

/**
 * Sum of a two-word magnitude and the recode constant, and the sign, to out.
 * @param {FunctionText} fn
 * @param {string} low
 * @param {string} high
 * @param {string} sign - i64, 0 or 1
 */
function storeItem(fn, low, high, sign) {
    fn.i64("w", sum(low, load64(get("rc"), 0)));
    fn.emit(`(i64.store ${get("out")} ${get("w")})`);
    const carry = `(i64.extend_i32_u (i64.lt_u ${get("w")} ${low}))`;
    const top = `(i64.and ${sum(high, load64(get("rc"), 8), carry)} ${i64((1n << 63n) - 1n)})`;
    fn.emit(`(i64.store offset=8 ${get("out")} ${or(top, `(i64.shl ${sign} ${i64(63)})`)})`);
}

/**
 * `smallItems(scalars, size, classes, n, low, high, table, rc, out)`: one item of 16 bytes per
 * scalar of the classes one to minusShort.
 * @param {LaneModule} module
 */
function addSmallItems(module) {
    const fn = new FunctionText("smallItems", "scalars size classes n low high table rc out");
    eachOfClass(fn, () => {
        fn.i64("k0", load64(call("scalar", get("scalars"), get("size")), 0));
        fn.i64("s", `(i64.extend_i32_u (i32.eqz (i32.and ${get("class")} ${i32(1)})))`);
        fn.when(`(i32.wrap_i64 ${get("s")})`, () => fn.i64("k0", sub(load64(get("table"), 0), get("k0"))));
        storeItem(fn, get("k0"), i64(0), get("s"));
        fn.i32("out", at(get("out"), ITEM));
    });
    fn.addTo(module);
}

/**
 * `wideItems(scalars, size, classes, n, low, high, rc, out)`: one item of 40 bytes per scalar, the
 * plain integer; rc has 40 bytes.
 * @param {LaneModule} module
 */
function addWideItems(module) {
    const fn = new FunctionText("wideItems", "scalars size classes n low high rc out");
    eachOfClass(fn, () => {
        fn.i32("k", call("scalar", get("scalars"), get("size")));
        fn.i64("c", i64(0));
        for (let i = 0; i < 5; i++) {
            fn.i64("a", i < 4 ? load64(get("k"), 8 * i) : i64(0));
            fn.i64("w", sum(get("a"), load64(get("rc"), 8 * i)));
            fn.i64("b", `(i64.extend_i32_u (i64.lt_u ${get("w")} ${get("a")}))`);
            fn.i64("a", sum(get("w"), get("c")));
            fn.i64("c", sum(get("b"), `(i64.extend_i32_u (i64.lt_u ${get("a")} ${get("w")}))`));
            fn.emit(`(i64.store offset=${8 * i} ${get("out")} ${get("a")})`);
        }
        fn.i32("out", at(get("out"), WIDE_ITEM));
    });
    fn.addTo(module);
}

/**
 * `splitItems(scalars, size, classes, n, low, high, table, parts, rc, out)`: 2 or 4 items per
 * scalar, its parts along the endomorphisms.
 *
 *   in      scalars  below 2^256, reduced mod r first
 *   out |k_h| + rc with their signs, k = sum of k_h times eigenvalue h mod r; below 2^127 for 2
 *   parts, 2^64 for 4 (endomorphism.js proves it)
 *   cost    about 140 products of 28-bit limbs for 2 parts, 240 for 4
 * @param {LaneModule} module
 */
function addSplitItems(module) {
    const fn = new FunctionText("splitItems", "scalars size classes n low high table parts rc out"),
        quotients = at("(global.get $base)", module.scratch(4 * 8 * PART_LIMBS));
    const low = (/** @type {string} */ e) => `(i64.and ${e} ${i64((1n << BigInt(LIMB)) - 1n)})`,
        high = (/** @type {string} */ e) => `(i64.shr_s ${e} ${i64(LIMB)})`;
    const two = (/** @type {() => void} */ body) => fn.when(`(i32.eq ${get("parts")} ${i32(2)})`, body);
    eachOfClass(fn, () => {
        fn.i32("k", call("scalar", get("scalars"), get("size")));
        for (let i = 0; i < SCALAR_LIMBS; i++) {
            const byte = Math.min((LIMB * i) >> 3, 24);
            fn.i64(`k${i}`, low(`(i64.shr_u ${load64(get("k"), byte)} ${i64(LIMB * i - 8 * byte)})`));
        }
        reduceScalar(fn, low, high);
        fn.i32("t", at(get("table"), LIMBS + 4 * SCALAR_LIMBS));
        fn.i32("to", quotients);
        fn.loop("j", i32(0), get("parts"), 1, () => {
            quotient(fn, two, low, high);
            fn.i32("t", at(get("t"), 4 * RECIPROCAL_LIMBS));
            fn.i32("to", at(get("to"), 8 * PART_LIMBS));
        });
        fn.loop("h", i32(0), get("parts"), 1, () => {
            for (let m = 0; m < PART_LIMBS; m++)
                fn.i64(`h${m}`, m < SHORT_LIMBS ? `(select ${i64(0)} ${get(`k${m}`)} ${get("h")})` : i64(0));
            two(() => {
                for (let m = SHORT_LIMBS; m < PART_LIMBS; m++)
                    fn.i64(`h${m}`, `(select ${i64(0)} ${get(`k${m}`)} ${get("h")})`);
            });
            fn.i32("to", quotients);
            fn.loop("j", i32(0), get("parts"), 1, () => {
                const rows = (/** @type {number} */ from, /** @type {number} */ to) => {
                    for (let m = from; m < to; m++)
                        fn.i64(
                            `h${m}`,
                            Array.from({ length: m + 1 }, (_, i) => i).reduce(
                                (e, i) => sub(e, mul(load64(get("to"), 8 * i), limbOf("t", m - i))),
                                get(`h${m}`),
                            ),
                        );
                };
                rows(0, SHORT_LIMBS);
                two(() => rows(SHORT_LIMBS, PART_LIMBS));
                fn.i32("t", at(get("t"), 4 * PART_LIMBS));
                fn.i32("to", at(get("to"), 8 * PART_LIMBS));
            });
            signedPart(fn, low, high);
            storeItem(fn, get("lo"), get("hi"), `(i64.and ${get("s")} ${i64(1)})`);
            fn.i32("out", at(get("out"), ITEM));
        });
    });
    fn.addTo(module);
}

/**
 * k -= r while k >= r: at most a few times, and only when the top limb allows it.
 * @param {FunctionText} fn
 * @param {(e: string) => string} low
 * @param {(e: string) => string} high
 */
function reduceScalar(fn, low, high) {
    const top = SCALAR_LIMBS - 1;
    const r = (/** @type {number} */ i) => limbOf("table", i, LIMBS);
    fn.emit(`(block $reduced (br_if $reduced (i64.lt_u ${get(`k${top}`)} ${r(top)})) (loop $again`);
    for (let i = 0; i <= top; i++)
        fn.i64(`t${i}`, sub(i ? sum(get(`k${i}`), high(get(`t${i - 1}`))) : get("k0"), r(i)));
    fn.emit(`(br_if $reduced (i64.lt_s ${get(`t${top}`)} ${i64(0)}))`);
    for (let i = 0; i <= top; i++) fn.i64(`k${i}`, i < top ? low(get(`t${i}`)) : get(`t${top}`));
    fn.emit("(br $again)))");
}

/**
 * The limbs of round(k g / 2^280) that parts need, g at t; columns below limb 8 are dropped (an
 * error below 2^-20).
 * @param {FunctionText} fn
 * @param {(body: () => void) => void} two
 * @param {(e: string) => string} low
 * @param {(e: string) => string} high
 */
function quotient(fn, two, low, high) {
    const columns = (/** @type {number} */ from, /** @type {number} */ to) => {
        for (let c = from; c < to; c++) {
            let e = c === 9 ? i64(1n << BigInt(LIMB - 1)) : i64(0);
            for (let i = 0; i < SCALAR_LIMBS; i++)
                if (c - i >= 0 && c - i < RECIPROCAL_LIMBS) e = sum(e, mul(get(`k${i}`), limbOf("t", c - i)));
            fn.i64("w", c > 8 ? sum(e, high(get("w"))) : e);
            if (c >= 10) fn.emit(`(i64.store offset=${8 * (c - 10)} ${get("to")} ${low(get("w"))})`);
        }
    };
    columns(8, 10 + SHORT_LIMBS);
    two(() => columns(10 + SHORT_LIMBS, 10 + PART_LIMBS));
}

/**
 * Limbs h0..h4 (a residue mod 2^140, of 4 parts mod 2^84) to sign s (0 or -1) and magnitude lo, hi.
 * @param {FunctionText} fn
 * @param {(e: string) => string} low
 * @param {(e: string) => string} high
 */
function signedPart(fn, low, high) {
    const extended = (/** @type {string} */ e) => `(i64.shr_s (i64.shl ${e} ${i64(64 - LIMB)}) ${i64(64 - LIMB)})`,
        last = SHORT_LIMBS - 1;
    fn.i64("w", i64(0));
    for (let m = 0; m < PART_LIMBS; m++) {
        fn.i64("w", sum(get(`h${m}`), high(get("w"))));
        if (m === last) fn.i64("w", `(select ${get("w")} ${extended(get("w"))} (i32.eq ${get("parts")} ${i32(2)}))`);
        fn.i64(`h${m}`, low(get("w")));
    }
    fn.i64("s", `(i64.shr_s ${extended(get("w"))} ${i64(63)})`);
    fn.i64("w", i64(0));
    for (let m = 0; m < PART_LIMBS; m++) {
        fn.i64("w", sum(sub(`(i64.xor ${get(`h${m}`)} ${get("s")})`, get("s")), high(get("w"))));
        fn.i64(`h${m}`, low(get("w")));
    }
    const shl = (/** @type {string} */ e, /** @type {number} */ bits) => `(i64.shl ${e} ${i64(bits)})`;
    fn.i64("lo", or(get("h0"), shl(get("h1"), 28), shl(get("h2"), 56)));
    fn.i64("hi", or(`(i64.shr_u ${get("h2")} ${i64(8)})`, shl(get("h3"), 20), shl(get("h4"), 48)));
}
