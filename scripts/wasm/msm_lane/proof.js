/**
 * Proof of the lane module of a curve: its functions, as they are emitted, run
 * on unknown limbs (proof/machine.js). Points are records or results of earlier
 * additions, so their bound is the one that the functions close: `records`
 * gives it a start, `forward`, `join`, `split` and `backward` must not leave it.
 * Products are proved once for each pair of bounds that they meet, together
 * with what they compute: R z = x y mod p.
 * @module scripts/wasm/msm_lane/proof
 */
/** @import { Bound, Places } from "../proof/elements.js" */
/** @import { LaneField } from "../lane/types.js" */
/** @import { LaneModule } from "../lane/module.js" */
/** @import { Node } from "../sexpr.js" */
/** @import { Value } from "../proof/forms.js" */
import {
    boundOf,
    elementBound,
    hull,
    larger,
    largest,
    limbsBound,
    putElement,
    putUnit,
    rounded,
    unitBound,
    unitLimbs,
    valueOf,
    within,
} from "../proof/elements.js";
import { BASE, Machine, functionsOf } from "../proof/machine.js";
import { partsOf, wordOf } from "../proof/vectors.js";
import { isChained, unitsPerTurn } from "../lane/kernels.js";
import { LIST, MOST_WEIGHT } from "../lane/linear.js";
import { f64Bits } from "../lane/words.js";
import { BUFFER, ENTRIES, ENTRY, REF } from "./layout.js";
import { degreesOf } from "./points.js";
import { ROWS } from "./rows.js";
import { tableBytes } from "./split_table.js";

/** Addresses of what the functions work on, apart from each other. */
const AT = Object.freeze({
    points: 1 << 24,
    list: 2 << 24,
    buffer: 3 << 24,
    results: 4 << 24,
    packed: 5 << 24,
    table: 6 << 24,
    x: 7 << 24,
    y: 8 << 24,
    z: 9 << 24,
});

/** Groups of entries in a run: one after another, so that a product meets its own result. */
const GROUPS = 2;

/**
 * Weights of sums, each as large as may be: of one unit, of two, of different ones in the lanes, of
 * eight. How many units there are makes no difference to the range of a sum, which is that of a
 * unit times the weights in all.
 */
const WEIGHTS = Object.freeze([
    [[MOST_WEIGHT, -MOST_WEIGHT]], [[0, 0], [-MOST_WEIGHT, MOST_WEIGHT]],
    [[MOST_WEIGHT / 2, 1], [-MOST_WEIGHT / 2, 1 - MOST_WEIGHT]],
    Array.from({ length: 8 }, (_, k) => (k % 3 ? [MOST_WEIGHT / 8, -MOST_WEIGHT / 8] : [-MOST_WEIGHT / 8, 1])),
].map((weights) => /** @type {readonly (readonly [number, number])[]} */ (/** @type {unknown} */ (weights))));

/** What leaves the operands of a batch. */
const KERNELS = /** @type {const} */ (["forward", "forwardDoublings"]);

/** Steps that a bound may take until it is closed. */
const MOST_STEPS = 60;

export class LaneProof {
    /**
     * @param {LaneModule} module
     * @param {LaneField} F
     * @param {Record<string, number>} area - see points.js
     * @param {string} text - of the module
     */
    constructor(module, F, area, text) {
        this.functions = functionsOf(text);
        this.constants = module.image();
        this.F = F;
        this.area = area;
        this.places = /** @type {Places} */ ({
            ...F.plan,
            ...F.places,
            lanes: F.lanes,
            unitBytes: F.unitBytes,
            bytes: F.bytes,
        });
        this.units = ENTRIES / F.lanes;
        /** @type {Map<string, Bound>} */
        this.products = new Map();
        this.most = { product: 0n };
        /** @type {Bound | undefined} running products and inverses of the last run */
        this.P = undefined;
        /** @type {Bound | undefined} */
        this.acc = undefined;
        /** @type {Bound | undefined} what `canonical` met */
        this.last = undefined;
    }

    /**
     * @param {Record<string, (machine: Machine, args: number[]) => void>} [calls]
     * @param {boolean} [chains] - see proof/forms.js
     */
    machine(calls, chains) {
        return new Machine(this.functions, { constants: this.constants, calls, chains });
    }

