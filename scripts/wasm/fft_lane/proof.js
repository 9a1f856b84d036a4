/**
 * Proof of the kernels of a lane FFT for one field: they run, as they are
 * emitted, on unknown limbs and unknown table entries (proof/machine.js). The
 * bound of a pair is the one that stages close, or, on the tier whose values
 * grow, the one after as many stages as the longest transform has.
 * @module scripts/wasm/fft_lane/proof
 */
/** @import { Node } from "../sexpr.js" */
/** @import { Value } from "../proof/forms.js" */
/** @import { Word } from "../proof/words.js" */
/** @import { PairArithmetic } from "../lane/types.js" */
import { inverse } from "../../../src/bigint/modular.js";
import { down, up } from "../proof/forms.js";
import { partsOf, wordOf } from "../proof/vectors.js";
import { Machine, functionsOf } from "../proof/machine.js";
import { ELEMENT } from "./pair_kernels.js";
import { CHAINS } from "./products.js";

/** Smallest and largest value of each limb. @typedef {[bigint, bigint][]} Box */

/** Addresses apart from each other. */
const AT = Object.freeze({ pairs: 1 << 22, elements: 1 << 23, table: 3 << 22, out: 1 << 24 });

/**
 * A share of p is off by no more than this: a double of about 1/2, rounded once, and what its terms
 * leave out. In units of 2^-60.
 */
const SHARE_ERROR = 65n, SHARE_UNIT = 60;

/**
 * log2 of the shortest transform that lanes do; shorter ones leave more of a value to the division.
 */
const SHORTEST = 6;

/**
 * log2 of the longest transform whose pairs fit 4 GiB twice: 40 bytes an element on their way in
 * and out.
 */
const LONGEST_IN_MEMORY = 25;

/** Larger than all that kernels work on: only 0 is a multiple of it. */
const BEYOND = (1n << 1279n) - 1n;

/** Steps until a bound is closed. */
const MOST_STEPS = 20;

/** @param {Box} a @param {Box} b @returns {Box} */
const hull = (a, b) => a.map(([lo, hi], i) => [lo < b[i][0] ? lo : b[i][0], hi > b[i][1] ? hi : b[i][1]]);

/** @param {Box} a @param {Box} b - is a within b? */
const within = (a, b) => a.every(([lo, hi], i) => lo >= b[i][0] && hi <= b[i][1]);

/** @param {bigint} size @returns {[bigint, bigint]} */
const around = (size) => [-size, size];

/** Wider in the top limb, by an eighth of what it can be. @param {Box} box @returns {Box} */
const nudged = (box) =>
    box.map(([lo, hi], i) => {
        const more = i < box.length - 1 ? 0n : hi >> 3n;
        return [lo < more && lo >= 0n ? 0n : lo - more, hi + more];
    });

export class FftProof {
    /**
     * @param {string} text - of the module
     * @param {Uint8Array} constants - of the field
     * @param {PairArithmetic} pairs
     * @param {{ p: bigint }} field
     */
    constructor(text, constants, pairs, { p }) {
        this.functions = functionsOf(text);
        this.constants = new Uint8Array(Math.ceil(constants.length / 8) * 8);
        this.constants.set(constants);
        this.pairs = pairs;
        this.p = p;
        this.half = p / 2n;
        this.n = pairs.plan.n;
        this.w = pairs.plan.w;
    }

    machine() {
        const m = new Machine(this.functions, { constants: this.constants });
        m.watch(["t", "q"].flatMap((name) => Array.from({ length: this.n }, (_, i) => name + i)));
        return m;
    }

    /** Offset of limb i of a lane. @param {number} lane @param {number} i */
    offset(lane, i) {
        return this.pairs.places.inUnit(lane, i);
    }

    /** @param {Machine} m @param {number} at @param {number} lane @param {Value[]} limbs */
    putLane(m, at, lane, limbs) {
        limbs.forEach((v, i) =>
            this.pairs.plan.doubles
                ? m.put(at + this.offset(lane, i), { word: m.words.double(v) })
                : m.put32(at + this.offset(lane, i), m.words.int(v, 32)),
        );
        if (!this.pairs.plan.doubles) m.put32(at + this.offset(lane, this.n), m.words.constant(0n, 32));
    }

    /**
     * A pair of unknowns; limbs of each lane.
     * @param {Machine} m
     * @param {number} at
     * @param {Box} box
     */
    putPair(m, at, box) {
        return [0, 1].map((lane) => {
            const limbs = box.map(([lo, hi]) => m.forms.unknown(lo, hi));
            this.putLane(m, at, lane, limbs);
            return limbs;
        });
    }

