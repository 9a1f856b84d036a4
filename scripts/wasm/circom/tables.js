/**
 * Reads the code of a circuit.wasm, says whether it has only instructions that we know, and writes
 * it shorter: runs of calls that fill an array of constants become copies from one segment. A
 * module of its own, because it reads a megabyte of some files when a program starts: JavaScript
 * would still be interpreted then.
 * @module scripts/wasm/circom/tables
 */
import { at, call, get, i32, mul32, set, when, whileLoop } from "../wat.js";
import { WasmModule } from "../module.js";
import { LAYOUT } from "../../../src/params/circom.js";
import { numbersBehind } from "./instructions.js";

const CONST = 0x41, MUL = 0x6c, ADD = 0x6a, LOCAL = 0x20, CALL = 0x10, BR_TABLE = 0x0e, FORTY = 0x28;

/**
 * What stands behind these instructions has a rule of its own: block, loop and if; loads and
 * stores; a table of jumps.
 * @type {readonly [number, number, number][]}
 */
const RULES = [[0x02, 0x04, 3], [0x28, 0x3e, 4], [BR_TABLE, BR_TABLE, 5]];
const [BLOCK, ACCESS, JUMPS] = RULES.map(([, , rule]) => rule);

/** So many numbers stand behind other instructions at most. */
const MOST_NUMBERS = 2;

/** The type of a block without a result; the logarithm of the bytes of the widest access. */
const NO_RESULT = 0x40, WIDEST = 3;

/** Bytes of an element, and its flags. */
const ELEMENT = 40, LONG = 0x80000000 | 0, MONTGOMERY = 0x40000000;

/**
 * Entries from which a run is worth an instruction of its own: one costs as much as 12 copies, and
 * there may be two. The constants of SHA-256, 64 in each of 64 templates, are less code to compile:
 * a tenth of a first run.
 */
const LEAST = 24;

/**
 * Bytes of code of a body that is looked at. Longer ones are functions that hold tables of many
 * sizes, of which a call takes one and most circuits none: a segment with all of them would double
 * the file.
 */
const LONGEST = 20_000;

/** Bytes that an entry has at least: so many entries has a run at most. */
const SHORTEST_ENTRY = 12;

/** Zeros behind a body. */
const SPARE = 8;

/** Entries that are looked up together: many tables end in one entry of their own. */
const PIECE = 32;

/**
 * Entries that the segment may have, pieces that are told apart, and places for them in a table of
 * hashes.
 */
const CAPACITY = 2 ** 16, PIECES = 3072, SLOTS = 4096;

/**
 * Entries of pieces that are compared in all, and as many slots: 200 MB of tables need as much, and
 * 50 ms. In a file whose pieces all have one hash there would be no end to it.
 */
const PATIENCE = 2 ** 24;

const load = (/** @type {string | number} */ address) =>
    `(i32.load ${typeof address === "number" ? i32(address) : address})`;
const store = (/** @type {string | number} */ address, /** @type {string} */ value) =>
    `(i32.store ${typeof address === "number" ? i32(address) : address} ${value})`;
const byte = (/** @type {string} */ address, offset = 0) => `(i32.load8_u offset=${offset} ${address})`;
const same = (/** @type {string} */ a, /** @type {string | number} */ b) =>
    `(i32.eq ${a} ${typeof b === "number" ? i32(b) : b})`;
const other = (/** @type {string} */ a, /** @type {string | number} */ b) =>
    `(i32.ne ${a} ${typeof b === "number" ? i32(b) : b})`;
const below = (/** @type {string} */ a, /** @type {string | number} */ b) =>
    `(i32.lt_u ${a} ${typeof b === "number" ? i32(b) : b})`;
const index = (/** @type {number} */ base, /** @type {string} */ i) => at(i32(base), `(i32.shl ${i} ${i32(2)})`);
const add = (/** @type {string} */ name, /** @type {string | number} */ more) => set(name, at(get(name), more));

/** @typedef {ReturnType<typeof areas>} Areas */