    /**
     * Bound of a product, square or normalisation of units within bounds; the function runs on
     * fresh unknowns and has to give what it says.
     * @param {string} name
     * @param {Bound[]} bounds - of the operands
     * @returns {Bound}
     */
    product(name, bounds) {
        const key = `${name} ${bounds.map(({ low, top }) => `${low} ${top}`).join(" ")}`;
        let known = this.products.get(key);
        if (!known) {
            known = this.prove(name, bounds);
            this.products.set(key, known);
        }
        return known;
    }

    /** @param {string} name @param {Bound[]} bounds @returns {Bound} */
    prove(name, bounds) {
        const m = this.machine({}, isChained(this.F, name)),
            { places } = this,
            degree = name.startsWith("f2") ? 2 : 1,
            count = unitsPerTurn(this.F, name),
            U = places.unitBytes;
        const ats = [AT.x, AT.y].slice(0, bounds.length),
            pairs = ats.map((at, k) =>
                Array.from({ length: count * degree }, (_, u) => putUnit(m, places, at + u * U, bounds[k])),
            );
        const out = name === "normal" ? AT.x : AT.z;
        if (name === "normal") {
            m.globals.set("$degree", 1);
            m.call(name, out);
        } else m.call(name, ...ats, count, out);
        this.most.product = larger(this.most.product, m.words.most.product);
        for (let u = 0; u < count; u++) for (let lane = 0; lane < places.lanes; lane++) {
            const [x, y = x] = pairs.map((units) =>
                units.slice(u * degree, (u + 1) * degree).map((limbs) => limbs[lane]),
            );
            expected(m, places, name === "normal" ? null : y, x).forEach((want, c) => {
                const z = valueOf(m, places.w, unitLimbs(m, places, out + (u * degree + c) * U)[lane]);
                const got = name === "normal" ? z : m.forms.times(z, this.F.plan.R);
                if (!m.forms.isMultiple(m.forms.sub(got, want), this.F.plan.p)) {
                    throw new RangeError(
                        `proof of ${name}: expected ${name === "normal" ? "the same value" : "a product"} mod p, got another`,
                    );
                }
            });
        }
        return rounded(hull(...Array.from({ length: count * degree }, (_, u) => unitBound(m, places, out + u * U))));
    }

    /**
     * What stands for the products in a run: units within their bound.
     * @returns {Record<string, (machine: Machine, args: number[]) => void>}
     */
    summaries() {
        const { places } = this, U = places.unitBytes;
        const read = (/** @type {Machine} */ m, /** @type {number} */ at, /** @type {number} */ units) =>
            rounded(hull(...Array.from({ length: units }, (_, u) => unitBound(m, places, at + u * U))));
        const write = (
            /** @type {Machine} */ m,
            /** @type {number} */ at,
            /** @type {number} */ units,
            /** @type {Bound} */ bound,
        ) => {
            for (let u = 0; u < units; u++) putUnit(m, places, at + u * U, bound);
        };
        const names = [...this.functions.keys()]
            .map((name) => name.slice(1))
            .filter((name) => /^f[12]_(mul|sqr)/.test(name));
        return {
            ...Object.fromEntries(
                names.map((name) => [
                    name,
                    (/** @type {Machine} */ m, /** @type {number[]} */ args) => {
                        const count = args[args.length - 2],
                            units = count * Number(name[1]),
                            to = args[args.length - 1];
                        write(
                            m,
                            to,
                            units,
                            this.product(
                                name,
                                args.slice(0, -2).map((at) => read(m, at, units)),
                            ),
                        );
                    },
                ]),
            ),
            canonical: (m, [limbs]) =>
                this.canonical(
                    Array.from({ length: places.n }, (_, i) =>
                        m.words.fit(/** @type {any} */ (m.load(limbs + 8 * i).word), true),
                    ),
                ),
        };
    }

    /** `canonical` takes values below p in size. @param {Value[]} limbs */
    canonical(limbs) {
        const bound = limbsBound(limbs);
        const size = largest(bound, this.places);
        if (size >= this.F.plan.p) throw new RangeError(`proof of canonical: expected a value below p, got ${size}`);
        this.last = hull(bound, this.last ?? bound);
    }

