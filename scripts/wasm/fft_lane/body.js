/**
 * The body of one lane function while it is being written: instructions, and
 * the locals they need, declared on first use.
 *
 * A *pair* is two field elements, one per lane, held in `n` v128 locals called
 * `{name}0`, `{name}1`, ...; `all(name)` reads them.
 * @module scripts/wasm/fft_lane/body
 */
import { get } from "../wat.js";

export class Body {
    /** @param {string} params - names of the i32 parameters, separated by blanks */
    constructor(params) {
        this.params = params;
        /** @type {Map<string, "v128" | "i32">} */
        this.locals = new Map();
        /** @type {string[]} */
        this.lines = [];
        this.labels = 0;
    }

    /**
     * local = value, v128.
     * @param {string} name
     * @param {string} value
     */
    set(name, value) {
        this.locals.set(name, "v128");
        this.lines.push(`(local.set $${name} ${value})`);
    }

    /**
     * local = value, i32.
     * @param {string} name
     * @param {string} value
     */
    seti(name, value) {
        if (!this.params.split(" ").includes(name)) this.locals.set(name, "i32");
        this.lines.push(`(local.set $${name} ${value})`);
    }

    /**
     * pointer += bytes.
     * @param {string} name
     * @param {string} bytes
     */
    advance(name, bytes) {
        this.seti(name, `(i32.add ${get(name)} ${bytes})`);
    }

    /** @param {string} text */
    emit(text) {
        this.lines.push(text);
    }

    /**
     * Runs `turn` `count` times, count >= 1; `i` counts from 0.
     * @param {string} i
     * @param {string} count - i32
     * @param {() => void} turn
     */
    repeat(i, count, turn) {
        const label = `turn${this.labels++}`;
        this.seti(i, "(i32.const 0)");
        this.emit(`(loop $${label}`);
        turn();
        this.advance(i, "(i32.const 1)");
        this.emit(`(br_if $${label} (i32.lt_u ${get(i)} ${count})))`);
    }

    /**
     * Writes two computations that do not wait for each other, statement by statement in turn: one alone is a chain. They
     * write the same words; the v128 locals of the second get names of their own.
     * @param {() => void} one
     * @param {() => void} other
     */
    together(one, other) {
        const [first, second] = [one, other].map((write) => {
            const start = this.lines.length;
            write();
            return this.lines.splice(start);
        });
        const own = new Set(second.flatMap((line) => /^\(local\.set \$(\w+) /.exec(line)?.[1] ?? []).filter((name) => this.locals.get(name) === "v128"));
        const renamed = second.map((line) => line.replace(/\$(\w+)/g, (word, name) => (own.has(name) ? `$${name}_b` : word)));
        own.forEach((name) => this.locals.set(`${name}_b`, "v128"));
        for (let i = 0; i < Math.max(first.length, renamed.length); i++) this.lines.push(...[first[i], renamed[i]].filter((line) => line !== undefined));
    }

    /**
     * @param {string} condition - i32
     * @param {() => void} then
     */
    when(condition, then) {
        this.emit(`(if ${condition} (then`);
        then();
        this.emit("))");
    }

    /** Names of the locals of one type, as WasmModule.func takes them. @param {"v128" | "i32"} type */
    names(type) {
        return [...this.locals].filter(([, t]) => t === type).map(([name]) => name).join(" ");
    }
}
