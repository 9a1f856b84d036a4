/** A base module with the MSM lanes of one tier linked beside it, in process. */
import { laneModules } from "../../src/curves/lane_modules.js";
import { compile, instantiate } from "../../src/runtime/instance.js";
import { linkLanes } from "../../src/runtime/link.js";
import { openMsm } from "../../src/kernels/msm/context.js";
import { computeMsm } from "../../src/kernels/msm/msm.js";
import { openPoints } from "../../src/kernels/points/context.js";
import { drain } from "../../src/util/drain.js";
import { createArena, createMemory } from "../../src/runtime/memory.js";
import { detectTier, TIERS } from "../../src/runtime/tiers.js";
import { ALL_ROWS } from "./extent.js";
import { definitionOf } from "./twin_curves.js";

/**
 * Tiers that this engine runs; of three, the quick run takes the fastest and the one that runs anywhere, unless TIERS
 * says that the run is about tiers.
 */
const runnable = TIERS.slice(TIERS.indexOf(detectTier()));
export const RUNNABLE = ALL_ROWS || process.env.TIERS === "required" ? runnable : [runnable[0], ...runnable.slice(1).slice(-1)];

/** The fastest of them, where tiers alone differ in what others test. */
export const FASTEST = ALL_ROWS || process.env.TIERS === "required" ? RUNNABLE : RUNNABLE.slice(0, 1);

/**
 * Tiers for the suites of a curve: in the quick run the fastest for each, and the others for one curve alone, since
 * curves differ in numbers only. @param {string} curve
 */
export const tiersOf = (curve) => (curve === "bn128" ? RUNNABLE : FASTEST);

/** With TIERS=required a tier that should run on this Node and does not is a failure. */
export function expectedTiers() {
    const fma = Number(process.versions.node.split(".")[0]) >= 22;
    return process.env.TIERS === "required" ? TIERS.slice(fma ? 0 : 1) : [];
}

/** @param {string} curve @param {"fma" | "simd" | "scalar"} tier */
export async function openLanes(curve, tier) {
    const memory = createMemory(), arena = createArena(memory);
    const definition = await definitionOf(curve);
    const { exports: base } = await instantiate(await compile(definition.code), memory);
    const rows = laneModules(definition.lanes(tier));
    const lanes = rows.filter(({ name }) => name.startsWith("msm_"))
        .map(async ({ module, ...lane }) => ({ ...lane, module: await compile(module) }));
    /** @type {Record<string, any>} */
    const linked = Object.fromEntries(
        (await linkLanes(base, memory, await Promise.all(lanes))).map((lane) => [lane.driver, lane]),
    );
    const { layout } = linked.msm, machine = { base, arena, memory, lanes: linked };
    const pointsOf = (degree, together) => openPoints(machine, degree, together);
    return {
        ...machine, pointsOf, layout, lane: linked.msm.kernels,
        /** MSM of one group on bytes, or one share of it; outside: they stay outside. Jacobian bytes out. */
        msm(degree, { together, outside = false, ...options }, bases, scalars, size, share = [0, 1]) {
            const point = 2 * degree * layout.packed, n = bases.length / point, mark = arena.mark();
            const pr = arena.alloc(1.5 * point);
            const [pb, ps] = outside ? [bases, scalars] : [bases, scalars].map((bytes) => {
                const at = arena.alloc(bytes.length + 4);
                arena.u8().set(bytes, at);
                return at;
            });
            const before = arena.mark();
            drain(computeMsm(openMsm(pointsOf(degree, together), options), pb, ps, size, n, pr, ...share));
            if (arena.mark() !== before)
                throw new Error(`msm: expected the allocator at ${before}, got ${arena.mark()}`);
            const out = arena.u8().slice(pr, pr + 1.5 * point);
            arena.release(mark);
            return out;
        },
        plain(degree, bases, scalars, size) {
            const point = 2 * degree * layout.packed, mark = arena.mark();
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