    /** `canonical` itself, on the values that it met. */
    proveCanonical() {
        const m = this.machine(),
            { places } = this,
            { p, packed } = this.F.plan,
            bound = /** @type {Bound} */ (this.last),
            limbs = AT.x;
        const values = Array.from({ length: places.n }, (_, i) =>
            i < places.n - 1 ? m.forms.unknown(-bound.low, bound.low) : m.forms.unknown(-bound.top, bound.top),
        );
        values.forEach((v, i) => m.put(limbs + 8 * i, { word: m.words.int(v) }));
        m.call("canonical", limbs, AT.z);
        const words = Array.from({ length: packed / 4 }, (_, k) =>
            m.words.low(m.words.asInt(m.load32(AT.z + 4 * k)), 32),
        );
        const difference = m.forms.sub(valueOf(m, 32, words), valueOf(m, places.w, values));
        if (!m.forms.isMultiple(difference, p)) {
            throw new RangeError("proof of canonical: expected the same value mod p, got another");
        }
    }

    /**
     * A machine after `use`, with a bound for the quad of ones.
     * @param {1 | 2} degree
     * @param {number} together
     * @param {Bound} [ones]
     */
    started(degree, together, ones) {
        const m = this.machine(this.summaries());
        m.call("use", degree, together);
        if (ones) this.putQuad(m, BASE + this.area[`ones${degree}`], degree, ones);
        return m;
    }

    /** @param {Machine} m @param {number} at @param {number} degree @param {Bound} bound */
    putQuad(m, at, degree, bound) {
        for (let u = 0; u < this.units * degree; u++) putUnit(m, this.places, at + u * this.places.unitBytes, bound);
    }

    /** @param {Machine} m @param {number} at @param {number} degree */
    quadBound(m, at, degree) {
        return hull(
            ...Array.from({ length: this.units * degree }, (_, u) =>
                unitBound(m, this.places, at + u * this.places.unitBytes),
            ),
        );
    }

    /**
     * Entries of all kinds: with and without signs, doublings, images of phi, and padding.
     * @param {Machine} m
     * @param {1 | 2} degree
     * @param {Bound} point
     * @param {boolean} [doublings] - nothing else
     */
    putList(m, degree, point, doublings = false) {
        const coordinate = degree * this.places.bytes;
        const record = 3 * coordinate;
        /** @type {Map<number, Value>} values by address */
        const values = new Map();
        for (let at = AT.points; at < AT.points + 2 * GROUPS * ENTRIES * record; at += this.places.bytes) {
            values.set(at, valueOf(m, this.places.w, putElement(m, this.places, at, point)));
        }
        const bits = [0, REF.negate, REF.yBefore, REF.yBefore | REF.negate];
        for (let k = 0; k < GROUPS * ENTRIES; k++) {
            const at = AT.list + k * ENTRY.size;
            const [A, B] = [2 * k, 2 * k + 1].map((i) => AT.points + i * record);
            const ref = (/** @type {number} */ address, /** @type {number} */ bit) =>
                address + (bit & REF.yBefore ? 2 * coordinate : 0) + bit;
            const fields = {
                A: ref(A, bits[k % 4]) | (doublings || k % 3 === 2 ? REF.double : 0),
                B: doublings ? ref(A, bits[k % 4]) : ref(B, bits[(k >> 1) % 4]),
                dst: AT.results + 2 * k * coordinate,
                slot: AT.results - 4,
            };
            for (const [name, value] of Object.entries(fields))
                m.put32(at + ENTRY[/** @type {keyof typeof fields} */ (name)], m.words.constant(BigInt(value), 32));
            if (k === GROUPS * ENTRIES - 1) m.call("pad", at);
        }
        return values;
    }

