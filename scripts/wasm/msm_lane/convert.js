/**
 * Between the base module's form (canonical, packed, Montgomery with 2^(8 n8))
 * and the lane's form: points come in as records, results go out, and the
 * joined product of a batch goes out to be inverted and comes back.
 * @module scripts/wasm/msm_lane/convert
 */
/** @import { LaneModule } from "../lane/module.js" */
/** @import { LaneField } from "../lane/types.js" */
/** @import { LanePoints } from "./points.js" */
import { at, call, get, i32, i64 } from "../wat.js";
import { vectors } from "../lane/kernels.js";
import { fromBase } from "../lane/module.js";
import { plainDigits } from "../lane/plan.js";
import { FunctionText } from "../lane/text.js";
import { ENTRIES } from "./layout.js";
import { area, degreesOf, gatherUnit, global, loadUnit, multiply, perLane, storeUnit, times, xOf, yOf } from "./points.js";
import { tableBytes } from "./split_table.js";

/**
 * `canonical(limbs, out)`: n signed i64 limbs of a value in [-p, p) to packed canonical bytes.
 *
 *   in      limbs  n i64
 *   out     out    8 ceil(bits / 64) bytes
 * @param {LaneModule} module
 * @param {LaneField} F
 */
export function addCanonical(module, F) {
    const { n, w, p, packed } = F.plan, fn = new FunctionText("canonical", "limbs out");
    const MASK = (1n << BigInt(w)) - 1n;
    const top = n - 1;
    const word = plainDigits(p, n, w);
    const chain = (/** @type {string} */ to, /** @type {(i: number) => string} */ term) => {
        for (let i = 0; i < n; i++) {
            fn.i64("c", i ? `(i64.add (i64.shr_s ${get("c")} ${i64(w)}) ${term(i)})` : term(0));
            fn.i64(`${to}${i}`, i < top ? `(i64.and ${get("c")} ${i64(MASK)})` : get("c"));
        }
    };
    // in [0, 2p)
    chain("a", (i) => `(i64.add (i64.load offset=${8 * i} ${get("limbs")}) ${i64(word[i])})`);
    chain("d", (i) => `(i64.sub ${get(`a${i}`)} ${i64(word[i])})`);
    fn.when(`(i64.ge_s ${get(`d${top}`)} ${i64(0)})`, () => {
        for (let i = 0; i < n; i++) fn.i64(`a${i}`, get(`d${i}`));
    });
    for (let k = 0; k < packed / 4; k++) { // 32 bits from bit 32 k on
        const terms = [];
        for (let i = 0; i < n; i++) {
            const shift = w * i - 32 * k;
            if (shift >= 32 || (i < top && shift + w <= 0)) continue;
            terms.push(`(i64.${shift < 0 ? "shr_u" : "shl"} ${get(`a${i}`)} ${i64(Math.abs(shift))})`);
        }
        fn.emit(
            `(i64.store32 offset=${4 * k} ${get("out")} ${terms.length ? terms.reduce((a, b) => `(i64.or ${a} ${b})`) : i64(0)})`,
        );
    }
    fn.addTo(module);
}

/** @param {LanePoints} L */
export function addConversions(L) {
    addOut(L);
    addUnpack(L);
    addNormal(L);
    addJoin(L);
    if (degreesOf(L.F).length > 1) addPsi(L);
    addRecords(L);
    addResults(L);
}

/** Bytes of a coordinate in the base module, as text. @param {LanePoints} L */
const packedCoordinate = ({ F }) => times(global("degree"), F.plan.packed);

/**
 * `out(unit, to, stride)`: lane l of the unit of a coordinate, in the base module's form, at to + l
 * stride.
 *
 *   in      unit   any result of a product
 * @param {LanePoints} L
 */
