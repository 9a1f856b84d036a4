/**
 * A function of a lane module while it is written: statements in order, locals
 * declared at their first assignment, loops and branches as callbacks.
 * @module scripts/wasm/lane/text
 */
/** @import { WasmModule } from "../module.js" */
import { parse, textOf, withLocals } from "../sexpr.js";
import { get, i32 } from "../wat.js";

/** @typedef {"i32" | "i64" | "v128"} LocalType */

/** Statements of several lists in turn. @param {string[][]} lists */
export const inTurn = (...lists) =>
    Array.from({ length: Math.max(...lists.map(({ length }) => length)) }, (_, i) => i).flatMap((i) =>
        lists.flatMap((list) => (i < list.length ? [list[i]] : [])),
    );

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
     * A local that is filled once, before the body: for constants. Loading them at each use, or
     * writing them as `v128.const`, costs up to 40 % of a kernel on one V8 or another; a local is
     * within 5 % of the best on all.
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
     * Runs `turn` `count` times, count >= 1; `i` counts from 0.
     * @param {string} i
     * @param {string} count - evaluated at each turn: a local or a constant
     * @param {() => void} turn
     */
    repeat(i, count, turn) {
        const label = `top${this.labels++}`;
        this.i32(i, i32(0));
        this.emit(`(loop $${label}`);
        turn();
        this.advance(i, i32(1));
        this.emit(`(br_if $${label} (i32.lt_u ${get(i)} ${count})))`);
    }

    /**
     * pointer += bytes.
     * @param {string} name
     * @param {string} bytes
     */
    advance(name, bytes) {
        this.i32(name, `(i32.add ${get(name)} ${bytes})`);
    }

    /**
     * Writes two computations that do not wait for each other, statement by statement in turn: one
     * alone is a chain. They write the same words; the v128 locals of the second get names of their
     * own.
     * @param {() => void} one
     * @param {() => void} other
     */
    together(one, other) {
        const [first, second] = [one, other].map((write) => this.capture(write));
        const trees = second.map((line) => parse(line)[0]);
        const own = new Set(
            trees
                .filter(([op]) => op === "local.set")
                .map(([, name]) => String(name).slice(1))
                .filter((name) => this.locals.get(name) === "v128"),
        );
        const renamed = trees.map((tree) => textOf(withLocals(tree, (name) => (own.has(name) ? `${name}_b` : name))));
        own.forEach((name) => this.declare(`${name}_b`, "v128"));
        this.emit(...inTurn(first, renamed));
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
        const of = (/** @type {LocalType} */ type) =>
            [...this.locals]
                .filter(([, t]) => t === type)
                .map(([name]) => name)
                .join(" ");
        module.func({
            name: this.name, params: this.params, result: this.result,
            i32: of("i32"), i64: of("i64"), v128: of("v128"), body: [...this.prologue, ...this.statements],
        });
    }
}
