/**
 * How wide a window of the bucket method is: the cost model and its function.
 *
 * With windows of c bits there are L = 2^(c-1) buckets and K = floor(b / c) + 1
 * windows of signed digits. A window costs, in products of the field:
 *
 *   10 (n - e)    additions of an affine point to a bucket (8M 2S); the first
 *                 of each of the e = min(n, L) buckets in use is a copy
 *   14 e + 14 L   running sums from the top bucket down (12M 2S each); an empty
 *                 bucket costs one of the two
 *
 * so K (10 n + 4 e + 14 L) in all. The doublings between windows are b whatever
 * c is. n counts points whose scalar has its full length: of shorter ones, as
 * in a witness, fewer digits are non-zero, so the caller passes the sum of all
 * bit lengths divided by b.
 * @module scripts/wasm/msm/window
 */
/** @import { WasmModule } from "../module.js" */
import { forLoop, get, i64, mul, set, sum, when } from "../wat.js";

/** Products of the field in the two kinds of addition of Weierstrass curves, ../group/xyzz.js. */
const ADD_AFFINE = 10, ADD = 14;

/**
 * The widest window: 2^15 buckets of bls12381 G2 are 12 MiB; one more bit would gain 2 % from 2^20
 * points on.
 */
export const WIDEST_WINDOW = 16;

/**
 * Adds msm_windowBits(n, b) -> c, once per module.
 *
 *   in      n   points of full length; b >= 1 bits per scalar
 *
 * @param {WasmModule} module
 */
export function addWindowBits(module) {
    if (module.names.has("msm_windowBits")) return;
    const wide = (/** @type {string} */ name) => `(i64.extend_i32_u ${get(name)})`;
    module.func({
        name: "msm_windowBits",
        params: "n b",
        result: "i32",
        i32: "c best",
        i64: "L used cost least",
        body: [
            set("least", i64(-1)),
            forLoop("c", 1, WIDEST_WINDOW + 1, [
                set("L", `(i64.shl ${i64(1)} ${sum(wide("c"), i64(-1))})`),
                set("used", `(select ${wide("n")} ${get("L")} (i64.lt_u ${wide("n")} ${get("L")}))`),
                set(
                    "cost",
                    mul(
                        sum(`(i64.extend_i32_u (i32.div_u ${get("b")} ${get("c")}))`, i64(1)),
                        sum(
                            mul(wide("n"), i64(ADD_AFFINE)),
                            mul(get("used"), i64(ADD - ADD_AFFINE)),
                            mul(get("L"), i64(ADD)),
                        ),
                    ),
                ),
                when(`(i64.lt_u ${get("cost")} ${get("least")})`, [set("least", get("cost")), set("best", get("c"))]),
            ]),
            get("best"),
        ],
    });
}