    /** @param {Machine} m @param {Word} word - of 32 or 64 bits */
    limb(m, word) {
        try {
            return this.pairs.plan.doubles ? m.words.asDouble(word) : m.words.fit(word, false);
        } catch (cause) {
            throw new RangeError(`proof of a result: ${/** @type {Error} */ (cause).message}`, { cause });
        }
    }

    /**
     * Limbs of a lane.
     * @param {Machine} m
     * @param {number} at
     * @param {number} lane
     * @returns {Value[]}
     */
    lane(m, at, lane) {
        return Array.from({ length: this.n }, (_, i) => {
            const from = at + this.offset(lane, i);
            return this.limb(m, this.pairs.plan.doubles ? wordOf(m.words, m.load(from)) : m.load32(from));
        });
    }

    /**
     * Limbs of a lane of a pair that a kernel put into its locals.
     * @param {Machine} m
     * @param {string} name
     * @param {number} lane
     * @param {number} nth - time, from 0
     */
    local(m, name, lane, nth) {
        const vector = (/** @type {number} */ i) => /** @type {any} */ (m.watched.get(`$${name}${i}`))[nth];
        return Array.from({ length: this.n }, (_, i) => this.limb(m, wordOf(m.words, vector(i)[lane])));
    }

    /** @param {Machine} m @param {number} at @returns {Box} */
    box(m, at) {
        const [a, b] = [0, 1].map((lane) => this.lane(m, at, lane).map((v, i) => {
            const { e, lo, hi } = i === this.n - 1 ? m.forms.tightened(v) : v;
            return /** @type {[bigint, bigint]} */ ([down(lo, -e), up(hi, -e)]);
        }));
        return hull(a, b);
    }

    /** @param {Machine} m @param {Value[]} limbs */
    value(m, limbs) {
        return limbs.reduce(
            (sum, x, i) => m.forms.add(sum, m.forms.times(x, 1n << BigInt(this.w * i))),
            m.forms.constant(0n),
        );
    }

    /**
     * Elements of the base module.
     * @param {Machine} m
     * @param {number} at
     * @param {number} count
     * @param {bigint} [below]
     */
    putElements(m, at, count, below = this.p) {
        return Array.from({ length: count }, (_, k) => {
            const value = m.forms.unknown(0n, below - 1n);
            m.putInteger(at + ELEMENT * k, ELEMENT, value);
            return value;
        });
    }

    /** @param {Machine} m @param {Value} a @param {string} kernel */
    demandZero(m, a, kernel) {
        if (!m.forms.isMultiple(a, this.p)) {
            throw new RangeError(`proof of ${kernel}: expected the value that it says mod p, got another`);
        }
    }

    /**
     * `first`: sums and differences of canonical elements.
     * @returns {{ sum: Box, difference: Box }}
     */
    first() {
        const m = this.machine();
        const [a0, a1, b0, b1] = this.putElements(m, AT.elements, 4);
        m.call("first", AT.elements, AT.pairs, 1, 1);
        const pair = this.pairs.unitBytes;
        [[a0, b0], [a1, b1]].forEach(([a, b], lane) => {
            const [s, d] = [AT.pairs, AT.pairs + pair].map((at) => this.value(m, this.lane(m, at, lane)));
            this.demandZero(m, m.forms.sub(s, m.forms.add(a, b)), "first");
            this.demandZero(m, m.forms.sub(d, m.forms.sub(a, b)), "first");
        });
        return { sum: this.box(m, AT.pairs), difference: this.box(m, AT.pairs + pair) };
    }

    /**
     * A butterfly of two pairs, a + w b and a - w b.
     * @param {string} kernel
     * @param {Box} a
     * @param {Box} b
     * @param {number[]} args - after the count of pairs
     * @param {(m: Machine) => Value} entry - puts a table entry; its value
     * @param {(m: Machine, w: Value, b: Value, lane: number) => Value} product - of w and b, mod p
     * @returns {Box} of both results
     */
    butterfly(kernel, a, b, args, entry, product) {
        const m = this.machine();
        const second = AT.pairs + this.pairs.unitBytes;
        const w = entry(m);
        const [first, other] = [this.putPair(m, AT.pairs, a), this.putPair(m, second, b)];
        m.call(kernel, AT.pairs, 1, ...args);
        for (const lane of [0, 1]) {
            const wb = product(m, w, this.value(m, other[lane]), lane);
            const x = this.value(m, first[lane]);
            const [s, d] = [AT.pairs, second].map((at) => this.value(m, this.lane(m, at, lane)));
            this.demandZero(m, m.forms.sub(s, m.forms.add(x, wb)), kernel);
            this.demandZero(m, m.forms.sub(d, m.forms.sub(x, wb)), kernel);
        }
        return hull(this.box(m, AT.pairs), this.box(m, second));
    }

