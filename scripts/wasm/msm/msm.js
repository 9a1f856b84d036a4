/**
 * Multi-scalar multiplication of the base module: the bucket method (Pippenger)
 * with signed digits, one window after the other. The group's model says what a bucket is. Scalars
 * are plain integers of any width, not reduced; digits are read in place, so
 * the only memory is the buckets of one window.
 *
 * Bernstein, Doumen, Lange, Oosterwijk, "Faster batch forgery identification",
 * 2012, section 4 (signed digits, buckets); windows: window.js.
 * @module scripts/wasm/msm/msm
 */
/** @import { WasmModule } from "../module.js" */
/** @import { Group } from "../group/types.js" */
import { addDigit, windowCount } from "../group/digit.js";
import { addMemory } from "../memory.js";
import { at, call, forLoop, get, i32, mul32, set, when, whileLoop } from "../wat.js";
import { addWindowBits } from "./window.js";

/** Which numbers are summed: bits [from, to) of n scalars of `size` bytes, each times its base. */
const SUMMANDS = "bases scalars size n from to";

/**
 * Adds msm msmAffine msmChunk msmAffineChunk.
 * @param {WasmModule} module
 * @param {Group} group
 */
export function addMsm(module, group) {
    addDigit(module);
    addMemory(module);
    addWindowBits(module);
    group.model.addBuckets(group);
    addFill(module, group);
    addReduce(module, group);
    addRange(module, group);
    addEntries(group);
}

/**
 * msm_fill: every base goes to the bucket of its scalar's digit at `pos`, a
 * negative one negated.
 *
 *   in      bases     n affine points; infinity is skipped
 *   out     buckets   2^(c-1) buckets, all written
 *   cost    10 products for a digit that is not zero
 *
 * @param {WasmModule} module
 * @param {Group} group
 */
function addFill(module, group) {
    const { f, g, func, n8, affine } = group, size = group.model.bucketBytes(group);
    const minus = i32(module.reserve(n8));
    const base = [get("bases"), at(get("bases"), n8)], { odd } = group.model;
    const negative = base.map((coordinate, i) => (i === odd ? minus : coordinate));
    const bucket = (/** @type {string} */ digit) => at(get("buckets"), mul32(at(digit, -1), size));
    func({
        name: "msm_fill",
        params: `${SUMMANDS} pos c buckets`,
        i32: "p end d",
        body: [
            set("end", at(get("buckets"), mul32(`(i32.shl ${i32(1)} ${at(get("c"), -1)})`, size))),
            forLoop("p", get("buckets"), get("end"), g("bucket_zero", get("p")), size),
            whileLoop(get("n"), [
                set("d", call("scalar_digit", get("scalars"), get("from"), get("to"), get("pos"), get("c"))),
                when(
                    get("d"),
                    when(
                        `(i32.eqz ${g("isZeroAffine", get("bases"))})`,
                        when(
                            `(i32.gt_s ${get("d")} ${i32(0)})`,
                            g("bucket_addAffine", ...base, bucket(get("d"))),
                            [
                                f("neg", base[odd], minus),
                                g("bucket_addAffine", ...negative, bucket(`(i32.sub ${i32(0)} ${get("d")})`)),
                            ],
                        ),
                    ),
                ),
                set("bases", at(get("bases"), affine)),
                set("scalars", at(get("scalars"), get("size"))),
                set("n", at(get("n"), -1)),
            ]),
        ],
    });
}

/**
 * msm_reduce: z = sum of k times bucket k, k from 1 to `count`, as the sum of
 * the running sums from the top bucket down.
 *
 *   out     z   jacobian
 *   cost    14 products per bucket and 14 more for one that is not empty;
 *           nothing for the empty ones on top
 *
 * @param {WasmModule} module
 * @param {Group} group
 */
function addReduce(module, group) {
    const { g, func } = group, size = group.model.bucketBytes(group);
    const run = module.reserve(size);
    const sum = module.reserve(size);
    func({ name: "msm_reduce", params: "buckets count z", i32: "p", body: [
        g("bucket_zero", run), g("bucket_zero", sum),
        set("p", at(get("buckets"), mul32(get("count"), size))),
        whileLoop(`(i32.ne ${get("p")} ${get("buckets")})`, [
            set("p", at(get("p"), -size)), g("bucket_add", get("p"), run), g("bucket_add", run, sum)]),
        g("bucket_toJacobian", sum, get("z"))] });
}

/**
 * msm_range: z = sum of s_i P_i over bits [from, to) of the scalars, bit `from`
 * worth one. The longest scalar says how many windows there are.
 *
 *   in      bases    n affine points, infinity allowed
 *           scalars  n integers of `size` bytes, any alignment; nothing past them is read
 *   out     z        jacobian, written last: it may lie over the inputs
 *           buckets  where scratch begins
 *   memory  2^(c-1) buckets of 4 n8 bytes, c <= 16; the memory may grow
 *   throws  trap when it cannot
 *
 * @param {WasmModule} module
 * @param {Group} group
 */
