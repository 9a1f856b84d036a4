/**
 * Scalars: which of them cost nothing, little or much, and their signed-digit
 * items. Curve-neutral: numbers of the curve come from a table (split_table.js).
 *
 * Classes, because most scalars of a circuit are 0, 1 or small:
 *
 *   0  nothing to add: scalar 0, or the point is infinity
 *   1  k = 1          2  k = r - 1 (counts as -1)
 *   3  k < 2^64       4  r - k < 2^64 (counts as -(r - k))
 *   5  everything else
 *
 * 2 and 4 exist only with the endomorphism: without it scalars are plain
 * integers and points may have any order.
 *
 * An item is a magnitude plus the recode constant rc = sum of 2^(c w + c - 1)
 * over the signed windows w, so that digit w is `bits - 2^(c-1)` with no carry
 * chain; its top bit is the sign.
 * @module scripts/wasm/msm_lane/scalars
 */
/** @import { LaneModule } from "../lane/module.js" */
import { at, call, get, i32, i64, mul, sum } from "../wat.js";
import { FunctionText } from "../lane/text.js";
import { HALF_LIMBS, LIMB, RECIPROCAL_LIMBS, SCALAR_LIMBS, WORDS } from "./split_table.js";

/** Bytes of an item of at most 127 bits and of one of at most 319 bits. */
export const ITEM = 16, WIDE_ITEM = 40;

/** Layout of the statistics: i32 counts of the classes, then "a scalar has bits above 256", then u64 ors. */
export const STATS = Object.freeze({ counts: 0, wide: 24, shortBits: 32, fullBits: 40, size: 72 });

const sub = (/** @type {string} */ a, /** @type {string} */ b) => `(i64.sub ${a} ${b})`;
const or = (/** @type {string[]} */ ...terms) => terms.reduce((a, b) => `(i64.or ${a} ${b})`);
const load64 = (/** @type {string} */ ptr, /** @type {number} */ offset) => `(i64.load offset=${offset} ${ptr})`;

/** @param {LaneModule} module */
export function addScalars(module) {
    addLoad(module);
    addClassify(module);
    addSelect(module);
    addSmallItems(module);
    addWideItems(module);
    addSplitItems(module);
}

/** `scalar(ptr, size) -> ptr`: the low 32 bytes of a scalar, zero-extended in scratch when it is shorter. @param {LaneModule} module */
function addLoad(module) {
    const fn = new FunctionText("scalar", "ptr size", "i32"), scratch = at("(global.get $base)", module.scratch(32));
    fn.when(`(i32.ge_u ${get("size")} ${i32(32)})`, () => fn.emit(`(return ${get("ptr")})`));
    fn.i32("to", scratch);
    for (let i = 0; i < 4; i++) fn.emit(`(i64.store offset=${8 * i} ${get("to")} ${i64(0)})`);
    fn.loop("i", i32(0), get("size"), 1, () => fn.emit(`(i32.store8 ${at(get("to"), get("i"))} (i32.load8_u ${at(get("ptr"), get("i"))}))`));
    fn.emit(get("to"));
    fn.addTo(module);
}

/** d = r - k in words d0..d3, borrow in b. @param {FunctionText} fn */
function complement(fn) {
    fn.i64("b", i64(0));
    for (let i = 0; i < 4; i++) {
        fn.i64("w", load64(get("table"), 8 * i));
        fn.i64(`d${i}`, sub(sub(get("w"), get(`k${i}`)), get("b")));
        fn.i64("b", `(i64.extend_i32_u (select (i64.le_u ${get("w")} ${get(`k${i}`)}) (i64.lt_u ${get("w")} ${get(`k${i}`)}) (i32.wrap_i64 ${get("b")})))`);
    }
}

/**
 * `classify(scalars, size, n, points, pointSize, table, endo, classes, stats)`
 *
 *   in      scalars  n little-endian integers of `size` bytes; points: n affine points; endo: classes 2 and 4 exist
 *   out     classes  n bytes; stats: STATS, cleared here
 * @param {LaneModule} module
 */
