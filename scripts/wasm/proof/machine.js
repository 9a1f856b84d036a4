/**
 * Runs functions of a module's text. Addresses, counts and branches are
 * concrete, so loops run as they would; words of 64 bits and vectors are
 * unknowns (words.js). Whoever uses it lays out memory, and looks at what the
 * functions leave there.
 * @module scripts/wasm/proof/machine
 */
/** @import { Node } from "../sexpr.js" */
/** @import { Half, Vector } from "./vectors.js" */
/** @import { Value } from "./forms.js" */
/** @import { Word } from "./words.js" */
import { Forms } from "./forms.js";
import { parse, textOf } from "../sexpr.js";
import { SHIFT, VECTOR, partsOf, shuffle, whole, wordOf } from "./vectors.js";
import { Words } from "./words.js";

/** Where the static area of the module starts. */
export const BASE = 1 << 20;

/** @typedef {number | Word | Vector | Truth} Result */

/** The results of a function that has several. */
class Several {
    /** @param {Result[]} values - in the order of the function's type */
    constructor(values) {
        this.values = values;
    }
}

/** What some code left: nothing, one result, or several. @param {Result[]} values */
const together = (values) => (values.length < 2 ? values[0] : new Several(values));

/** @param {Result | Several | undefined} left @returns {Result[]} */
const each = (left) => (left instanceof Several ? left.values : left === undefined ? [] : [left]);

/**
 * An i32 that is not known: perhaps whether `word` is at least `least`.
 * @typedef {{ unknown: true, word?: Word, least?: bigint }} Truth
 */

/** @type {Truth} */
const UNKNOWN = Object.freeze({ unknown: true });

/** @param {unknown} x @returns {x is Truth} */
const isUnknown = (x) => typeof x === "object" && x !== null && "unknown" in x;

/** Leaves a block, continues a loop, or returns. */
class Jump {
    /** @param {string} label @param {Result | Several} [value] */
    constructor(label, value) {
        this.label = label;
        this.value = value;
    }
}

const I32 = /** @type {Readonly<Record<string, (a: number, b: number) => number>>} */ (
    Object.freeze({
        add: (a, b) => a + b,
        sub: (a, b) => a - b,
        mul: Math.imul,
        and: (a, b) => a & b,
        or: (a, b) => a | b,
        xor: (a, b) => a ^ b,
        shl: (a, b) => a << b,
        shr_u: (a, b) => a >>> b,
        shr_s: (a, b) => a >> b,
        rotl: (a, b) => (a << (b & 31)) | (a >>> (32 - (b & 31))),
        eq: (a, b) => Number(a === b),
        ne: (a, b) => Number(a !== b),
        lt_u: (a, b) => Number(a >>> 0 < b >>> 0),
        gt_u: (a, b) => Number(a >>> 0 > b >>> 0),
        le_u: (a, b) => Number(a >>> 0 <= b >>> 0),
        ge_u: (a, b) => Number(a >>> 0 >= b >>> 0),
    })
);

/** The functions of a module, by name. @param {string} text */
export function functionsOf(text) {
    const [module] = parse(text);
    const found = /** @type {Map<string, Node>} */ (new Map());
    for (const node of module) if (Array.isArray(node) && node[0] === "func") found.set(String(node[1]), node);
    return found;
}

/**
 * What replaces a function; its result, if it has one.
 * @typedef {(machine: Machine, args: number[]) => number | void} Replacement
 */

