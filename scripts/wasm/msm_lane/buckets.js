/**
 * Bucket bookkeeping: counting sort of items by digit, pairing of the refs in
 * a bucket into additions, running sums. Moves refs only, so it serves every
 * curve, group and tier. Words: points.js.
 * @module scripts/wasm/msm_lane/buckets
 */
/** @import { LaneModule } from "../lane/module.js" */
import { at, get, i32 } from "../wat.js";
import { FunctionText } from "../lane/text.js";
import { ENTRY, REF, STATE } from "./layout.js";

export const shl = (/** @type {string} */ e, /** @type {number} */ bits) => `(i32.shl ${e} ${i32(bits)})`;
export const load = (/** @type {string} */ ptr, offset = 0) => `(i32.load offset=${offset} ${ptr})`;
export const store = (/** @type {string} */ ptr, /** @type {string} */ value, offset = 0) =>
    `(i32.store offset=${offset} ${ptr} ${value})`;

/** @param {LaneModule} module */
export function addBuckets(module) {
    addHistogram(module);
    addScan(module);
    addPlace(module);
    addPairUp(module);
    addCollect(module);
    addCarry(module);
    addHold(module);
    addRunningSums(module);
}

/** Digit of the item at `items`: |d| in d, its sign (0 or -1) in s. @param {FunctionText} fn */
function digit(fn) {
    const word = `(i64.load ${at(get("items"), `(i32.shr_u ${get("shift")} ${i32(3)})`)})`;
    const bits = `(i32.wrap_i64 (i64.shr_u ${word} (i64.extend_i32_u (i32.and ${get("shift")} ${i32(7)}))))`;
    fn.i32("d", `(i32.sub (i32.and ${bits} ${get("mask")}) ${get("half")})`);
    fn.i32("s", `(i32.shr_s ${get("d")} ${i32(31)})`);
    fn.i32("d", `(i32.sub (i32.xor ${get("d")} ${get("s")}) ${get("s")})`);
}

/**
 * `histogram(items, n, stride, shift, mask, half, counts)`: counts[|d| - 1]++ for n items.
 * @param {LaneModule} module
 */
function addHistogram(module) {
    const fn = new FunctionText("histogram", "items n stride shift mask half counts");
    fn.i32("counts", `(i32.sub ${get("counts")} ${i32(4)})`);
    fn.loop("i", i32(0), get("n"), 1, () => {
        digit(fn);
        fn.when(get("d"), () => {
            fn.i32("p", at(get("counts"), shl(get("d"), 2)));
            fn.emit(store(get("p"), at(load(get("p")), 1)));
        });
        fn.i32("items", at(get("items"), get("stride")));
    });
    fn.addTo(module);
}

/**
 * `scan(counts, buckets, positions, refs)`: positions[b] = refs + 4 times the sum of the counts
 * before b.
 * @param {LaneModule} module
 */
function addScan(module) {
    const fn = new FunctionText("scan", "counts buckets positions refs");
    fn.i32("end", at(get("counts"), shl(get("buckets"), 2)));
    fn.loop("c", get("counts"), get("end"), 4, () => {
        fn.emit(store(get("positions"), get("refs")));
        fn.i32("refs", at(get("refs"), shl(load(get("c")), 2)));
        fn.i32("positions", at(get("positions"), 4));
    });
    fn.addTo(module);
}

/**
 * `place(items, n, stride, parts, shift, mask, half, positions, record, step, first, next)`: refs
 * sorted by bucket.
 *
 *   in      n records with `parts` items each; part j of a record is named by record + first + j
 *           next
 *   out     positions[b]  end of bucket b
 * @param {LaneModule} module
 */
function addPlace(module) {
    const fn = new FunctionText("place", "items n stride parts shift mask half positions record step first next");
    fn.i32("positions", `(i32.sub ${get("positions")} ${i32(4)})`);
    fn.loop("i", i32(0), get("n"), 1, () => {
        fn.i32("ref", at(get("record"), get("first")));
        fn.loop("j", i32(0), get("parts"), 1, () => {
            digit(fn);
            fn.when(get("d"), () => {
                fn.i32("p", at(get("positions"), shl(get("d"), 2)));
                fn.i32("q", load(get("p")));
                const last = at(get("items"), `(i32.sub ${get("stride")} ${i32(1)})`);
                const sign = `(i32.xor (i32.and ${get("s")} ${i32(REF.negate)}) (i32.shr_u (i32.load8_u ${last}) ${i32(7)}))`;
                fn.emit(store(get("q"), `(i32.or ${get("ref")} ${sign})`), store(get("p"), at(get("q"), 4)));
            });
            fn.i32("items", at(get("items"), get("stride")));
            fn.i32("ref", at(get("ref"), get("next")));
        });
        fn.i32("record", at(get("record"), get("step")));
    });
    fn.addTo(module);
}

/**
 * Appends an entry at e.
 * @param {FunctionText} fn
 * @param {string} a
 * @param {string} b
 * @param {string} dst
 * @param {string} slot
 */
