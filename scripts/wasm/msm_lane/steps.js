/**
 * Bookkeeping of many sums that take the same steps together: signed digits of scalars, and the
 * lists of additions of each step. Moves refs only, so it serves every curve, group and tier.
 * Words: points.js; what the steps are: src/kernels/points/multiples.js.
 *
 *   digits  rows of one signed byte per column: row w holds, for each scalar or part of one, the
 *           digit at its place w
 *   tops    largest magnitude of each column
 *   term    a point, with its multiples in a table and a column of digits; term t is named by word
 *           t of row 1 of tableRefs, its k-th multiple by word t of row k, counted from 1
 * @module scripts/wasm/msm_lane/steps
 */
/** @import { LaneModule } from "../lane/module.js" */
import { at, get, i32 } from "../wat.js";
import { fromBase } from "../lane/module.js";
import { FunctionText } from "../lane/text.js";
import { entriesSince, entry, load, shl, store } from "./buckets.js";
import { REF, WIDE_ITEM, WINDOW } from "./layout.js";

/** @param {LaneModule} module */
export function addSteps(module) {
    addSignedDigits(module);
    addMultiples(module);
    addDoubles(module);
    addTerms(module);
}

const times = (/** @type {string} */ a, /** @type {string} */ b) => `(i32.mul ${a} ${b})`;

/** Word `index` of a list. @param {string} list @param {string} index */
const word = (list, index) => at(get(list), shl(index, 2));

/**
 * `signedDigits(numbers, n, bytes, signed, rows, sparse, digits, tops) -> 16 times the rows in use + largest magnitude`
 *
 *   in      numbers  n of `bytes` bytes, a multiple of 8; signed: the top bit is the sign
 *           rows     for b bits b / WINDOW + 1, or b + 1 if sparse
 *           digits   rows n zeros
 *   out     digits   one for each WINDOW bits, of magnitude at most 2^(WINDOW - 1); or, sparse, one
 *                    for each bit, odd ones below 2^(WINDOW - 1), of which WINDOW in a row have at
 *                    most one that is not 0
 *   source  Booth 1951; width-w non-adjacent form: Solinas 2000
 * @param {LaneModule} module
 */
