/** What an MSM asks of its section, its budget and its GPU; the MSM itself is a stand-in. */
import { expect } from "chai";
import { msmH } from "../../src/protocols/groth16/msms.js";
import { SECTION } from "../../src/protocols/groth16/zkey.js";
import { sectionMsm } from "../../src/protocols/key/section_msm.js";
import { takeShared } from "../../src/util/shared.js";

const POINT = 64, SCALAR = 32;

/** A context whose budget and section tell what they were asked for. */
function contextOf({ concurrency = 1, chunkBytes = 2 ** 20, gpu, attached } = {}) {
    const said = /** @type {any[]} */ ([]), signal = new AbortController().signal;
    const G1 = { attachedGpu: attached }, curve = { G1 };
    const context = {
        zkey: { curve: { n8r: SCALAR } }, tm: { concurrency }, chunkBytes, signal, gpu, curve,
        budget: { take: async (bytes) => { said.push(["take", bytes]); }, give: (bytes) => said.push(["give", bytes]) },
        progress: { begin: (phase, n) => {
            said.push(["begin", phase, n]);
            return { advance: (more) => said.push(["advance", more]), end: () => said.push(["end"]) };
        } },
    };
    const points = {
        points: 10, pointBytes: POINT,
        read: async (from, count, stop) => {
            said.push(["read", from, count, stop === signal]);
            return new Uint8Array(count * POINT);
        },
    };
    return { context, points, said, G1 };
}

/** @param {object} G @param {(reader: any, options: any, args: any[]) => any} work */
const summing = (G, work) => Object.assign(G, {
    multiExpAffineChunked: async (reader, length, scalars, _type, name, options) =>
        work(reader, options, [length, scalars, name]),
});

describe("the MSM of a section", () => {
    const scalars = new Uint8Array(4 * SCALAR);

    it("counts what it reads, with the scalars that go along, until it is released", async () => {
        const { context, points, said, G1 } = contextOf();
        const G = summing(G1, async (reader, { onProgress }, [length, given, name]) => {
            expect([length, given, name]).to.deep.equal([4 * POINT, scalars, "prove A"]);
            expect([reader.fresh, reader.chunkBytes]).to.deep.equal([true, 2 ** 20]);
            expect((await reader(POINT, 2 * POINT)).length).to.equal(2 * POINT);
            onProgress({ done: 1 });
            onProgress({ done: 3 });
            onProgress({});
            reader.release(2 * POINT);
            return "sum";
        });
        expect(await sectionMsm(context, { phase: "A", G, points, scalars, start: 5 })).to.equal("sum");
        expect(said).to.deep.equal([["begin", "A", 4], ["take", 3 * POINT], ["read", 6, 2, true], ["advance", 1],
            ["advance", 2], ["advance", -3], ["give", 3 * POINT], ["end"], ["give", 0]]);
    });

    for (const [what, options, bytes, weight] of [
        ["in shared memory count once", {}, takeShared(4 * SCALAR), 1],
        ["that pairs of workers share, twice", { concurrency: 2, chunkBytes: 4 * POINT }, scalars, 3],
        ["one byte too long to be shared, once", { concurrency: 2, chunkBytes: 4 * POINT - 1 }, scalars, 1.5],
        ["where workers are no pairs, once", { concurrency: 3 }, scalars, 1.5],
    ]) it(`points ${what}`, async () => {
        const { context, points, said, G1 } = contextOf(options);
        const G = summing(G1, (reader) => reader(0, POINT));
        await sectionMsm(context, { phase: "A", G, points, scalars: bytes, start: 0 });
        expect(said[1]).to.deep.equal(["take", weight * POINT]);
    });

    it("gives back what it held when it fails", async () => {
        const { context, points, said, G1 } = contextOf(), failure = new Error("no MSM");
        const G = summing(G1, async (reader) => {
            await reader(0, 2 * POINT);
            reader.release(POINT);
            throw failure;
        });
        expect(await sectionMsm(context, { phase: "A", G, points, scalars, start: 0 }).catch((e) => e)).to.equal(failure);
        expect(said.at(-1)).to.deep.equal(["give", 1.5 * POINT]);
        expect(said).not.to.deep.include(["end"]);
    });

    it("takes what was read ahead, also in parts, and reads again only what a worker has taken away", async () => {
        const { context, points, said, G1 } = contextOf(), ahead = Uint8Array.from({ length: 10 * POINT }, (_, i) => i);
        const read = () => said.filter(([word]) => word === "read"), copy = ahead.slice();
        const G = summing(G1, async (reader) => {
            const parts = [await reader(0, 4 * POINT), await reader(4 * POINT, 6 * POINT)];
            expect(parts.map(({ buffer }) => buffer)).not.to.include(ahead.buffer);
            expect(Buffer.concat(parts).equals(copy)).to.equal(true);
            expect(await reader(0, 10 * POINT)).to.equal(ahead);
            expect(read()).to.deep.equal([]);
            structuredClone(ahead, { transfer: [ahead.buffer] });
            return reader(POINT, 9 * POINT);
        });
        const sum = { phase: "H", G, points, scalars, start: 0, ahead: Promise.resolve(ahead) };
        expect((await sectionMsm(context, sum)).length).to.equal(9 * POINT);
        expect(read()).to.deep.equal([["read", 1, 9, true]]);
    });

    it("goes to the GPU of its group, and not to one that has failed since", async () => {
        const asked = async (options, other) => {
            const { context, points, G1 } = contextOf(options);
            const G = summing(other ? {} : G1, (_reader, { gpu, glv, gls, signal }) => {
                expect([glv, gls, signal === context.signal]).to.deep.equal(["enabled", "enabled", true]);
                return gpu;
            });
            return sectionMsm(context, { phase: "A", G, points, scalars, start: 0 });
        };
        const ready = { isReady: true }, failed = { isReady: false };
        expect(await asked({ gpu: "enabled", attached: ready })).to.equal("enabled");
        expect(await asked({ gpu: "enabled", attached: failed })).to.equal("disabled");
        expect(await asked({ gpu: "enabled" })).to.equal("disabled");
        expect(await asked({ gpu: "auto", attached: failed })).to.equal("auto");
        expect(await asked({ gpu: "enabled", attached: ready }, true)).to.equal("disabled");
        expect(await asked({})).to.equal(undefined);
    });
});

