/**
 * The catalogue and the table that binds it: every kernel once, on the tiers that have it, by key and by frozen name.
 */
import { expect } from "chai";
import { laneModules } from "../../src/curves/lane_modules.js";
import { CATALOGUE, FROZEN_NAMES } from "../../src/kernels/catalogue.js";
import { openKernels } from "../../src/kernels/table.js";
import { compile, instantiate, unpack } from "../../src/runtime/instance.js";
import { linkLanes } from "../../src/runtime/link.js";
import { createMemory } from "../../src/runtime/memory.js";
import { drain } from "../../src/util/drain.js";
import * as constraints from "../../src/wasm/constraints.js";
import { code } from "../../src/wasm/fr_ops.js";
import { RUNNABLE, tiersOf } from "../support/lanes.js";
import { definitionOf, GROUPED } from "../support/twin_curves.js";

/** Those that lanes have; differential/triples has those whose arguments are no addresses. */
const ROWS = CATALOGUE.filter(({ run, context, op }) => run && !context && !/Triples$/.test(op));
/** Those of a module that tasks link. */
const LINKED = CATALOGUE.filter(({ context }) => context);
const KEYS = ROWS.flatMap(({ op, groups, endomorphism }) => groups.map((group) => ({ op, group, endomorphism })));
const TRANSFORMS = ["fft", "ifft", "fftHalf", "fftColumns", "fftBlock", "ifftShiftFft"];
/** Without lanes of their own for so few, they are made of kernels that have some. */
const COMPOSED = ["fftHalf", "fftBlock", "ifftShiftFft"];
const shown = ({ op, group, endomorphism }) => [group, op, endomorphism].join(" ");

/** Kernels of a curve on a tier, and what they call on the way. */
async function open(curve, tier) {
    const memory = createMemory(), calls = [];
    const spied = (exports, where) => {
        const all = Object.entries(exports).map(([name, f]) => [
            name,
            (...args) => {
                calls.push(where);
                return f(...args);
            },
        ]);
        return Object.assign(Object.create(null), Object.fromEntries(all)); // as exports are
    };
    const definition = await definitionOf(curve);
    const { exports } = await instantiate(await compile(definition.code), memory), base = spied(exports, "base");
    const lanes = await Promise.all(
        (tier ? laneModules(definition.lanes(tier)) : []).map(
            async (lane) => ({ ...lane, module: await compile(lane.module) }),
        ),
    );
    const linked = (await linkLanes(exports, memory, lanes)).map((lane) => ({
        ...lane,
        kernels: spied(lane.kernels, "lane"),
    }));
    return { kernels: openKernels(base, memory, linked), memory, calls, exports };
}

/** Does a kernel go to the lanes for so many elements? */
function reachesLanes({ kernels, memory, calls }, key, n) {
    const kernel = kernels.find({ kernel: key }),
        row = CATALOGUE.find(
            ({ op, groups, endomorphism }) =>
                op === key.op && groups.includes(key.group) && endomorphism === key.endomorphism,
        );
    const words = new Uint32Array(memory.buffer), mark = words[0], room = 400 * 288;
    const args = Array.from({ length: 9 }, (_, i) => mark + i * room);
    args[row.count] = n;
    if (key.op === "batchInverse") args[1] = args[4] = 32;
    if (key.op === "msm") args.splice(2, 1, 32), args.splice(5, 2, 0, 1);
    if (key.op === "multiexpAffine") args[2] = 32; // bytes of a scalar, else as many as the address is high
    if (key.op === "fftHalf") args.splice(2, 2, 0, 0);
    if (key.op === "fftColumns") args[3] = 1;
    if (key.op === "fftBlock") args.splice(3, 3, 1, 0, 0);
    if (key.op === "ifftShiftFft") args[4] = 1;
    if (memory.buffer.byteLength < mark + 10 * room)
        memory.grow(Math.ceil((mark + 10 * room - memory.buffer.byteLength) / 65536));
    new Uint32Array(memory.buffer)[0] = mark + 10 * room;
    new Uint8Array(memory.buffer).fill(0, mark, mark + 10 * room);
    calls.length = 0;
    const rest = kernel.run(...args);
    if (rest) drain(rest);
    new Uint32Array(memory.buffer)[0] = mark;
    return calls.includes("lane");
}

/** The command that links the module of the operations on many elements. */
const many = (elementBytes) =>
    ({ name: "fr_ops", driver: "many", module: unpack(code), constants: "", layout: { elementBytes } });

/** That of the constraints. */
const checking = () => ({
    ...many(32), name: "constraints", driver: "constraints", module: unpack(constraints.code),
    layout: { elementBytes: 32, scratch: constraints.layout.scratch },
});

