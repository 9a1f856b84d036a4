/**
 * Checks that a record is complete: every part is present, and parts that follow from others agree
 * with them. Modules are generated only from records that pass.
 * @module scripts/wasm/record
 */
/** @import { AnyRecord, CurveRecord, CycleRecord, EmbeddedRecord, FieldParams } from "../../src/params/types.js" */
import { EC } from "../../src/bigint/curve.js";
import { EdwardsEC } from "../../src/bigint/edwards.js";
import { ZqField } from "../../src/bigint/field.js";
import { F2Field } from "../../src/bigint/field2.js";
import { bitLength, mod, pow } from "../../src/bigint/modular.js";
import { testIsExact } from "./subgroup.js";

const FIELD = { name: "string", p: "bigint", nqr: "bigint", s: "number", n8: "number" };
const PAIR = ["bigint", "bigint"];
const GROUP = {
    name: "string",
    model: "string",
    degree: "number",
    cofactor: "bigint",
    cofactorSize: "number",
    endomorphisms: "list",
};

/** Types of all parts of a mere field. */
const FIELD_SHAPE = {
    name: "string", aliases: "list", family: "string", fr: FIELD,
    lanes: { msm: "list", fft: "list", products: "list" },
};

/** Of a curve without a pairing. */
const CYCLE_SHAPE = { ...FIELD_SHAPE, fp: FIELD, g1: { ...GROUP, b: "bigint", generator: PAIR } };

/** Of a twisted Edwards curve. */
const EMBEDDED_SHAPE = {
    ...FIELD_SHAPE, fp: FIELD, g1: { ...GROUP, a: "bigint", d: "bigint", sign: "string", generator: PAIR },
};

/** Of a pairing-friendly curve. */
const PAIRING_SHAPE = {
    ...CYCLE_SHAPE,
    seed: "bigint",
    tower: { nonResidue: "bigint", xi: PAIR, twist: "string" },
    g2: { ...GROUP, b: PAIR, generator: [PAIR, PAIR] },
    pairing: { loop: "bigint", prePSize: "number", preQSize: "number" },
};

/** @type {Record<string, object>} */
const SHAPES = {
    bn: PAIRING_SHAPE, bls12: PAIRING_SHAPE, cycle: CYCLE_SHAPE, embedded: EMBEDDED_SHAPE, field: FIELD_SHAPE,
};

/**
 * Parameters of a family as polynomials of its seed.
 * @type {Record<string, (seed: bigint) => { p: bigint, r: bigint, loop: bigint }>}
 */
const FAMILIES = {
    bn: (u) => {
        const p = 36n * u ** 4n + 36n * u ** 3n + 24n * u ** 2n + 6n * u + 1n;
        return { p, r: p - 6n * u ** 2n, loop: 6n * u + 2n };
    },
    bls12: (z) => {
        const r = z ** 4n - z ** 2n + 1n;
        return { p: ((z - 1n) ** 2n * r) / 3n + z, r, loop: z < 0n ? -z : z };
    },
};

/** @typedef {(ok: unknown, path: string, expected: unknown, got: unknown) => void} Demand */

/** @param {Demand} demand @param {string} path @param {any} shape @param {any} value */
function checkShape(demand, path, shape, value) {
    const kind = Array.isArray(value) ? "list" : typeof value;
    const leaf = typeof shape === "string";
    const expected = leaf ? shape : Array.isArray(shape) ? "list" : "object";
    demand(
        kind === expected,
        path,
        `${expected === "object" ? "an" : "a"} ${expected}`,
        value === undefined ? "none" : `a ${kind}`,
    );
    if (!leaf)
        for (const [key, part] of Object.entries(shape))
            checkShape(demand, path ? `${path}.${key}` : key, part, value[key]);
}

/**
 * @param {Demand} demand
 * @param {string} path
 * @param {Readonly<FieldParams>} field
 * @param {string} name
 * @param {bigint} p
 */
function checkField(demand, path, field, name, p) {
    const odd = field.p >> BigInt(field.s);
    const smallest = () => {
        for (let a = 2n; ; a++) if (pow(a, (p - 1n) / 2n, p) === p - 1n) return a;
    };
    const facts = /** @type {const} */ ([
        ["name", name],
        ["p", p],
        ["n8", 8 * Math.ceil(bitLength(p) / 64)],
        ["nqr", smallest()],
    ]);
    for (const [key, value] of facts) demand(field[key] === value, `${path}.${key}`, value, field[key]);
    demand(odd % 2n === 1n && odd << BigInt(field.s) === p - 1n, `${path}.s`, "the 2-adicity of p - 1", field.s);
}

