/**
 * The Miller loop, with lines computed on the way (for pairings and their
 * products, which share the squarings) or ahead (prepareG2, millerLoop).
 *
 * A *leg* is one pair of points on its way through the loop, in memory:
 * P (x, y), Q (x, y), -Q (x, y), T (X, Y, Z).
 * @module scripts/wasm/pairing/miller
 */
/** @import { PairingParams } from "./params.js" */
/** @import { Tower } from "../tower/tower.js" */
/** @import { WasmModule } from "../module.js" */
import { at, call, forLoop, get, i32, set, when } from "../wat.js";
import { mulConstant } from "../tower/fp12.js";
import { binaryDigits, signedDigits } from "../tower/cyclotomic_pow.js";
import { powFp2 } from "../tower/fp2_constants.js";
import { coefficient } from "../tower/coefficients.js";
import { coefficients, formula } from "../tower/formula.js";

/** Pairs that one product of pairings takes at most: pairingEq5. */
export const MOST_LEGS = 5;

/**
 * @param {Tower} tower
 * @returns {{ p: number, q: number, minusQ: number, t: number, size: number }} offsets in a leg
 */
export function legLayout({ f1, f2 }) {
    const q = 2 * f1.n8;
    const minusQ = q + 2 * f2.n8;
    const t = minusQ + 2 * f2.n8;
    return { p: 0, q, minusQ, t, size: t + 3 * f2.n8 };
}

/**
 * Digits of the loop count below the leading one, most significant first, in
 * the form that needs fewer steps.
 * @param {bigint} loop
 */
export function loopDigits(loop) {
    const steps = (/** @type {number[]} */ d) => d.length + d.filter(Boolean).length;
    const [binary, naf] = [binaryDigits(loop), signedDigits(loop, 2)];
    return (steps(naf) < steps(binary) ? naf : binary).reverse().slice(1);
}

/**
 * Lines of a whole loop.
 * @param {PairingParams} params
 */
export function lineCount({ loop, family }) {
    const digits = loopDigits(loop);
    return digits.length + digits.filter(Boolean).length + (family === "bn" ? 2 : 0);
}

/**
 * Adds the functions that take points in (setP, setQ), the loop over legs, and prepareG1,
 * prepareG2, millerLoop.
 * @param {WasmModule} module
 * @param {Tower} tower
 * @param {PairingParams} params
 */
export function addMiller(module, tower, params) {
    const need = (lineCount(params) * 3 + 3) * tower.f2.n8;
    if (need > params.preQSize)
        throw new RangeError(
            `${params.name}: expected a prepared G2 point of at most ${params.preQSize} bytes, got ${need}`,
        );
    addSetPoints(module, tower, params);
    if (params.family === "bn") addTwistFrobenius(module, tower, params);
    addLegs(module, tower, params);
    addPrepare(module, tower, params);
    addMillerLoop(module, tower, params);
}

/**
 * setP, setQ: affine form of a jacobian point, 1; or 0 and z untouched for the point at infinity.
 *
 *   in      p   X, Y, Z
 *   out     z   x, y
 *   alias   z may be p
 *
 * @param {WasmModule} module
 * @param {Tower} tower
 * @param {PairingParams} params
 */
function addSetPoints(module, { f1, f2 }, { name }) {
    for (const [field, as] of /** @type {const} */ ([[f1, "setP"], [f2, "setQ"]])) {
        const places = coefficients(field, { p: 3, z: 2 });
        const toAffine = formula(module, field, places, `
            t = inv(p2)
            s = sqr(t)
            t = s * t
            z0 = p0 * s
            z1 = p1 * t`);
        const copy = formula(module, field, places, "z0 = copy(p0)\nz1 = copy(p1)");
        module.func({ name: `${name}_${as}`, params: "p z", result: "i32", body: [
            when(call(`${field.name}_isZero`, coefficient("p", 2, field.n8)), `(return ${i32(0)})`),
            when(call(`${field.name}_isOne`, coefficient("p", 2, field.n8)), copy, toAffine),
            i32(1)] });
    }
}

/**
 * twistFrobenius: z = psi(q), twistFrobenius2: z = -psi^2(q) for affine q on the D-twist,
 * psi the p-power Frobenius map of the curve seen on the twist. The last two lines of the
 * optimal ate pairing on BN curves (Vercauteren 2010) go through these.
 *
 *   alias   z may be q
 *
 * @param {WasmModule} module
 * @param {Tower} tower
 * @param {PairingParams} params
 */
