/** The cache of reads: what is joined, what is forgotten, what goes when, and who has the bytes in the end. */
import { expect } from "chai";
import { ReadCache } from "../../src/files/read_cache.js";
import { openPacked } from "../../packages/keys/src/packed/source.js";
import { packKey } from "../../packages/keys/src/packed.js";
import { openSource } from "../../src/files/source.js";
import { fixture } from "../support/circuits.js";

const failure = (promise) => promise.then(() => { throw new Error("it did not reject"); }, (error) => error);
const turn = () => new Promise((resolve) => { setImmediate(resolve); });

describe("a cache of reads", () => {
    let loads;
    beforeEach(() => { loads = []; });
    /** Ends when its test says so: loads[i].resolve, loads[i].reject. */
    const load = (signal) => new Promise((resolve, reject) => {
        loads.push({ resolve: () => resolve(Uint8Array.of(loads.length)), reject });
        signal?.addEventListener("abort", () => reject(signal.reason));
    });
    const bytesOf = (cache, key, read) => cache.read(key, { load: async () => Uint8Array.of(key), ...read });

    it("joins reads while they run, and forgets one that fails", async () => {
        const cache = new ReadCache(), ask = () => cache.read("a", { load });
        const failed = [failure(ask()), failure(ask())];
        loads[0].reject(new Error("gone"));
        expect((await Promise.all(failed)).map(({ message }) => message)).to.deep.equal(["gone", "gone"]);
        expect([loads.length, cache.has("a"), cache.size]).to.deep.equal([1, false, 0]);
        const again = [ask(), ask()];
        loads[1].resolve();
        const [one, two] = await Promise.all(again);
        expect([one === two, await ask() === one, loads.length]).to.deep.equal([true, true, 2]);
    });

    it("reads again for those who had joined a caller that aborts", async () => {
        const cache = new ReadCache(), first = new AbortController(), second = new AbortController();
        const ask = ({ signal }) => cache.read("a", { load: () => load(signal), signal });
        const stopped = failure(ask(first)), waiting = [ask(second), ask(second)], reason = new Error("enough");
        first.abort(reason);
        expect(await stopped).to.equal(reason);
        await turn();
        expect(loads.length, "once for both").to.equal(2);
        loads[1].resolve();
        expect((await Promise.all(waiting)).map((bytes) => [...bytes])).to.deep.equal([[2], [2]]);
        expect([cache.has("a"), cache.size]).to.deep.equal([true, 1]);
    });

    it("lets an entry go with the last part of it that is asked for", async () => {
        const cache = new ReadCache();
        const part = (takes) => cache.hold("a", { load, size: 4, takes });
        const parts = [part(1), part(2)];
        loads[0].resolve();
        const [one, two] = await Promise.all(parts);
        expect([cache.has("a"), one.isLast(), two.isLast()]).to.deep.equal([true, false, false]);
        one.leave();
        const three = await part(1);
        expect([cache.has("a"), three.value === one.value, three.isLast()]).to.deep.equal([false, true, false]);
        two.leave();
        expect(three.isLast()).to.equal(true);
    });

    it("drops what was used least recently, but neither what is held nor the last one", async () => {
        const freed = [], cache = new ReadCache({ most: 5, free: ([key]) => freed.push(key) });
        await bytesOf(cache, 1, { size: 2 });
        const held = await cache.hold(2, { load: async () => Uint8Array.of(2), size: 3 });
        await bytesOf(cache, 3, { size: 2 });
        expect([freed, cache.size]).to.deep.equal([[1], 5]);
        await bytesOf(cache, 4, { size: 9 });
        expect([freed, cache.has(2), cache.has(4)], "2 is held").to.deep.equal([[1, 3, 4], true, false]);
        await bytesOf(cache, 5, { size: 2 });
        held.leave();
        expect([freed, cache.size]).to.deep.equal([[1, 3, 4], 5]);
        await bytesOf(cache, 6, { size: 9 });
        expect([freed, cache.size], "larger than all that is allowed").to.deep.equal([[1, 3, 4, 2, 5], 9]);
        cache.clear();
        expect([freed, cache.size]).to.deep.equal([[1, 3, 4, 2, 5, 6], 0]);
    });

    it("reads a block of a packed key for one proof although another has stopped", async () => {
        const to = { type: "mem" };
        await packKey(fixture("mimc_tiny", "circuit.zkey"), to, { threads: 0 });
        const stops = [new AbortController(), new AbortController()], asked = [], reason = new Error("enough");
        let slow = false;
        const read = async (offset, length) => {
            asked.push(offset);
            if (slow) await turn();
            return to.data.slice(offset, offset + length);
        };
        const { source, blocks } = await openPacked(await openSource("key", { read, size: to.data.length }));
        const block = blocks.findLast(({ kind, length }) => kind === 0 && length > 64);
        slow = true;
        const [one, two] = stops.map(({ signal }) => source.read(block.start, 16, signal));
        stops[0].abort(reason);
        expect(await failure(one)).to.equal(reason);
        expect((await two).length).to.equal(16);
    });
});