    /**
     * An entry of the table: the value of a twiddle, up to a factor (mulKnown).
     * @param {Machine} m
     * @returns {Value}
     */
    entry(m) {
        const { n, w } = this;
        if (!this.pairs.plan.doubles) {
            const limbs = Array.from({ length: n }, (_, i) =>
                m.forms.unknown(0n, i < n - 1 ? (1n << BigInt(w)) - 1n : this.p >> BigInt(w * i)),
            );
            [...limbs, m.forms.constant(0n)].forEach((v, i) => m.put32(AT.table + 4 * i, m.words.int(v, 32)));
            return this.value(m, limbs);
        }
        // p quotient = 2^(w (n + 1)) twiddle + an integer of at most p / 2
        const { forms } = m, digit = 1n << BigInt(w - 1);
        const top = (this.half >> BigInt(w * (n - 1))) + 2n;
        const low = Array.from({ length: n - 1 }, () => forms.unknown(-digit, digit));
        // from below the point up
        const quotient = Array.from({ length: n + 1 }, () => forms.unknown(-digit, digit));
        const known = forms.sub(forms.times(this.value(m, quotient), this.p, -w * (n + 1)), this.value(m, low));
        const form = { e: known.e - w * (n - 1), c: known.c, t: known.t }, error = this.half;
        const scale = -w * (n + 1) - w * (n - 1) - form.e,
            most = scale >= 0 ? error << BigInt(scale) : (error >> BigInt(-scale)) + 1n;
        const last = forms.valueOf(forms.symbol({ lo: -top, hi: top, near: { form, lo: -most, hi: most } }));
        const words = [...low, last, ...quotient.slice(1), quotient[0]];
        words.forEach((v, i) => m.put(AT.table + 8 * i, { word: m.words.double(v) }));
        return this.value(m, [...low, last]);
    }

    /**
     * The product by a table entry on doubles: x w - q p, of which the lower half is kept, is
     * smaller than that half.
     * @param {Machine} m
     * @param {Value} w
     * @param {Value} x
     * @param {number} lane
     * @param {number} [nth] - product of the kernel, from 0
     * @returns {Value}
     */
    keptHalf(m, w, x, lane, nth = 0) {
        const { forms } = m, bits = this.w * this.n;
        const half = 1n << BigInt(bits - 1);
        const [t, q] = ["t", "q"].map((name) => this.value(m, this.local(m, name, lane, nth)));
        const whole = forms.tightened(forms.sub(forms.mul(w, x), forms.times(q, this.p)));
        if (whole.e !== 0 || whole.lo <= -half || whole.hi >= half) {
            throw new RangeError(
                `proof of stage: expected a remainder below 2^${bits - 1}, got ${whole.lo} to ${whole.hi}`,
            );
        }
        if (forms.residue(forms.sub(t, whole), bits) !== 0n) {
            throw new RangeError("proof of stage: expected the lower half of x w - q p, got another value");
        }
        return t;
    }

    /**
     * An entry of the wide table; row i is 2^(w i) times the first. On doubles a row ends with its
     * share of p.
     * @param {Machine} m @returns {Value} of the first row
     */
    wideEntry(m) {
        const { forms } = m, { n, w, p } = this, { doubles } = this.pairs.plan, full = 1n << BigInt(w);
        const size = doubles ? this.half + (this.half >> 30n) : p;
        const first = forms.unknown(doubles ? -size : 0n, size);
        const digit = doubles ? around((full >> 1n) + 8n) : /** @type {[bigint, bigint]} */ ([0n, full - 1n]);
        const topSize = (size >> BigInt(w * (n - 1))) + (doubles ? 2n : 0n),
            top = doubles ? around(topSize) : /** @type {[bigint, bigint]} */ ([0n, topSize]);
        for (let i = 0; i < n; i++) {
            const limbs = this.limbsOf(m, forms.times(first, full ** BigInt(i)), digit, top);
            if (doubles) this.putRow(m, AT.table + this.pairs.rowBytes * i, limbs);
            else
                [...limbs, forms.constant(0n)].forEach((v, j) =>
                    m.put32(AT.table + this.pairs.rowBytes * i + 4 * j, m.words.int(v, 32)),
                );
        }
        return first;
    }

    /** @param {Machine} m @param {number} at @param {Value[]} limbs */
    putRow(m, at, limbs) {
        const { forms } = m,
            fine = 400,
            near = this.share(m, limbs, fine),
            error = SHARE_ERROR << BigInt(fine - SHARE_UNIT - near.e);
        const size = (1n << BigInt(fine - 1)) + (1n << BigInt(fine - 30));
        const share = forms.valueOf(
            forms.symbol({ lo: -size, hi: size, near: { form: near, lo: -error, hi: error }, inexact: true }),
            -fine,
        );
        [...limbs, share].forEach((v, j) => m.put(at + 8 * j, { word: m.words.double(v) }));
    }