function addClassify(module) {
    const fn = new FunctionText("classify", "scalars size n points pointSize table endo classes stats");
    for (let i = 0; i < STATS.size; i += 8) fn.emit(`(i64.store offset=${i} ${get("stats")} ${i64(0)})`);
    const gather = (/** @type {number} */ where, /** @type {string} */ value) =>
        fn.emit(`(i64.store offset=${where} ${get("stats")} ${or(load64(get("stats"), where), value)})`);
    const short = (/** @type {string} */ value, /** @type {number} */ one) => {
        fn.i32("class", `(select ${i32(one)} ${i32(one + 2)} (i64.eq ${value} ${i64(1)}))`);
        fn.when(`(i32.ne ${get("class")} ${i32(one)})`, () => gather(STATS.shortBits, value));
    };
    fn.loop("i", i32(0), get("n"), 1, () => {
        fn.i32("k", call("scalar", get("scalars"), get("size")));
        for (let i = 0; i < 4; i++) fn.i64(`k${i}`, load64(get("k"), 8 * i));
        fn.loop("j", i32(32), get("size"), 1, () =>
            fn.when(`(i32.load8_u ${at(get("scalars"), get("j"))})`, () => fn.emit(`(i32.store offset=${STATS.wide} ${get("stats")} ${i32(1)})`)));
        fn.i32("class", i32(5));
        fn.when(`(i64.eqz ${or(get("k1"), get("k2"), get("k3"))})`,
            () => fn.when(`(i64.eqz ${get("k0")})`, () => fn.i32("class", i32(0)), () => short(get("k0"), 1)),
            () => fn.when(`(i32.and ${get("endo")} (i64.eq ${get("k3")} ${load64(get("table"), 24)}))`, () => {
                complement(fn);
                fn.when(`(i64.eqz ${or(get("b"), get("d1"), get("d2"), get("d3"))})`, () =>
                    fn.when(`(i64.eqz ${get("d0")})`, () => fn.i32("class", i32(0)), () => short(get("d0"), 2)));
            }));
        fn.when(`(i32.and (i32.ne ${get("class")} ${i32(0)}) (i64.eqz ${load64(get("points"), 0)}))`, () => {
            fn.i64("w", i64(0));
            fn.loop("j", i32(0), get("pointSize"), 8, () => fn.i64("w", or(get("w"), load64(at(get("points"), get("j")), 0))));
            fn.when(`(i64.eqz ${get("w")})`, () => fn.i32("class", i32(0)));
        });
        fn.when(`(i32.eq ${get("class")} ${i32(5)})`, () => { for (let i = 0; i < 4; i++) gather(STATS.fullBits + 8 * i, get(`k${i}`)); });
        fn.emit(`(i32.store8 ${at(get("classes"), get("i"))} ${get("class")})`);
        fn.i32("k", at(get("stats"), `(i32.shl ${get("class")} ${i32(2)})`));
        fn.emit(`(i32.store ${get("k")} ${at(`(i32.load ${get("k")})`, 1)})`);
        fn.i32("scalars", at(get("scalars"), get("size")));
        fn.i32("points", at(get("points"), get("pointSize")));
    });
    fn.addTo(module);
}

/** Runs `body` for the scalars whose class is in [low, high]: locals class, k. @param {FunctionText} fn @param {() => void} body */
function eachOfClass(fn, body) {
    fn.loop("i", i32(0), get("n"), 1, () => {
        fn.i32("class", `(i32.load8_u ${at(get("classes"), get("i"))})`);
        fn.when(`(i32.le_u (i32.sub ${get("class")} ${get("low")}) (i32.sub ${get("high")} ${get("low")}))`, body);
        if (fn.params.includes("scalars")) fn.i32("scalars", at(get("scalars"), get("size")));
    });
}