function addSignedDigits(module) {
    const fn = new FunctionText("signedDigits", "numbers n bytes signed rows sparse digits tops", "i32");
    const room = module.scratch(WIDE_ITEM + 8);
    const half = 2 ** (WINDOW - 1);
    const bitsAt = `(i32.wrap_i64 (i64.shr_u (i64.load ${at(get("copy"), `(i32.shr_u ${get("pos")} ${i32(3)})`)})`
        + ` (i64.extend_i32_u (i32.and ${get("pos")} ${i32(7)}))))`;
    const put = () => {
        fn.i32("d", `(i32.sub (i32.xor ${get("d")} ${get("minus")}) ${get("minus")})`);
        fn.emit(`(i32.store8 ${at(get("digits"), at(times(get("row"), get("n")), get("i")))} ${get("d")})`);
        fn.i32("d", `(select (i32.sub ${i32(0)} ${get("d")}) ${get("d")} (i32.lt_s ${get("d")} ${i32(0)}))`);
        fn.i32("top", `(select ${get("d")} ${get("top")} (i32.gt_u ${get("d")} ${get("top")}))`);
        fn.when(`(i32.gt_u ${at(get("row"), 1)} ${get("used")})`, () => fn.i32("used", at(get("row"), 1)));
    };
    fn.i32("copy", fromBase(room));
    fn.i32("used", i32(0));
    fn.i32("most", i32(0));
    fn.loop("i", i32(0), get("n"), 1, () => {
        fn.loop("j", i32(0), i32(WIDE_ITEM + 8), 8, () =>
            fn.emit(`(i64.store ${at(get("copy"), get("j"))} (i64.const 0))`));
        fn.loop("j", i32(0), get("bytes"), 8, () =>
            fn.emit(`(i64.store ${at(get("copy"), get("j"))} (i64.load ${at(get("numbers"), get("j"))}))`));
        fn.i32("numbers", at(get("numbers"), get("bytes")));
        fn.i32("last", at(get("copy"), `(i32.sub ${get("bytes")} ${i32(4)})`));
        fn.i32("minus", i32(0));
        fn.when(get("signed"), () => {
            fn.i32("minus", `(i32.shr_s ${load(get("last"))} ${i32(31)})`);
            fn.emit(store(get("last"), `(i32.and ${load(get("last"))} ${i32(0x7fffffff)})`));
        });
        fn.i32("top", i32(0));
        fn.i32("row", i32(0));
        fn.when(get("sparse"), () => {
            fn.i32("carry", i32(0));
            fn.loop("row", i32(0), get("rows"), 0, () => {
                fn.i32("pos", get("row"));
                fn.i32("d", at(`(i32.and ${bitsAt} ${i32(2 * half - 1)})`, get("carry")));
                fn.when(`(i32.and ${get("d")} ${i32(1)})`, () => {
                    fn.i32("carry", `(i32.gt_u ${get("d")} ${i32(half)})`);
                    fn.i32("d", `(i32.sub ${get("d")} ${shl(get("carry"), WINDOW)})`);
                    put();
                    fn.i32("row", at(get("row"), WINDOW));
                }, () => fn.i32("row", at(get("row"), 1)));
            });
        }, () => {
            fn.i32("before", i32(0)); // the bit below the window
            fn.loop("row", i32(0), get("rows"), 1, () => {
                fn.i32("pos", shl(get("row"), Math.log2(WINDOW)));
                fn.i32("d", `(i32.and ${bitsAt} ${i32(2 * half - 1)})`);
                fn.i32("next", `(i32.shr_u ${get("d")} ${i32(WINDOW - 1)})`);
                fn.i32("d", `(i32.sub ${at(get("d"), get("before"))} ${shl(get("next"), WINDOW)})`);
                fn.i32("before", get("next"));
                fn.when(get("d"), put);
            });
        });
        fn.emit(`(i32.store8 ${at(get("tops"), get("i"))} ${get("top")})`);
        fn.when(`(i32.gt_u ${get("top")} ${get("most")})`, () => fn.i32("most", get("top")));
    });
    fn.emit(at(shl(get("used"), 4), get("most")));
    fn.addTo(module);
}

/**
 * `multiples(k, columns, tops, count, tableRefs, table, pointBytes, list) -> entries`: the k-th
 * multiples of the terms that need them: twice the half of an even k, and the sum of multiples k -
 * 2 and 2 of an odd one.
 *
 *   in      columns  of the terms; the multiples that this one is made of are there
 *   out     entries  whose points are row k - 1 of the table; infinity has none, and a sum with it
 *                    is the other ref
 * @param {LaneModule} module
 */