    /**
     * 2^fine times the value of limbs over p, all but exactly.
     * @param {Machine} m
     * @param {Value[]} limbs
     * @param {number} fine
     */
    share(m, limbs, fine) {
        const more = 300;
        return limbs.reduce(
            (sum, v, j) => m.forms.add(sum, m.forms.times(v, (1n << BigInt(fine + more + this.w * j)) / this.p, -more)),
            m.forms.constant(0n),
        );
    }

    /** `widen`: rows are what wideEntry takes them for. */
    widen() {
        const m = this.machine(), { forms } = m, { twiddleBytes, rowBytes, wideBytes } = this.pairs, step = AT.elements;
        for (const at of [AT.table, AT.table + twiddleBytes, step, step + twiddleBytes]) this.entryAt(m, at);
        m.call("widen", AT.table, AT.out, 1, step);
        for (let i = 0; i < 2 * wideBytes / rowBytes; i++) {
            const at = AT.out + rowBytes * i;
            if (!this.pairs.plan.doubles) continue;
            const limbs = Array.from({ length: this.n }, (_, j) =>
                m.words.asDouble(wordOf(m.words, m.load(at + 8 * j))),
            );
            const share = m.words.asDouble(wordOf(m.words, m.load(at + 8 * this.n)));
            const off = forms.tightened(forms.sub(share, this.share(m, limbs, 0))),
                most = SHARE_ERROR << BigInt(-SHARE_UNIT - off.e);
            if (off.lo < -most || off.hi > most) {
                throw new RangeError(
                    `proof of widen: expected a share of p to within ${SHARE_ERROR} 2^-${SHARE_UNIT}, got another`,
                );
            }
        }
    }

    /** @param {Machine} m @param {number} at */
    entryAt(m, at) {
        const value = this.entry(m), { twiddleBytes } = this.pairs;
        if (at !== AT.table) for (let i = 0; i < twiddleBytes; i += 4) {
            if (this.pairs.plan.doubles && i % 8 === 0) m.put(at + i, m.load(AT.table + i));
            if (!this.pairs.plan.doubles) m.put32(at + i, m.load32(AT.table + i));
        }
        return value;
    }

    /**
     * An element that a kernel left, mod p: its top word as the kernel has it, of which 64 bits are
     * stored. That it is canonical is for the tests on values.
     * @param {Machine} m @param {number} at @returns {Value}
     */
    element(m, at) {
        const words = [0, 1, 2, 3].map((i) => m.words.asInt(wordOf(m.words, m.load(at + 8 * i)))), top = words[3];
        const turns = (top.lo + (1n << 63n)) >> 64n;
        return [...words.slice(0, 3).map((v) => m.words.low(v, 64)), m.forms.add(top, m.forms.constant(-turns << 64n))]
            .map((v, i) => m.forms.times(v, 1n << BigInt(64 * i)))
            .reduce((a, b) => m.forms.add(a, b));
    }

    /**
     * Do elements have the values they should, mod p?
     * @param {Machine} m @param {string} kernel @param {number} at @param {Value[]} values
     */
    checkElements(m, kernel, at, values) {
        values.forEach((v, k) => this.demandZero(m, m.forms.sub(this.element(m, at + ELEMENT * k), v), kernel));
    }

    /**
     * Have the lanes of a pair?
     * @param {Machine} m @param {string} kernel @param {number} at @param {Value[]} values
     */
    checkPair(m, kernel, at, values) {
        values.forEach((v, l) => this.demandZero(m, m.forms.sub(this.value(m, this.lane(m, at, l)), v), kernel));
    }

    /** a / x mod p. @param {Machine} m @param {Value} a @param {bigint} x */
    over(m, a, x) {
        return m.forms.times(a, inverse(x % this.p, this.p));
    }

    /**
     * Kernels between elements and pairs, and a reduction alone.
     * @returns {Box} of what `toPairs` leaves
     */
    conversions() {
        const m = this.machine();
        const values = this.putElements(m, AT.elements, 2);
        m.call("toPairs", AT.elements, AT.pairs, 1);
        this.checkPair(m, "toPairs", AT.pairs, values);
        const mont = this.machine();
        const any = this.putElements(mont, AT.elements, 4, 1n << 256n);
        mont.call("fromMontAll", AT.elements, AT.out, 2);
        this.checkElements(mont, "fromMontAll", AT.out, any.map((v) => this.over(mont, v, 1n << 256n)));
        return this.box(m, AT.pairs);
    }