describe("points of H", () => {
    /** Is the section read before its scalars are there? */
    async function readsAhead(points, chunkBytes) {
        const { context } = contextOf({ chunkBytes }), asked = [], never = new Promise(() => {});
        const read = async (...args) => {
            asked.push(args);
            throw new Error("a failure that the MSM throws");
        };
        const section = { points, pointBytes: POINT, read };
        void msmH({ ...context, zkey: { ...context.zkey, pointSections: new Map([[SECTION.H, section]]) } }, never);
        await new Promise((resolve) => { setImmediate(resolve); });
        expect(asked).to.deep.equal(asked.length ? [[0, points, context.signal]] : []);
        return asked.length === 1;
    }
    for (const [what, points, chunkBytes, ahead] of [
        ["up to 8 MiB", 2 ** 17, 2 ** 30, true], ["and no more", 2 ** 17 + 1, 2 ** 30, false],
        ["up to one chunk", 10, 640, true], ["and again no more", 11, 640, false],
    ]) it(`are read ahead ${what}`, async () => expect(await readsAhead(points, chunkBytes)).to.equal(ahead));
});

describe("the points of H, which are read before its scalars are known", () => {
    it("fail with the MSM, or are not heard of where the scalars fail first", async () => {
        const unheard = [], hear = (reason) => unheard.push(reason), { context } = contextOf();
        const read = async () => { throw new Error("no points"); };
        const zkey = { ...context.zkey, pointSections: new Map([[SECTION.H, { points: 4, pointBytes: POINT, read }]]) };
        const late = new Promise((_, reject) => { setTimeout(() => reject(new Error("no scalars")), 5); });
        process.on("unhandledRejection", hear);
        try {
            expect((await msmH({ ...context, zkey }, late).catch((error) => error)).message).to.equal("no scalars");
        } finally {
            process.off("unhandledRejection", hear);
        }
        expect(unheard).to.deep.equal([]);
    });
});
