/**
 * The kernels of an instance: the rows of the catalogue, bound to the linked lanes, and the base
 * module for everything else.
 * @module kernels/table
 */
/** @import { Linked } from "../runtime/link.js" */
/** @import { Fallback, Functions, Kernel, Kernels, Key, Machine, Row } from "./types.js" */
import { createArena } from "../runtime/memory.js";
import { CATALOGUE, FROZEN_NAMES } from "./catalogue.js";
import { linkNow } from "../runtime/link.js";
import { openConstraints } from "./constraints.js";
import { openFft } from "./fft/context.js";
import { openField, openMany } from "./fields/context.js";
import { openPoints } from "./points/context.js";

/**
 * The contexts that a lane provides, by driver: those of groups, or one that rows name. A library
 * provides none, because it serves other lanes; nor do exports, which are called directly.
 * @type {Readonly<Record<string, (machine: Machine, linked: Linked) => Record<string, object>>>}
 */
const DRIVERS = Object.freeze({
    fft: (machine, linked) => ({ frm: openFft(machine, linked) }),
    field: (machine, linked) => ({ [linked.layout.prefix]: openField(machine, linked) }),
    exports: () => ({}),
    constraints: (machine, linked) => ({ constraints: openConstraints(machine, linked) }),
    many: (machine, linked) => ({ many: openMany(machine, linked) }),
    library: () => ({}),
    msm: (machine, { layout: { points } }) => ({
        g1m: openPoints(machine, 1),
        ...(points.g2 && { g2m: openPoints(machine, 2) }),
    }),
});

/** The name that the base module would give the function. @param {Key} key */
const nameOf = ({ op, group, endomorphism }) => `${group}_${op}${endomorphism === undefined ? "" : `+${endomorphism}`}`;

/** A part of another kernel: its fractions are not those of the whole. @param {Generator} rest */
function* silent(rest) {
    while (!rest.next().done) yield;
}

/**
 * An exported function as a kernel.
 * @param {Functions} base
 * @param {string} name
 * @returns {Kernel | undefined}
 */
function plain(base, name) {
    const found = Object.hasOwn(base, name) ? base[name] : undefined;
    return typeof found === "function" ? { run: (...args) => void found(...args) } : undefined;
}

/**
 * @param {Row} row
 * @param {string} group
 * @param {object | undefined} on - the context of the group; undefined if it has no lanes
 * @param {Fallback} fallback
 * @returns {Kernel | undefined} undefined if the function of the base module is to be used
 */
function bind(row, group, on, fallback) {
    const { op, count, least, run, prepare, takesBytes, covers = () => true, fallback: instead } = row;
    const without = instead
        ? (/** @type {number[]} */ ...args) => instead(fallback, ...args)
        : plain(fallback.base, `${group}_${op}`)?.run;
    const together = on && row.together?.(on);
    if (!on || !run) return without && (instead || together) && { run: without, takesBytes, together };
    const few = typeof least === "number" ? least : least[group];
    return {
        run: (...args) => (args[count] >= few && covers(on, ...args) ? run(on, ...args) : without?.(...args)),
        prepare: prepare && ((...args) => prepare(on, ...args)),
        takesBytes,
        together,
    };
}

/** @param {Pick<Linked, "name" | "driver">} lane @throws {Error} when it names an unknown driver */
function checkDriver({ name, driver }) {
    if (!Object.hasOwn(DRIVERS, driver))
        throw new Error(`kernels: expected one of ${Object.keys(DRIVERS).join(" ")} to drive ${name}, got ${driver}`);
}

/** The kernels of one instance. */
class Table {
    /**
     * @param {WebAssembly.Exports} exports - of the base module
     * @param {WebAssembly.Memory} memory
     */
    constructor(exports, memory) {
        this.exports = exports;
        this.memory = memory;
        /** @type {Machine} */
        this.machine = { base: /** @type {Functions} */ (exports), arena: createArena(memory), lanes: {} };
        /** @type {Record<string, object>} */
        this.contexts = {};
        /** Functions that callers have linked. @type {Functions} */
        this.others = {};
        /** @type {Map<string, Kernel>} */
        this.kernels = new Map();
        /** Names of modules that tasks have linked. @type {Set<string>} */
        this.linked = new Set();
        this.frozen = new Map(Object.entries(FROZEN_NAMES).map(([name, key]) => [name, nameOf(key)]));
    }

    /** @param {string} name */
    byName(name) {
        return this.kernels.get(name) ?? plain(this.others, name) ?? plain(this.machine.base, name);
    }

    /** @param {readonly Linked[]} linked */
    add(linked) {
        for (const lane of linked) this.machine.lanes[lane.driver] = lane;
        for (const lane of linked) {
            Object.assign(this.contexts, DRIVERS[lane.driver](this.machine, lane));
            if (lane.driver === "exports") Object.assign(this.others, lane.kernels);
        }
        for (const row of CATALOGUE) for (const group of row.groups) this.bind(row, group);
    }

    /** @param {Row} row @param {string} group */
    bind(row, group) {
        const { base, arena } = this.machine, find = this.byName.bind(this);
        /** @type {Fallback["steps"]} */
        const steps = function* (op, ...args) {
            const rest = find(nameOf({ op, group }))?.run(...args);
            if (rest) yield* silent(rest);
            yield;
        };
        const kernel = bind(row, group, this.contexts[row.context ?? group], { base, arena, group, steps });
        if (kernel) this.kernels.set(nameOf({ ...row, group }), kernel);
    }

    /** @param {Parameters<typeof linkNow>[2]} lane */
    link(lane) {
        if (this.linked.has(lane.name)) return;
        checkDriver(lane);
        this.add([linkNow(this.exports, this.memory, lane)]);
        this.linked.add(lane.name);
    }
}

/**
 * @param {WebAssembly.Exports} exports - of the base module
 * @param {WebAssembly.Memory} memory
 * @param {readonly Linked[]} [linked] - the lanes that are linked with it
 * @returns {Kernels}
 * @throws {Error} when a lane names an unknown driver
 */
export function openKernels(exports, memory, linked = []) {
    linked.forEach(checkDriver);
    const table = new Table(exports, memory);
    table.add(linked);
    return Object.freeze({
        find: ({ kernel, fnName }) =>
            table.byName(kernel ? nameOf(kernel) : table.frozen.get(String(fnName)) ?? String(fnName)),
        link: (lane) => table.link(lane),
    });
}