function addTwistFrobenius(module, { f2, xi }, { name }) {
    const { p } = f2;
    const x = coefficient("z", 0, f2.n8);
    const y = coefficient("z", 1, f2.n8);
    const step = [
        call(`${f2.name}_conj`, coefficient("q", 0, f2.n8), x),
        call(`${f2.name}_conj`, coefficient("q", 1, f2.n8), y),
    ];
    module.func({ name: `${name}_twistFrobenius`, params: "q z", body: [...step,
        ...mulConstant(module, f2, x, powFp2(xi, (p - 1n) / 3n, f2)),
        ...mulConstant(module, f2, y, powFp2(xi, (p - 1n) / 2n, f2))] });
    // y xi^((p^2 - 1) / 2) = -y, as xi is no square; the minus before psi^2 undoes it
    module.func({ name: `${name}_twistFrobenius2`, params: "q z", body: [
        call(`${f2.name}_copy`, get("q"), x), call(`${f2.name}_copy`, coefficient("q", 1, f2.n8), y),
        ...mulConstant(module, f2, x, powFp2(xi, (p * p - 1n) / 3n, f2))] });
}

/**
 * The order of the steps, once for all users.
 * @param {WasmModule} module
 * @param {PairingParams} params
 * @param {{ sqr: string[], dbl: string[], add: string[], subtract: string[], last: string[] }}
 *   steps
 *   - WAT; `last` (BN curves) runs after the digits. Uses the i32 locals i and digit.
 * @returns {string[]}
 */
function walk(module, { loop, family }, { sqr, dbl, add, subtract, last }) {
    const digits = loopDigits(loop);
    const start = module.data(Uint8Array.from(digits, (d) => d & 0xff));
    const negative = digits.includes(-1);
    return [forLoop("i", start, start + digits.length, [
        ...(sqr.length ? [when(`(i32.ne ${get("i")} ${i32(start)})`, sqr)] : []), ...dbl,
        set("digit", `(i32.load8_s ${get("i")})`),
        when(get("digit"), negative ? [when(`(i32.gt_s ${get("digit")} ${i32(0)})`, add, subtract)] : add),
    ]), ...(family === "bn" ? last : [])];
}

/**
 * A *rail* is one pair whose lines are prepared: P (x, y), and the address of its first line.
 * @param {Tower} tower
 * @returns {{ p: number, lines: number, size: number }} offsets in a rail
 */
export const railLayout = ({ f1 }) => ({ p: 0, lines: 2 * f1.n8, size: 2 * f1.n8 + 8 });

/**
 * legs: z = product of the Miller functions over the legs from `start` to `end` and the rails from
 * `first` to `last`, which share the squarings.
 *
 *   in      start, end    addresses of legs with P and Q set
 *           first, last   of rails
 *   out     z             Fp12; one without any of them
 *
 * @param {WasmModule} module
 * @param {Tower} tower
 * @param {PairingParams} params
 */
function addLegs(module, tower, params) {
    const { f2, f12 } = tower, { name } = params;
    const layout = legLayout(tower);
    const rail = railLayout(tower);
    const f = module.reserve(f12.n8);
    const line = module.reserve(3 * f2.n8);
    const image = module.reserve(2 * f2.n8);
    const leg = (/** @type {number} */ offset) => at(get("leg"), offset);
    const legs = (/** @type {string[]} */ body) => [forLoop("leg", get("start"), get("end"), body, layout.size)];
    const times = call(`${name}_lineMul`, f, line, leg(layout.p));
    const add = (/** @type {string | number} */ q) => [call(`${name}_lineAdd`, leg(layout.t), q, line), times];
    // the next line of every rail, which are equally many bytes behind the first one
    const rails = [
        forLoop("rail", get("first"), get("last"), [call(
            `${name}_lineMul`,
            f,
            `(i32.add (i32.load ${at(get("rail"), rail.lines)}) ${get("passed")})`,
            at(get("rail"), rail.p),
        )], rail.size),
        set("passed", at(get("passed"), 3 * f2.n8)),
    ];
    const each = (/** @type {string[]} */ body) => [...legs(body), ...rails];
    module.func({ name: `${name}_legs`, params: "start end first last z", i32: "leg rail passed i digit", body: [
        call(`${f12.name}_one`, f),
        ...legs(startLeg(tower, layout)),
        ...walk(module, params, {
            sqr: [call(`${f12.name}_sqr`, f, f)],
            dbl: each([call(`${name}_lineDbl`, leg(layout.t), line), times]),
            add: each(add(leg(layout.q))), subtract: each(add(leg(layout.minusQ))),
            last: [
                ...each([call(`${name}_twistFrobenius`, leg(layout.q), image), ...add(image)]),
                ...each([call(`${name}_twistFrobenius2`, leg(layout.q), image), ...add(image)])],
        }),
        finish(tower, params, f)] });
}

/**
 * T = Q and -Q of the leg at `leg`.
 * @param {Tower} tower
 * @param {ReturnType<typeof legLayout>} layout
 */