function addRange(module, group) {
    const { g, func, jacobian } = group, size = group.model.bucketBytes(group);
    const acc = module.reserve(jacobian);
    const windowSum = module.reserve(jacobian);
    const nothing = [g("zero", get("z")), "(return)"];
    func({
        name: "msm_range",
        params: `${SUMMANDS} buckets z`,
        i32: "i s length longest c pos count",
        i64: "total",
        body: [
            when(`(i32.ge_u ${get("from")} ${get("to")})`, nothing),
            set("s", get("scalars")),
            forLoop("i", 0, get("n"), [
                set("length", call("scalar_bitLength", get("s"), get("from"), get("to"))),
                set("total", sum64("total", "length")),
                when(`(i32.gt_u ${get("length")} ${get("longest")})`, set("longest", get("length"))),
                set("s", at(get("s"), get("size"))),
            ]),
            when(`(i32.eqz ${get("longest")})`, nothing),
            set("to", at(get("from"), get("longest"))),
            set("c", call("msm_windowBits", ceilDiv("total", "longest"), get("longest"))),
            set("count", `(i32.shl ${i32(1)} ${at(get("c"), -1)})`),
            call("ensureMemory", at(get("buckets"), mul32(get("count"), size))),
            g("zero", acc),
            set("pos", at(get("from"), `(i32.mul ${get("c")} ${windowCount(get("longest"), get("c"))})`)),
            whileLoop(`(i32.ne ${get("pos")} ${get("from")})`, [
                set("pos", `(i32.sub ${get("pos")} ${get("c")})`),
                forLoop("i", 0, get("c"), g("dbl", acc, acc)),
                g("msm_fill", ...`${SUMMANDS} pos c buckets`.split(" ").map(get)),
                g("msm_reduce", get("buckets"), get("count"), windowSum),
                g("add", acc, windowSum, acc),
            ]),
            g("copy", acc, get("z")),
        ],
    });
}

/** i64. @param {string} total - i64 local @param {string} term - i32 local */
const sum64 = (total, term) => `(i64.add ${get(total)} (i64.extend_i32_u ${get(term)}))`;

/** i32. @param {string} total - i64 local @param {string} by - i32 local */
const ceilDiv = (total, by) =>
    `(i32.wrap_i64 (i64.div_u (i64.add ${get(total)} (i64.extend_i32_u ${at(get(by), -1)})) (i64.extend_i32_u ${get(by)})))`;

/**
 * The entries. A chunk is the sum over bits [startBit, startBit + chunkBits) of
 * the scalars, bit startBit worth one: the sum over all chunks, each doubled
 * startBit times, is the whole. Bits past the end of a scalar are zeros.
 *
 *   in      pBases        n points, affine or jacobian
 *           pScalars      n integers of scalarSize bytes
 *   out     r             jacobian; infinity for n = 0
 *   memory  above the mark of the allocator, which is not moved: buckets as in
 *           msm_range; for jacobian bases also 2 n8 bytes each, for their affine
 *           forms (7 products a point, where each of some 18 windows would pay 4 more)
 *
 * @param {Group} group
 */
function addEntries(group) {
    const { g, func, affine } = group;
    const whole = "bases scalars size n z", chunk = "bases scalars size n start bits z";
    const allBits = `(i32.shl ${get("size")} ${i32(3)})`;
    const left = `(i32.sub ${allBits} ${get("start")})`;
    const end = at(get("start"), `(select ${get("bits")} ${left} (i32.lt_u ${get("bits")} ${left}))`);
    const range = (/** @type {string} */ bases, /** @type {string} */ from, /** @type {string} */ to) =>
        g("msm_range", bases, get("scalars"), get("size"), get("n"), from, to, get("free"), get("z"));
    const all = (/** @type {string} */ bases) => range(bases, i32(0), allBits);
    const ofChunk = (/** @type {string} */ bases) => when(`(i32.ge_u ${get("start")} ${allBits})`,
        g("zero", get("z")), range(bases, get("start"), end));
    const free = set("free", `(i32.and ${at(`(i32.load ${i32(0)})`, 15)} ${i32(-16)})`);
    const toAffine = [
        free, set("affine", get("free")), set("free", at(get("affine"), mul32(get("n"), affine))),
        when(`(i32.lt_u ${get("free")} ${get("affine")})`, "(unreachable)"), call("ensureMemory", get("free")),
        g("batchToAffine", get("bases"), get("n"), get("affine"))];
    func({ name: "msmAffine", params: whole, i32: "free", body: [free, all(get("bases"))] });
    func({ name: "msmAffineChunk", params: chunk, i32: "free", body: [free, ofChunk(get("bases"))] });
    func({ name: "msm", params: whole, i32: "free affine", body: [...toAffine, all(get("affine"))] });
    func({ name: "msmChunk", params: chunk, i32: "free affine", body: [...toAffine, ofChunk(get("affine"))] });
}
