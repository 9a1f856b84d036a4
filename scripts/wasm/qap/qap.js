/**
 * What a Groth16 prover needs of the constraint system: A w and B w from the
 * coefficients of a proving key, and A B - C.
 * @module scripts/wasm/qap/qap
 */
/** @import { WasmModule } from "../module.js" */
/** @import { Field } from "../types.js" */
import { at, call, get, i32, set, when, whileLoop } from "../wat.js";

/** A power of two. */
const KNOWN = 16;

/**
 * `qap_buildABC(coefs, nCoefs, witness, a, b, c, offsetOut, nOut, offsetWitness, nWitness)`:
 *     a[i] = sum of coef * witness[s - offsetWitness] over the records (0, i + offsetOut, s, coef),
 *     b[i] the same for (1, ...), c[i] = a[i] b[i]
 *
 *   in      coefs    nCoefs records { u32 matrix, u32 constraint, u32 signal, Fr coef };
 *           witness  nWitness elements of Fr
 *   out     a, b, c  nOut elements; products are Montgomery's, x y R^-1
 *   cost    a product and a sum per record in range whose signal is not 0 or 1, a sum where it is 1; nOut products
 *   memory  a table of 16 coefficients that had a signal of 1, each with its quotient by R: keys have few (1, -1, 2,
 *   -2)
 *
 * Most signals of a circuit are bits. Records out of range are skipped.
 * @param {WasmModule} module
 * @param {Field} fr
 */
function addBuild(module, { name, n8 }) {
    const term = module.reserve(n8), known = module.reserve(KNOWN * 2 * n8); // entries [c, c / R]; all zeros is one
    const element = (/** @type {string} */ base, /** @type {string} */ i) =>
        `(i32.add ${base} (i32.mul ${get(i)} ${i32(n8)}))`;
    const word = (/** @type {string} */ ptr, /** @type {number} */ k) => `(i64.load offset=${8 * k} ${ptr})`;
    const any = (/** @type {string} */ ptr) =>
        Array.from({ length: n8 / 8 }, (_, k) => word(get(ptr), k)).reduce((x, y) => `(i64.or ${x} ${y})`);
    const high = Array.from({ length: n8 / 8 - 1 }, (_, k) => word(get("signal"), k + 1)).reduce(
        (x, y) => `(i64.or ${x} ${y})`,
    );
    const differs = Array.from(
        { length: n8 / 8 },
        (_, k) => `(i64.xor (i64.load offset=${12 + 8 * k} align=4 ${get("coefs")}) ${word(get("entry"), k)})`,
    ).reduce((x, y) => `(i64.or ${x} ${y})`);
    const overR = at(get("entry"), n8);
    module.func({
        name: "qap_buildABC",
        params: "coefs nCoefs witness a b c offsetOut nOut offsetWitness nWitness",
        i32: "end i s out signal entry",
        body: [
            set("i", i32(0)),
            whileLoop(`(i32.ne ${get("i")} ${get("nOut")})`, [
                call(`${name}_zero`, element(get("a"), "i")),
                call(`${name}_zero`, element(get("b"), "i")),
                set("i", at(get("i"), 1)),
            ]),
            set("end", at(get("coefs"), `(i32.mul ${get("nCoefs")} ${i32(12 + n8)})`)),
            whileLoop(`(i32.ne ${get("coefs")} ${get("end")})`, [
                // unsigned, so that an index below the offset becomes large
                set("i", `(i32.sub (i32.load offset=4 ${get("coefs")}) ${get("offsetOut")})`),
                set("s", `(i32.sub (i32.load offset=8 ${get("coefs")}) ${get("offsetWitness")})`),
                when(`(i32.and (i32.lt_u ${get("i")} ${get("nOut")}) (i32.lt_u ${get("s")} ${get("nWitness")}))`, [
                    set("out", element(`(select ${get("b")} ${get("a")} (i32.load ${get("coefs")}))`, "i")),
                    set("signal", element(get("witness"), "s")),
                    when(
                        `(i32.and (i64.eqz ${high}) (i64.le_u ${word(get("signal"), 0)} (i64.const 1)))`,
                        [
                            when(`(i32.wrap_i64 ${word(get("signal"), 0)})`, [
                                set(
                                    "entry",
                                    `(i32.add ${i32(known)} (i32.mul (i32.and (i32.load8_u offset=12 ${get("coefs")}) ${i32(KNOWN - 1)}) ${i32(2 * n8)}))`,
                                ),
                                when(`(i64.ne ${differs} (i64.const 0))`, [
                                    call(`${name}_copy`, at(get("coefs"), 12), get("entry")),
                                    call(`${name}_fromMont`, get("entry"), overR),
                                ]),
                                call(`${name}_add`, get("out"), overR, get("out")),
                            ]),
                        ],
                        [
                            call(`${name}_mul`, get("signal"), at(get("coefs"), 12), term),
                            call(`${name}_add`, get("out"), term, get("out")),
                        ],
                    ),
                ]),
                set("coefs", at(get("coefs"), 12 + n8)),
            ]),
            set("i", i32(0)),
            whileLoop(`(i32.ne ${get("i")} ${get("nOut")})`, [
                set("out", element(get("a"), "i")),
                set("s", element(get("b"), "i")),
                set("signal", element(get("c"), "i")),
                set("i", at(get("i"), 1)),
                when(
                    `(i32.or (i64.eqz ${any("out")}) (i64.eqz ${any("s")}))`,
                    [call(`${name}_zero`, get("signal"))],
                    [call(`${name}_mul`, get("out"), get("s"), get("signal"))],
                ),
            ]),
        ],
    });
}

/**
 * `qap_buildABC`: see addBuild
 * `qap_joinABC(a, b, c, n, z)`: z[i] = a[i] b[i] R^-1 - c[i]
 * `qap_batchAdd(x, y, n, z)`: z[i] = x[i] + y[i]
 *
 *   alias   z may be any input list
 * @param {WasmModule} module
 * @param {Field} fr
 */
export function addQap(module, fr) {
    const { name, n8 } = fr, product = module.reserve(n8);
    addBuild(module, fr);
    const each = (/** @type {string[]} */ pointers, /** @type {string[]} */ body) => whileLoop(get("n"), [
        ...body, ...pointers.map((ptr) => set(ptr, at(get(ptr), n8))), set("n", at(get("n"), -1))]);
    module.func({ name: "qap_joinABC", params: "a b c n z", body: each(["a", "b", "c", "z"], [
        call(`${name}_mul`, get("a"), get("b"), product), call(`${name}_sub`, product, get("c"), get("z"))]) });
    module.func({
        name: "qap_batchAdd",
        params: "x y n z",
        body: each(["x", "y", "z"], [call(`${name}_add`, get("x"), get("y"), get("z"))]),
    });
}