export class Machine {
    /**
     * @param {Map<string, Node>} functions
     * @param {{ constants?: Uint8Array, calls?: Record<string, Replacement>, chains?: boolean }}
     *   [options] -
     *     constants: at the base; calls: instead of functions of the module; chains: see Forms
     */
    constructor(functions, { constants = new Uint8Array(0), calls = {}, chains = false } = {}) {
        this.functions = functions;
        this.calls = calls;
        this.forms = new Forms(chains);
        this.words = new Words(this.forms);
        /** @type {Map<number, Half>} by address, a multiple of 4 */
        this.memory = new Map();
        /** @type {{ from: number, to: number, value: Value }[]} integers of many bytes */
        this.integers = [];
        /** @type {Map<string, number>} */
        this.globals = new Map([["$base", BASE]]);
        /** @type {string[]} */
        this.stack = [];
        /** @type {Result[][]} what instructions left on the stack, of each block that runs */
        this.left = [];
        /** @type {Map<string, Result>} of the function that returned last */
        this.locals = new Map();
        /** @type {Map<string, Result[]>} all that is put into some locals, one after the other */
        this.watched = new Map();
        this.putBytes(BASE, constants);
    }

    /** @param {number} address - a multiple of 4 @param {Uint8Array} bytes - a multiple of 4 */
    putBytes(address, bytes) {
        const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
        for (let i = 0; i + 8 <= bytes.length; i += 8)
            this.put(address + i, whole(this.words.constant(view.getBigUint64(i, true))));
    }

    /** @param {number} address @param {Half} half */
    put(address, half) {
        if (address & 3) throw new Error(`proof: expected an address that is a multiple of 4, got ${address}`);
        this.memory.set(address, half);
        this.memory.delete(address + 4);
        const before = this.memory.get(address - 4);
        if (before && !("part" in before)) this.memory.delete(address - 4);
    }

    /** @param {number} address @param {Word} word - of 32 bits */
    put32(address, word) {
        for (const start of [address - 4, address]) {
            const half = this.memory.get(start);
            if (!half || "part" in half) continue;
            const parts = partsOf(this.words, half);
            parts.forEach((part, i) => this.memory.set(start + 4 * i, /** @type {Half} */ ({ part })));
        }
        this.memory.set(address, /** @type {Half} */ ({ part: word }));
    }

    /**
     * An integer of many bytes, little-endian.
     * @param {number} address
     * @param {number} bytes
     * @param {Value} value
     */
    putInteger(address, bytes, value) {
        this.integers.push({ from: address, to: address + bytes, value });
    }

    /** 64 bits. @param {number} address @returns {Half} */
    load(address) {
        const half = this.memory.get(address);
        if (half && !("part" in half)) return half;
        const region = this.integers.find(({ from, to }) => address >= from && address + 8 <= to);
        if (region) return whole(this.words.int(this.bitsFrom(region.value, 8 * (address - region.from))));
        return { parts: [this.load32(address), this.load32(address + 4)] };
    }

    /** 64 bits of an integer. @param {Value} value @param {number} from @returns {Value} */
    bitsFrom(value, from) {
        const { forms } = this,
            at = (/** @type {number} */ bit) => this.floor(value, bit),
            top = forms.times(at(from + 64), 1n << 64n);
        const word = forms.sub(at(from), top);
        return { ...word, lo: word.lo > 0n ? word.lo : 0n, hi: word.hi < 1n << 64n ? word.hi : (1n << 64n) - 1n };
    }

    /** @param {Value} value @param {number} bits */
    floor(value, bits) {
        return bits ? this.forms.rounded(value, bits, "down") : value;
    }

    /** @param {number} address @returns {Word} of 32 bits */
    load32(address) {
        const own = /** @type {{ part?: Word } & Half | undefined} */ (this.memory.get(address));
        if (own) return own.part ?? partsOf(this.words, own)[0];
        const before = this.memory.get(address - 4);
        if (before && !("part" in before)) return partsOf(this.words, before)[1];
        throw new Error(`expected something in memory at base + ${address - BASE}, got nothing`);
    }

    /** Keeps what is put into locals. @param {string[]} names */
    watch(names) {
        for (const name of names) this.watched.set(`$${name}`, []);
    }