/** @param {Demand} demand @param {Readonly<CurveRecord>} record @param {F2Field<bigint>} Fp2 */
function checkTower(demand, { fp: { p }, g1, g2, tower: { nonResidue, xi, twist } }, Fp2) {
    demand(pow(mod(nonResidue, p), (p - 1n) / 2n, p) === p - 1n, "tower.nonResidue", "no square in Fp", nonResidue);
    const powers = [2n, 3n].map((k) => Fp2.exp([...xi], (p * p - 1n) / k));
    demand(powers.every((power) => !Fp2.eq(power, Fp2.one)), "tower.xi", "no square and no cube in Fp2", xi);
    demand(twist === "D" || twist === "M", "tower.twist", "D or M", twist);
    const b = twist === "D" ? Fp2.div([g1.b, 0n], [...xi]) : Fp2.mul([g1.b, 0n], [...xi]);
    demand(Fp2.eq(b, [...g2.b]), "g2.b", `b ${twist === "D" ? "/" : "*"} xi`, g2.b);
}

/**
 * @param {Demand} demand
 * @param {Readonly<CurveRecord | CycleRecord>} record
 * @param {"g1" | "g2"} key
 * @param {any} F - any: Fp or Fp2
 */
function checkGroup(demand, record, key, F) {
    const group = /** @type {CurveRecord} */ (record)[key],
        r = record.fr.p,
        { cofactor, endomorphisms } = group,
        path = (/** @type {string} */ part) => `${key}.${part}`;
    checkNames(demand, key, group, "weierstrass", F);
    const curve = new EC(F, /** @type {any} */ (group.generator.map((c) => (Array.isArray(c) ? [...c] : c)))),
        [x, y] = curve.g;
    const b = Array.isArray(group.b) ? [...group.b] : group.b;
    demand(
        F.eq(F.square(y), F.add(F.mul(F.square(x), x), b)) && curve.isZero(curve.timesScalar(curve.g, r)),
        path("generator"),
        "a point of order r",
        "another",
    );
    demand(!F.isZero(F.add(F.one, b)), path("b"), "other than -1: (1, 0) says that there is no point", group.b);
    curve.b = b;
    const any = anyPoint(curve);
    demand(
        curve.isZero(curve.timesScalar(any, cofactor * r)),
        path("cofactor"),
        "the order of the curve over r",
        cofactor,
    );
    const known = key === "g1" ? ["glv"] : ["glv", "gls"];
    demand(
        endomorphisms.every((one, i) => one === known[i]),
        path("endomorphisms"),
        `the first of ${known.join(", ")}`,
        endomorphisms,
    );
}

/**
 * What groups of all models say.
 * @param {Demand} demand
 * @param {string} key
 * @param {{ name: string, model: string, degree: number, cofactor: bigint, cofactorSize: number }}
 *   group
 * @param {string} wanted - model
 * @param {{ m: number }} F
 */
function checkNames(demand, key, { name, model, degree, cofactor, cofactorSize }, wanted, { m }) {
    demand(name === `${key}m`, `${key}.name`, `${key}m`, name);
    demand(model === wanted, `${key}.model`, wanted, model);
    demand(degree === m, `${key}.degree`, m, degree);
    demand(
        cofactor === 1n ? cofactorSize === 0 : bitLength(cofactor) <= 8 * cofactorSize,
        `${key}.cofactorSize`,
        "bytes that hold the cofactor",
        cofactorSize,
    );
}

/**
 * A twisted Edwards curve on which one formula adds any two points: for that a has to be a square
 * and d none.
 * @param {Demand} demand
 * @param {Readonly<EmbeddedRecord>} record
 */
function checkEdwards(demand, { fp: { p }, fr: { p: r }, g1 }) {
    const { a, d, sign, cofactor, endomorphisms } = g1, Fp = new ZqField(p);
    const isSquare = (/** @type {bigint} */ x) => pow(mod(x, p), (p - 1n) / 2n, p) === 1n;
    checkNames(demand, "g1", g1, "edwards", Fp);
    demand(isSquare(a), "g1.a", "a square", a);
    demand(mod(d, p) !== 0n && !isSquare(d), "g1.d", "no square", d);
    demand(sign === "greatest" || sign === "odd", "g1.sign", "greatest or odd", sign);
    const curve = new EdwardsEC(Fp, g1);
    demand(
        curve.isValid(curve.g) && !curve.isZero(curve.g) && curve.isZero(curve.timesScalar(curve.g, r)),
        "g1.generator", "a point of order r", "another",
    );
    let any;
    for (let y = 2n; !any; y++) any = curve._lift(y, false);
    // by Hasse's bound one multiple of r alone is the order
    demand(
        curve.isZero(curve.timesScalar(any, cofactor * r)) && (cofactor * r - p - 1n) ** 2n <= 4n * p,
        "g1.cofactor", "the order of the curve over r", cofactor,
    );
    demand(endomorphisms.length === 0, "g1.endomorphisms", "none", endomorphisms);
}

