/**
 * Lists of commands as snarkjs builds them by hand, right and wrong ones: on this thread, on workers, and by
 * ffjavascript where they are right. All give the same bytes or the same words, aborted and transferred ones too, and
 * whatever came before, the next task is right.
 */
import { demand, agree, endAll, hex, onWorkers, ours, theirs } from "../support.js";

/** Functions of the base module, what they read and, last, write: F elements of Fr, P points, A what only leaves. */
const FUNCTIONS = {
    frm_add: "FFF",
    frm_mul: "FFF",
    frm_sub: "FFF",
    frm_square: "FF",
    frm_toMontgomery: "FF",
    frm_fromMontgomery: "FF",
    frm_inverse: "FF",
    g1m_double: "PP",
    g1m_neg: "PP",
    g1m_add: "PPP",
    g1m_sub: "PPP",
    g1m_toAffine: "PA",
};
/** Bytes of a variable: four elements, or a point and something beside it. */
const SIZE = 128,
    KINDS = "FPA";

/** @param {import("../choices.js").Choices} c @param {any} curve @param {string} kind */
function contentOf(c, curve, kind) {
    const bytes = new Uint8Array(SIZE);
    if (kind === "P") bytes.set(curve.G1.timesScalar(curve.G1.g, BigInt(c.below(9))));
    else for (let i = 0; i < SIZE; i += 32) bytes.set(curve.Fr.e(c.big(curve.r)), i);
    return bytes;
}

/** @param {import("../choices.js").Choices} c @param {any} curve */
function rightTask(c, curve) {
    const task = [],
        kinds = [...KINDS, ...Array.from({ length: c.below(4) }, () => c.pick([...KINDS]))];
    kinds.forEach((kind, i) => task.push({ cmd: "ALLOCSET", var: i, buff: contentOf(c, curve, kind) }));
    const any = (kind) => c.pick([...kinds.keys()].filter((i) => kinds[i] === kind));
    for (let count = c.within(1, 10); count > 0; count--) {
        const what = c.below(6);
        if (what === 0)
            task.push({ cmd: "SET", var: any("F"), buff: contentOf(c, curve, "F").subarray(0, 32 * c.within(0, 4)) });
        else if (what === 1) task.push({ cmd: "ALLOC", var: kinds.length + c.below(3), len: c.below(5000) });
        else {
            const fnName = c.pick(Object.keys(FUNCTIONS));
            const params = [...FUNCTIONS[fnName]].map((kind) => ({
                var: any(kind),
                offset: kind === "F" ? 32 * c.below(4) : 0,
            }));
            task.push({ cmd: "CALL", fnName, params });
        }
    }
    for (let i = 0, count = c.within(1, 4); i < count; i++) {
        // the triple of a point may differ, the point does not
        const kind = c.pick(["F", "A"]);
        task.push({ cmd: "GET", out: i, var: any(kind), len: c.below(SIZE + 1) });
    }
    return task;
}

const put = (c, task, change) => {
    const command = c.pick(task);
    if (command && typeof command === "object") Object.assign(command, change);
};
const callOf = (task) => task.find((command) => command?.cmd === "CALL");
/** Changes that make a task wrong, or leave it right. */
const CHANGES = [
    (c, task) => {
        put(c, task, { cmd: c.pick(["alloc", "", undefined, null, 7, "constructor", "__proto__", "GET", "SET"]) });
    },
    (c, task) => {
        put(c, task, { var: c.pick([99, -1, "0", undefined, null, 1.5, NaN, {}]) });
    },
    (c, task) => {
        put(c, task, { len: c.pick([-1, 1.5, NaN, 2 ** 31, 2 ** 32, 2 ** 40, undefined, "5", Infinity]) });
    },
    (c, task) => {
        put(c, task, {
            buff: c.pick([
                undefined,
                null,
                5,
                "text",
                [],
                {},
                new Uint16Array(4),
                { buffers: [], byteLength: 0 },
                { buffers: [new Uint8Array(3)], byteLength: 3 },
            ]),
        });
    },
    (c, task) => {
        put(c, task, { offset: c.pick([-1e9, 2 ** 31, 2 ** 32, NaN]) });
    },
    (c, task) => {
        const call = callOf(task);
        if (call) call.fnName = c.pick(["nothing", "constructor", "__proto__", "", undefined, null, 5, "memory"]);
    },
    (c, task) => {
        const call = callOf(task);
        if (call)
            call.params = c.pick([undefined, null, {}, "ab", 5, [null], [{}], [{ val: undefined }], [undefined]]);
    },
    (c, task) => {
        task.splice(c.below(task.length), 0, c.pick([null, undefined, 5, "GET", {}, []]));
    },
    (c, task) => {
        task.splice(c.below(task.length), 1);
    },
    (c, task) => {
        task.push({
            cmd: "REVERSE",
            src: c.bytes(c.below(70)),
            sIn: c.pick([1, 8, 32, 0, -1, 1.5]),
            bits: c.pick([0, 1, 2, 3, 31, 32, -1]),
        });
    },
    (c, task) => {
        task.push({ cmd: "ALLOC", var: 7, len: c.pick([2 ** 31 - 1, 2 ** 32 - 1, 2 ** 33]) });
    },
];