/**
 * Where everything is: what has to be zero for another file lies between `state` and `stateEnd`.
 * @param {WasmModule} module
 */
function areas(module) {
    const rules = numbersBehind();
    for (const [from, to, rule] of RULES) rules.fill(rule, from, to + 1);
    const behind = module.data(Uint8Array.from(rules, (n) => n & 255));
    const prime = module.reserve(32);
    const body = module.reserve(LONGEST + SPARE);
    const list = module.reserve(4 * Math.ceil(LONGEST / SHORTEST_ENTRY));
    const out = module.reserve(LONGEST);
    const state = module.reserve(28);
    const slots = module.reserve(4 * SLOTS);
    const [first, local, end, segment, count, pieces, work] = [0, 4, 8, 12, 16, 20, 24].map((offset) => state + offset);
    const entries = module.reserve(4 * CAPACITY);
    return {
        behind, prime, body, list, out, state, stateEnd: slots + 4 * SLOTS, slots, entries,
        first, local, end, segment, count, pieces, work,
    };
}

/**
 * `number_end(p)`, `number(p)`, `size(p)`: where the LEB128 at p ends, its value, signed, and not
 * signed
 *
 *   bounds  what lies behind a body is zero: no number goes on beyond
 * @param {WasmModule} module
 */
function addNumbers(module) {
    module.func({ name: "number_end", params: "p", result: "i32", body: [
        whileLoop(`(i32.gt_u ${byte(get("p"))} ${i32(127)})`, add("p", 1)), at(get("p"), 1)] });
    const digit = [
        set("byte", byte(get("p"))), add("p", 1),
        set("value", `(i32.or ${get("value")} (i32.shl (i32.and ${get("byte")} ${i32(127)}) ${get("shift")}))`),
        add("shift", 7),
    ];
    module.func({ name: "number", params: "p", result: "i32", i32: "value shift byte", body: [
        ...digit, whileLoop(`(i32.gt_u ${get("byte")} ${i32(127)})`, digit),
        when(`(i32.and (i32.lt_u ${get("shift")} ${i32(32)}) (i32.shr_u ${get("byte")} ${i32(6)}))`,
            set("value", `(i32.or ${get("value")} (i32.shl ${i32(-1)} ${get("shift")}))`)),
        get("value")] });
    module.func({ name: "size", params: "p", result: "i32", i32: "value shift byte", body: [
        ...digit, whileLoop(`(i32.gt_u ${get("byte")} ${i32(127)})`, digit), get("value")] });
    module.func({ name: "write", params: "out value limit", result: "i32", body: [
        whileLoop(`(i32.ge_u ${get("value")} ${get("limit")})`, [
            `(i32.store8 ${get("out")} (i32.or ${get("value")} ${i32(128)}))`, add("out", 1),
            set("value", `(i32.shr_u ${get("value")} ${i32(7)})`),
        ]),
        `(i32.store8 ${get("out")} ${get("value")})`, at(get("out"), 1)] });
}

/**
 * `run(p, end)` -> entries of the longest run `(call Fr_copy (array + 40 k) constant)`, k = first,
 * first + 1, ..., that begins at p, an instruction; their constants in `list`; in memory where it
 * ends, its first k and the array's local
 * @param {WasmModule} module
 * @param {Areas} areas
 */