function addMultiples(module) {
    const fn = new FunctionText("multiples", "k columns tops count tableRefs table pointBytes list", "i32");
    const row = (/** @type {string} */ k) => times(`(i32.sub ${k} ${i32(1)})`, get("count"));
    const odd = `(i32.and ${get("k")} ${i32(1)})`;
    fn.i32("e", get("list"));
    fn.i32("slot", word("tableRefs", row(get("k"))));
    fn.i32("dst", at(get("table"), times(`(i32.sub ${row(get("k"))} ${get("count")})`, get("pointBytes"))));
    fn.i32("j", `(select (i32.sub ${get("k")} ${i32(2)}) (i32.shr_u ${get("k")} ${i32(1)}) ${odd})`);
    fn.i32("from", word("tableRefs", row(get("j"))));
    fn.i32("twice", word("tableRefs", get("count")));
    fn.i32("end", word("columns", get("count")));
    fn.loop("c", get("columns"), get("end"), 4, () => {
        fn.when(`(i32.ge_u (i32.load8_u ${at(get("tops"), load(get("c")))}) ${get("k")})`, () => {
            fn.i32("A", load(get("from")));
            fn.when(odd, () => fn.i32("B", load(get("twice"))), () => {
                fn.i32("B", get("A"));
                fn.i32("A", `(select (i32.or ${get("A")} ${i32(REF.double)}) ${i32(0)} ${get("A")})`);
            });
            fn.when(`(i32.and (i32.ne ${get("A")} ${i32(0)}) (i32.ne ${get("B")} ${i32(0)}))`, () => {
                entry(fn, get("A"), get("B"), get("dst"), get("slot"));
                fn.emit(store(get("slot"), get("dst")));
            }, () => fn.emit(store(get("slot"), `(i32.or ${get("A")} ${get("B")})`)));
        });
        for (const name of ["slot", "from", "twice"]) fn.i32(name, at(get(name), 4));
        fn.i32("dst", at(get("dst"), get("pointBytes")));
    });
    fn.emit(entriesSince);
    fn.addTo(module);
}

/**
 * `doubles(refs, n, points, pointBytes, list) -> entries`: each of n sums becomes twice itself, in
 * its place in `points`; infinity stays.
 * @param {LaneModule} module
 */
function addDoubles(module) {
    const fn = new FunctionText("doubles", "refs n points pointBytes list", "i32");
    fn.i32("e", get("list"));
    fn.i32("end", word("refs", get("n")));
    fn.loop("r", get("refs"), get("end"), 4, () => {
        fn.i32("A", load(get("r")));
        fn.when(get("A"), () => {
            entry(fn, `(i32.or ${get("A")} ${i32(REF.double)})`, get("A"), get("points"), get("r"));
            fn.emit(store(get("r"), get("points")));
        });
        fn.i32("points", at(get("points"), get("pointBytes")));
    });
    fn.emit(entriesSince);
    fn.addTo(module);
}

/**
 * `terms(row, columns, sums, from, to, count, tableRefs, refs, points, pointBytes, list) -> entries`:
 * adds the multiples that a row of digits names, of terms `from` to `to`, which belong to different
 * sums.
 *
 *   in      sums  number of the sum of each term
 *   out     refs  of the sums; one that was infinity becomes the multiple itself, wherever that is
 * @param {LaneModule} module
 */
function addTerms(module) {
    const params = "row columns sums from to count tableRefs refs points pointBytes list";
    const fn = new FunctionText("terms", params, "i32");
    fn.i32("e", get("list"));
    fn.loop("t", get("from"), get("to"), 1, () => {
        fn.i32("d", `(i32.load8_s ${at(get("row"), load(word("columns", get("t"))))})`);
        fn.when(get("d"), () => {
            fn.i32("minus", `(i32.shr_s ${get("d")} ${i32(31)})`);
            fn.i32("d", `(i32.sub (i32.sub (i32.xor ${get("d")} ${get("minus")}) ${get("minus")}) ${i32(1)})`);
            fn.i32("B", load(word("tableRefs", at(times(get("d"), get("count")), get("t")))));
            fn.when(get("B"), () => {
                fn.i32("B", `(i32.xor ${get("B")} (i32.and ${get("minus")} ${i32(REF.negate)}))`);
                fn.i32("i", load(word("sums", get("t"))));
                fn.i32("slot", word("refs", get("i")));
                fn.i32("A", load(get("slot")));
                fn.when(get("A"), () => {
                    fn.i32("dst", at(get("points"), times(get("i"), get("pointBytes"))));
                    entry(fn, get("A"), get("B"), get("dst"), get("slot"));
                    fn.emit(store(get("slot"), get("dst")));
                }, () => fn.emit(store(get("slot"), get("B"))));
            });
        });
    });
    fn.emit(entriesSince);
    fn.addTo(module);
}