export function entry(fn, a, b, dst, slot) {
    for (const [value, offset] of /** @type {const} */ ([
        [a, ENTRY.A],
        [b, ENTRY.B],
        [dst, ENTRY.dst],
        [slot, ENTRY.slot],
    ])) {
        fn.emit(store(get("e"), value, offset));
    }
    fn.i32("e", at(get("e"), ENTRY.size));
}

/** How many entries a list has: from $list to $e. */
export const entriesSince = `(i32.shr_u (i32.sub ${get("e")} ${get("list")}) ${i32(Math.log2(ENTRY.size))})`;

/**
 * `pairUp(counts, buckets, refs, list, state, pointBytes) -> entries`: one round of the tree over
 * each bucket.
 *
 * Pairs become additions, a left-over ref moves down as it is; refs and counts are compacted in
 * place. A result replaces an operand that is a partial sum already, otherwise it takes a new slot
 * of the arena: half a slot per ref is enough. A bucket of any size is a tree like the others, so a
 * hot one does not serialise anything.
 * @param {LaneModule} module
 */
function addPairUp(module) {
    const fn = new FunctionText("pairUp", "counts buckets refs list state pointBytes", "i32");
    fn.i32("more", i32(0));
    fn.i32("e", get("list"));
    fn.i32("out", get("refs"));
    fn.i32("start", load(get("state"), STATE.start));
    fn.i32("slot", load(get("state"), STATE.next));
    fn.i32("end", at(get("counts"), shl(get("buckets"), 2)));
    fn.loop("c", get("counts"), get("end"), 4, () => {
        fn.i32("m", load(get("c")));
        fn.i32("more", `(i32.or ${get("more")} (i32.gt_u ${get("m")} ${i32(1)}))`);
        fn.emit(store(get("c"), `(i32.shr_u ${at(get("m"), 1)} ${i32(1)})`));
        fn.i32("stop", at(get("refs"), shl(`(i32.and ${get("m")} ${i32(-2)})`, 2)));
        fn.loop("r", get("refs"), get("stop"), 8, () => pairOf(fn));
        fn.when(`(i32.and ${get("m")} ${i32(1)})`, () => {
            fn.emit(store(get("out"), load(get("stop"))));
            fn.i32("out", at(get("out"), 4));
            fn.i32("stop", at(get("stop"), 4));
        });
        fn.i32("refs", get("stop"));
    });
    fn.emit(store(get("state"), get("slot"), STATE.next), store(get("state"), get("more"), STATE.more), entriesSince);
    fn.addTo(module);
}

/** Two refs at r become one at out. @param {FunctionText} fn */
function pairOf(fn) {
    fn.i32("A", load(get("r")));
    fn.i32("B", load(get("r"), 4));
    fn.when(`(i32.and (i32.ne ${get("A")} ${i32(0)}) (i32.ne ${get("B")} ${i32(0)}))`, () => {
        fn.i32("dst", get("A"));
        fn.when(`(i32.lt_u ${get("A")} ${get("start")})`, () => {
            fn.i32("dst", get("B"));
            fn.when(`(i32.lt_u ${get("B")} ${get("start")})`, () => {
                fn.i32("dst", get("slot"));
                fn.i32("slot", at(get("slot"), get("pointBytes")));
            });
        });
        entry(fn, get("A"), get("B"), get("dst"), get("out"));
        fn.emit(store(get("out"), get("dst")));
    }, () => fn.emit(store(get("out"), `(i32.or ${get("A")} ${get("B")})`)));
    fn.i32("out", at(get("out"), 4));
}

/**
 * `collect(counts, buckets, refs, out, keep, start, pointBytes)`: after the last round, the ref of
 * each bucket (or 0) to `out`; a partial sum is copied from the arena to its place in `keep`,
 * because the arena is used again.
 * @param {LaneModule} module
 */
function addCollect(module) {
    const fn = new FunctionText("collect", "counts buckets refs out keep start pointBytes");
    fn.i32("end", at(get("counts"), shl(get("buckets"), 2)));
    fn.loop("c", get("counts"), get("end"), 4, () => {
        fn.i32("A", i32(0));
        fn.when(load(get("c")), () => {
            fn.i32("A", load(get("refs")));
            fn.i32("refs", at(get("refs"), 4));
            fn.when(`(i32.ge_u ${get("A")} ${get("start")})`, () => {
                fn.loop("j", i32(0), get("pointBytes"), 8, () =>
                    fn.emit(`(i64.store ${at(get("keep"), get("j"))} (i64.load ${at(get("A"), get("j"))}))`),
                );
                fn.i32("A", get("keep"));
            });
        });
        fn.emit(store(get("out"), get("A")));
        fn.i32("out", at(get("out"), 4));
        fn.i32("keep", at(get("keep"), get("pointBytes")));
    });
    fn.addTo(module);
}

/**
 * `seed(sorted, buckets, counts)`: counts[b] = 1 where bucket b has a ref of an earlier block,
 * otherwise 0. After `histogram` and `scan`, `carry(sorted, buckets, positions)` puts these refs
 * first.
 * @param {LaneModule} module
 */
