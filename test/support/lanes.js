/** A base module with the MSM lanes of one tier linked beside it, in process. */
import { laneModules } from "../../src/curves/lane_modules.js";
import { compile, instantiate } from "../../src/runtime/instance.js";
import { createMsm } from "../../src/runtime/lanes/msm.js";
import { createArena, createMemory } from "../../src/runtime/memory.js";
import { detectTier, TIERS } from "../../src/runtime/tiers.js";
import * as bls12381 from "../../src/wasm/bls12381.js";
import * as bn128 from "../../src/wasm/bn128.js";

export const BASES = { bn128, bls12381 };

/** Tiers that this engine runs; the suites run all of them. */
export const RUNNABLE = TIERS.slice(TIERS.indexOf(detectTier()));

/** With TIERS=required a tier that should run on this Node and does not is a failure. */
export function expectedTiers() {
    const fma = Number(process.versions.node.split(".")[0]) >= 22;
    return process.env.TIERS === "required" ? TIERS.slice(fma ? 0 : 1) : [];
}

/** @param {"bn128" | "bls12381"} curve @param {"fma" | "simd" | "scalar"} tier */
export async function openLanes(curve, tier) {
    const memory = createMemory(), arena = createArena(memory);
    const { exports: base } = await instantiate(await compile(BASES[curve].code), memory);
    /** @type {Record<string, any>} */
    const linked = {};
    for (const { name, module, layout } of laneModules(curve, tier).filter((lane) => lane.name.startsWith("msm_"))) {
        const address = Math.ceil(arena.alloc(layout.staticSize + 64) / 64) * 64;
        const { exports } = await WebAssembly.instantiate(await compile(module), { env: { memory, base: address } });
        linked[name] = { exports, layout, address };
    }
    const lane = linked[`msm_${curve}_${tier}`];
    const all = { lane: lane.exports, layout: lane.layout, address: lane.address, buckets: linked.msm_buckets.exports, base, arena };
    return {
        ...all,
        /** MSM of one group on bytes, or one share of it; jacobian bytes out. */
        msm(degree, options, bases, scalars, size, share = [0, 1]) {
            const point = 2 * degree * lane.layout.packed, n = bases.length / point, mark = arena.mark();
            const [pb, ps, pr] = [bases.length, scalars.length + 4, 1.5 * point].map((bytes) => arena.alloc(bytes));
            arena.u8().set(bases, pb);
            arena.u8().set(scalars, ps);
            const before = arena.mark();
            createMsm(all, degree, options)(pb, ps, size, n, pr, ...share);
            if (arena.mark() !== before) throw new Error(`msm: expected the allocator at ${before}, got ${arena.mark()}`);
            const out = arena.u8().slice(pr, pr + 1.5 * point);
            arena.release(mark);
            return out;
        },
        plain(degree, bases, scalars, size) {
            const point = 2 * degree * lane.layout.packed, mark = arena.mark();
            const [pb, ps, pr] = [bases.length, scalars.length + 4, 1.5 * point].map((bytes) => arena.alloc(bytes));
            arena.u8().set(bases, pb);
            arena.u8().set(scalars, ps);
            base[`g${degree}m_multiexpAffine`](pb, ps, size, bases.length / point, pr);
            const out = arena.u8().slice(pr, pr + 1.5 * point);
            arena.release(mark);
            return out;
        },
    };
}