    /** `toElements` @param {Box} normal */
    toElements(normal) {
        const m = this.machine();
        const limbs = this.putPair(m, AT.pairs, normal);
        m.call("toElements", AT.pairs, AT.out, 1);
        this.checkElements(m, "toElements", AT.out, limbs.map((lane) => this.value(m, lane)));
    }

    /**
     * Runs a kernel on pairs, table entries and elements; it must not leave its ranges.
     * @param {string} kernel
     * @param {Box} box
     * @param {{ pairs?: number, entries?: number, elements?: number }} input
     * @param {number[]} args
     */
    ranges(kernel, box, { pairs = 0, entries = 0, elements = 0 }, args) {
        const m = this.machine(), { unitBytes, twiddleBytes } = this.pairs;
        for (let k = 0; k < pairs; k++) this.putPair(m, AT.pairs + k * unitBytes, box);
        for (let k = entries - 1; k >= 0; k--) this.entryAt(m, AT.table + k * twiddleBytes);
        this.putElements(m, AT.elements, elements);
        m.call(kernel, ...args);
        return m;
    }

    /**
     * What a transform does after its stages, and what tables need.
     * @param {Box} box - of what stages leave
     * @param {Box} short - in the shortest transform
     * @param {Box} normal
     */
    lastStages(box, short, normal) {
        this.oddTimes(box);
        this.lastElements("lastForward", box);
        for (const lg of [SHORTEST, LONGEST_IN_MEMORY]) this.lastElements("lastInverse", box, lg);
        this.extendTable();
        this.toElements(normal);
        this.widen();
    }

    /**
     * Product mod p of a table entry and a value.
     * @param {Machine} m
     * @param {Value} w
     * @param {Value} x
     * @param {number} lane
     * @param {number} [nth] - product of the kernel, from 0
     */
    times(m, w, x, lane, nth) {
        const { doubles, R } = this.pairs.plan;
        return doubles ? this.keptHalf(m, w, x, lane, nth) : this.over(m, m.forms.mul(w, x), R);
    }

    /** Entries of the table. @param {Machine} m @param {number} count */
    entries(m, count) {
        const at = (/** @type {number} */ k) => AT.table + k * this.pairs.twiddleBytes;
        return Array.from({ length: count }, (_, k) => this.entryAt(m, at(count - 1 - k))).reverse();
    }

    /**
     * Values of two pairs that lie together: lane 0 and lane 1 of both.
     * @param {Machine} m
     * @param {number} at
     * @param {Box} box
     */
    twoPairs(m, at, box) {
        const lanes = [0, 1].map((k) =>
            this.putPair(m, at + k * this.pairs.unitBytes, box).map((limbs) => this.value(m, limbs)),
        );
        return { even: lanes.map(([x]) => x), odd: lanes.map(([, v]) => v) };
    }

    /**
     * Values of the last butterfly: sums of both lanes, then differences.
     * @param {Machine} m
     * @param {Value[]} w
     * @param {{ even: Value[], odd: Value[] }} quad
     * @param {number} [nth] - butterfly of the kernel, from 0
     */
    lastButterfly(m, w, { even, odd }, nth) {
        const products = odd.map((v, l) => this.times(m, w[l], v, l, nth));
        return [1n, -1n].flatMap((sign) => even.map((x, l) => m.forms.add(x, products[l], sign)));
    }

    /** `oddTimes` @param {Box} box */
    oddTimes(box) {
        const m = this.machine();
        const { even, odd } = this.twoPairs(m, AT.pairs, box);
        const [w] = this.entries(m, 1);
        m.call("oddTimes", AT.pairs, 1, AT.table);
        [0, 1].forEach((k) =>
            this.checkPair(m, "oddTimes", AT.pairs + k * this.pairs.unitBytes, [even[k], this.times(m, w, odd[k], k)]),
        );
    }

    /**
     * `lastForward`, or `lastInverse` where the result is divided.
     * @param {string} kernel @param {Box} box @param {number} [lg]
     */
    lastElements(kernel, box, lg) {
        const m = this.machine();
        const quad = this.twoPairs(m, AT.pairs, box);
        const w = this.entries(m, 2);
        m.call(kernel, AT.pairs, AT.out, AT.table, 2, 0, 0, 0, 0, 1, 0, ...(lg === undefined ? [] : [lg]));
        const values = this.lastButterfly(m, w, quad);
        this.checkElements(m, kernel, AT.out, values.map((v) => this.over(m, v, 1n << BigInt(lg ?? 0))));
    }