describe("kernels: the catalogue", () => {
    it("has every kernel once", () => {
        const names = CATALOGUE.flatMap((row) => row.groups.map((group) => shown({ ...row, group })));
        expect(new Set(names).size).to.equal(names.length).and.above(KEYS.length);
    });

    it("counts by an argument that the kernel takes", () => {
        for (const { op, count, run } of ROWS) expect(count, op).to.be.within(0, run.length - 2);
    });

    it("has a row for every frozen name", () => {
        for (const [name, key] of Object.entries(FROZEN_NAMES)) expect(KEYS.map(shown), name).to.include(shown(key));
    });

    for (const [curve, { g2, lanes, fr }] of Object.entries(GROUPED))
        for (const tier of tiersOf(curve))
            it(`${curve}, ${tier}: goes to the lanes from its least size on, where the tier has them`, async () => {
                const on = await open(curve, tier);
                const roots = fr.s > 10; // without, transforms of such sizes are refused before they get here
                for (const key of KEYS.filter(({ group, op }) =>
                    (g2 || group !== "g2m") && (roots || !TRANSFORMS.includes(op)))) {
                    const row = CATALOGUE.find(
                        ({ op, groups, endomorphism }) =>
                            op === key.op && groups.includes(key.group) && endomorphism === key.endomorphism,
                    );
                    const least = row.least[key.group] ?? row.least,
                        transform = TRANSFORMS.includes(key.op),
                        field = ["frm", "f1m"].includes(key.group);
                    const has = field ? tier !== "scalar" && [...lanes.fft, ...lanes.products].includes(key.group) : true;
                    if (!has && key.op === "batchInverse" && key.group === "f1m") continue; // 48 bytes each
                    const n = transform ? 2 ** Math.ceil(Math.log2(least)) : least;
                    expect(reachesLanes(on, key, n), `${shown(key)}, ${n}`).to.equal(has);
                    expect(reachesLanes(on, key, transform ? n / 2 : least - 1), `${shown(key)}, fewer`).to.equal(
                        COMPOSED.includes(key.op) && has,
                    );
                }
            });

    it("by frozen name is the same kernel, on lanes and without", async () => {
        const [tier] = RUNNABLE, { kernels } = await open("bn128", tier), plain = (await open("bn128")).kernels;
        for (const [fnName, kernel] of Object.entries(FROZEN_NAMES)) for (const of of [kernels, plain]) {
            expect(of.find({ fnName }), fnName).to.be.an("object").and.equal(of.find({ kernel }));
        }
        for (const fnName of ["frm_ifft", "g1m_batchApplyKeyMixed", "g2m_fftJoin"]) {
            const [group, op] = fnName.split("_");
            expect(kernels.find({ fnName })).to.be.an("object").and.equal(kernels.find({ kernel: { op, group } }));
        }
    });

    it("has the kernels of a module from when a task has linked it, which it does once", async () => {
        const { kernels, memory } = await open("bn128"), find = () => LINKED.map(({ op }) => kernels.find({ kernel: { op, group: "frm" } }));
        expect(LINKED).to.have.length.above(5);
        expect(find().filter(Boolean)).to.deep.equal([]);
        kernels.link(many(32));
        expect(find().filter(Boolean), "another module").to.have.length(LINKED.length - 1);
        kernels.link(checking());
        const found = find(), mark = new Uint32Array(memory.buffer)[0];
        expect(found.filter(Boolean)).to.have.length(LINKED.length);
        kernels.link(many(32));
        expect(find().map((kernel, i) => kernel === found[i])).to.not.include(false);
        expect(new Uint32Array(memory.buffer)[0], "memory").to.equal(mark);
        expect(() => kernels.link({ ...many(32), name: "other", driver: "unknown" })).to.throw(/expected one of .* to drive other, got unknown/);
        expect(() => kernels.link({ ...many(32), name: "broken", module: Uint8Array.of(1) })).to.throw(/^broken: expected a module that may be compiled here/);
    });

    it("leaves everything else to the base module, and finds nothing where that has nothing", async () => {
        const { kernels, memory, exports } = await open("bn128"), at = new Uint32Array(memory.buffer)[0];
        expect(kernels.find({ kernel: { op: "one", group: "frm" } }).run(at)).to.equal(undefined);
        expect(exports.frm_isOne(at)).to.equal(1);
        kernels.find({ fnName: "frm_zero" }).run(at);
        expect(exports.frm_isZero(at)).to.equal(1);
        for (const call of [
            { fnName: "toString" },
            { fnName: "g1m_msm" },
            {},
            { kernel: { op: "msm", group: "g1m" } },
            { kernel: { op: "constructor", group: "frm" } },
        ]) {
            expect(kernels.find(call), JSON.stringify(call)).to.equal(undefined);
        }
    });
});
