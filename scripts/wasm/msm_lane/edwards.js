/**
 * Points of a twisted Edwards curve become points of y^2 = x^3 + a x + b (weierstrassOf in
 * src/bigint), with one shared inversion per batch, as batched additions have it. Of the records
 * [x' | y], x' = x / B^2, in place:
 *
 *   1  d_i = (1 - y) x'; P_i = P_(i-1) d_i, P_0 = 1           enter
 *   2  J = 1 / P_n                                            join, inverse in the base module,
 *                                                             split
 *   3  from i = n down: 1 / d_i = J P_(i-1), then J = J d_i   enterBack
 *   4  Y = (1 + y) / d_i, X = B Y x' + shift                  enterBack
 *
 * d_i = 0 for x = 0 alone: it counts as 1. Then (0, -1) gives Y = 0 as it should, and zero is never
 * named by a ref. The buffer keeps D = d_i, P = P_i, XA = x', YA = 1 + y.
 *
 *   cost    7 products per point and one inversion per batch
 *   source  Bernstein, Birkner, Joye, Lange, Peters 2008, theorem 3.2; Montgomery 1987
 * @module scripts/wasm/msm_lane/edwards
 */
/** @import { LanePoints } from "./points.js" */
import { vectors } from "../lane/kernels.js";
import { FunctionText } from "../lane/text.js";
import { at, call, get, i32 } from "../wat.js";
import { BUFFER, ENTRIES } from "./layout.js";
import { area, gatherUnit, global, isCrowded, loadUnit, multiply, perLane, settle, storeUnit, times, zip } from "./points.js";

/** @param {LanePoints} L */
export function addEntering(L) {
    addEnter(L);
    addEnterBack(L);
}

/** @param {number} part @param {string} [offset] - in the part */
const partOf = (part, offset = i32(0)) => at(at(get("buf"), offset), part ? times(global("quad"), part) : 0);

/**
 * Runs `body` for each unit of a group: local u = its offset, locals r0 .. = its records.
 * @param {FunctionText} fn
 * @param {LanePoints} L
 * @param {() => void} body
 */
function eachUnit(fn, { F }, body) {
    fn.i32("from", get("rec"));
    fn.loop("u", i32(0), global("quad"), F.unitBytes, () => {
        perLane(fn, F, "r", (l) => at(get("from"), l ? get("step") : 0));
        body();
        fn.i32("from", at(get("from"), times(get("step"), F.lanes)));
    });
}

/**
 * `enter(rec, step, groups, buf)`
 *
 *   in      rec   groups * ENTRIES records, `step` bytes apart
 *   out     buf   D, P, XA, YA; no D is zero
 *   cost    2 products per point
 * @param {LanePoints} L
 */
function addEnter(L) {
    const { F, units, module } = L, fn = new FunctionText("enter", "rec step groups buf");
    const t = vectors(F, "t");
    const store = (/** @type {string[]} */ values, /** @type {number} */ part) => {
        fn.i32("to", partOf(part, get("u")));
        storeUnit(fn, F, values, get("to"));
    };
    const records = Array.from({ length: F.lanes }, (_, l) => get(`r${l}`));
    fn.i32("prev", global("one"));
    fn.loop("i", i32(0), get("groups"), 1, () => {
        eachUnit(fn, L, () => {
            gatherUnit(fn, F, "a", records);
            store(vectors(F, "a").map(get), BUFFER.XA);
            perLane(fn, F, "r", (l) => at(get(`r${l}`), F.bytes));
            gatherUnit(fn, F, "b", records);
            loadUnit(fn, F, "a", area(L, "unit"));
            for (const [part, sum] of /** @type {const} */ ([[BUFFER.YA, F.add], [BUFFER.DY, F.sub]])) {
                zip(F, sum, "a", "b").forEach((e, j) => fn.set(t[j], e, F.local));
                if (isCrowded(F)) F.norm(fn, t);
                store(t.map(get), part);
            }
        });
        multiply(fn, F, partOf(BUFFER.XA), partOf(BUFFER.DY), units, partOf(BUFFER.D));
        settle(fn, L, partOf(BUFFER.D));
        eachUnit(fn, L, () => {
            fn.i32("z", call("zeros", partOf(BUFFER.D, get("u"))));
            fn.when(get("z"), () => {
                fn.set("m", F.bitMask(fn, records.map((_, l) => `(i32.shr_u ${get("z")} ${i32(l)})`), 0), F.local);
                loadUnit(fn, F, "a", area(L, "unit"));
                loadUnit(fn, F, "b", partOf(BUFFER.D, get("u")));
                store(zip(F, (x, y) => F.choose(x, y, get("m")), "a", "b"), BUFFER.D);
            });
        });
        fn.i32("to", partOf(BUFFER.P));
        multiply(fn, F, get("prev"), partOf(BUFFER.D), units, get("to"));
        settle(fn, L, get("to"));
        fn.i32("prev", get("to"));
        fn.i32("rec", at(get("rec"), times(get("step"), ENTRIES)));
        fn.i32("buf", partOf(BUFFER.size));
    });
    fn.addTo(module);
}

/**
 * `enterBack(rec, step, groups, buf)`: from the last group to the first.
 *
 *   in      as enter left them; `acc` holds the inverses of the last running products
 *   out     rec   [X | Y], normalised
 *   cost    5 products per point
 * @param {LanePoints} L
 */
function addEnterBack(L) {
    const { F, units, module } = L, fn = new FunctionText("enterBack", "rec step groups buf");
    const t = vectors(F, "a");
    const scatter = (/** @type {number} */ coordinate) => {
        F.norm(fn, t);
        const to = perLane(fn, F, "o", (l) => at(get(`r${l}`), coordinate * F.bytes));
        t.forEach((x, j) => F.scatter(fn, to, 0, j, get(x)));
    };
    fn.i32("group", times(global("quad"), BUFFER.size));
    fn.i32("rec", at(get("rec"), times(times(get("step"), ENTRIES), get("groups"))));
    fn.i32("buf", at(get("buf"), times(get("groups"), get("group"))));
    fn.i32("acc", area(L, "acc"));
    fn.loop("i", i32(0), get("groups"), 1, () => {
        fn.i32("rec", `(i32.sub ${get("rec")} ${times(get("step"), ENTRIES)})`);
        fn.i32("buf", `(i32.sub ${get("buf")} ${get("group")})`);
        const before = `(i32.sub ${get("buf")} ${times(global("quad"), BUFFER.size - BUFFER.P)})`;
        fn.i32("prev", `(select ${before} ${global("one")} (i32.lt_u ${at(get("i"), 1)} ${get("groups")}))`);
        multiply(fn, F, get("acc"), get("prev"), units, area(L, "inv"));
        multiply(fn, F, get("acc"), partOf(BUFFER.D), units, get("acc"));
        settle(fn, L, area(L, "inv"));
        multiply(fn, F, area(L, "inv"), partOf(BUFFER.YA), units, area(L, "lambda"));
        multiply(fn, F, area(L, "lambda"), partOf(BUFFER.XA), units, area(L, "t"));
        multiply(fn, F, area(L, "t"), area(L, "B"), units, area(L, "xd"));
        eachUnit(fn, L, () => {
            loadUnit(fn, F, "a", at(get("u"), area(L, "lambda")));
            scatter(1);
            loadUnit(fn, F, "a", at(get("u"), area(L, "xd")));
            loadUnit(fn, F, "b", area(L, "shift"));
            zip(F, F.add, "a", "b").forEach((e, j) => fn.set(t[j], e, F.local));
            scatter(0);
        });
    });
    fn.addTo(module);
}
