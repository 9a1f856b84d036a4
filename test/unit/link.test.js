/** Lanes are linked beside a base module: a static area of their own, and the functions of the base module. */
import { expect } from "chai";
import { compile, instantiate } from "../../src/runtime/instance.js";
import { linkLanes } from "../../src/runtime/link.js";
import { createArena, createMemory } from "../../src/runtime/memory.js";
import { poolLane, poolModule } from "../support/pool_module.js";

describe("runtime: lanes beside a base module", () => {
    it("get a cleared area at the start of a cache line that is never allocated, with their constants, and the base module's functions", async () => {
        const memory = createMemory(),
            arena = createArena(memory);
        const { exports: base } = await instantiate(await compile(poolModule()), memory);
        arena.u8().fill(255, arena.mark());
        const lane = { ...poolLane(), module: await compile(poolLane().module) };
        const linked = await linkLanes(base, memory, [
            lane,
            { ...lane, name: "other", constants: Uint8Array.of(5, 6), layout: { staticSize: 100 } },
        ]);
        expect(linked.map(({ name, driver }) => [name, driver])).to.deep.equal([
            ["test", "exports"],
            ["other", "exports"],
        ]);
        const at = arena.alloc(8);
        linked.forEach(({ kernels, address }, i) => {
            kernels.where(at);
            expect(arena.u32()[at / 4]).to.equal(address);
            expect([address % 64, address + [128, 100][i] <= (linked[i + 1]?.address ?? at)]).to.deep.equal([0, true]);
        });
        expect([...arena.u8().subarray(linked[0].address, linked[0].address + 128)]).to.deep.equal(
            new Array(128).fill(0),
        );
        expect([...arena.u8().subarray(linked[1].address, linked[1].address + 100)]).to.deep.equal([
            5,
            6,
            ...new Array(98).fill(0),
        ]);
        arena.u32()[at / 4] = 21;
        linked[0].kernels.twice(at, at + 4);
        expect(arena.u32()[at / 4 + 1]).to.equal(42);
    });
});