function addOut(L) {
    const { F, module } = L, { n, packed } = F.plan, t = vectors(F, "t");
    const limbs = fromBase(module.scratch(8 * n));
    const fn = new FunctionText("out", "unit to stride");
    fn.emit(`(call $f1_mul ${get("unit")} ${area(L, "fromLane")} ${global("degree")} ${area(L, "t")})`);
    fn.loop("c", i32(0), global("unit"), F.unitBytes, () => {
        loadUnit(fn, F, "t", at(get("c"), area(L, "t")));
        F.norm(fn, t);
        for (let l = 0; l < F.lanes; l++) {
            for (let i = 0; i < n; i++) fn.emit(`(i64.store offset=${8 * i} ${limbs} ${F.limbAsI64(fn, t, l, i)})`);
            fn.emit(call("canonical", limbs, l ? at(get("to"), get("stride")) : get("to")));
        }
        fn.i32("to", at(get("to"), packed));
    });
    fn.addTo(module);
}

/**
 * `unpack(from..., unit)`: one packed coordinate per lane into a unit, its limbs as they are
 * (Montgomery factor of the base module).
 * @param {LanePoints} L
 */
function addUnpack(L) {
    const { F, module } = L,
        names = Array.from({ length: F.lanes }, (_, l) => `from${l}`),
        fn = new FunctionText("unpack", `${names.join(" ")} unit`);
    fn.loop("c", i32(0), global("degree"), 1, () => {
        vectors(F, "t").forEach((x, j) => fn.set(x, F.unpack(fn, names.map(get), 0, j), F.local));
        storeUnit(fn, F, vectors(F, "t").map(get), get("unit"));
        for (const name of names) fn.i32(name, at(get(name), F.plan.packed));
        fn.i32("unit", at(get("unit"), F.unitBytes));
    });
    fn.addTo(module);
}

/**
 * `normal(unit)`: a unit of a coordinate normalised in place: chains of Fp2 products of products
 * leave their range without.
 * @param {LanePoints} L
 */
function addNormal(L) {
    const { F, module } = L, fn = new FunctionText("normal", "unit");
    fn.loop("c", i32(0), global("degree"), 1, () => {
        loadUnit(fn, F, "t", get("unit"));
        F.norm(fn, vectors(F, "t"));
        storeUnit(fn, F, vectors(F, "t").map(get), get("unit"));
        fn.i32("unit", at(get("unit"), F.unitBytes));
    });
    fn.addTo(module);
}

/**
 * `join(last)`: products of the chains' last running products, one per lane, to the area `join` in
 * the base module's form.
 * `split(last)`: after the caller inverted them in place, the inverse of each running product to
 * `acc`.
 *
 *   in      last   one quad: P of the last group
 *   cost    3 (units - 1) products of one unit
 * @param {LanePoints} L
 */
function addJoin(L) {
    const { F, module, units } = L, U = 2 * F.unitBytes;
    const prefix = module.scratch(units * U);
    const spare = module.scratch(2 * U);
    const prefixAt = (/** @type {number} */ u) => (u ? fromBase(prefix + u * U) : get("last"));
    const chain = (/** @type {string} */ ptr, /** @type {number} */ u) => at(ptr, u ? times(global("unit"), u) : 0);
    const join = new FunctionText("join", "last");
    for (let u = 1; u < units; u++) {
        multiply(join, L.F, prefixAt(u - 1), chain(get("last"), u), 1, prefixAt(u));
        join.emit(call("normal", prefixAt(u)));
    }
    join.emit(call("out", prefixAt(units - 1), area(L, "join"), packedCoordinate(L)));
    join.addTo(module);

    const split = new FunctionText("split", "last");
    const from = Array.from({ length: F.lanes }, (_, l) => at(area(L, "join"), l ? packedCoordinate(L) : 0));
    const spareAt = (/** @type {number} */ u) => (u ? fromBase(spare + (u % 2) * U) : area(L, "acc"));
    split.emit(call("unpack", ...from, area(L, "t")));
    split.emit(
        `(call $f1_mul ${area(L, "t")} ${area(L, "toLane")} ${global("degree")} ${spareAt(units - 1)})`,
        call("normal", spareAt(units - 1)),
    );
    for (let u = units - 1; u > 0; u--) {
        multiply(split, L.F, spareAt(u), prefixAt(u - 1), 1, chain(area(L, "acc"), u));
        multiply(split, L.F, spareAt(u), chain(get("last"), u), 1, spareAt(u - 1));
        split.emit(call("normal", spareAt(u - 1)));
    }
    split.addTo(module);
}

