/**
 * The kernels of an instance: the rows of the catalogue, bound to the linked lanes, and the base module for everything
 * else.
 * @module kernels/table
 */
/** @import { Linked } from "../runtime/link.js" */
/** @import { Fallback, Functions, Kernel, Kernels, Key, Machine, Row } from "./types.js" */
import { createArena } from "../runtime/memory.js";
import { CATALOGUE, FROZEN_NAMES } from "./catalogue.js";
import { openFft } from "./fft/context.js";
import { openField } from "./fields/context.js";
import { openPoints } from "./points/context.js";
import { shortSumsTogether } from "./points/short_sums.js";

/**
 * The contexts that a lane provides, by driver and group. A library provides none, because it serves other lanes; nor
 * do exports, which are called directly.
 * @type {Readonly<Record<string, (machine: Machine, linked: Linked) => Record<string, object>>>}
 */
const DRIVERS = Object.freeze({
    fft: (machine, linked) => ({ frm: openFft(machine, linked) }),
    field: (machine, linked) => ({ [linked.layout.prefix]: openField(machine, linked) }),
    exports: () => ({}),
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

/** An exported function as a kernel. @param {Functions} base @param {string} name @returns {Kernel | undefined} */
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
    const { op, count, run, prepare, takesBytes, covers = () => true, fallback: without } = row;
    const least = typeof row.least === "number" ? row.least : row.least[group];
    const otherwise = (/** @type {number[]} */ ...args) =>
        (without ? without(fallback, ...args) : plain(fallback.base, `${group}_${op}`)?.run(...args));
    if (!on || !run) return without && { run: otherwise, takesBytes };
    return {
        run: (...args) => (args[count] >= least && covers(on, ...args) ? run(on, ...args) : otherwise(...args)),
        prepare: prepare && ((...args) => prepare(on, ...args)),
        takesBytes,
    };
}

/** @param {readonly Linked[]} linked @returns {Record<string, Linked>} by driver */
function byDriver(linked) {
    for (const { name, driver } of linked) {
        if (Object.hasOwn(DRIVERS, driver)) continue;
        throw new Error(`kernels: expected one of ${Object.keys(DRIVERS).join(" ")} to drive ${name}, got ${driver}`);
    }
    return Object.fromEntries(linked.map((lane) => [lane.driver, lane]));
}

/**
 * @param {WebAssembly.Exports} exports - of the base module
 * @param {WebAssembly.Memory} memory
 * @param {readonly Linked[]} [linked] - the lanes that are linked with it
 * @returns {Kernels}
 * @throws {Error} when a lane names an unknown driver
 */
export function openKernels(exports, memory, linked = []) {
    const base = /** @type {Functions} */ (exports),
        machine = { base, arena: createArena(memory), lanes: byDriver(linked) };
    /** @type {Record<string, object>} */
    const contexts = Object.assign({}, ...linked.map((lane) => DRIVERS[lane.driver](machine, lane)));
    /** @type {Map<string, Kernel>} */
    const kernels = new Map();
    /** @type {Functions} */
    const others = Object.assign(
        {},
        ...linked.filter(({ driver }) => driver === "exports").map((lane) => lane.kernels),
    );
    const find = (/** @type {string} */ name) => kernels.get(name) ?? plain(others, name) ?? plain(base, name);
    for (const row of CATALOGUE) for (const group of row.groups) {
        /** @type {Fallback["steps"]} */
        const steps = function* (op, ...args) {
            const rest = find(nameOf({ op, group }))?.run(...args);
            if (rest) yield* silent(rest);
            yield;
        };
        const kernel = bind(row, group, contexts[group], { base, arena: machine.arena, group, steps });
        if (kernel) kernels.set(nameOf({ ...row, group }), kernel);
    }
    for (const group of ["g1m", "g2m"]) {
        const on = /** @type {any} */ (contexts[group]); // any: that of points
        for (const [op, together] of Object.entries(on ? shortSumsTogether(on) : {})) {
            const name = nameOf({ op, group }), kernel = find(name);
            if (kernel) kernels.set(name, { ...kernel, together });
        }
    }
    const named = new Map(Object.entries(FROZEN_NAMES).map(([name, key]) => [name, nameOf(key)]));
    return Object.freeze({
        find: ({ kernel, fnName }) =>
            kernel ? find(nameOf(kernel)) : find(named.get(String(fnName)) ?? String(fnName)),
    });
}