    /**
     * What stages find in the middle of an inverse and a forward transform: the end of the first,
     * with one element negated.
     * @param {Box} box - of what stages leave
     * @param {Box} short - in the shortest transform
     */
    middle(box, short) {
        const ends = hull(this.lastToPairs(short, SHORTEST), this.lastToPairs(box, LONGEST_IN_MEMORY));
        return hull(ends, this.negateFirst(ends));
    }

    /**
     * `lastToPairs`: the first of its steps.
     * @param {Box} box
     * @param {number} lg
     * @returns {Box} of its results
     */
    lastToPairs(box, lg) {
        const m = this.machine(), { unitBytes } = this.pairs;
        const eighth = 2 ** (lg - 3);
        const w = this.entries(m, 2);
        const quads = [0, eighth].map((k) => this.twoPairs(m, AT.pairs + 2 * k * unitBytes, box));
        const out = AT.pairs + 4 * eighth * unitBytes;
        m.call("lastToPairs", AT.pairs, out, AT.table, lg, 0, 0, 1, 0);
        const values = quads.map((quad, k) => this.lastButterfly(m, w, quad, k));
        values[0].forEach((_, quarter) => {
            const results = values.map((of) => this.over(m, of[quarter], -(1n << BigInt(lg))));
            this.checkPair(m, "lastToPairs", out + quarter * eighth * unitBytes, results);
        });
        return values[0].map((_, quarter) => this.box(m, out + quarter * eighth * unitBytes)).reduce(hull);
    }

    /** `negateFirst` @param {Box} box @returns {Box} */
    negateFirst(box) {
        const m = this.machine();
        const [first, second] = this.pairAt(m, AT.pairs, box);
        m.call("negateFirst", AT.pairs);
        this.checkPair(m, "negateFirst", AT.pairs, [m.forms.times(first, -1n), second]);
        return this.box(m, AT.pairs);
    }

    /** `extendTable`: an entry is the product of two. */
    extendTable() {
        const m = this.machine();
        const w = this.entries(m, 3);
        const at = AT.table + 3 * this.pairs.twiddleBytes;
        m.call("extendTable", AT.table, 2);
        this.demandZero(m, m.forms.sub(this.entryValue(m, at), this.times(m, w[2], w[1], 0)), "extendTable");
    }

    /**
     * What an entry stands for, as entry() says, with what is stored above its limbs.
     * @param {Machine} m @param {number} at
     */
    entryValue(m, at) {
        const { doubles } = this.pairs.plan;
        return this.value(m, Array.from({ length: doubles ? this.n : this.n + 1 }, (_, i) =>
            this.limb(m, doubles ? wordOf(m.words, m.load(at + 8 * i)) : m.load32(at + 4 * i)),
        ));
    }

    /**
     * Products of unknowns: the running products of an inversion stay what they are.
     * @param {Box} normal
     */
    inversions(normal) {
        const settled = this.closed(normal, (box) => this.progression(box));
        for (const zeros of [0, 1, 2, 3]) {
            this.inversionUp(settled, zeros);
            this.inversionDown(settled, zeros);
        }
    }

    /**
     * Packed elements of which some are zero, and the values that stand for them: 1 for 0. What is
     * not zero has a limb that is not, since the limbs that the kernel takes for zero make the
     * element.
     * @param {Machine} m
     * @param {number} zeros - bit l: lane l
     */
    packed(m, zeros) {
        const values = [0, 1].map((l) =>
            zeros & (1 << l) ? m.forms.constant(0n) : m.forms.unknown(1n, this.p - 1n),
        );
        values.forEach((v, l) => m.putInteger(AT.elements + ELEMENT * l, ELEMENT, v));
        m.watch(Array.from({ length: this.pairs.vectors }, (_, k) => `x${k}`));
        m.words.someBit = (words) => values.some((v, l) => {
            const limbs = this.wordsOf(m, "x", l);
            const off = m.forms.sub(this.value(m, limbs.map((word) => this.limb(m, word))), v);
            return v.lo > 0n && limbs.every((word) => words.includes(word)) && m.forms.isMultiple(off, BEYOND);
        });
        return values.map((v, l) => (zeros & (1 << l) ? m.forms.constant(1n) : v));
    }

    /**
     * Words of the limbs that a kernel put last into the locals of a pair.
     * @param {Machine} m @param {string} name @param {number} lane
     */
    wordsOf(m, name, lane) {
        const { doubles } = this.pairs.plan;
        const vector = (/** @type {number} */ k) => /** @type {any} */ (m.watched.get(`$${name}${k}`)).at(-1);
        return Array.from({ length: this.n }, (_, i) =>
            doubles ? wordOf(m.words, vector(i)[lane]) : partsOf(m.words, vector(i >> 1)[i & 1])[lane],
        );
    }

