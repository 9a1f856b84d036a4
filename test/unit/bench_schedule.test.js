/** Which measurements the bench makes, with a clock that the test moves. */
import { expect } from "chai";
import { createSchedule, measure, planOf } from "../../bin/lib/bench_schedule.mjs";

const free = new AbortController().signal;

/** A clock, and something to measure that takes so many milliseconds in each round. */
function timed(...rounds) {
    let at = 1000, round = 0;
    return {
        now: () => at,
        run: async () => void (at += rounds[round++] ?? rounds.at(-1)),
        rounds: () => round,
    };
}

describe("bench: rounds of a measurement", () => {
    it("are five of what is quick, of which the best counts", async () => {
        const { run, now, rounds } = timed(9, 7, 4, 6, 8);
        expect(await measure(run, free, 1e9, now)).to.equal(4);
        expect(rounds()).to.equal(5);
    });

    it("end once they have taken 600 ms", async () => {
        const { run, now, rounds } = timed(299, 301);
        expect(await measure(run, free, 1e9, now)).to.equal(299);
        expect(rounds()).to.equal(2);
    });

    it("go on where a little of that is left", async () => {
        const { run, now, rounds } = timed(299, 300, 50);
        expect(await measure(run, free, 1e9, now)).to.equal(50);
        expect(rounds()).to.equal(3);
    });

    it("end when the time is up; one is made in any case", async () => {
        for (const [until, count] of [[0, 1], [1010, 1], [1011, 2], [1021, 3]]) {
            const { run, now, rounds } = timed(10);
            expect(await measure(run, free, until, now)).to.equal(10);
            expect(rounds(), `until ${until}`).to.equal(count);
        }
    });

    it("end with the signal, before the next", async () => {
        const controller = new AbortController(), { run, now, rounds } = timed(10), stopped = new Error("stop");
        const stops = async () => {
            await run();
            if (rounds() === 2) controller.abort(stopped);
        };
        const error = await measure(stops, controller.signal, 1e9, now).catch((failure) => failure);
        expect(error).to.equal(stopped);
        expect(rounds()).to.equal(2);
    });
});

describe("bench: what fits into the time", () => {
    const plan = planOf(["fast", "slow"], false), compared = planOf(["fast", "slow"], true);
    const stepOf = (steps, curve, name, bits) =>
        steps.find((step) => step.curve === curve && step.operation.name === name && step.bits === bits);

    it("is planned by curve, the small sizes of each first", () => {
        expect(plan.map(({ curve, bits }) => `${curve} ${bits}`)).to.deep.equal(
            ["fast", "slow"].flatMap((curve) => [12, 14, 16].flatMap((bits) => Array(3).fill(`${curve} ${bits}`))));
        expect(plan.slice(0, 3).map(({ operation }) => operation.name)).to.deep.equal(["MSM G1", "MSM G2", "FFT"]);
    });

    it("is guessed before anything is measured: longer on later curves, and with another engine", () => {
        expect(stepOf(plan, "fast", "MSM G1", 12)).to.include({ ours: 15, theirs: 0 });
        expect(stepOf(plan, "slow", "MSM G1", 12)).to.include({ ours: 30, theirs: 0 });
        expect(stepOf(plan, "fast", "MSM G1", 14)).to.include({ ours: 67.5, theirs: 0 });
        expect(stepOf(compared, "fast", "FFT", 12)).to.include({ ours: 1, theirs: 8 });
    });

    it("takes one measurement in any case, and others by their guess", () => {
        const schedule = createSchedule(1000, () => 991), step = stepOf(compared, "fast", "MSM G1", 16);
        expect(schedule.hasRoomFor(step)).to.equal(true);
        schedule.took(step, 5);
        expect(schedule.hasRoomFor(stepOf(compared, "fast", "FFT", 12)), "9 ms of 9").to.equal(true);
        expect(schedule.hasRoomFor(stepOf(compared, "slow", "FFT", 12)), "18 ms of 9").to.equal(false);
        expect(schedule.hasRoomFor(stepOf(plan, "slow", "FFT", 12)), "2 ms of 9").to.equal(true);
    });

    it("goes by what the same operation took on the same curve, with both engines, four times smaller", () => {
        const schedule = createSchedule(1000, () => 910), at = (curve, bits) => stepOf(compared, curve, "FFT", bits);
        schedule.took(at("slow", 12), 5, 15); // 90 ms are left
        expect(schedule.hasRoomFor(at("slow", 14)), "20 ms by 4.5").to.equal(true);
        schedule.took(at("slow", 14), 5, 15.1);
        expect(schedule.hasRoomFor(at("slow", 16)), "more").to.equal(false);
        expect(schedule.hasRoomFor(at("fast", 12)), "not measured yet").to.equal(true);
        schedule.took(at("fast", 12), 20);
        expect(schedule.hasRoomFor(at("fast", 14)), "one engine alone").to.equal(true);
    });
});
