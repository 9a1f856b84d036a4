/**
 * A function of a lane module while it is written: statements in order, locals
 * declared at their first assignment, loops and branches as callbacks.
 * @module scripts/wasm/lane/text
 */
/** @import { WasmModule } from "../module.js" */
import { get, i32 } from "../wat.js";

/** @typedef {"i32" | "i64" | "v128"} LocalType */

/** @param {bigint} word - 64 bits; signed or not, both halves of the vector get it */
export const v64 = (word) => `(v128.const i64x2 ${BigInt.asIntN(64, word)} ${BigInt.asIntN(64, word)})`;

export class FunctionText {
    /**
     * @param {string} name
     * @param {string} params - names separated by blanks, all i32
     * @param {"i32" | "i64"} [result]
     */
    constructor(name, params, result) {
        this.name = name;
        this.params = params;
        this.result = result;
        /** @type {Map<string, LocalType>} */
        this.locals = new Map();
        /** @type {string[]} */
        this.prologue = [];
        /** @type {string[]} */
        this.statements = [];
        this.labels = 0;
    }

    /**
     * @param {string} name
     * @param {LocalType} type
     */
    declare(name, type) {
        if (this.params.split(" ").includes(name)) {
            if (type !== "i32") throw new Error(`${this.name}: expected ${name} to stay a parameter, got ${type}`);
            return;
        }
        const known = this.locals.get(name);
        if (known && known !== type) throw new Error(`${this.name}: expected ${name} to stay ${known}, got ${type}`);
        this.locals.set(name, type);
    }

    /** @param {string[]} statements */
    emit(...statements) {
        this.statements.push(...statements);
    }

    /**
     * @param {string} name
     * @param {string} value
     * @param {LocalType} type
     */
    set(name, value, type) {
        this.declare(name, type);
        this.emit(`(local.set $${name} ${value})`);
    }

    /**
     * The statements that `body` would emit.
     * @param {() => void} body
     */
    capture(body) {
        const outer = this.statements;
        this.statements = [];
        body();
        const inner = this.statements;
        this.statements = outer;
        return inner;
    }

    /** @param {string} name @param {string} value */
    i32(name, value) {
        this.set(name, value, "i32");
    }

    /** @param {string} name @param {string} value */
    i64(name, value) {
        this.set(name, value, "i64");
    }

    /** @param {string} name @param {string} value */
    v128(name, value) {
        this.set(name, value, "v128");
    }

    /**
     * A local that is filled once, before the body: for constants. Loading them at each use, or writing them as
     * `v128.const`, costs up to 40 % of a kernel on one V8 or another; a local is within 5 % of the best on all.
     * @param {string} name
     * @param {string} value
     * @param {LocalType} type
     */
    once(name, value, type) {
        if (!this.locals.has(name)) {
            this.declare(name, type);
            this.prologue.push(`(local.set $${name} ${value})`);
        }
        return get(name);
    }

    /**
     * for (i = from; i < to; i += step), unsigned; not entered when the range is empty.
     * @param {string} i
     * @param {string} from
     * @param {string} to - evaluated at each turn: a local or a constant
     * @param {number} step - 0 when the body advances i
     * @param {() => void} body
     */
    loop(i, from, to, step, body) {
        const n = this.labels++;
        this.i32(i, from);
        this.emit(`(block $end${n} (br_if $end${n} (i32.ge_u ${get(i)} ${to})) (loop $top${n}`);
        body();
        if (step) this.i32(i, `(i32.add ${get(i)} ${i32(step)})`);
        this.emit(`(br_if $top${n} (i32.lt_u ${get(i)} ${to}))))`);
    }

    /**
     * @param {string} condition
     * @param {() => void} then
     * @param {() => void} [otherwise]
     */
    when(condition, then, otherwise) {
        this.emit(`(if ${condition} (then`);
        then();
        this.emit(")");
        if (otherwise) {
            this.emit("(else");
            otherwise();
            this.emit(")");
        }
        this.emit(")");
    }

    /** @param {WasmModule} module */
    addTo(module) {
        const of = (/** @type {LocalType} */ type) => [...this.locals].filter(([, t]) => t === type).map(([name]) => name).join(" ");
        module.func({
            name: this.name, params: this.params, result: this.result,
            i32: of("i32"), i64: of("i64"), v128: of("v128"), body: [...this.prologue, ...this.statements],
        });
    }
}