    /** Values of the pairs at a place. @param {Machine} m @param {number} at @param {Box} box */
    pairAt(m, at, box) {
        return this.putPair(m, at, box).map((limbs) => this.value(m, limbs));
    }

    /** Products of lanes over R. @param {Machine} m @param {Value[]} a @param {Value[]} b */
    products(m, a, b) {
        return a.map((v, l) => this.over(m, m.forms.mul(v, b[l]), this.pairs.plan.R));
    }

    /** One slot on the way up. @param {Box} settled @param {number} zeros */
    inversionUp(settled, zeros) {
        const m = this.machine();
        const x = this.packed(m, zeros);
        const y = this.pairAt(m, AT.pairs, settled);
        const next = AT.pairs + CHAINS * this.pairs.unitBytes;
        m.call("inversionUp", AT.elements, AT.pairs, 1);
        this.checkPair(m, "inversionUp", next, this.products(m, x, y));
        if (!within(this.box(m, next), settled)) throw new RangeError("proof of inversionUp: expected a settled slot");
    }

    /** One slot on the way down. @param {Box} settled @param {number} zeros */
    inversionDown(settled, zeros) {
        const { elements, out, pairs } = AT, { unitBytes } = this.pairs, m = this.machine();
        const x = this.packed(m, zeros);
        const y = this.pairAt(m, pairs, settled);
        const a = this.pairAt(m, pairs + CHAINS * unitBytes, settled);
        m.call("inversionDown", elements + 2 * ELEMENT, out + 2 * ELEMENT, pairs + unitBytes, 1);
        this.checkPair(m, "inversionDown", pairs, this.products(m, x, a));
        const inverses = this.products(m, a, y).map((v, l) => (zeros & (1 << l) ? m.forms.constant(0n) : v));
        this.checkElements(m, "inversionDown", out, inverses);
        if (!within(this.box(m, pairs), settled)) throw new RangeError("proof of inversionDown: expected a settled slot");
    }

    /** `progression`: what it leaves of a slot. @param {Box} box @returns {Box} */
    progression(box) {
        const { elements, out, pairs } = AT, m = this.machine();
        const step = pairs + CHAINS * this.pairs.unitBytes;
        const x = this.putElements(m, elements, 2);
        const [y, s] = [pairs, step].map((at) => this.pairAt(m, at, box));
        m.call("progression", elements, out, 1, pairs, step);
        this.checkPair(m, "progression", pairs, this.products(m, y, s));
        this.checkElements(m, "progression", out, this.products(m, y, x));
        return this.box(m, pairs);
    }

    /** Products of any 256 bits by a constant. */
    scales() {
        for (const kernel of ["scaleAll", "scaleTwo"].filter((name) => this.functions.has(`$${name}`))) {
            const m = this.machine();
            const w = this.wideEntry(m);
            if (this.pairs.plan.doubles) this.leftOut(m, w);
            const values = this.putElements(m, AT.elements, 4, 1n << 256n);
            m.call(kernel, AT.elements, AT.out, 2, AT.table);
            const products = values.map((v) => this.over(m, m.forms.mul(w, v), this.wideUnit()));
            this.checkElements(m, kernel, AT.out, products);
        }
    }

    /** Factor that a product by the wide table takes off. */
    wideUnit() {
        return this.pairs.plan.doubles ? 1n : 1n << BigInt(2 * this.w);
    }

    /**
     * An integer of limbs, the lowest of which is what the others leave of a value mod p.
     * @param {Machine} m
     * @param {Value} value
     * @param {[bigint, bigint]} digit
     * @param {[bigint, bigint]} top
     */
    limbsOf(m, value, digit, top) {
        const { forms } = m, { n, w, p } = this, full = 1n << BigInt(w);
        const upper = Array.from({ length: n - 1 }, (_, j) => forms.unknown(...(j < n - 2 ? digit : top)));
        const turns = forms.unknown(-(full ** BigInt(n)), full ** BigInt(n));
        const lowest = forms.sub(
            forms.add(value, forms.times(turns, p)), forms.times(this.value(m, upper), full),
        );
        return [forms.valueOf(forms.symbol({ lo: digit[0], hi: digit[1], is: lowest })), ...upper];
    }

    /**
     * What scalePacked leaves out of the product by w on doubles.
     * @param {Machine} m
     * @param {Value} w
     */
    leftOut(m, w) {
        const { n, w: bits } = this, half = 1n << BigInt(bits - 1);
        const offset = Array.from({ length: n }, (_, i) => (i < n - 1 ? half : 2n * half) << BigInt(bits * i));
        const value = m.forms.times(w, offset.reduce((a, b) => a + b));
        this.limbsOf(m, value, around(half), around((this.half >> BigInt(bits * (n - 1))) + 2n)).forEach((v, i) =>
            m.put(AT.table + this.pairs.wideBytes + 8 * i, { word: m.words.int(v) }),
        );
    }