    /**
     * Does `forward` leave sums and differences of the points that the entries name?
     * @param {Machine} m
     * @param {1 | 2} degree
     * @param {Map<number, Value>} values
     */
    checkOperands(m, degree, values) {
        const { forms } = m,
            { places } = this,
            { unitBytes, lanes, bytes } = places,
            quad = Number(m.globals.get("$quad"));
        for (let k = 0; k < GROUPS * ENTRIES - 1; k++) for (let c = 0; c < degree; c++) {
            const [A, B] = [ENTRY.A, ENTRY.B].map((field) =>
                Number(m.words.known(m.load32(AT.list + k * ENTRY.size + field))),
            );
            const inGroup = k % ENTRIES,
                unit = Math.floor(inGroup / lanes) * degree + c,
                group = Math.floor(k / ENTRIES) * BUFFER.size;
            const [xA, xB] = [A, B].map((ref) => /** @type {Value} */ (values.get((ref & REF.address) + c * bytes)));
            const [yA, yB] = [A, B].map((ref) =>
                forms.times(
                    /** @type {Value} */ (
                        values.get((ref & REF.address) + (ref & REF.yBefore ? c - degree : c + degree) * bytes)
                    ),
                    ref & REF.negate ? -1n : 1n,
                ),
            );
            const doubled = { D: forms.add(yA, yA), YA: yA, XA: xA, XS: forms.add(xA, xB) };
            const wanted = A & REF.double ? doubled : { ...doubled, D: forms.sub(xB, xA), DY: forms.sub(yB, yA) };
            for (const [name, want] of Object.entries(wanted)) {
                const at =
                    AT.buffer + (group + BUFFER[/** @type {keyof typeof BUFFER} */ (name)]) * quad + unit * unitBytes;
                const got = valueOf(m, places.w, unitLimbs(m, places, at)[inGroup % lanes]);
                if (!forms.isMultiple(forms.sub(got, want), this.F.plan.p)) {
                    throw new RangeError(`proof of forward: expected ${name} of entry ${k}, got another value`);
                }
            }
        }
    }

    /**
     * The bound of x after any number of steps.
     * @param {Bound} x @param {(x: Bound) => Bound} step
     */
    closed(x, step) {
        for (let i = 0; i < MOST_STEPS; i++) {
            const next = step(x);
            if (within(next, x)) return x;
            x = rounded(nudged(hull(x, next)));
        }
        throw new RangeError(`proof: expected a bound that closes, got limbs up to ${x.low} and ${x.top} and growing`);
    }

    /**
     * Packed elements of the base module.
     * @param {Machine} m
     * @param {number} at
     * @param {number} count
     */
    putPacked(m, at, count) {
        const { p, packed } = this.F.plan;
        for (let k = 0; k < count; k++) m.putInteger(at + k * packed, packed, m.forms.unknown(0n, p - 1n));
    }

    /** Bound of records. @param {1 | 2} degree @param {number} together @returns {Bound} */
    records(degree, together) {
        const m = this.started(degree, together),
            { packed } = this.F.plan,
            { bytes } = this.places,
            enters = this.functions.has("$enter"),
            step = (enters ? 2 : 3) * degree * bytes,
            image = degree === 2 ? step : 0;
        if (image) {
            this.putPacked(m, AT.table + tableBytes(4), 4);
            m.call("psi", AT.table);
        }
        for (let k = 0; k < ENTRIES; k++) {
            m.put32(AT.list + 4 * k, m.words.constant(BigInt(AT.packed + k * 2 * degree * packed), 32));
            this.putPacked(m, AT.packed + k * 2 * degree * packed, 2 * degree);
        }
        m.call("records", AT.list, ENTRIES, AT.points, image ? 2 * step : step, enters ? 0 : 1, image);
        const coefficients = (ENTRIES * step * (image ? 2 : 1)) / bytes;
        const bound = hull(
            ...Array.from({ length: coefficients }, (_, i) => elementBound(m, this.places, AT.points + i * bytes)),
        );
        return enters ? this.entered(together, rounded(bound)) : bound;
    }

    /**
     * A machine after `enter` on records within a bound, whatever denominators are zero.
     * @param {number} together
     * @param {Bound} record
     * @param {Bound} P - of running products
     * @param {number} zero - bit l: the denominator in lane l of every unit is zero
     */
    enter(together, record, P, zero) {
        const m = this.machine({ ...this.summaries(), zeros: () => zero }), { bytes } = this.places;
        m.call("use", 1, together);
        this.putQuad(m, BASE + this.area.ones1, 1, P);
        for (let i = 0; i < GROUPS * ENTRIES * 2; i++) putElement(m, this.places, AT.points + i * bytes, record);
        m.call("enter", AT.points, 2 * bytes, GROUPS, AT.buffer);
        const quad = Number(m.globals.get("$quad"));
        const part = (/** @type {number} */ which) =>
            hull(...Array.from({ length: GROUPS }, (_, g) =>
                this.quadBound(m, AT.buffer + (g * BUFFER.size + which) * quad, 1)));
        return { m, part, last: AT.buffer + ((GROUPS - 1) * BUFFER.size + BUFFER.P) * quad };
    }

