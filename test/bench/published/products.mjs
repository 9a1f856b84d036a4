/** Six Montgomery multiplications, as many products in a row as "Montgomery multiplication in WebAssembly" times. */
import { assemble } from "../../../scripts/assemble.mjs";
import { limbPlan } from "../../../scripts/wasm/limbs.js";
import { addMul } from "../../../scripts/wasm/field/mul.js";
import { lanePlan } from "../../../scripts/wasm/tiers.js";
import { inverse, mod } from "../../../src/bigint/modular.js";
import { fp } from "../../../src/params/bn128.js";
import { openLanes, RUNNABLE } from "../../support/lanes.js";
import { load } from "../../support/wasm.js";
import { pair } from "../engines.mjs";
import { processorTime } from "../harness.mjs";

/** Milliseconds of 2^20 and of 2^16 dependent products on an i7-13700HX. */
const PUBLISHED = {
    "32-bit limbs, carries at once": ["Bos, scalar 76; Acar 73", "4.8; 4.6"],
    "29-bit limbs, carries delayed": ["Mitscha-Baude, 29 bits 69", "4.4"],
    "30-bit limbs, carries delayed": ["Mitscha-Baude, 30 bits 70", "4.5"],
    "lanes, scalar": ["", ""],
    "lanes, simd": ["Bos, SIMD 110", "6.9"],
    "lanes, fma": ["Emmart, FMA 82", "5.2"],
};

/** Units that lanes multiply in one call where they have many, as in a sum of points. */
const BATCH = 64;

const ROUNDS = 5;

/** Calls a function of another module n times, from wasm: `mul(x, y, x)`, or with a count before the result. */
const loopText = (counted) => `(module
  (import "env" "mul" (func $mul (param i32 i32 i32 ${counted ? "i32" : ""})))
  (func (export "loop") (param $n i32) (param $x i32) (param $y i32) (param $count i32)
    (loop $again
      (call $mul (local.get $x) (local.get $y) ${counted ? "(local.get $count)" : ""} (local.get $x))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br_if $again (local.get $n)))))`;

/** Milliseconds of processor time of the best round. */
function best(run) {
    let least = Infinity;
    for (let round = 0; round < ROUNDS; round++) {
        const started = processorTime();
        run();
        least = Math.min(least, processorTime() - started);
    }
    return least;
}

async function loopOver(mul, counted) {
    const module = new WebAssembly.Module(assemble(loopText(counted), "base", "loop"));
    return (await WebAssembly.instantiate(module, { env: { mul } })).exports.loop;
}

const X = 3n ** 150n % fp.p, Y = 5n ** 100n % fp.p;

/** The chain x y^n R^-n that a loop must give, by BigInt. */
function expected(n, R) {
    let x = X;
    const step = mod(Y * inverse(R, fp.p), fp.p);
    for (let i = 0; i < n; i++) x = mod(x * step, fp.p);
    return x;
}

const mustBe = (name, got, wanted) => {
    if (got !== wanted) throw new Error(`${name}: expected the product of BigInt, got another`);
};

/** A multiplication on 32 bytes, checked: `(n) => milliseconds`. */
async function overBytes(name, mul, mem, R) {
    const loop = await loopOver(mul, false), x = mem.alloc(32), y = mem.alloc(32);
    mem.write(x, X, 32);
    mem.write(y, Y, 32);
    loop(3, x, y, 0);
    mustBe(name, mem.read(x, 32), expected(3, R));
    return { chain: (n) => best(() => loop(n, x, y, 0)) };
}

/** What ffjavascript multiplies with. */
async function reference(name) {
    const { theirs } = await pair("bn128", true), { tm, F1 } = theirs;
    const bytes = (value) => F1.fromObject(mod(value * inverse(2n ** 256n, fp.p), fp.p)); // which multiplies by 2^256
    const [x, y] = [X, Y].map((value) => tm.allocBuff(bytes(value)));
    const loop = await loopOver(tm.instance.exports.f1m_mul, false);
    loop(3, x, y, 0);
    const got = tm.getBuff(x, 32).reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
    mustBe(name, got, expected(3, 2n ** 256n));
    return { chain: (n) => best(() => loop(n, x, y, 0)) };
}

/** The base module's, with limbs of w bits. */
async function scalar(name, w) {
    const plan = limbPlan(fp, { w, shortRows: Math.max(0, Math.ceil(256 / w) - 2) });
    const { exports, mem } = await load((module) => addMul(module, plan));
    return overBytes(name, exports.f1m_mul, mem, plan.R);
}

/** Two products side by side, or one where a tier has no more: one unit in a row, and many. */
async function onLanes(tier) {
    if (!RUNNABLE.includes(tier)) return undefined;
    const { lane, layout, arena } = await openLanes("bn128", tier), { lanes, unitBytes } = layout;
    const loop = await loopOver(lane.f1_mul, true), [x, y] = [0, 0].map(() => arena.alloc(BATCH * unitBytes + 64));
    const plan = lanePlan(tier, fp.p), view = new DataView(arena.u8().buffer), fma = tier === "fma";
    const place = (i, k) => {
        if (fma) return 16 * i + 8 * k;
        return lanes === 2 ? 16 * (i >> 1) + 8 * (i & 1) + 4 * k : 4 * i;
    };
    const put = (at, value) => plan.digits(value).forEach((digit, i) => {
        for (let k = 0; k < lanes; k++)
            view[fma ? "setFloat64" : "setInt32"](at + place(i, k), Number(digit), true);
    });
    const get = (at) => {
        const limbs = plan.digits(0n).map((_, i) =>
            BigInt(view[fma ? "getFloat64" : "getInt32"](at + place(i, 0), true)));
        return mod(limbs.reduceRight((sum, limb) => (sum << BigInt(plan.w)) + limb, 0n), fp.p);
    };
    for (let unit = 0; unit < BATCH; unit++) {
        put(x + unit * unitBytes, X);
        put(y + unit * unitBytes, Y);
    }
    loop(3, x, y, BATCH);
    for (const unit of [0, BATCH - 1])
        mustBe(`lanes, ${tier}`, get(x + unit * unitBytes), expected(3, plan.R));
    return {
        chain: (n) => best(() => loop(n / lanes, x, y, 1)),
        batch: (n) => best(() => loop(n / lanes / BATCH, x, y, BATCH)),
    };
}

const KERNELS = {
    "32-bit limbs, carries at once": (name) => reference(name),
    "29-bit limbs, carries delayed": (name) => scalar(name, 29),
    "30-bit limbs, carries delayed": (name) => scalar(name, 30),
    "lanes, scalar": () => onLanes("scalar"),
    "lanes, simd": () => onLanes("simd"),
    "lanes, fma": () => onLanes("fma"),
};

/** @param {{ smallest: boolean }} options */
export async function products({ smallest }) {
    const bits = smallest ? 16 : 20, n = 2 ** bits, rows = [];
    for (const [name, open] of Object.entries(KERNELS)) {
        const kernel = await open(name), published = PUBLISHED[name][smallest ? 1 : 0];
        if (!kernel) rows.push([name, "not on this Node", "", "", published]);
        else {
            const chain = kernel.chain(n), batch = kernel.batch?.(n);
            const each = (((batch ?? chain) * 1e6) / n).toFixed(1);
            rows.push([name, chain, batch, `${each} ns`, published]);
        }
    }
    return {
        title: `2^${bits} Montgomery products of 254 bits: one chain (lanes: one each), batches of ${BATCH} units, one product; processor time; published ms, i7-13700HX, chains`,
        header: ["multiplication", "chain", "batches", "each", "published"],
        rows,
    };
}