function addRun(module, { list, first, local, end }) {
    const little = (/** @type {number[]} */ ...bytes) => bytes.reduceRight((value, b) => value * 256 + b, 0);
    module.func({ name: "run", params: "p stop", result: "i32", i32: "n k q", body: [
        `(block $over (loop $entry ${store(end, get("p"))}`,
        `(br_if $over (i32.ge_u ${get("p")} ${get("stop")}))`,
        `(br_if $over ${other(byte(get("p")), CONST)})`,
        set("k", call("number", at(get("p"), 1))), set("q", call("number_end", at(get("p"), 1))),
        `(br_if $over ${other(load(get("q")), little(CONST, FORTY, MUL, LOCAL))})`,
        `(br_if $over (i32.gt_u ${byte(get("q"), 4)} ${i32(127)}))`,
        `(br_if $over ${other(`(i32.load16_u offset=5 ${get("q")})`, little(ADD, CONST))})`,
        when(get("n"),
            [`(br_if $over ${other(get("k"), at(load(first), get("n")))})`,
                `(br_if $over ${other(byte(get("q"), 4), load(local))})`],
            [`(br_if $over (i32.ge_u ${get("k")} ${i32(2 ** 20)}))`,
                store(first, get("k")), store(local, byte(get("q"), 4))]),
        store(index(list, get("n")), call("number", at(get("q"), 7))), set("q", call("number_end", at(get("q"), 7))),
        `(br_if $over ${other(byte(get("q")), CALL)})`, `(br_if $over ${other(byte(get("q"), 1), LAYOUT.copy)})`,
        set("p", at(get("q"), 2)), add("n", 1), "(br $entry)))",
        get("n")] });
}

/**
 * `place(i, n)` -> the entry of the segment from which on it has entries [i, i + n) of the run; -1:
 * it is full, or was searched for too long
 * @param {WasmModule} module
 * @param {Areas} areas
 */
function addPlace(module, { list, slots, entries, count, pieces, work }) {
    const slot = index(slots, get("slot"));
    const alike = `(i32.eq ${load(index(list, at(get("i"), get("j"))))} ${load(index(entries, at(get("found"), get("j"))))})`;
    module.func({ name: "equal", params: "i found n", result: "i32", i32: "j", body: [
        whileLoop(`(if (result i32) ${below(get("j"), get("n"))} (then ${alike}) (else (i32.const 0)))`, add("j", 1)),
        store(work, at(load(work), get("j"))),
        `(i32.eq ${get("j")} ${get("n")})`] });
    module.func({ name: "place", params: "i n", result: "i32", i32: "j slot found", body: [
        set("slot", get("n")),
        whileLoop(below(get("j"), get("n")), [
            set("slot", at(mul32(get("slot"), 31), load(index(list, at(get("i"), get("j")))))), add("j", 1),
        ]),
        set("slot", `(i32.and (i32.xor ${get("slot")} (i32.shr_u ${get("slot")} ${i32(15)})) ${i32(SLOTS - 1)})`),
        // a slot has the first entry of a piece, and one more
        whileLoop(`(local.tee $found ${load(slot)})`, [
            set("found", at(get("found"), -1)),
            store(work, at(load(work), 1)),
            when(below(i32(PATIENCE), load(work)), `(return ${i32(-1)})`),
            when(`(i32.le_u ${at(get("found"), get("n"))} ${load(count)})`,
                when(call("equal", get("i"), get("found"), get("n")), `(return ${get("found")})`)),
            set("slot", `(i32.and ${at(get("slot"), 1)} ${i32(SLOTS - 1)})`),
        ]),
        set("found", load(count)),
        when(`(i32.or ${below(i32(CAPACITY), at(get("found"), get("n")))} ${same(load(pieces), PIECES)})`,
            `(return ${i32(-1)})`),
        store(slot, at(get("found"), 1)),
        store(pieces, at(load(pieces), 1)), store(count, at(get("found"), get("n"))),
        set("j", i32(0)),
        whileLoop(below(get("j"), get("n")), [
            store(index(entries, at(get("found"), get("j"))), load(index(list, at(get("i"), get("j"))))), add("j", 1),
        ]),
        get("found")] });
}

/**
 * `stretch(out, i, n, from)` -> out, behind code that copies n entries of the segment to entry i of
 * the run; `fill(out, n)` -> out, behind code that stands for the run of n entries; 0: the segment
 * is full
 * @param {WasmModule} module
 * @param {Areas} areas
 */