    /**
     * @param {string} name
     * @param {number[]} args
     * @returns {any} any: a result, several, or none, as the type of the function says
     * @throws {Error} if the function leaves another number of results
     */
    call(name, ...args) {
        const replaced = this.calls[name];
        if (replaced) return replaced(this, args) ?? undefined;
        const node = this.functions.get(`$${name}`);
        if (!node) throw new Error(`proof: expected a function ${name}, got none`);
        this.stack.push(name);
        const locals = new Map(), body = [];
        let results = 0;
        for (const part of node.slice(2)) {
            const head = Array.isArray(part) ? part[0] : "";
            if (head === "param") locals.set(part[1], args[locals.size]);
            else if (head === "local") locals.set(part[1], part[2] === "i32" ? 0 : this.initial(String(part[2])));
            else if (head === "result") results += part.length - 1;
            else if (head !== "export") body.push(part);
        }
        const result = this.body(/** @type {Node[]} */ (body), locals);
        const got = each(result).length;
        if (got !== results) throw new Error(`proof: expected ${results} results of ${name}, got ${got}`);
        this.stack.pop();
        this.locals = locals;
        return result;
    }

    /** @param {string} type @returns {Result} */
    initial(type) {
        const zero = this.words.constant(0n);
        return type === "i64" ? zero : [whole(zero), whole(zero)];
    }

    /** @param {Node[]} nodes @param {Map<string, Result>} locals */
    body(nodes, locals) {
        try {
            return this.run(nodes, locals);
        } catch (jump) {
            if (jump instanceof Jump && jump.label === "") return jump.value;
            throw jump;
        }
    }

    /**
     * @param {Node[]} nodes
     * @param {Map<string, Result>} locals
     * @returns {Result | Several | undefined}
     */
    run(nodes, locals) {
        /** @type {Result[]} */
        const left = [];
        this.left.push(left);
        try {
            for (const node of nodes) left.push(...each(this.statement(node, locals)));
        } finally {
            this.left.pop();
        }
        return together(left);
    }

    /** What was left last in this block. @param {string} op - that takes it */
    take(op) {
        const value = this.left.at(-1)?.pop();
        if (value === undefined) throw new Error(`proof: expected a value for ${op}, got none`);
        return value;
    }

    /**
     * The operands of an instruction; one of them may be a call with several results.
     * @param {Node} nodes
     * @param {Map<string, Result>} locals
     * @returns {any[]} any: results of the types that the instruction has
     */
    operands(nodes, locals) {
        return nodes.flatMap((node) => each(this.evaluate(/** @type {Node} */ (node), locals)));
    }

    /**
     * @param {Node} node
     * @param {Map<string, Result>} locals
     * @returns {Result | Several | undefined}
     */
    statement(node, locals) {
        try {
            return this.evaluate(node, locals);
        } catch (error) {
            if (error instanceof Jump || !(error instanceof RangeError) || error.message.startsWith("proof of"))
                throw error;
            throw new RangeError(
                `proof of ${this.stack.join(" > ")}: ${error.message}, in ${textOf(node).slice(0, 300)}`,
                { cause: error },
            );
        }
    }

    /**
     * @param {Node} node
     * @param {Map<string, Result>} locals
     * @returns {any} any: a result of the type that the instruction has
     */
    evaluate(node, locals) {
        const op = String(node[0]), control = CONTROL[op];
        if (control) return control(this, node, locals);
        const vector = VECTOR[op];
        if (vector) {
            return vector(this.words, this.operands(node.slice(1), locals));
        }
        if (SHIFT[op]) {
            const [v, by] = this.operands(node.slice(1), locals);
            return SHIFT[op](this.words, v, by);
        }
        const [type, name] = op.split(".");
        if (type === "i32" && name in I32) return this.i32(name, node, locals);
        const other = OTHER[op];
        if (!other) throw new Error(`proof: expected an instruction that is known, got ${op}`);
        return other(this, node, locals);
    }

    /**
     * @param {string} name
     * @param {Node} node
     * @param {Map<string, Result>} locals
     * @returns {number | Truth}
     */
    i32(name, node, locals) {
        const [a, b] = this.operands(node.slice(1), locals);
        return isUnknown(a) || isUnknown(b) ? UNKNOWN : I32[name](a, b) | 0;
    }