    /**
     * Points of another form within a bound become points: the bound of these.
     * @param {number} together
     * @param {Bound} record
     * @returns {Bound}
     */
    entered(together, record) {
        const { plan, lanes } = this.F, one = boundOf(plan.digits(plan.R % plan.p)), { bytes } = this.places;
        const patterns = Array.from({ length: 1 << lanes }, (_, zero) => zero);
        const over = (/** @type {(zero: number) => Bound} */ run) => hull(...patterns.map(run));
        const P = this.closed(one, (x) => over((zero) => this.enter(together, record, x, zero).part(BUFFER.P)));
        this.zeros(1, over((zero) => this.enter(together, record, P, zero).part(BUFFER.D)));
        /** @type {Bound} */
        let points = one;
        for (const zero of patterns) {
            const { m, last } = this.enter(together, record, P, zero);
            m.call("join", last);
            this.putPacked(m, BASE + this.area.join, lanes);
            m.call("split", last);
            this.closed(hull(this.quadBound(m, BASE + this.area.acc, 1), one), (acc) => {
                this.putQuad(m, BASE + this.area.acc, 1, acc);
                m.call("enterBack", AT.points, 2 * bytes, GROUPS, AT.buffer);
                points = hull(points, ...Array.from({ length: GROUPS * ENTRIES * 2 }, (_, i) =>
                    elementBound(m, this.places, AT.points + i * bytes)));
                return this.quadBound(m, BASE + this.area.acc, 1);
            });
        }
        return points;
    }

    /**
     * `forward`, from running products within P.
     * @param {1 | 2} degree
     * @param {number} together
     * @param {Bound} point
     * @param {Bound} P
     * @param {"forward" | "forwardDoublings"} kernel
     */
    forward(degree, together, point, P, kernel) {
        const m = this.started(degree, together, P);
        const values = this.putList(m, degree, point, kernel !== "forward");
        m.call(kernel, AT.list, GROUPS, AT.buffer);
        if (!this.P) this.checkOperands(m, degree, values);
        const quad = Number(m.globals.get("$quad"));
        const part = (/** @type {number} */ which) =>
            hull(
                ...Array.from({ length: GROUPS }, (_, g) =>
                    this.quadBound(m, AT.buffer + (g * BUFFER.size + which) * quad, degree),
                ),
            );
        return { m, part, last: AT.buffer + ((GROUPS - 1) * BUFFER.size + BUFFER.P) * quad };
    }

    /**
     * The limbs of a unit that a function left in its locals.
     * @param {Machine} m
     * @param {string} prefix
     * @param {number} lane
     */
    localLimbs(m, prefix, lane) {
        const { type, n } = this.places,
            local = (/** @type {number} */ i) => /** @type {any} */ (m.locals.get(`$${prefix}${i}`));
        return Array.from({ length: n }, (_, i) => {
            if (this.F.local === "i64") return m.words.fit(local(i), true);
            if (type === "f64") return m.words.asDouble(wordOf(m.words, local(i)[lane]));
            return m.words.fit(partsOf(m.words, local(i >> 1)[i & 1])[lane], true);
        });
    }

    /**
     * Zero has one form only: |value| < p and limbs below 2^w.
     * @param {1 | 2} degree
     * @param {Bound} of
     */
    zeros(degree, of) {
        const m = this.started(degree, 0);
        for (let c = 0; c < degree; c++) putUnit(m, this.places, AT.x + c * this.places.unitBytes, of);
        m.call("zeros", AT.x);
        const bound = hull(
            ...Array.from({ length: this.places.lanes }, (_, lane) => limbsBound(this.localLimbs(m, "t", lane))),
        );
        if (bound.low >> BigInt(this.places.w) || largest(bound, this.places) >= this.F.plan.p) {
            throw new RangeError(
                `proof of zeros: expected limbs below 2^${this.places.w} and a value below p, got limbs up to ${bound.low} and ${bound.top}`,
            );
        }
    }

