/**
 * The two steps of the Miller loop on the twist: double T, or add Q to T, and
 * give the line through the points as three coefficients (cy, cx, c1) in Fp2.
 * At P in G1 the line is, up to a factor of a proper subfield of Fp12, which
 * the final exponentiation takes to one,
 *
 *     D-twist   cy yP + cx xP w + c1 w^3           (x, y) -> (x w^2, y w^3)
 *     M-twist   c1 + cx xP w^2 + cy yP w^3         (x, y) -> (x / w^2, y / w^3)
 *
 * T is homogeneous: x = X / Z, y = Y / Z.
 * @module scripts/wasm/pairing/lines
 */
/** @import { PairingParams } from "./params.js" */
/** @import { Tower } from "../tower/tower.js" */
/** @import { WasmModule } from "../module.js" */
import { mod } from "../../../src/bigint/modular.js";
import { call, get } from "../wat.js";
import { coefficient } from "../tower/coefficients.js";
import { coefficients, formula } from "../tower/formula.js";
import { invFp2, mulFp2 } from "../tower/fp2_constants.js";

/**
 * Adds lineDbl, lineAdd and lineMul under the curve's name.
 * @param {WasmModule} module
 * @param {Tower} tower
 * @param {PairingParams} params
 */
export function addLines(module, tower, params) {
    addLineDbl(module, tower, params);
    addLineAdd(module, tower, params);
    addLineMul(module, tower, params);
}

/**
 * Coefficient of the twist.
 * @param {Tower} tower
 * @param {PairingParams} params
 */
function twistB({ f2, xi }, { b, twist }) {
    return mulFp2([b, 0n], twist === "D" ? invFp2(xi, f2) : [mod(xi[0], f2.p), xi[1]], f2);
}

/**
 * T = 2 T; line = the tangent at the old T.
 *
 *   in      t      X, Y, Z on the twist
 *   out     t; line  3 elements: -2YZ, 3X^2, 3b'Z^2 - Y^2
 *   cost    3 mul, 6 sqr of Fp2 (one mul is by b')
 *   source  Costello, Lange, Naehrig 2010, section 5, as in Aranha, Karabina, Longa, Gebotys,
 *           Lopez 2011; all coordinates times 4, which leaves no division by 2
 *
 * @param {WasmModule} module
 * @param {Tower} tower
 * @param {PairingParams} params
 */
function addLineDbl(module, tower, params) {
    const { f2 } = tower;
    const places = {
        ...coefficients(f2, { t: 3, l: 3 }),
        b3: module.data(f2.encode(twistB(tower, { ...params, b: 3n * params.b }))),
    };
    module.func({ name: `${params.name}_lineDbl`, params: "t l", body: formula(module, f2, places, `
        a = t0 * t1
        a = dbl(a)
        b = sqr(t1)
        c = sqr(t2)
        e = c * b3
        h = t1 + t2
        h = sqr(h)
        c = b + c
        h = h - c
        l0 = neg(h)
        j = sqr(t0)
        l1 = dbl(j)
        l1 = l1 + j
        l2 = e - b
        f = dbl(e)              // f = 9 b' Z^2 = 3 e
        f = f + e
        g = b - f
        t0 = a * g              // 2XY (b - f)
        g = b + f
        g = sqr(g)
        e = sqr(e)
        f = dbl(e)
        e = e + f
        e = dbl(e)
        e = dbl(e)
        t1 = g - e              // (b + f)^2 - 12 e^2
        h = b * h
        h = dbl(h)
        t2 = dbl(h)             // 4 b h`) });
}

/**
 * T = T + Q; line = the line through the old T and Q.
 *
 *   in      t   X, Y, Z; q affine x, y; T not Q or -Q
 *   out     t; line  3 elements: X - xZ, -(Y - yZ), (Y - yZ) x - (X - xZ) y
 *   cost    11 mul, 2 sqr of Fp2
 *   source  Aranha, Karabina, Longa, Gebotys, Lopez 2011, section 4
 *
 * @param {WasmModule} module
 * @param {Tower} tower
 * @param {PairingParams} params
 */
function addLineAdd(module, { f2 }, params) {
    const places = coefficients(f2, { t: 3, q: 2, l: 3 });
    module.func({ name: `${params.name}_lineAdd`, params: "t q l", body: formula(module, f2, places, `
        th = q1 * t2
        th = t1 - th
        la = q0 * t2
        la = t0 - la
        l0 = copy(la)
        l1 = neg(th)
        a = th * q0
        b = la * q1
        l2 = a - b
        c = sqr(th)
        d = sqr(la)
        e = d * la
        f = t2 * c
        g = t0 * d
        h = e + f
        a = dbl(g)
        h = h - a
        t0 = la * h
        g = g - h
        g = th * g
        b = e * t1
        t1 = g - b
        t2 = t2 * e`) });
}

/**
 * f = f times the line at P.
 *
 *   in      f   Fp12; l  3 elements of Fp2; p  affine x, y in Fp
 *   out     f
 *   cost    13 mul of Fp2, 4 mul of Fp
 *
 * @param {WasmModule} module
 * @param {Tower} tower
 * @param {PairingParams} params
 */
function addLineMul(module, { f1, f2, f12 }, params) {
    const cy = module.reserve(f2.n8);
    const cx = module.reserve(f2.n8);
    const c1 = coefficient("l", 2, f2.n8);
    module.func({ name: `${params.name}_lineMul`, params: "f l p", body: [
        call(`${f2.name}_mul1`, get("l"), coefficient("p", 1, f1.n8), cy),
        call(`${f2.name}_mul1`, coefficient("l", 1, f2.n8), get("p"), cx),
        params.twist === "D" ? call(`${f12.name}_mul034`, get("f"), cy, cx, c1, get("f"))
            : call(`${f12.name}_mul014`, get("f"), c1, cx, cy, get("f"))] });
}
