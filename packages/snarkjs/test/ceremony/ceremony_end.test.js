/**
 * How the calls of a ceremony end: memory is cleared before anything is published, so that one that rejects has no
 * output, and one that has an output cannot reject.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { expect } from "chai";
import { temporaryFolder } from "../../../../scripts/temporary.mjs";
import { buildBn128 } from "../../../../src/index.js";
import {
    applyBeaconToKey, applyBeaconToPowersOfTau, contributeToBellman, contributeToChallenge, contributeToKey,
    contributeToPowersOfTau, exportBellman, exportChallenge, importBellman, importResponse, newPowersOfTau,
    preparePhase2,
} from "../../src/ceremony/index.js";
import { fixture } from "../../../../test/support/circuits.js";

const KEY = fixture("mimc_tiny", "circuit.zkey");
const mem = () => ({ type: "mem" });

describe("the end of a call of a ceremony", function () {
    this.timeout(120_000);
    let folder, files;
    before(async () => {
        folder = temporaryFolder("ends");
        const names = ["ptau", "challenge", "response", "params", "answer"];
        files = Object.fromEntries(names.map((name) => [name, join(folder, name)]));
        await newPowersOfTau("bn128", 5, files.ptau);
        await exportChallenge(files.ptau, files.challenge);
        await contributeToChallenge("bn128", files.challenge, files.response, {});
        await exportBellman(KEY, files.params);
        await contributeToBellman("bn128", files.params, files.answer, {});
    });
    after(() => rmSync(folder, { recursive: true }));

    const CALLS = {
        contributeToKey: (out, options) => contributeToKey(KEY, out, options),
        applyBeaconToKey: (out, options) => applyBeaconToKey(KEY, out, "0102", 10, options),
        contributeToBellman: (out, options) => contributeToBellman("bn128", files.params, out, options),
        importBellman: (out, options) => importBellman(KEY, files.answer, out, options),
        newPowersOfTau: (out, options) => newPowersOfTau("bn128", 5, out, options),
        contributeToPowersOfTau: (out, options) => contributeToPowersOfTau(files.ptau, out, options),
        applyBeaconToPowersOfTau: (out, options) => applyBeaconToPowersOfTau(files.ptau, out, "0102", 10, options),
        contributeToChallenge: (out, options) => contributeToChallenge("bn128", files.challenge, out, options),
        importResponse: (out, options) => importResponse(files.ptau, files.response, out, options),
        preparePhase2: (out, options) => preparePhase2(files.ptau, out, options),
    };
    /** A curve on two workers; `on` gets what is posted to each, and may end it. */
    const curveWith = (on) => buildBn128({ threads: 2, createWorker: async ({ source }) => {
        const worker = new Worker(source, { eval: true, execArgv: [] }), { postMessage } = worker;
        worker.postMessage = function (message, ...more) {
            on(message, worker);
            return postMessage.call(this, message, ...more);
        };
        return worker;
    } });

    for (const [name, call] of Object.entries(CALLS)) {
        it(`${name}: workers that die when they are to clear their memory take it with them`, async () => {
            const out = mem(), died = [];
            const curve = await curveWith((message, worker) => {
                if (!message.wipe) return;
                expect(out.data, "nothing is published yet").to.equal(undefined);
                died.push(worker.terminate());
            });
            try {
                await call(out, { curve });
                expect(out.data.length).to.be.above(0);
                await Promise.all(died);
            } finally {
                await curve.terminate();
            }
        });

        it(`${name}: has no output where memory cannot be cleared, or the caller's progress fails at the end`, async () => {
            const curve = await buildBn128({ singleThread: true }), { tm } = curve, { wipe } = tm, out = mem();
            tm.wipe = async () => { throw new Error("mine"); };
            const error = await call(out, { curve }).catch((reason) => reason);
            expect([error.message, out.data]).to.deep.equal(["mine", undefined]);
            tm.wipe = wipe;
            let reports = 0;
            await call(mem(), { curve, onProgress: () => { reports++; } });
            const onProgress = () => { if (--reports === 0) throw new Error("the last"); };
            const last = await call(out, { curve, onProgress }).catch((reason) => reason);
            expect([last.message, out.data]).to.deep.equal(["the last", undefined]);
        });
    }
});