    /**
     * Attributes, operands and immediates of a load or store.
     * @param {Node} node
     * @param {Map<string, Result>} locals
     */
    access(node, locals) {
        const strings = node.slice(1).filter((part) => typeof part === "string"),
            operands = node.slice(1).filter(Array.isArray);
        const offset = Number(strings.find((part) => String(part).startsWith("offset="))?.slice(7) ?? 0);
        const [address, value] = operands.map((arg) => this.evaluate(/** @type {Node} */ (arg), locals));
        return {
            at: (address >>> 0) + offset,
            value,
            lane: Number(strings.find((part) => /^\d+$/.test(String(part)))),
        };
    }
}

/** @param {Machine} m @param {Node} node @param {Map<string, Result>} locals */
function branch(m, node, locals) {
    const condition = m.evaluate(/** @type {Node} */ (node[1]), locals);
    const [then, otherwise] = [node[2], node[3]].map((part) => /** @type {Node[]} */ ((part ?? []).slice(1)));
    if (!isUnknown(condition)) return m.run(condition ? then : otherwise, locals);
    // both, on locals alone: what they leave is one or the other
    const other = new Map(locals), { word, least = 0n } = condition;
    for (const [name, value] of locals) if (word && value === word) {
        const v = m.words.fit(word, true);
        locals.set(name, m.words.int({ ...v, lo: v.lo > least ? v.lo : least }));
        other.set(name, m.words.int({ ...v, hi: v.hi < least - 1n ? v.hi : least - 1n }));
    }
    m.run(then, locals);
    m.run(otherwise, other);
    const mask = m.words.unknownMask(64);
    for (const [name, value] of other) {
        const mine = locals.get(name);
        if (mine !== value)
            locals.set(name, m.words.either(/** @type {Word} */ (mine), /** @type {Word} */ (value), mask));
    }
    return undefined;
}

/**
 * @type {Readonly<Record<string, (m: Machine, node: Node, locals: Map<string, Result>) => any>>}
 */
const CONTROL = Object.freeze({
    "local.get": (_, node, locals) => locals.get(String(node[1])),
    "local.set": (m, node, locals) => {
        const name = String(node[1]);
        const [value, more] = node[2] ? m.operands([node[2]], locals) : [m.take("local.set")];
        if (more) throw new Error(`proof: expected one value for ${name}, got several`);
        locals.set(name, value);
        m.watched.get(name)?.push(value);
    },
    "global.get": (m, node) => m.globals.get(String(node[1])),
    "global.set": (m, node, locals) =>
        void m.globals.set(String(node[1]), m.evaluate(/** @type {Node} */ (node[2]), locals)),
    block(m, node, locals) {
        try {
            m.run(/** @type {Node[]} */ (node.slice(2)), locals);
        } catch (jump) {
            if (!(jump instanceof Jump) || jump.label !== node[1]) throw jump;
        }
    },
    loop(m, node, locals) {
        for (;;) {
            try {
                return m.run(/** @type {Node[]} */ (node.slice(2)), locals);
            } catch (jump) {
                if (!(jump instanceof Jump) || jump.label !== node[1]) throw jump;
            }
        }
    },
    br: (_, node) => {
        throw new Jump(String(node[1]));
    },
    br_if(m, node, locals) {
        const condition = m.evaluate(/** @type {Node} */ (node[2]), locals);
        if (isUnknown(condition)) throw new Error("proof: expected a branch on something known");
        if (condition) throw new Jump(String(node[1]));
    },
    return(m, node, locals) {
        throw new Jump("", together(m.operands(node.slice(1), locals)));
    },
    if: branch,
    drop(m, node) {
        if (!node[1]) m.take("drop"); // others read for the cache
    },
    call: (m, node, locals) => m.call(String(node[1]).slice(1), ...m.operands(node.slice(2), locals)),
    select(m, node, locals) {
        const [a, b, condition] = m.operands(node.slice(1), locals);
        return condition ? a : b;
    },
});