/** `select(classes, n, low, high, points, pointSize, out) -> out`: addresses of the points of some classes. @param {LaneModule} module */
function addSelect(module) {
    const fn = new FunctionText("select", "classes n low high points pointSize out", "i32");
    eachOfClass(fn, () => {
        fn.emit(`(i32.store ${get("out")} ${at(get("points"), `(i32.mul ${get("i")} ${get("pointSize")})`)})`);
        fn.i32("out", at(get("out"), 4));
    });
    fn.emit(get("out"));
    fn.addTo(module);
}

/** Sum of a two-word magnitude and the recode constant, and the sign, to out. @param {FunctionText} fn @param {string} low @param {string} high @param {string} sign - i64, 0 or 1 @param {number} offset */
function storeItem(fn, low, high, sign, offset) {
    fn.i64("w", sum(low, load64(get("rc"), 0)));
    fn.emit(`(i64.store offset=${offset} ${get("out")} ${get("w")})`);
    const carry = `(i64.extend_i32_u (i64.lt_u ${get("w")} ${low}))`;
    const top = `(i64.and ${sum(high, load64(get("rc"), 8), carry)} ${i64((1n << 63n) - 1n)})`;
    fn.emit(`(i64.store offset=${offset + 8} ${get("out")} ${or(top, `(i64.shl ${sign} ${i64(63)})`)})`);
}

/**
 * `smallItems(scalars, size, classes, n, low, high, table, rc, out)`: one item of 16 bytes per scalar of classes 1 to 4.
 * @param {LaneModule} module
 */
function addSmallItems(module) {
    const fn = new FunctionText("smallItems", "scalars size classes n low high table rc out");
    eachOfClass(fn, () => {
        fn.i64("k0", load64(call("scalar", get("scalars"), get("size")), 0));
        fn.i64("s", `(i64.extend_i32_u (i32.eqz (i32.and ${get("class")} ${i32(1)})))`);
        fn.when(`(i32.wrap_i64 ${get("s")})`, () => fn.i64("k0", sub(load64(get("table"), 0), get("k0"))));
        storeItem(fn, get("k0"), i64(0), get("s"), 0);
        fn.i32("out", at(get("out"), ITEM));
    });
    fn.addTo(module);
}

/**
 * `wideItems(scalars, size, classes, n, low, high, rc, out)`: one item of 40 bytes per scalar, the plain integer; rc has 40 bytes.
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
 * `splitItems(scalars, size, classes, n, low, high, table, rc, out)`: two items per scalar, its halves along the endomorphism.
 *
 *   in      scalars  below 2^256, reduced mod r first
 *   out     |k1| + rc, |k2| + rc with their signs, k = k1 + k2 lambda mod r; both below 2^127 (lattice.js proves it)
 *   cost    about 130 products of 28-bit limbs
 * @param {LaneModule} module
 */
function addSplitItems(module) {
    const fn = new FunctionText("splitItems", "scalars size classes n low high table rc out");
    const low = (/** @type {string} */ e) => `(i64.and ${e} ${i64((1n << BigInt(LIMB)) - 1n)})`, high = (/** @type {string} */ e) => `(i64.shr_s ${e} ${i64(LIMB)})`;
    const table = (/** @type {number} */ i) => load64(get("table"), 8 * i);
    const R = WORDS, G = R + SCALAR_LIMBS, V = G + 2 * RECIPROCAL_LIMBS;
    eachOfClass(fn, () => {
        fn.i32("k", call("scalar", get("scalars"), get("size")));
        for (let i = 0; i < SCALAR_LIMBS; i++) {
            const byte = Math.min((LIMB * i) >> 3, 24);
            fn.i64(`k${i}`, low(`(i64.shr_u ${load64(get("k"), byte)} ${i64(LIMB * i - 8 * byte)})`));
        }
        reduceScalar(fn, table, R, low, high);
        for (const j of [0, 1]) quotient(fn, j, (i) => table(G + RECIPROCAL_LIMBS * j + i), low, high);
        for (const h of [0, 1]) {
            for (let m = 0; m < HALF_LIMBS; m++) {
                let e = h ? i64(0) : get(`k${m}`);
                for (const j of [0, 1]) for (let i = 0; i <= m; i++) e = sub(e, mul(get(`c${j}_${i}`), table(V + HALF_LIMBS * (2 * j + h) + m - i)));
                fn.i64(`h${m}`, e);
            }
            signedHalf(fn, low, high);
            storeItem(fn, get("lo"), get("hi"), `(i64.and ${get("s")} ${i64(1)})`, ITEM * h);
        }
        fn.i32("out", at(get("out"), 2 * ITEM));
    });
    fn.addTo(module);
}