    /**
     * `fix` for all that can be zero in the lanes of a unit: which denominators, and which
     * numerators. What it finds is what `zeros` says, which is proved apart.
     * @param {1 | 2} degree
     */
    fix(degree) {
        const { lanes } = this.places, patterns = 1 << lanes;
        for (let none = 0; none < patterns; none++)
            for (let same = 0; same < patterns; same++) this.fixed(degree, none, same);
    }

    /**
     * @param {1 | 2} degree
     * @param {number} none - bit l: the denominator in lane l of every unit is zero
     * @param {number} same - the numerator likewise
     */
    fixed(degree, none, same) {
        const { lanes, unitBytes } = this.places, count = GROUPS * ENTRIES;
        const m = this.machine({
            ...this.summaries(),
            zeros: (machine, [at]) => {
                const unit = unitBytes * degree;
                const quad = Number(machine.globals.get("$quad"));
                const part = Math.floor((at - AT.buffer) / quad) % BUFFER.size;
                if ((part !== BUFFER.D && part !== BUFFER.DY) || (at - AT.buffer) % unit)
                    throw new RangeError("proof of fix: expected a look at a denominator or a numerator");
                return part === BUFFER.D ? none : same;
            },
        });
        m.call("use", degree, 0);
        const word = (/** @type {number} */ at) => Number(m.words.known(m.load32(at)));
        const put = (/** @type {number} */ at, /** @type {number} */ value) =>
            m.put32(at, m.words.constant(BigInt(value), 32));
        const fields = /** @type {const} */ (["A", "B", "dst", "slot"]);
        const entry = (/** @type {number} */ k) => fields.map((name) => word(AT.list + k * ENTRY.size + ENTRY[name]));
        for (let k = 0; k < count; k++) {
            [8 * k + 8, 8 * k + 1032, AT.results + 64 * k, AT.table + 4 * k].forEach((value, i) =>
                put(AT.list + k * ENTRY.size + ENTRY[fields[i]], value),
            );
            put(AT.table + 4 * k, 8);
        }
        m.call("pad", AT.list + count * ENTRY.size);
        const before = Array.from({ length: count + 1 }, (_, k) => entry(k)), padding = before[count];
        m.call("fix", AT.list, GROUPS, AT.buffer);
        for (let k = 0; k < count; k++) {
            const bit = 1 << (k % lanes), [A, ...others] = before[k];
            const infinity = (none & bit) !== 0 && !(same & bit);
            const doubled = [none & same & bit ? A | REF.double : A, ...others];
            const wanted = [...(infinity ? padding : doubled), infinity ? 0 : 8];
            if ([...entry(k), word(AT.table + 4 * k)].join() !== wanted.join())
                throw new RangeError(`proof of fix: expected entry ${k} to become ${wanted}, got ${entry(k)}`);
        }
    }

    /**
     * One batch on points within a bound: the bound of its results.
     * @param {1 | 2} degree
     * @param {number} together
     * @param {Bound} point
     * @returns {Bound}
     */
    batch(degree, together, point) {
        const { plan } = this.F, one = boundOf(plan.digits(plan.R % plan.p));
        const runs = (/** @type {Bound} */ x) =>
            KERNELS.map((kernel) => this.forward(degree, together, point, x, kernel));
        const P = this.closed(hull(one, this.P ?? one), (x) => hull(...runs(x).map(({ part }) => part(BUFFER.P))));
        this.P = P;
        const machines = runs(P).map(({ m, part, last }) => {
            for (const which of [BUFFER.D, BUFFER.DY]) this.zeros(degree, part(which));
            m.call("join", last);
            this.putPacked(m, BASE + this.area.join, this.places.lanes * degree);
            m.call("split", last);
            return m;
        });
        const started = hull(...machines.map((m) => this.quadBound(m, BASE + this.area.acc, degree)));
        let results = point;
        this.acc = this.closed(hull(started, this.acc ?? one), (acc) => {
            for (const m of machines) {
                this.putQuad(m, BASE + this.area.acc, degree, acc);
                m.call("backward", AT.list, GROUPS, AT.buffer);
            }
            results = hull(...machines.flatMap((m) =>
                Array.from({ length: (GROUPS * ENTRIES - 1) * 2 * degree }, (_, i) =>
                    elementBound(m, this.places, AT.results + i * this.places.bytes))));
            return hull(...machines.flatMap((m) =>
                ["acc", "next"].map((name) => this.quadBound(m, BASE + this.area[name], degree))));
        });
        return results;
    }