    /** @param {Box} box @param {(box: Box) => Box} step */
    closed(box, step) {
        for (let i = 0; i < MOST_STEPS; i++) {
            const next = step(box);
            if (within(next, box)) return box;
            box = hull(box, next);
        }
        throw new RangeError("proof: expected a bound that closes, got one that grows");
    }

    /**
     * The butterflies of stages that may follow each other in any order.
     * @param {Box} a
     * @param {Box} [loose] - what a loose stage leaves
     */
    stages(a, loose = a) {
        const byWide = hull(a, loose);
        const byEntry = (/** @type {Machine} */ m, /** @type {Value} */ e, /** @type {Value} */ x) =>
            this.over(m, m.forms.mul(e, x), this.wideUnit());
        const known = this.butterfly(
            "stage",
            a,
            a,
            [AT.table, 1],
            (m) => this.entry(m),
            (...args) => this.times(...args),
        );
        const kernels = ["wide", "wideColumns"].filter((name) => this.functions.has(`$${name}`));
        return [
            known,
            ...kernels.map((name) =>
                this.butterfly(name, byWide, byWide, [AT.table, 1, 0], (m) => this.wideEntry(m), byEntry),
            ),
        ].reduce(hull);
    }

    /** On doubles each stage brings its results back. @param {Box} start @returns {Box} */
    closedStages(start) {
        const product = (/** @type {Machine} */ m, /** @type {Value} */ e, /** @type {Value} */ x) => m.forms.mul(e, x);
        return this.closed(start, (box) => {
            const loose = [
                ["wide", 1],
                ["wideColumnsLoose", 0],
            ]
                .map(([name, flag]) =>
                    this.butterfly(
                        String(name),
                        box,
                        box,
                        [AT.table, 1, Number(flag)],
                        (m) => this.wideEntry(m),
                        product,
                    ),
                )
                .reduce(hull);
            return this.stages(box, loose);
        });
    }

    /**
     * On integers each stage adds what a product is at most, 4 p: after all of them values still
     * fit.
     * @param {Box} start
     * @param {number} count
     * @returns {Box}
     */
    growingStages(start, count) {
        const top = this.n - 1;
        const growth = ((4n * this.p) >> BigInt(this.w * top)) + 2n;
        const grown = start.map(
            ([lo, hi], i) => /** @type {[bigint, bigint]} */ ([lo, i === top ? hi + BigInt(count) * growth : hi]),
        );
        return this.closed(grown, (box) => {
            const next = this.stages(box), [low, high] = next[top];
            if (high - box[top][1] > growth) {
                throw new RangeError(
                    `proof of stage: expected a top limb that grows by ${growth}, got ${high - box[top][1]}`,
                );
            }
            next[top] = [low, high - growth];
            return next;
        });
    }

    /** @param {number} longest - log2 of the longest transform @param {Box} normal */
    transform(longest, normal) {
        const { sum, difference } = this.first();
        const one = () => {
            const m = this.ranges("one", sum, { pairs: 2 }, [AT.pairs, 1]);
            return hull(this.box(m, AT.pairs), this.box(m, AT.pairs + this.pairs.unitBytes));
        };
        const { doubles } = this.pairs.plan;
        const after = (/** @type {Box} */ start, /** @type {number} */ stages) =>
            doubles ? this.closedStages(hull(start, one())) : this.growingStages(start, stages);
        const boxes = (/** @type {Box} */ start) => {
            const box = after(start, longest + 1);
            return { box, short: doubles ? box : after(start, SHORTEST) };
        };
        // what is found in the middle, or a little more, starts stages as well; then it must be
        // found there again
        const first = boxes(hull(sum, difference));
        const middle = nudged(this.middle(first.box, first.short));
        const { box, short } = boxes([sum, difference, middle].reduce(hull));
        if (!within(this.middle(box, short), middle))
            throw new RangeError("proof of lastToPairs: expected results in the range that stages start from");
        this.lastStages(box, short, normal);
        return box;
    }

    /**
     * @param {number} [longest] - log2 of the longest transform, if there are any
     * @returns {string} what holds
     */
    all(longest) {
        const normal = this.conversions();
        this.scales();
        this.inversions(normal);
        if (longest === undefined) return "products by constants, inversions and reductions in range";
        const [, top] = this.transform(longest, normal)[this.n - 1];
        return `butterflies up to 2^${longest} elements, operands below ${(Number((top + 1n) << BigInt(this.w * (this.n - 1))) / Number(this.p)).toFixed(3)} p`;
    }
}