/** k -= r while k >= r: at most a few times, and only when the top limb allows it. @param {FunctionText} fn @param {(i: number) => string} table @param {number} R @param {(e: string) => string} low @param {(e: string) => string} high */
function reduceScalar(fn, table, R, low, high) {
    const top = SCALAR_LIMBS - 1;
    fn.emit(`(block $reduced (br_if $reduced (i64.lt_u ${get(`k${top}`)} ${table(R + top)})) (loop $again`);
    for (let i = 0; i <= top; i++) fn.i64(`t${i}`, sub(i ? sum(get(`k${i}`), high(get(`t${i - 1}`))) : get("k0"), table(R + i)));
    fn.emit(`(br_if $reduced (i64.lt_s ${get(`t${top}`)} ${i64(0)}))`);
    for (let i = 0; i <= top; i++) fn.i64(`k${i}`, i < top ? low(get(`t${i}`)) : get(`t${top}`));
    fn.emit("(br $again)))");
}

/** c_j = round(k g_j / 2^280), five limbs; columns below limb 8 are dropped (an error below 2^-20). @param {FunctionText} fn @param {number} j @param {(i: number) => string} g @param {(e: string) => string} low @param {(e: string) => string} high */
function quotient(fn, j, g, low, high) {
    for (let c = 8; c < 15; c++) {
        let e = c === 9 ? i64(1n << BigInt(LIMB - 1)) : i64(0);
        for (let i = 0; i < SCALAR_LIMBS; i++) if (c - i >= 0 && c - i < RECIPROCAL_LIMBS) e = sum(e, mul(get(`k${i}`), g(c - i)));
        fn.i64("w", c > 8 ? sum(e, high(get("w"))) : e);
        if (c >= 10) fn.i64(`c${j}_${c - 10}`, low(get("w")));
    }
}

/** Limbs h0..h4 (a residue mod 2^140) to sign s (0 or -1) and magnitude lo, hi. @param {FunctionText} fn @param {(e: string) => string} low @param {(e: string) => string} high */
function signedHalf(fn, low, high) {
    fn.i64("w", get("h0"));
    for (let m = 1; m < HALF_LIMBS; m++) fn.i64("w", sum(get(`h${m}`), high(get("w"))));
    fn.i64("s", `(i64.shr_s (i64.shl ${get("w")} ${i64(64 - LIMB)}) ${i64(63)})`); // bit 139
    fn.i64("w", i64(0));
    for (let m = 0; m < HALF_LIMBS; m++) {
        fn.i64("w", sum(sub(`(i64.xor ${get(`h${m}`)} ${get("s")})`, get("s")), high(get("w"))));
        fn.i64(`m${m}`, low(get("w")));
    }
    const shl = (/** @type {string} */ e, /** @type {number} */ bits) => `(i64.shl ${e} ${i64(bits)})`;
    fn.i64("lo", or(get("m0"), shl(get("m1"), 28), shl(get("m2"), 56)));
    fn.i64("hi", or(`(i64.shr_u ${get("m2")} ${i64(8)})`, shl(get("m3"), 20), shl(get("m4"), 48)));
}