function addFill(module, { first, local, segment }) {
    const bytes = (/** @type {(number | string)[]} */ ...list) => [
        ...list.map((b, i) => `(i32.store8 offset=${i} ${get("out")} ${typeof b === "number" ? i32(b) : b})`),
        add("out", list.length)];
    const write = (/** @type {string} */ value, limit = 64) => set("out", call("write", get("out"), value, limit));
    const size = (/** @type {string} */ n) => mul32(n, ELEMENT);
    module.func({ name: "stretch", params: "out i n from", result: "i32", body: [
        ...bytes(CONST), write(size(at(load(first), get("i")))), ...bytes(LOCAL, load(local), ADD, CONST),
        write(size(get("from"))), ...bytes(CONST), write(size(get("n"))), ...bytes(0xfc, 8),
        write(load(segment), 128), ...bytes(0), get("out")] });
    const flush = set("out", call("stretch", get("out"), get("start"), at(get("i"), negative(get("start"))), get("from")));
    module.func({ name: "fill", params: "out n", result: "i32", i32: "i size start from next found", body: [
        set("next", i32(-1)),
        whileLoop(below(get("i"), get("n")), [
            set("size", at(get("n"), negative(get("i")))),
            when(below(i32(PIECE), get("size")), set("size", i32(PIECE))),
            set("found", call("place", get("i"), get("size"))),
            when(`(i32.lt_s ${get("found")} ${i32(0)})`, "(return (i32.const 0))"),
            when(other(get("found"), get("next")), [
                when(get("i"), flush), set("start", get("i")), set("from", get("found"))]),
            set("next", at(get("found"), get("size"))), add("i", get("size")),
        ]),
        flush, get("out")] });
}

/** @param {string} a */
const negative = (a) => `(i32.sub ${i32(0)} ${a})`;

/** What is said of code that is not of instructions that we know. */
const STRANGE = `(return ${i32(-1)})`;

/**
 * Passes over one number, over the locals, and over one instruction at p, with locals op and n.
 * What is passed over is of version 1, for whole numbers, as compilers of that version write it.
 * They know of one memory, and change nothing else but globals: no segment, no entry of a table.
 * Engines read the same instructions, for none has a part that newer versions added: a memory's
 * number, a reference's type.
 * @param {Pick<Areas, "behind">} areas
 */
function steps({ behind }) {
    const number = [whileLoop(`(i32.gt_u ${byte(get("p"))} ${i32(127)})`, add("p", 1)), add("p", 1)];
    const left = `(i32.and ${other(get("n"), 0)} ${below(get("p"), get("end"))})`;
    // i32 or i64, in one byte
    const whole = `(i32.eq (i32.and ${byte(get("p"))} ${i32(0xfe)}) ${i32(0x7e)})`;
    const unless = (/** @type {string} */ condition) => when(`(i32.eqz ${condition})`, STRANGE);
    const rule = when(same(get("n"), BLOCK), [unless(`(i32.or ${whole} ${same(byte(get("p")), NO_RESULT)})`), set("n", i32(1))],
        when(same(get("n"), ACCESS), [unless(`(i32.le_u ${byte(get("p"))} ${i32(WIDEST)})`), set("n", i32(2))],
            when(same(get("n"), JUMPS), set("n", at(call("size", get("p")), 2)), STRANGE)));
    return {
        locals: [
            set("n", call("size", get("p"))), number,
            whileLoop(left, [...number, unless(whole), add("p", 1), add("n", -1)]),
        ].flat(),
        instruction: [
            set("n", byte(at(i32(behind), byte(get("p"))))), add("p", 1),
            when(get("n"), [
                when(below(i32(MOST_NUMBERS), get("n")), rule),
                whileLoop(left, [...number, add("n", -1)]),
            ]),
        ],
    };
}

/**
 * `shorten(end)` -> end of the new body at `out`; 0: it stays as it is; -1: it has other
 * instructions than those that we know
 *
 *   in      the body's bytes at `body`, zero behind; `segment`: the number of the segment
 * @param {WasmModule} module
 * @param {Areas} areas
 */