function startLeg({ f2 }, layout) {
    const leg = (/** @type {number} */ offset) => at(get("leg"), offset);
    const { q, minusQ, t } = layout, { n8 } = f2;
    return [
        call(`${f2.name}_copy`, leg(q), leg(minusQ)), call(`${f2.name}_neg`, leg(q + n8), leg(minusQ + n8)),
        call(`${f2.name}_copy`, leg(q), leg(t)), call(`${f2.name}_copy`, leg(q + n8), leg(t + n8)),
        call(`${f2.name}_one`, leg(t + 2 * n8))];
}

/**
 * A negative seed of a BLS curve conjugates the value.
 * @param {Tower} tower
 * @param {PairingParams} params
 * @param {number} f
 */
const finish = ({ f12 }, { seed, family }, f) =>
    call(`${f12.name}_${family === "bls12" && seed < 0n ? "conj" : "copy"}`, f, get("z"));

/**
 * prepareG1: z = x, y, 1 and zeros; prepareG2: z = x, y, 1 and the lines of the
 * loop in their order. All zeros represent the point at infinity.
 *
 *   in      p   X, Y, Z
 *   out     z   prePSize, preQSize bytes
 *
 * @param {WasmModule} module
 * @param {Tower} tower
 * @param {PairingParams} params
 */
function addPrepare(module, tower, params) {
    const { f1, f2 } = tower, { name } = params;
    const layout = legLayout(tower);
    const clear = (/** @type {number} */ size) =>
        `${set("end", at(get("z"), size))} ${forLoop("i", get("z"), get("end"), `(i64.store ${get("i")} (i64.const 0))`, 8)}`;
    module.func({ name: `${name}_prepareG1`, params: "p z", i32: "i end", body: [
        clear(params.prePSize),
        when(call(`${name}_setP`, get("p"), get("z")), call(`${f1.name}_one`, at(get("z"), 2 * f1.n8)))] });

    const own = module.reserve(layout.size);
    const image = module.reserve(2 * f2.n8);
    const leg = (/** @type {number} */ offset) => i32(own + offset);
    const next = set("line", at(get("line"), 3 * f2.n8));
    const add = (/** @type {string} */ q) => [call(`${name}_lineAdd`, leg(layout.t), q, get("line")), next];
    module.func({
        name: `${name}_prepareG2`,
        params: "p z",
        i32: "leg i end digit line",
        body: [
            set("leg", i32(own)),
            clear(params.preQSize),
            when(`(i32.eqz ${call(`${name}_setQ`, get("p"), leg(layout.q))})`, "(return)"),
            call(`${f2.name}_copy`, leg(layout.q), get("z")),
            call(`${f2.name}_copy`, leg(layout.q + f2.n8), at(get("z"), f2.n8)),
            call(`${f2.name}_one`, at(get("z"), 2 * f2.n8)),
            ...startLeg(tower, layout),
            set("line", at(get("z"), 3 * f2.n8)),
            ...walk(module, params, {
                sqr: [],
                dbl: [call(`${name}_lineDbl`, leg(layout.t), get("line")), next],
                add: add(leg(layout.q)),
                subtract: add(leg(layout.minusQ)),
                last: [
                    call(`${name}_twistFrobenius`, leg(layout.q), i32(image)),
                    ...add(i32(image)),
                    call(`${name}_twistFrobenius2`, leg(layout.q), i32(image)),
                    ...add(i32(image)),
                ],
            }),
        ],
    });
}

/**
 * millerLoop: z = the Miller function of prepared points; one when either is at infinity.
 *
 *   in      p   from prepareG1; q   from prepareG2
 *   out     z   Fp12
 *
 * @param {WasmModule} module
 * @param {Tower} tower
 * @param {PairingParams} params
 */
function addMillerLoop(module, tower, params) {
    const { f1, f2, f12 } = tower, { name } = params;
    const f = module.reserve(f12.n8);
    const step = [call(`${name}_lineMul`, f, get("line"), get("p")), set("line", at(get("line"), 3 * f2.n8))];
    module.func({
        name: `${name}_millerLoop`,
        params: "p q z",
        i32: "i digit line",
        body: [
            when(
                `(i32.or ${call(`${f1.name}_isZero`, at(get("p"), 2 * f1.n8))} ${call(`${f2.name}_isZero`, at(get("q"), 2 * f2.n8))})`,
                [call(`${f12.name}_one`, get("z")), "(return)"],
            ),
            call(`${f12.name}_one`, f),
            set("line", at(get("q"), 3 * f2.n8)),
            ...walk(module, params, {
                sqr: [call(`${f12.name}_sqr`, f, f)],
                dbl: step,
                add: step,
                subtract: step,
                last: [...step, ...step],
            }),
            finish(tower, params, f),
        ],
    });
}