    /** `results` of points within a bound. @param {1 | 2} degree @param {Bound} point */
    results(degree, point) {
        const m = this.started(degree, 0);
        this.putList(m, degree, point);
        // the first refs of entries are refs
        m.call("results", AT.list, this.places.lanes, AT.packed);
    }

    /**
     * What `linear` writes stays a factor whatever the formulas are: of what it writes, products
     * are made, and of these and of what enters, sums with weights up to MOST_WEIGHT.
     * @returns {string} what holds
     */
    sums() {
        const products = ["f1_mul", "f1_mulTogether", "f2_mul", "f2_mulTogether", "f2_sqr"]
            .filter((name) => this.functions.has(`$${name}`));
        const { plan } = this.F, entering = this.entering();
        const written = this.closed(boundOf(plan.digits(plan.R % plan.p)), (x) => {
            const made = products.map((name) => this.product(name, name === "f2_sqr" ? [x] : [x, x]));
            const any = hull(x, entering, ...made);
            return hull(...WEIGHTS.map((weights) => this.linear(rounded(any), weights)));
        });
        const m = this.started(2, 0);
        for (const c of [0, 1]) putUnit(m, this.places, AT.x + c * this.places.unitBytes, written);
        m.call("out", AT.x, AT.packed, 4 * plan.packed);
        this.proveCanonical();
        const value = Number((largest(written, this.places) * 10000n) / plan.p) / 10000;
        return `within ${value.toFixed(4)} p, with weights up to ${MOST_WEIGHT}`;
    }

    /** Bound of coordinates of the base module that enter. @returns {Bound} */
    entering() {
        const m = this.started(2, 0), { places } = this;
        this.putPacked(m, AT.packed, 4);
        m.call("unpack", AT.packed, AT.packed + 2 * this.F.plan.packed, AT.x);
        m.call("f1_mul", AT.x, BASE + this.area.toLane, 2, AT.z);
        return hull(...[0, 1].map((c) => unitBound(m, places, AT.z + c * places.unitBytes)));
    }

    /**
     * A sum of units within a bound; it has to be what its list says, lane by lane.
     * @param {Bound} bound
     * @param {readonly (readonly [number, number])[]} weights - of the terms; every other one has
     *   its lanes changed
     * @returns {Bound} of the result
     */
    linear(bound, weights) {
        const m = this.machine(), { places } = this, { forms } = m, U = places.unitBytes;
        const put = (/** @type {number} */ at, /** @type {number} */ value) =>
            m.put32(at, m.words.constant(BigInt(value), 32));
        put(AT.list + LIST.to, AT.z);
        put(AT.list + LIST.count, weights.length);
        const sums = [0, 1].map(() => forms.constant(0n));
        weights.forEach((own, k) => {
            const term = AT.list + LIST.head + k * LIST.term;
            const limbs = putUnit(m, places, AT.x + k * U, bound);
            own.forEach((weight, lane) => {
                m.put(term + 8 * lane, { word: m.words.constant(f64Bits(weight)) });
                const value = valueOf(m, places.w, limbs[lane ^ (k & 1)]);
                sums[lane] = forms.add(sums[lane], forms.times(value, BigInt(weight)));
            });
            put(term + LIST.from, AT.x + k * U);
            put(term + LIST.swapped, k & 1);
        });
        m.call("linear", AT.list, AT.list + LIST.head + weights.length * LIST.term);
        unitLimbs(m, places, AT.z).forEach((limbs, lane) => {
            if (!forms.isMultiple(forms.sub(valueOf(m, places.w, limbs), sums[lane]), this.F.plan.p))
                throw new RangeError(`proof of linear: expected the sum in lane ${lane}, got another value`);
        });
        return unitBound(m, places, AT.z);
    }