const copied = (task) =>
    task.map((command) =>
        command && typeof command === "object" && !Array.isArray(command)
            ? Object.fromEntries(
                  Object.entries(command).map(([key, value]) => [
                      key,
                      value instanceof Uint8Array ? value.slice() : value,
                  ]),
              )
            : command,
    );
const shown = (out) => [...out].map((bytes) => (bytes ? hex(bytes) : "-")).join();

/** @param {any} tm @param {unknown} task @param {unknown[]} [transfers] */
const answer = (tm, task, transfers) =>
    tm.queueAction(task, transfers).then(shown, (error) => {
        demand(error instanceof Error && error.message.length > 0, () => `expected an Error, got ${String(error)}`);
        // memory is refused at other sizes in other places, and messages have sizes
        return error.code === "ERR_MEMORY" || /memory/i.test(error.message)
            ? "!memory"
            : `!${error.message.replace(/\d+ at \d+|memory of \d+|worker \d+|in process/g, "#")}`;
    });

/** @type {import("../loop.js").Target} */
export const tasks = {
    name: "tasks",
    guided: true,
    faults: ["an answer is lost", "an error is dropped"],
    async open(fault) {
        const here = await ours("bn128"),
            there = await onWorkers("bn128"),
            other = await theirs("bn128");
        const { Fr } = here,
            [a, b] = [Fr.e(3), Fr.e(5)],
            wanted = hex(Fr.e(15));
        const probe = [
            { cmd: "ALLOCSET", var: 0, buff: a },
            { cmd: "ALLOCSET", var: 1, buff: b },
            { cmd: "ALLOC", var: 2, len: 32 },
            { cmd: "CALL", fnName: "frm_mul", params: [{ var: 0 }, { var: 1 }, { var: 2 }] },
            { cmd: "GET", out: 0, var: 2, len: 32 },
        ];
        /** The port: what workers answer. */
        const onThem = async (task, transfers) => {
            const out = await answer(there.tm, task, transfers);
            if (fault === "an error is dropped" && /params/.test(out)) return "";
            const inverts = Array.isArray(task) && task.some((command) => command?.fnName === "frm_inverse");
            return fault === "an answer is lost" && inverts ? "!lost" : out;
        };
        return {
            async run(c) {
                const list = rightTask(c, here),
                    wrong = c.below(3);
                for (let i = 0; i < wrong; i++) c.pick(CHANGES)(c, list);
                const task = c.below(40) === 39 ? c.pick([undefined, null, {}, "text", 5]) : list;
                const fresh = () => (Array.isArray(task) ? copied(task) : task);
                const first = fresh(),
                    buffers =
                        c.once(3) && Array.isArray(first)
                            ? first.flatMap((command) =>
                                  command?.buff instanceof Uint8Array ? [command.buff.buffer] : [],
                              )
                            : undefined;
                const many = c.once(6) ? Array.from({ length: 5 }, () => onThem(fresh())) : [];
                const controller = new AbortController(),
                    reason = new Error("enough");
                const given = c.once(6) ? there.tm.submit?.(fresh(), [], { signal: controller.signal }) : undefined;
                const ended = given?.then(shown, (error) => (error === reason ? undefined : `!${error.message}`));
                if (given) controller.abort(reason);
                const answers = { workers: await onThem(first, buffers && [...new Set(buffers)]) };
                answers.here = await answer(here.tm, fresh());
                for (const [i, out] of (await Promise.all(many)).entries()) answers[`one of five, ${i}`] = out;
                if (wrong === 0 && Array.isArray(task)) answers.ffjavascript = await answer(other.tm, fresh());
                // a changed task may read memory that was never written: what it reads is not compared
                if (wrong > 0)
                    for (const [name, out] of Object.entries(answers))
                        answers[name] = out.startsWith("!") ? out : "an answer";
                agree("a task", answers);
                await ended;
                for (const [name, tm] of Object.entries({ here: here.tm, workers: there.tm }))
                    agree("the next task", { wanted, [name]: await answer(tm, copied(probe)) });
            },
            close: endAll,
        };
    },
};