/**
 * `psi(table)`: the factors of psi, for records; after `use` of G2.
 *
 *   in      table  of a split in 4 parts, with the factors behind it (constants.js)
 * @param {LanePoints} L
 */
function addPsi(L) {
    const { F, module } = L, fn = new FunctionText("psi", "table");
    const product = (/** @type {string} */ x, /** @type {string} */ y, /** @type {string} */ z) =>
        fn.emit(`(call $f1_mul ${area(L, x)} ${area(L, y)} ${i32(2)} ${area(L, z)})`);
    const load = () => {
        fn.emit(call("unpack", ...Array(F.lanes).fill(get("table")), area(L, "lambda")));
        product("lambda", "toLane", "t");
    };
    fn.i32("table", at(get("table"), tableBytes(4)));
    load();
    product("t", "toLane", "psiX");
    product("t", "toLaneBeta", "psiXBeta");
    fn.i32("table", at(get("table"), 2 * F.plan.packed));
    load();
    product("t", "toLane", "psiY");
    fn.addTo(module);
}

/**
 * `records(points, n, rec, step, dual, psi)`
 *
 *   in points n addresses (i32) of affine points in the base module's form, n a multiple of the
 *   entries of a group
 *           psi 0, or how far behind the record of a point that of its image under psi lies: dual,
 *           on G2, after `psi`
 *   out     rec     n records `step` bytes apart: [beta x | y | x] when dual, else [x | y]; of an
 *                   Edwards curve
 *           [x / B^2 | y], for `enter`
 *   cost    2 or 3 products of the prime field per coefficient, 3 of Fp2 for the image
 * @param {LanePoints} L
 */
function addRecords(L) {
    addPut(L);
    const { F, module, units, curve: { beta, form } } = L;
    const fn = new FunctionText("records", "points n rec step dual psi");
    const putAt = (
        /** @type {string} */ src,
        /** @type {string} */ factor,
        /** @type {number} */ coordinate,
        image = 0,
    ) =>
        fn.emit(
            call(
                "put",
                area(L, src),
                area(L, factor),
                at(get("to"), coordinate ? times(global("coordinate"), coordinate) : 0),
                get("step"),
                image,
            ),
        );
    fn.loop("i", i32(0), get("n"), ENTRIES, () => {
        fn.i32("to", i32(0));
        fn.loop("u", i32(0), i32(units), 1, () => {
            const from = perLane(fn, F, "p", (l) => `(i32.load offset=${4 * l} ${get("points")})`);
            fn.emit(call("unpack", ...from, at(get("to"), area(L, "xd"))));
            fn.emit(call("unpack", ...from.map((p) => at(p, packedCoordinate(L))), at(get("to"), area(L, "lambda"))));
            fn.i32("to", at(get("to"), global("unit")));
            fn.i32("points", at(get("points"), 4 * F.lanes));
        });
        fn.i32("to", get("rec"));
        const plain = () => putAt("xd", form ? "toLaneX" : "toLane", 0);
        if (beta) fn.when(get("dual"), () => {
            putAt("xd", "toLaneBeta", 0);
            putAt("xd", "toLane", 2);
        }, plain);
        else plain();
        putAt("lambda", "toLane", 1);
        if (degreesOf(F).length > 1) fn.when(get("psi"), () => {
            fn.i32("to", at(get("rec"), get("psi")));
            putAt("xd", "psiXBeta", 0, 1);
            putAt("xd", "psiX", 2, 1);
            putAt("lambda", "psiY", 1, 1);
        });
        fn.i32("rec", at(get("rec"), times(get("step"), ENTRIES)));
    });
    fn.addTo(module);
}

