/** Proofs with keys from the store: while they come, kept, and damaged. */
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { prove, verify, zkeyInfo } from "../../../../src/protocols/groth16/index.js";
import { memoryStorage } from "../../src/store/storage_memory.js";
import { fixture } from "../../../../test/support/circuits.js";
import { itInAll } from "../../../../test/support/extent.js";
import { failureOf } from "../../../../test/support/failure.js";
import { addressOf, BLOCK, serveFile, storeOn } from "../support/store.js";

const KEY = new Uint8Array(readFileSync(fixture("mimc_example", "circuit.zkey"))), ADDRESS = addressOf(KEY);
const WITNESS = fixture("mimc_example", "witness.wtns");
const vkey = JSON.parse(readFileSync(fixture("mimc_example", "vkey.json"), "utf8"));
const signals = JSON.parse(readFileSync(fixture("mimc_example", "public.json"), "utf8"));

describe("store: proofs", () => {
    it("proves while the key comes from a server, then without it", async () => {
        const server = await serveFile({ bytes: KEY }), storage = memoryStorage(), store = await storeOn(storage);
        try {
            const key = await store.fetch(server.url, { address: ADDRESS });
            const { proof, publicSignals } = await prove(key, WITNESS, { threads: 0 });
            expect(publicSignals).to.deep.equal(signals);
            expect(await verify(vkey, publicSignals, proof)).to.equal(true);
            expect(await key.done).to.include({ kept: true, received: KEY.length });
            await key.close();
            await server.close();
            const kept = await store.get(ADDRESS);
            expect(await zkeyInfo(kept)).to.include({ curve: "bn128" });
            const again = await prove(kept, WITNESS, { threads: 0 });
            expect(await verify(vkey, again.publicSignals, again.proof)).to.equal(true);
        } finally {
            await server.close().catch(() => {});
            await store.close();
        }
    });

    it("begins with what there is: the header is read before the rest has come", async () => {
        let until = 2 * BLOCK;
        const waiting = [], store = await storeOn(), read = async (offset, length) => {
            while (offset + length > until) await new Promise((go) => { waiting.push(go); });
            return KEY.slice(offset, offset + length);
        };
        const key = await store.fetch({ read, size: KEY.length }, { address: ADDRESS, what: "key" });
        const early = await key.read(0, BLOCK);
        expect(Buffer.from(early.subarray(0, 4)).toString()).to.equal("zkey");
        until = KEY.length;
        for (const go of waiting.splice(0)) go();
        expect(await key.done).to.include({ kept: true });
        await store.close();
    });

    it("ends a proof with a key that turns out to be another or damaged, and keeps nothing of it", async () => {
        const inPoints = Math.floor(KEY.length / 2), inContributions = KEY.length - 9; // which no proof needs
        for (const at of [inPoints, inContributions]) {
            const wrong = KEY.slice(), storage = memoryStorage(), store = await storeOn(storage);
            wrong[at] ^= 1;
            const key = await store.fetch(wrong, { address: ADDRESS, what: "key" });
            const proof = prove(key, WITNESS, { threads: 0 }).then((made) => made, (error) => error);
            expect((await failureOf(() => key.done)).message).to.match(/^key: expected the file with sha256/);
            const made = await proof;
            if (at === inPoints || made instanceof Error) expect(made).to.be.an("error");
            else expect(await verify(vkey, made.publicSignals, made.proof), "done before the digest was").to.equal(true);
            expect(await storage.list("blocks")).to.deep.equal([]);
            await store.close();
        }
    });

    itInAll("ends a proof with a kept key whose block was changed, and proves when it came again", async () => {
        const files = new Map(), store = await storeOn(memoryStorage(files));
        await (await (await store.fetch(KEY)).done, store.list());
        const key = await store.get(ADDRESS);
        const path = [...files.keys()].find((name) => name.endsWith(`/${Math.floor(KEY.length / 2 / BLOCK)}`));
        files.get(path)[7] ^= 1;
        const error = await failureOf(() => prove(key, WITNESS, { threads: 0 }));
        expect(error).to.include({ code: "ERR_FILE" });
        expect(error.message).to.match(/^stored file .* the file was removed, fetch it again$/);
        const again = await store.fetch(KEY, { address: ADDRESS });
        const { proof, publicSignals } = await prove(again, WITNESS, { threads: 0 });
        expect(await verify(vkey, publicSignals, proof)).to.equal(true);
        await store.close();
    });
});
