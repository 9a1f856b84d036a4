/**
 * What a Groth16 prover needs of the constraint system: A w and B w from the
 * coefficients of a proving key, and A B - C.
 * @module scripts/wasm/qap/qap
 */
/** @import { WasmModule } from "../module.js" */
/** @import { Field } from "../types.js" */
import { addProductAndSum } from "../field/product_and_sum.js";
import { limbPlan } from "../limbs.js";
import { at, call, get, i32, set, when, whileLoop } from "../wat.js";

/** Entries of the table of coefficients: a power of two. */
const KNOWN = 16;

/**
 * Of so many coefficients that the table does not have it takes one; a power of two. Where none
 * comes twice, taking each would cost half a product: what follows reads the table, and waits for
 * what was written.
 */
const TAKEN = 8;

/** @param {string} ptr @param {number} k */
const word = (ptr, k) => `(i64.load offset=${8 * k} ${get(ptr)})`;

/** @param {string[]} terms - i64 */
const or = (terms) => terms.reduce((x, y) => `(i64.or ${x} ${y})`);

/** @param {number} n8 */
const words = (n8) => Array.from({ length: n8 / 8 }, (_, k) => k);

/** @param {string} ptr @param {number} n8 */
const isZero = (ptr, n8) => `(i64.eqz ${or(words(n8).map((k) => word(ptr, k)))})`;

/**
 * `qap_put(x, y, one, out)`: out = out + (x y + one) R^-1
 *
 *   in      x, y, one  addresses; 0 stands for nothing, but not both of x and one are 0; one: any
 *                      n8 bytes
 *   out     out        Fr, canonical
 * @param {WasmModule} module
 * @param {Field} fr
 */
function addPut(module, { name, p, n8 }) {
    const term = module.reserve(n8);
    const zero = module.data(new Uint8Array(n8));
    addProductAndSum(module, limbPlan({ name, p }), "qap_productAndSum");
    const sum = `(select ${get("one")} ${i32(zero)} ${get("one")})`;
    module.func({
        name: "qap_put",
        params: "x y one out",
        i32: "z",
        body: [
            set("z", `(select ${get("out")} ${i32(term)} ${isZero("out", n8)})`),
            when(
                get("x"),
                call("qap_productAndSum", get("x"), get("y"), sum, get("z")),
                call(`${name}_fromMont`, get("one"), get("z")),
            ),
            when(`(i32.ne ${get("z")} ${get("out")})`, call(`${name}_add`, get("out"), term, get("out"))),
        ],
    });
}

/**
 * What to do with a coefficient whose signal is 1: it is added to `out` if the table has it, and
 * kept in local `one` otherwise.
 *
 *   memory  a table of 16 coefficients: keys have few (1, -1, 2, -2). An entry has a coefficient
 *           and its quotient by R, which is made when the coefficient comes again
 * @param {WasmModule} module
 * @param {Field} fr
 * @param {string[]} putAll
 */
function takeOne(module, { name, n8 }, putAll) {
    const size = 2 * n8 + 8;
    const known = module.reserve(KNOWN * size);
    const differs = or(words(n8).map((k) => `(i64.xor ${word("coef", k)} ${word("entry", k)})`));
    const overR = at(get("entry"), n8);
    const isMade = `offset=${2 * n8} ${get("entry")}`;
    const index = `(i32.and (i32.load8_u ${get("coef")}) ${i32(KNOWN - 1)})`;
    return [
        set("entry", at(i32(known), `(i32.mul ${index} ${i32(size)})`)),
        when(
            `(i64.eqz ${differs})`,
            [
                when(`(i32.eqz (i32.load ${isMade}))`, [
                    call(`${name}_fromMont`, get("entry"), overR),
                    `(i32.store ${isMade} (i32.const 1))`,
                ]),
                call(`${name}_add`, get("out"), overR, get("out")),
            ],
            [
                when(`(i32.eqz (i32.and ${get("misses")} ${i32(TAKEN - 1)}))`, [
                    call(`${name}_copy`, get("coef"), get("entry")),
                    `(i32.store ${isMade} (i32.const 0))`,
                ]),
                set("misses", at(get("misses"), 1)),
                when(get("one"), putAll),
                set("one", get("coef")),
            ],
        ),
    ];
}

/**
 * `qap_buildABC(coefs, nCoefs, witness, a, b, c, offsetOut, nOut, offsetWitness, nWitness)`:
 *     a[i] = sum of coef * witness[s - offsetWitness] over the records (0, i + offsetOut, s, coef),
 *     b[i] the same for (1, ...), c[i] = a[i] b[i]
 *
 *   in      coefs    nCoefs records { u32 matrix, u32 constraint, u32 signal, Fr coef };
 *           witness  nWitness elements of Fr
 *   out     a, b, c  nOut elements; products are Montgomery's, x y R^-1
 *   cost    a product and a sum per record in range whose signal is not 0 or 1; one whose signal is
 *           1 goes with a product of the same row if they follow one another, or takes a sum if its
 *           coefficient is in the table; nOut products
 *
 * Most signals of a circuit are bits. Records out of range are skipped.
 * @param {WasmModule} module
 * @param {Field} fr
 */
function addBuild(module, fr) {
    const { name, n8 } = fr, none = i32(0);
    const element = (/** @type {string} */ base, /** @type {string} */ i) =>
        `(i32.add ${base} (i32.mul ${get(i)} ${i32(n8)}))`;
    const high = or(words(n8).slice(1).map((k) => word("signal", k)));
    // x y is a product, and one a coefficient, that are still to be added to out
    const putAll = [call("qap_put", get("x"), get("y"), get("one"), get("out")), set("x", none), set("one", none)];
    module.func({
        name: "qap_buildABC",
        params: "coefs nCoefs witness a b c offsetOut nOut offsetWitness nWitness",
        i32: "end i s row out signal coef entry x y one misses",
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
                    set("row", element(`(select ${get("b")} ${get("a")} (i32.load ${get("coefs")}))`, "i")),
                    when(`(i32.ne ${get("row")} ${get("out")})`, [
                        when(`(i32.or ${get("x")} ${get("one")})`, putAll),
                        set("out", get("row")),
                    ]),
                    set("signal", element(get("witness"), "s")),
                    set("coef", at(get("coefs"), 12)),
                    when(
                        `(i32.and (i64.eqz ${high}) (i64.le_u ${word("signal", 0)} (i64.const 1)))`,
                        when(`(i32.wrap_i64 ${word("signal", 0)})`, takeOne(module, fr, putAll)),
                        [when(get("x"), putAll), set("x", get("signal")), set("y", get("coef"))],
                    ),
                ]),
                set("coefs", at(get("coefs"), 12 + n8)),
            ]),
            when(`(i32.or ${get("x")} ${get("one")})`, putAll),
            set("i", i32(0)),
            whileLoop(`(i32.ne ${get("i")} ${get("nOut")})`, [
                set("x", element(get("a"), "i")),
                set("y", element(get("b"), "i")),
                set("out", element(get("c"), "i")),
                set("i", at(get("i"), 1)),
                when(
                    `(i32.or ${isZero("x", n8)} ${isZero("y", n8)})`,
                    call(`${name}_zero`, get("out")),
                    call(`${name}_mul`, get("x"), get("y"), get("out")),
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
    addPut(module, fr);
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
