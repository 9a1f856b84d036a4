/**
 * The fuzzers can fail: each finds the faults that are put into its port, from a seed that stays the same, and nothing
 * without them. What was found once is run again, from corpus/.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { Choices, decode, encode, shrunk, stream, varied } from "./choices.js";
import { fuzz, replay } from "./loop.js";
import { NAMES, targetOf } from "./targets.js";
import { describeInAll, itInAll, rowsOf, thinned } from "../support/extent.js";

const here = dirname(fileURLToPath(import.meta.url)),
    corpus = join(here, "corpus");
/** Inputs after which a fault must have been found; with these seeds a quarter of them, and little time, is enough. */
const MOST = 400;
const SEEDS = {
    msm: 5, fft: 5, field: 2, files: 5, circuit_files: 1, wasm: 3, http: 6, api: 5, tasks: 1, inflate: 1, requests: 1,
};

/** Targets of which each takes seconds to find all of its faults. */
const LONG = ["msm", "wasm", "api"];

/** Where findings of the tests below are written. */
const scratch = temporaryFolder("fuzz");

/** A loop in a process of its own, as npm run fuzz starts it. */
const child = (fault, ...more) =>
    spawnSync(
        process.execPath,
        ["--expose-gc", join(here, "main.mjs"), "--child", "--target", "self", "--seed", "1", "--seconds", "100000",
            "--most", "1", "--corpus", scratch, "--no-guide", "--fault", fault, ...more],
        { encoding: "utf8", timeout: 250_000 },
    );

describe("fuzzing", function () {
    this.timeout(300_000);
    after(() => rmSync(scratch, { recursive: true, force: true }));

    for (const name of rowsOf(NAMES, thinned(NAMES.filter((name) => !LONG.includes(name)), 3)))
        describe(name, () => {
            it("finds every fault of its port, shows it again, and finds nothing without it", async () => {
                const target = await targetOf(name);
                expect(target.faults).to.not.be.empty;
                for (const fault of target.faults) {
                    let left = MOST;
                    const { findings } = await fuzz(target, {
                        seed: SEEDS[name],
                        fault,
                        guided: false,
                        most: 1,
                        attempts: 0,
                        windowMs: fault.endsWith(" is left") ? 0 : Infinity,
                        patience: 20,
                        until: () => left-- === 0,
                    });
                    expect(findings.length, `${fault}: found in ${MOST} inputs`).to.equal(1);
                    const [{ choices, what }] = findings;
                    if (choices.length === 0) continue; // something is left behind, which no single input shows
                    expect(await replay(target, decode(encode(choices)), undefined, fault), what).to.be.a("string");
                    expect(await replay(target, choices), `${what} without the fault`).to.equal(undefined);
                }
            });
        });

    describe("what was found once is mended", () => {
        for (const file of readdirSync(corpus)
            .filter((one) => one.endsWith(".json"))
            .sort()) {
            const { target, choices, what } = JSON.parse(readFileSync(join(corpus, file), "utf8"));
            it(`${file}: ${what}`, async () => {
                expect(await replay(await targetOf(target), decode(choices))).to.equal(undefined);
            });
        }
    });

    describeInAll("the loop", () => {
        itInAll("an execution that does not end is ended, and says how to run it again", () => {
            const { signal, stderr } = child("spins", "--cpu", "1");
            expect(signal).to.equal("SIGKILL");
            const [, choices, seed] =
                /HANG it takes more than 1 s of the processor: --replay (\S+) --seed (\d+)/.exec(stderr);
            const again = child("wrong", "--replay", choices, "--seed", seed);
            expect(again.stdout).to.match(/^Error: wrong/);
        });

        itInAll("an execution that waits for what never comes is told at once", () => {
            const { status, stderr } = child("never settles");
            expect(status).to.equal(4);
            expect(stderr).to.match(/HANG nothing is left that could settle it: --replay \S+ --seed \d+/);
        });

        itInAll("handles that are left, and memory that only grows, are found", async () => {
            const target = await targetOf("self");
            let left = 200;
            const timers = await fuzz(target, {
                seed: 1,
                fault: "leaves a timer",
                windowMs: 0,
                patience: 20,
                most: 1,
                until: () => left-- === 0,
            });
            expect(timers.findings[0].what).to.match(/^left behind: .*Timeout: \d+ before, \d+ now/);
            const memory = child("keeps memory", "--window", "0", "--executions", "150");
            expect(memory.stdout).to.match(/FOUND by self: memory grew, from at most \d+ to at least \d+ bytes/);
        });

        itInAll("guided by coverage, it gets where chance does not", async () => {
            expect(child("deep", "--guide", "--executions", "20000").stdout).to.match(/, 1 findings, [1-9]\d* inputs kept/);
            expect(child("deep", "--executions", "2000").stdout).to.match(/2000 executions.*, 0 findings, 0 inputs kept/);
        });

        it("what fails is shortened, and is the same again as a word", async () => {
            const fails = async (list) => list.some((value) => value > 90 && value < 4000);
            const short = await shrunk([5, 7, 3333, 8, 123, 1], fails, 300);
            expect(short).to.have.length(1);
            expect(short[0]).to.be.within(91, 4000);
            expect(decode(encode([0, 1, 2 ** 32 - 1]))).to.deep.equal([0, 1, 2 ** 32 - 1]);
        });

        it("choices repeat, and end in the simplest", () => {
            const draw = (c) => [
                c.below(10),
                c.edge(),
                c.big(2n ** 200n),
                [...c.bytes(5)],
                c.pick([1, 2, 3]),
                c.once(2),
            ];
            const first = new Choices([], stream(9)),
                wanted = draw(first);
            expect(draw(new Choices(first.taken, undefined))).to.deep.equal(wanted);
            expect(draw(new Choices([], stream(9)))).to.deep.equal(wanted);
            expect(draw(new Choices([], undefined)).slice(0, 3)).to.deep.equal([0, 0, 0n]);
            for (let seed = 0; seed < 200; seed++)
                for (const value of varied([1, 2, 3, 4], [9, 9], stream(seed)))
                    expect(value).to.be.within(0, 2 ** 32 - 1);
        });
    });
});
