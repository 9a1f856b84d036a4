/**
 * Formulas over lists of elements: a caller writes one for a single index, and gets the steps that
 * a task does for all indices of its piece, with as few registers for intermediate lists as they need
 * at once. fused_program.js adds steps that need a list as a whole.
 * @module batch/formula
 */

/** A list, or what a step makes of others; only what `compileFormula` hands out counts. */
export class Value {
    /** @param {number} number */
    constructor(number) {
        this.number = number;
    }
}

/** A value, or an element that is taken for every index. @typedef {Value | Uint8Array} Operand */

/** @typedef {"mulEach" | "addEach" | "subEach" | "mulAddEach"} Op */

/**
 * What formulas are written with.
 * @typedef {object} Ops
 * @property {(x: Operand, y: Operand) => Value} mul
 * @property {(x: Operand, y: Operand) => Value} add
 * @property {(x: Operand, y: Operand) => Value} sub
 * @property {(x: Operand, y: Operand, c: Operand) => Value} mulAdd - x y + c
 * @property {(terms: readonly (readonly [Value, Uint8Array])[], constant?: Uint8Array) => Value}
 *   combine - the sum of each value times its coefficient, and of the constant
 */

/**
 * @typedef {object} Field
 * @property {number} n8
 * @property {(a: Uint8Array, b: Uint8Array) => boolean} eq
 * @property {Uint8Array} one
 * @property {Uint8Array} negone
 */

/**
 * A step as it is written down. apart: its result may not lie where an operand does; inPlace: it
 * must.
 * @template {string} [O=string]
 * @typedef
 *   {{ op: O, operands: Operand[], value: Value, apart?: boolean, inPlace?: boolean, [detail:
 *   string]: any }} Step
 */

/**
 * Steps with registers, which are lists in the memory of a task.
 * @template {string} [O=string]
 * @typedef {object} Allocated
 * @property {{ op: O, operands: (number | Uint8Array)[], register: number, [detail: string]: any }[]}
 *   steps - operands: registers, or elements
 * @property {number} registers
 * @property {number[]} results - registers
 */

/**
 * A formula as steps; the given lists lie in the first registers.
 * @typedef {Allocated<Op> & { result: number }} Formula
 */

/** Writes down what a formula does. */
export class Writer {
    /** @param {string} where @param {Field} field @param {number} lists */
    constructor(where, field, lists) {
        this.where = where;
        this.field = field;
        this.values = Array.from({ length: lists }, (_, i) => new Value(i));
        /** @type {Step[]} */
        this.steps = [];
    }

    /** @param {Omit<Step, "value">} step */
    write(step) {
        const value = new Value(this.values.length);
        this.steps.push(/** @type {Step} */ ({ ...step, value }));
        this.values.push(value);
        return value;
    }

    /** @param {unknown} operand @returns {Operand} */
    check(operand) {
        if (operand instanceof Value && this.values[operand.number] === operand) return operand;
        if (operand instanceof Uint8Array && operand.length === this.field.n8) return operand;
        const got = operand instanceof Uint8Array ? `${operand.length} bytes` : typeof operand;
        throw new TypeError(
            `${this.where}: expected a value of this formula or an element of ${this.field.n8} bytes, got ${got}`,
        );
    }

    /** @param {Op} op @returns {(...operands: Operand[]) => Value} */
    word(op) {
        return (...operands) => this.write({ op, operands: operands.map((operand) => this.check(operand)) });
    }

    /** @returns {Readonly<Ops>} */
    get ops() {
        const [mul, add, sub] = /** @type {Op[]} */ (["mulEach", "addEach", "subEach"]).map((op) => {
            const word = this.word(op);
            return (/** @type {Operand} */ x, /** @type {Operand} */ y) => word(x, y);
        });
        const each = this.word("mulAddEach");
        const mulAdd = (/** @type {Operand} */ x, /** @type {Operand} */ y, /** @type {Operand} */ c) => each(x, y, c);
        /** @type {Ops["combine"]} */
        const combine = (terms, constant) => {
            const { one, negone, eq } = this.field;
            /** @type {Operand | undefined} */
            let sum = constant && this.check(constant);
            for (const [x, k] of terms) {
                const isOne = eq.call(this.field, /** @type {Uint8Array} */ (this.check(k)), one);
                if (sum === undefined) sum = isOne ? this.check(x) : mul(x, k);
                else if (isOne) sum = add(sum, x);
                else sum = eq.call(this.field, k, negone) ? sub(sum, x) : mulAdd(x, k, sum);
            }
            if (sum instanceof Value) return sum;
            throw new RangeError(`${this.where}: expected a combination of at least one value, got none`);
        };
        return Object.freeze({ mul, add, sub, mulAdd, combine });
    }
}

/**
 * Gives every value a register; one whose last use is over leaves its register to another.
 * @param {{ where: string, steps: readonly Step[], values: readonly Value[] }} writer
 * @param {readonly Value[]} results
 * @param {number} [lists] - that are there before the first step
 * @returns {Allocated<any>}
 * @throws {TypeError} when a step in place takes a value that is used later
 */
export function allocateRegisters({ where, steps, values }, results, lists = 0) {
    const last = values.map(() => -1);
    const registers = values.map((_, i) => i), free = /** @type {number[]} */ ([]);
    steps.forEach(({ operands }, i) => {
        for (const operand of operands) if (operand instanceof Value) last[operand.number] = i;
    });
    for (const { number } of results) last[number] = steps.length;
    values.slice(0, lists).forEach(({ number }) => { if (last[number] < 0) free.push(number); });
    let count = lists;
    const done = steps.map(({ value, operands, apart, inPlace, ...step }, i) => {
        const from = operands.map((operand) => (operand instanceof Value ? registers[operand.number] : operand));
        const over = operands.filter((operand) => operand instanceof Value && last[operand.number] === i);
        const own = apart ? free.pop() ?? count++ : undefined;
        for (const operand of new Set(over)) free.push(registers[/** @type {Value} */ (operand).number]);
        const register = registers[value.number] = own ?? free.pop() ?? count++;
        if (inPlace && register !== from[0])
            throw new TypeError(`${where}: expected ${step.op} of a value that is not used later, got another`);
        if (last[value.number] < 0) free.push(register);
        return { ...step, operands: from, register };
    });
    return { steps: done, registers: count, results: results.map(({ number }) => registers[number]) };
}

/**
 * @param {string} where - for messages
 * @param {Field} field
 * @param {number} lists - how many there are
 * @param {(values: readonly Value[], ops: Readonly<Ops>) => Value} write
 * @returns {Formula}
 * @throws {TypeError} when an operand or the result is none
 */
export function compileFormula(where, field, lists, write) {
    const writer = new Writer(where, field, lists);
    const result = writer.check(write([...writer.values], writer.ops));
    if (result instanceof Value) {
        const formula = allocateRegisters(writer, [result], lists);
        return { ...formula, result: formula.results[0] };
    }
    throw new TypeError(`${where}: expected a formula that returns a value, got an element`);
}
