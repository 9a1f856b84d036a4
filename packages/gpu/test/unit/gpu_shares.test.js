/**
 * How the dispatch policy shares a Groth16 proof between GPU and CPU, simulated: five MSMs and a
 * quotient, of which the MSM over H waits for the quotient. The times of the CPU, and of a fast
 * GPU, are those of docs/gpu.md.
 */
import { expect } from "chai";
import { decide, estimate } from "../../src/dispatch_policy.js";
import { pointCost } from "../../src/speeds.js";

/** Milliseconds of an MSM over G1 of 2^14, 2^16, 2^18 and 2^20 points of bn128: 16 threads, and an NVIDIA H100. */
const CPU = [19.6, 56.3, 189, 704], H100 = [8, 12.7, 29.6, 72.5];

/** What a run takes however short it is, on the GPU. */
const FLOOR = 6;

/** By logarithms between what was measured, and beyond; short runs of the GPU take the floor and some per point. */
const timeOf = (row, floor = 0) => (n) => {
    if (floor && n < 2 ** 14) return floor + ((row[0] - floor) * n) / 2 ** 14;
    const at = (Math.log2(n) - 14) / 2, i = Math.max(0, Math.min(2, Math.floor(at)));
    return row[i] * (row[i + 1] / row[i]) ** (at - i);
};

/** Jobs of a proof: how long they take beside an MSM over G1, and what they wait for. */
const JOBS = [
    { name: "quotient", weight: 0.5 }, { name: "B2", weight: 3 }, { name: "A", weight: 1 },
    { name: "C", weight: 1 }, { name: "H", weight: 1, after: "quotient" },
];

/** A processor that does one thing after the other. */
class Processor {
    constructor() {
        this.free = 0;
        this.begun = [];
    }

    /** What is left at a time, of what was expected. */
    queued(time) {
        return this.begun.reduce((sum, { end, expected }) => sum + (end > time ? expected : 0), 0);
    }

    begin(time, ms, expected) {
        this.free = Math.max(time, this.free) + ms;
        this.begun.push({ end: this.free, expected });
        return this.free;
    }
}

/** What `measured` finds. */
function probe(timeOf, first, most) {
    let n = first;
    while (timeOf(n) < 20 && n < most) n *= 4;
    return { n, ms: timeOf(n) };
}

/**
 * When the last job of a proof ends.
 * @param {{ n: number, cpuOf: Function, gpuOf: Function, errors?: number[] }} costs - errors: estimates of CPU and
 *   GPU by what they really take
 * @param {(question: object) => number} share - of a job, for the GPU
 */
function proofOf({ n, cpuOf, gpuOf, errors: [cpuError, gpuError] = [1, 1] }, share) {
    const cpu = new Processor(), gpu = new Processor(), ends = new Map();
    const slopeOf = ({ n: size, ms }, less = 0) => ((ms - less) / size / pointCost(size)) * pointCost(n);
    const [onCpu, onGpu] = [cpuOf, gpuOf].map((of, i) => probe(of, i ? 2 ** 14 : 2 ** 12, i ? 2 ** 18 : 2 ** 16));
    const floor = gpuOf(512), slope = slopeOf(onGpu, floor), cpuSlope = slopeOf(onCpu);
    for (const { name, weight, after } of JOBS) {
        const time = after ? ends.get(after) : 0;
        const question = {
            mode: "auto", state: "ready", fallback: false, density: 1, n, split: name !== "quotient",
            cpu: { floor: 0, slope: cpuError * weight * cpuSlope },
            gpu: { floor: gpuError * floor, slope: gpuError * weight * slope },
            queuedMs: gpu.queued(time), cpuQueuedMs: cpu.queued(time),
        };
        const part = share(question), points = Math.round(part * n);
        const ended = [time];
        if (points > 0)
            ended.push(gpu.begin(time, weight * (gpuOf(points) - floor) + floor, estimate(question.gpu, points)));
        if (points < n) ended.push(cpu.begin(time, weight * cpuOf(n) * (1 - part), estimate(question.cpu, n - points)));
        ends.set(name, Math.max(...ended));
    }
    return Math.max(...ends.values());
}

const slowerGpu = (ratio) => (n) => FLOOR + (timeOf(H100, FLOOR)(n) - FLOOR) * ratio;
/** By how many times such a GPU is slower than the fast one, whose MSMs take a tenth of the CPU's. */
const CARDS = { fast: 1, "half as fast": 2, "a fifth": 5, "as fast as the CPU": 10, slower: 30, "far slower": 200 };

describe("gpu: what a proof leaves to whom", () => {
    const auto = (question) => decide(question).fraction;
    const bits = Array.from({ length: 11 }, (_, i) => 10 + i);
    const at = (k, ratio, errors) => {
        const costs = { n: 2 ** k, cpuOf: timeOf(CPU), gpuOf: slowerGpu(ratio), errors };
        const alone = [0, 1].map((share) => proofOf(costs, () => share));
        return { ms: proofOf(costs, auto), better: Math.min(...alone), alone };
    };

    for (const [name, ratio] of Object.entries(CARDS))
        it(`a GPU that is ${name}: never slower than the better one alone`, () => {
            for (const k of bits) {
                const { ms, better } = at(k, ratio);
                expect(ms / better, `2^${k}`).to.be.at.most(1.05);
            }
        });

    it("both together end long before the better one, where they are equally fast", () => {
        for (const k of [16, 18, 20]) {
            const { ms, better } = at(k, 10);
            expect(ms / better, `2^${k}`).to.be.at.most(0.7);
        }
    });

    it("estimates that are a quarter too high or too low cost at most as much", () => {
        const wrong = [[1.25, 1], [0.8, 1], [1, 1.25], [1, 0.8]];
        for (const ratio of Object.values(CARDS)) for (const k of bits) for (const errors of wrong) {
            const { ms, better } = at(k, ratio, errors);
            expect(ms / better, `2^${k}, ${ratio}, ${errors}`).to.be.at.most(1.25);
        }
    });
});