/**
 * `put(src, factor, rec, step, image)`: the units at src, times a factor, to one coordinate of each
 * record.
 *
 *   in      factor  image 0: of the prime field, in every unit; 1: of Fp2, and the product is
 *                   conjugated
 * @param {LanePoints} L
 */
function addPut(L) {
    const { F, module, units } = L, fn = new FunctionText("put", "src factor rec step image");
    fn.i32("from", area(L, "t"));
    const plain = () =>
        fn.emit(`(call $f1_mul ${get("src")} ${get("factor")} ${times(global("degree"), units)} ${area(L, "t")})`);
    const image = () =>
        fn.loop("u", i32(0), i32(units), 1, () => {
            fn.emit(call("f2_mul", get("src"), get("factor"), 1, get("from")));
            fn.i32("src", at(get("src"), global("unit")));
            fn.i32("from", at(get("from"), global("unit")));
        });
    if (degreesOf(F).length > 1) fn.when(get("image"), image, plain);
    else plain();
    fn.i32("from", area(L, "t"));
    fn.loop("u", i32(0), i32(units), 1, () => {
        const to = perLane(fn, F, "o", (l) => at(get("rec"), l ? get("step") : 0));
        fn.loop("c", i32(0), global("degree"), 1, () => {
            loadUnit(fn, F, "t", get("from"));
            F.norm(fn, vectors(F, "t"));
            fn.set("ms", F.signMask(fn, Array(F.lanes).fill(`(i32.and ${get("c")} ${get("image")})`)), F.local);
            vectors(F, "t").forEach((x, j) => F.scatter(fn, to, 0, j, F.negateIf(get(x), get("ms"))));
            perLane(fn, F, "o", (l) => at(get(`o${l}`), F.bytes));
            fn.i32("from", at(get("from"), F.unitBytes));
        });
        fn.i32("rec", at(get("rec"), times(get("step"), F.lanes)));
    });
    fn.addTo(module);
}

/**
 * `results(refs, n, to)`: n named points, n a multiple of the lanes, as affine points in the base
 * module's form.
 * @param {LanePoints} L
 */
function addResults(L) {
    const { F, module } = L, fn = new FunctionText("results", "refs n to");
    fn.loop("i", i32(0), get("n"), F.lanes, () => {
        const refs = perLane(fn, F, "r", (l) => `(i32.load offset=${4 * l} ${get("refs")})`);
        fn.set("ms", F.signMask(fn, refs), F.local);
        for (const [key, address] of /** @type {const} */ ([["xd", xOf], ["lambda", yOf]])) {
            perLane(fn, F, "g", (l) => address(get(`r${l}`)));
            fn.loop("c", i32(0), global("unit"), F.unitBytes, () => {
                gatherUnit(fn, F, "a", Array.from({ length: F.lanes }, (_, l) => get(`g${l}`)));
                const values = vectors(F, "a").map((x) => (key === "lambda" ? F.negateIf(get(x), get("ms")) : get(x)));
                storeUnit(fn, F, values, at(get("c"), area(L, key)));
                perLane(fn, F, "g", (l) => at(get(`g${l}`), F.bytes));
            });
            fn.emit(
                call(
                    "out",
                    area(L, key),
                    key === "xd" ? get("to") : at(get("to"), packedCoordinate(L)),
                    times(packedCoordinate(L), 2),
                ),
            );
        }
        fn.i32("refs", at(get("refs"), 4 * F.lanes));
        fn.i32("to", at(get("to"), times(packedCoordinate(L), 2 * F.lanes)));
    });
    fn.addTo(module);
}