/** A point whose order is not known: a small x that the curve has. @param {EC<any>} curve */
function anyPoint({ F, b }) {
    for (let k = 1n; ; k++) {
        const x = F.m === 1 ? k : [k, 1n];
        const y = F.sqrt(F.add(F.mul(F.square(x), x), b));
        if (y !== null) return [x, y, F.one];
    }
}

/**
 * The moduli follow from the seed, the tower and G2 from the moduli.
 * @param {Demand} demand
 * @param {Readonly<CurveRecord>} record
 */
function checkPairing(demand, record) {
    const { family, seed, fp, fr, tower, pairing } = record;
    const { p, r, loop } = FAMILIES[family](seed);
    const Fp = new ZqField(p);
    const Fp2 = new F2Field(Fp, Fp.e(tower.nonResidue));
    checkField(demand, "fp", fp, "f1m", p);
    checkField(demand, "fr", fr, "frm", r);
    checkTower(demand, record, Fp2);
    checkGroup(demand, record, "g1", Fp);
    checkGroup(demand, record, "g2", Fp2);
    demand(pairing.loop === loop, "pairing.loop", loop, pairing.loop);
    for (const key of /** @type {const} */ (["g1", "g2"]))
        demand(testIsExact(record, key), `${key}.cofactor`, "one for which the test of subgroup.js is exact", record[key].cofactor);
}

/**
 * Nothing else decides the moduli, but they must be primes.
 * @param {Demand} demand
 * @param {Readonly<AnyRecord>} record
 */
function checkModuli(demand, record) {
    const { family, fp, fr, g1 } = record;
    for (const [path, field] of /** @type {const} */ ([["fp", fp], ["fr", fr]])) {
        if (!field) continue;
        demand(isPrime(field.p), `${path}.p`, "a prime", field.p);
        checkField(demand, path, field, path === "fp" ? "f1m" : "frm", field.p);
    }
    if (family === "cycle" && g1) checkGroup(demand, /** @type {CycleRecord} */ (record), "g1", new ZqField(fp.p));
    if (family === "embedded" && g1) checkEdwards(demand, /** @type {EmbeddedRecord} */ (record));
}

/** Miller and Rabin, with the first primes as bases. @param {bigint} n - above 37, odd */
function isPrime(n) {
    let odd = n - 1n, s = 0;
    while (odd % 2n === 0n) [odd, s] = [odd / 2n, s + 1];
    return [2n, 3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n].every((base) => {
        let x = pow(base, odd, n);
        if (x === 1n || x === n - 1n) return true;
        for (let i = 1; i < s; i++) if ((x = (x * x) % n) === n - 1n) return true;
        return false;
    });
}

/** @param {Demand} demand @param {Readonly<AnyRecord>} record */
function checkLanes(demand, { fp, fr, g1, g2, lanes }) {
    const kinds = { msm: [...(g1 ? ["g1m"] : []), ...(g2 ? ["g2m"] : [])], fft: fr.n8 === 32 ? ["frm"] : [] };
    for (const [key, known] of Object.entries({ ...kinds, products: fp?.n8 === 32 ? ["f1m"] : [] })) {
        const names = lanes[/** @type {keyof typeof lanes} */ (key)];
        demand(
            names.every((name) => known.includes(name)),
            `lanes.${key}`,
            `among ${known.join(", ") || "none"}`,
            names,
        );
    }
}

/**
 * @template {Readonly<AnyRecord>} R
 * @param {R} record
 * @returns {R} the same
 * @throws {RangeError} naming the part that is missing or does not follow
 */
export function checkRecord(record) {
    /** @type {Demand} */
    const demand = (ok, path, expected, got) => {
        if (!ok)
            throw new RangeError(
                `record ${record?.name ?? "?"}: expected ${path || "it"} to be ${expected}, got ${got}`,
            );
    };
    const { family } = record ?? {};
    const known = Object.keys(SHAPES).join(", ");
    demand(typeof family === "string", "family", "a string", family === undefined ? "none" : `a ${typeof family}`);
    demand(Object.hasOwn(SHAPES, family), "family", `one of ${known}`, family);
    checkShape(demand, "", SHAPES[family], record);
    if (record.pairing) checkPairing(demand, record);
    else checkModuli(demand, record);
    checkLanes(demand, record);
    return record;
}