function addShorten(module, areas) {
    const { body, out, end } = areas, { locals, instruction } = steps(areas);
    const copyUntil = (/** @type {string} */ to) => whileLoop(below(get("from"), to), [
        `(i32.store8 ${get("out")} ${byte(get("from"))})`, add("from", 1), add("out", 1)]);
    const replace = [
        copyUntil(get("p")),
        set("filled", call("fill", get("out"), get("n"))),
        // the rest is read all the same
        when(get("filled"), [set("out", get("filled")), set("from", load(end))], set("kept", i32(1))),
    ];
    module.func({ name: "shorten", params: "end", result: "i32", i32: "p from out n kept filled", body: [
        set("p", i32(body)), set("from", i32(body)), set("out", i32(out)), ...locals,
        whileLoop(below(get("p"), get("end")), [
            set("n", i32(0)),
            when(same(byte(get("p")), CONST), set("n", call("run", get("p"), get("end")))),
            when(get("n"), [
                when(`(i32.gt_u ${get("n")} (select (i32.const -1) ${i32(LEAST - 1)} ${get("kept")}))`, replace),
                set("p", load(end)),
            ], instruction),
        ]),
        when(other(get("p"), get("end")), STRANGE),
        when(`(i32.or ${get("kept")} ${same(get("from"), body)})`, "(return (i32.const 0))"),
        copyUntil(get("end")), get("out")] });
}

/**
 * `locals(p, end)` -> where the code of a body begins whose locals are at p; `plain(p, stop, end)`
 * -> where the first instruction at `stop` or behind it begins, from one at p; -1: there are others
 * than those that we know
 *
 *   in      zeros behind the end
 * @param {WasmModule} module
 * @param {Areas} areas
 */
function addPlain(module, areas) {
    const { locals, instruction } = steps(areas);
    module.func({ name: "locals", params: "p end", result: "i32", i32: "n", body: [...locals, get("p")] });
    module.func({ name: "plain", params: "p stop end", result: "i32", i32: "n", body: [
        whileLoop(below(get("p"), get("stop")), instruction), get("p")] });
}

/**
 * `plain_elements(p, end)` -> whether all elements in [p, end) have flags that circom writes, and
 * words below the prime at `prime`: field functions differ in what they do with others
 * @param {WasmModule} module
 * @param {Areas} areas
 */
function addElements(module, { prime }) {
    const flags = `(i32.and (i32.load offset=4 ${get("p")}) ${i32(~(LONG | MONTGOMERY))})`;
    const word = (/** @type {number} */ i) => `(i64.load offset=${8 + 8 * i} ${get("p")})`;
    const bound = (/** @type {number} */ i) => `(i64.load ${i32(prime + 8 * i)})`;
    const less = (/** @type {number} */ i) => `(i64.lt_u ${word(i)} ${bound(i)})`;
    const all = [1, 2, 3].reduce((lower, i) =>
        `(if (result i32) (i64.eq ${word(i)} ${bound(i)}) (then ${lower}) (else ${less(i)}))`, less(0));
    module.func({ name: "plain_elements", params: "p end", result: "i32", body: [
        whileLoop(below(get("p"), get("end")), [
            when(`(i32.or ${flags} (i32.eqz ${all}))`, "(return (i32.const 0))"),
            add("p", ELEMENT),
        ]),
        i32(1)] });
}

/** @returns {{ module: WasmModule, layout: Record<string, number> }} */
export function tablesModule() {
    const module = new WasmModule();
    const places = areas(module);
    addNumbers(module);
    addRun(module, places);
    addPlace(module, places);
    addFill(module, places);
    addShorten(module, places);
    addPlain(module, places);
    addElements(module, places);
    for (const name of ["shorten", "locals", "plain", "plain_elements"]) module.export(name);
    const { prime, body, out, state, stateEnd, segment, count, entries } = places;
    return {
        module,
        layout: {
            element: ELEMENT, shortest: SHORTEST_ENTRY * LEAST, longest: LONGEST, spare: SPARE,
            pages: Math.ceil(module.top / 65536), prime, body, out, state, stateEnd, segment, count, entries,
        },
    };
}