/**
 * @param {(m: Machine, ...args: any[]) => any} f - any: results of the types that the instruction
 *   has
 */
const plain = (f) => (/** @type {Machine} */ m, /** @type {Node} */ node, /** @type {Map<string, Result>} */ locals) =>
    f(m, ...m.operands(node.slice(1), locals));

/** @param {string} text - a number as WebAssembly text has it, decimal @returns {bigint} */
const doubleBits = (text) => {
    const view = new DataView(new ArrayBuffer(8));
    view.setFloat64(0, Number(text));
    return view.getBigUint64(0);
};

/** @param {Machine} m @param {Node} node @returns {Vector} */
function constant(m, node) {
    const [type, ...numbers] = node.slice(1).map(String);
    if (type === "i32x4") {
        const [a, b, c, d] = numbers.map((x) => m.words.constant(BigInt(x), 32));
        return [{ parts: [a, b] }, { parts: [c, d] }];
    }
    return /** @type {Vector} */ (
        numbers.map((x) => whole(m.words.constant(type === "f64x2" ? doubleBits(x) : BigInt(x))))
    );
}

/**
 * @type {Readonly<Record<string, (m: Machine, node: Node, locals: Map<string, Result>) => any>>}
 */
const OTHER = Object.freeze({
    "i32.const": (_m, node) => Number(BigInt.asIntN(32, BigInt(String(node[1])))),
    "i32.eqz": plain((_m, a) => (isUnknown(a) ? UNKNOWN : Number(a === 0))),
    "i64.eqz": plain((m, a) => {
        const bits = m.words.known(a);
        return bits === undefined ? UNKNOWN : Number(bits === 0n);
    }),
    "i32.wrap_i64": plain((m, a) => known(m, a)),
    "i32.load"(m, node, locals) {
        const { at } = m.access(node, locals);
        return known(m, m.load32(at));
    },
    "i32.store"(m, node, locals) {
        const { at, value } = m.access(node, locals);
        m.put32(at, m.words.constant(BigInt(value), 32));
    },
    "i64.const": (m, node) => m.words.constant(BigInt(String(node[1]))),
    "i64.add": plain((m, a, b) => m.words.add(a, b)),
    "i64.sub": plain((m, a, b) => m.words.add(a, b, -1n)),
    "i64.mul": plain((m, a, b) => product(m, a, b)),
    "i64.and": plain((m, a, b) => m.words.and(a, b)),
    "i64.or": plain((m, a, b) => m.words.or(a, b)),
    "i64.xor": plain((m, a, b) => m.words.xor(a, b)),
    "i64.shl": plain((m, a, by) => m.words.shl(a, known(m, by))),
    "i64.shr_u": plain((m, a, by) => m.words.shr(a, known(m, by), false)),
    "i64.shr_s": plain((m, a, by) => m.words.shr(a, known(m, by), true)),
    "i64.ge_s": plain((m, a, b) => {
        const [x, y] = [m.words.fit(a, true), m.words.fit(b, true)];
        if (x.lo >= y.hi || x.hi < y.lo) return Number(x.lo >= y.hi);
        return y.lo === y.hi ? { unknown: true, word: a, least: y.lo } : UNKNOWN;
    }),
    "i64.extend_i32_u": plain((m, a) => m.words.constant(BigInt(a >>> 0))),
    "i64.extend_i32_s": plain((m, a) =>
        typeof a === "number" ? m.words.constant(BigInt(a)) : m.words.int(m.words.fit(a, true)),
    ),
    "i64.trunc_f64_s": plain((m, a) => m.words.truncate(a, 64, true)),
    "i64.load"(m, node, locals) {
        return wordOf(m.words, m.load(m.access(node, locals).at));
    },
    "i64.load32_s"(m, node, locals) {
        return m.words.int(m.words.fit(m.load32(m.access(node, locals).at), true));
    },
    "i64.store"(m, node, locals) {
        const { at, value } = m.access(node, locals);
        m.put(at, whole(value));
    },
    "i64.store32"(m, node, locals) {
        const { at, value } = m.access(node, locals);
        m.put32(at, m.words.half(value, false));
    },
    "v128.const": constant,
    "v128.load"(m, node, locals) {
        const { at } = m.access(node, locals);
        return [m.load(at), m.load(at + 8)];
    },
    "v128.load64_splat"(m, node, locals) {
        const half = m.load(m.access(node, locals).at);
        return [half, half];
    },
    "v128.load32_splat"(m, node, locals) {
        const part = m.load32(m.access(node, locals).at);
        return [{ parts: [part, part] }, { parts: [part, part] }];
    },
    "v128.load64_zero"(m, node, locals) {
        return [m.load(m.access(node, locals).at), whole(m.words.constant(0n))];
    },
    "v128.load64_lane"(m, node, locals) {
        const { at, value, lane } = m.access(node, locals),
            out = [...value];
        out[lane] = m.load(at);
        return out;
    },
    "v128.store"(m, node, locals) {
        const { at, value } = m.access(node, locals);
        m.put(at, value[0]);
        m.put(at + 8, value[1]);
    },
    "v128.store64_lane"(m, node, locals) {
        const { at, value, lane } = m.access(node, locals);
        m.put(at, value[lane]);
    },
    "i64x2.splat": plain((m, a) => [whole(a), whole(a)]),
    "i64x2.replace_lane"(m, node, locals) {
        const [v, a] = node.slice(2).map((arg) => m.evaluate(/** @type {Node} */ (arg), locals)),
            out = [...v];
        out[Number(node[1])] = whole(a);
        return out;
    },
    "i32x4.splat": plain((m, a) => {
        const part = m.words.constant(BigInt(a), 32);
        return [{ parts: [part, part] }, { parts: [part, part] }];
    }),
    "i32x4.replace_lane"(m, node, locals) {
        const [v, a] = node.slice(2).map((arg) => m.evaluate(/** @type {Node} */ (arg), locals)),
            lane = Number(node[1]);
        const parts = v.map((/** @type {Half} */ half) => [...partsOf(m.words, half)]);
        parts[lane >> 1][lane & 1] = m.words.constant(BigInt(a), 32);
        return parts.map((/** @type {[Word, Word]} */ pair) => ({ parts: pair }));
    },
    "i32x4.extract_lane"(m, node, locals) {
        const lane = Number(node[1]),
            v = m.evaluate(/** @type {Node} */ (node[2]), locals);
        return partsOf(m.words, v[lane >> 1])[lane & 1];
    },
    "i64x2.extract_lane"(m, node, locals) {
        return wordOf(m.words, m.evaluate(/** @type {Node} */ (node[2]), locals)[Number(node[1])]);
    },
    "f64x2.extract_lane"(m, node, locals) {
        return wordOf(m.words, m.evaluate(/** @type {Node} */ (node[2]), locals)[Number(node[1])]);
    },
    "i64x2.bitmask": plain(() => UNKNOWN),
    "i32x4.bitmask": plain(() => UNKNOWN),
    "i8x16.shuffle"(m, node, locals) {
        const [a, b] = node.slice(17).map((arg) => m.evaluate(/** @type {Node} */ (arg), locals));
        return shuffle(m.words, node.slice(1, 17).map(Number), a, b);
    },
});

/**
 * Product of two words of 64 bits that fits.
 * @param {Machine} m
 * @param {Word} a
 * @param {Word} b
 * @returns {Word}
 */
function product(m, a, b) {
    const out = m.words.widened(a, b, true);
    m.words.fit(out, true);
    return out;
}

/** A word that has to be known, as a number. @param {Machine} m @param {Word} word */
function known(m, word) {
    const bits = m.words.known(word);
    if (bits === undefined) throw new Error("proof: expected something known, got an unknown");
    return Number(BigInt.asIntN(32, bits));
}