function addCarry(module) {
    const each = (/** @type {FunctionText} */ fn, /** @type {string} */ other, /** @type {() => void} */ body) => {
        fn.i32("end", at(get("sorted"), shl(get("buckets"), 2)));
        fn.loop("b", get("sorted"), get("end"), 4, () => {
            body();
            fn.i32(other, at(get(other), 4));
        });
        fn.addTo(module);
    };
    const seed = new FunctionText("seed", "sorted buckets counts");
    each(seed, "counts", () => seed.emit(store(get("counts"), `(i32.ne ${load(get("b"))} ${i32(0)})`)));
    const carry = new FunctionText("carry", "sorted buckets positions");
    each(carry, "positions", () => carry.when(load(get("b")), () => {
        carry.i32("p", load(get("positions")));
        carry.emit(store(get("p"), load(get("b"))), store(get("positions"), at(get("p"), 4)));
    }));
}

/**
 * `hold(sorted, buckets, keep, pointBytes)`: copies every point that `sorted` names, and that is
 * not there yet, to its place in `keep`, because the records of a block make room for those of the
 * next one.
 * @param {LaneModule} module
 */
function addHold(module) {
    const fn = new FunctionText("hold", "sorted buckets keep pointBytes");
    fn.i32("half", `(i32.shr_u ${get("pointBytes")} ${i32(1)})`);
    fn.i32("end", at(get("sorted"), shl(get("buckets"), 2)));
    fn.loop("b", get("sorted"), get("end"), 4, () => {
        fn.i32("A", load(get("b")));
        fn.i32("x", `(i32.and ${get("A")} ${i32(REF.address)})`);
        fn.when(`(i32.and (i32.ne ${get("A")} ${i32(0)}) (i32.ne ${get("x")} ${get("keep")}))`, () => {
            fn.i32("y", `(select (i32.sub ${get("x")} ${get("half")}) ${at(get("x"), get("half"))} (i32.and ${get("A")} ${i32(REF.yBefore)}))`);
            fn.loop("j", i32(0), get("half"), 8, () => {
                const to = at(get("keep"), get("j"));
                fn.emit(
                    `(i64.store ${to} (i64.load ${at(get("x"), get("j"))}))`,
                    `(i64.store ${at(to, get("half"))} (i64.load ${at(get("y"), get("j"))}))`,
                );
            });
            fn.emit(store(get("b"), `(i32.or ${get("keep")} (i32.and ${get("A")} ${i32(REF.negate)}))`));
        });
        fn.i32("keep", at(get("keep"), get("pointBytes")));
    });
    fn.addTo(module);
}

/**
 * `runningSums(segments, n, slots, buckets, stride, list, pointBytes) -> entries`: one step of the
 * running sums of n segments, pipelined: sum += run and run += bucket.
 *
 *   in      segments  n pairs [run, sum] of refs; buckets: ref of this step's bucket of the first
 *                     segment, the others `stride` bytes apart (0: no bucket in this step)
 *   out     slots     n times 4 points: three that runs take turns in, one for the sum. A new run
 *                     must not lie on either operand of this step: empty buckets break any fixed
 *                     rotation.
 * @param {LaneModule} module
 */
function addRunningSums(module) {
    const fn = new FunctionText("runningSums", "segments n slots buckets stride list pointBytes", "i32");
    fn.i32("e", get("list"));
    fn.loop("i", i32(0), get("n"), 1, () => {
        fn.i32("run", load(get("segments")));
        fn.i32("sum", load(get("segments"), 4));
        fn.when(get("run"), () => fn.when(get("sum"), () => {
            fn.i32("dst", at(get("slots"), `(i32.mul ${get("pointBytes")} ${i32(3)})`));
            const doubled = `(i32.or ${get("sum")} ${shl(`(i32.eq ${get("sum")} ${get("run")})`, Math.log2(REF.double))})`;
            entry(fn, doubled, get("run"), get("dst"), at(get("segments"), 4));
            fn.emit(store(get("segments"), get("dst"), 4));
        }, () => fn.emit(store(get("segments"), get("run"), 4))));
        fn.when(get("stride"), () => {
            fn.i32("b", load(get("buckets")));
            fn.i32("buckets", at(get("buckets"), get("stride")));
            fn.when(get("b"), () => fn.when(get("run"), () => {
                fn.i32("dst", get("slots"));
                for (let k = 0; k < 2; k++) {
                    const taken = `(i32.or (i32.eq ${get("dst")} ${get("run")}) (i32.eq ${get("dst")} ${get("sum")}))`;
                    fn.i32("dst", `(select ${at(get("dst"), get("pointBytes"))} ${get("dst")} ${taken})`);
                }
                entry(fn, get("run"), get("b"), get("dst"), get("segments"));
                fn.emit(store(get("segments"), get("dst")));
            }, () => fn.emit(store(get("segments"), get("b")))));
        });
        fn.i32("segments", at(get("segments"), 8));
        fn.i32("slots", at(get("slots"), shl(get("pointBytes"), 2)));
    });
    fn.emit(entriesSince);
    fn.addTo(module);
}
