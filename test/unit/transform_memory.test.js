/** The memory of a transform to the coset: what is counted for it, and what it leaves. */
import { expect } from "chai";
import { buildBn128 } from "../../src/index.js";
import { laneModules } from "../../src/curves/lane_modules.js";
import { openKernels } from "../../src/kernels/table.js";
import { createExecutor } from "../../src/pool/executor.js";
import * as tasks from "../../src/pool/tasks.js";
import { transformBytes } from "../../src/protocols/key/memory.js";
import { compile, instantiate } from "../../src/runtime/instance.js";
import { linkLanes } from "../../src/runtime/link.js";
import { createMemory } from "../../src/runtime/memory.js";
import { RUNNABLE } from "../support/lanes.js";
import { definitionOf } from "../support/twin_curves.js";

describe("memory of a transform", function () {
    this.timeout(60_000);

    for (const lg of [12, 16]) it(`2^${lg}: is what is counted, and its large tables are given back`, async () => {
        const { Fr } = await buildBn128(true), definition = await definitionOf("bn128"), memory = createMemory();
        const { exports } = await instantiate(await compile(definition.code), memory);
        const lanes = await Promise.all(laneModules(definition.lanes(RUNNABLE[0]))
            .map(async (lane) => ({ ...lane, module: await compile(lane.module) })));
        const executor = createExecutor(memory, openKernels(exports, memory, await linkLanes(exports, memory, lanes)));
        const words = () => new Uint32Array(memory.buffer, 0, 2), [before] = words(), n = 2 ** lg;
        const step = tasks.call(
            { op: "ifftShiftFft", group: "frm" },
            tasks.ref(0), tasks.val(n), tasks.ref(1), tasks.ref(2), tasks.val(1),
        );
        const head = [tasks.allocSet(1, Fr.one), tasks.allocSet(2, Fr.w[lg + 1]), tasks.alloc(0, n * 32)];
        for (const times of [1, 3]) {
            executor.run([...head, ...Array(times).fill(step)]);
            const [free, most] = words();
            expect(most - before, "counted").to.be.at.most(transformBytes(n) + 2 ** 20);
            expect(free - before, "left").to.be.at.most(Math.min(n, 2 ** 13) * 88 + 2 ** 12 * 360);
        }
    });
});