    /**
     * Rows of coordinates, however often they are added, subtracted, squared and multiplied.
     * @param {1 | 2} degree
     * @param {number} together
     * @returns {string} what holds
     */
    rows(degree, together) {
        const { places } = this, { packed } = this.F.plan, step = degree * packed;
        const bound = (/** @type {Machine} */ m, /** @type {number} */ at) =>
            rounded(hull(...Array.from({ length: degree }, (_, c) => unitBound(m, places, at + c * places.unitBytes))));
        const entered = this.started(degree, together);
        this.putPacked(entered, AT.packed, places.lanes * degree);
        entered.call("enterRow", AT.packed, step, 1, AT.z);
        const row = this.closed(bound(entered, AT.z), (x) => hull(...ROWS.slice(1, -1).map((name) => {
            const m = this.started(degree, together);
            const operands = name === "sqrRow" ? [AT.x] : [AT.x, AT.y];
            const units = operands.map((at) =>
                Array.from({ length: degree }, (_, c) => putUnit(m, places, at + c * places.unitBytes, x)));
            m.call(name, ...operands, 1, AT.z);
            if (name === "addRow" || name === "subRow") this.checkSum(m, units, name === "addRow" ? 1n : -1n);
            return bound(m, AT.z);
        })));
        const m = this.started(degree, together);
        for (let c = 0; c < degree; c++) putUnit(m, places, AT.x + c * places.unitBytes, row);
        m.call("leaveRow", AT.x, 1, AT.packed, step);
        this.proveCanonical();
        const value = Number((largest(row, places) * 10000n) / this.F.plan.p) / 10000;
        return `within ${value.toFixed(4)} p`;
    }

    /**
     * Is what lies at AT.z x + sign y?
     * @param {Machine} m @param {Value[][][][]} units - of x, y @param {bigint} sign
     */
    checkSum(m, [x, y], sign) {
        const { places, places: { w } } = this, { forms } = m;
        x.forEach((lanes, c) => lanes.forEach((limbs, lane) => {
            const want = forms.add(valueOf(m, w, limbs), forms.times(valueOf(m, w, y[c][lane]), sign));
            const got = valueOf(m, w, unitLimbs(m, places, AT.z + c * places.unitBytes)[lane]);
            if (!forms.isMultiple(forms.sub(got, want), this.F.plan.p))
                throw new RangeError("proof of a sum of rows: expected the sum mod p, got another value");
        }));
    }

    /** What holds, group by group. */
    *lines() {
        for (const degree of degreesOf(this.F)) for (const together of this.F.bothWays ? [0, 1] : [0]) {
            yield `G${degree}${together ? ", interleaved" : ""}: ${this.addition(degree, together)}`;
        }
        if (this.functions.has("$sqrRow"))
            for (const degree of degreesOf(this.F)) for (const together of this.F.bothWays ? [0, 1] : [0])
                yield `rows in F${degree}${together ? ", interleaved" : ""}: ${this.rows(degree, together)}`;
        if (this.functions.has("$linear")) yield `sums of products: ${this.sums()}`;
    }

    /**
     * @param {1 | 2} degree - 1: G1, 2: G2
     * @param {number} [together]
     * @returns {string} what holds
     * @throws {RangeError} naming the first instruction that can leave its range
     */
    addition(degree, together = 0) {
        this.P = undefined;
        this.acc = undefined;
        this.fix(degree);
        const point = this.closed(rounded(this.records(degree, together)), (x) => this.batch(degree, together, x));
        this.results(degree, point);
        this.prove("normal", [point]);
        this.proveCanonical();
        const value = Number((largest(point, this.places) * 10000n) / this.F.plan.p) / 10000;
        return `points within ${value.toFixed(4)} p, limb products below 2^${Math.log2(Number(this.most.product)).toFixed(2)}`;
    }
}

/** A little larger, so that a slow contraction ends. @param {Bound} b @returns {Bound} */
const nudged = ({ low, top }) => ({ low, top: top + (top >> 6n) });

/**
 * Values that a product stands for: of x and y in Fp or Fp2, or x itself.
 * @param {Machine} m
 * @param {Places} places
 * @param {Value[][] | null} y
 * @param {Value[][]} x
 */
function expected(m, { w, nonResidue = 0n }, y, x) {
    if (!y) return x.map((limbs) => valueOf(m, w, limbs));
    const { forms } = m, product = (/** @type {Value[]} */ a, /** @type {Value[]} */ b) =>
        valueOf(m, w, a.map((f) => valueOf(m, w, b.map((g) => forms.mul(f, g)))));
    if (x.length === 1) return [product(x[0], y[0])];
    return [
        forms.add(product(x[0], y[0]), forms.times(product(x[1], y[1]), nonResidue)),
        forms.add(product(x[0], y[1]), product(x[1], y[0])),
    ];
}
