/** The command's bar: what fits into a terminal, what it shows when, and a remaining time that one can believe. */
import { expect } from "chai";
import { clockText, createEstimate, drawLine } from "../../bin/lib/bar_line.mjs";
import { openBar } from "../../bin/lib/bar.mjs";

/** A terminal that does what its bytes say: carriage return, clear to the end of the line, new line, wrapping. */
function fakeTerminal(columns) {
    const lines = [""], stream = { isTTY: true, columns, writes: 0, wrapped: false };
    let at = 0;
    const put = (char) => {
        if (at === columns) {
            stream.wrapped = true;
            lines.push("");
            at = 0;
        }
        const line = lines.at(-1);
        lines[lines.length - 1] = line.slice(0, at).padEnd(at) + char + line.slice(at + 1);
        at++;
    };
    stream.write = (text) => {
        stream.writes++;
        for (const token of text.match(/\x1b\[K|\r|\n|[^]/gu)) {
            if (token === "\x1b[K") lines[lines.length - 1] = lines.at(-1).slice(0, at);
            else if (token === "\r") at = 0;
            else if (token === "\n") { lines.push(""); at = 0; }
            else put(token);
        }
    };
    return Object.assign(stream, { lines, shown: () => lines.at(-1) });
}

/** A clock that the test moves, and what was to be called every so often. */
function fakeTime() {
    const timers = new Set();
    const time = {
        ms: 0,
        now: () => time.ms,
        every(ms, callback) {
            const timer = { ms, callback, due: time.ms + ms };
            timers.add(timer);
            return timer;
        },
        pass(ms) {
            for (const end = time.ms + ms; time.ms < end; time.ms++)
                for (const timer of timers) if (time.ms >= timer.due) { timer.due += timer.ms; timer.callback(); }
        },
    };
    return time;
}

const report = (overall, phase = "A", done = 1, total = 2) => ({ phase, done, total, overall });

describe("command: the bar", () => {
    it("has at least 6 characters, and at most 50 however wide the terminal is", () => {
        const state = { fraction: 0.5, elapsed: 60_000 }, text = " 50% 1:00";
        const barAt = (columns) => {
            const line = drawLine(columns, state);
            expect(line.endsWith(text)).to.equal(true);
            return line.replace(/[^█░]/g, "").length;
        };
        // a column is free, and one is between bar and text
        expect([barAt(text.length + 2 + 5), barAt(text.length + 2 + 6)]).to.deep.equal([0, 6]);
        expect([barAt(text.length + 2 + 50), barAt(500)]).to.deep.equal([50, 50]);
    });

    it("the first estimate is the time so far, in proportion", () => {
        expect(createEstimate()(1000, 0.1)).to.equal(9000);
        expect(createEstimate()(4000, 0.5)).to.equal(4000);
    });

    for (const columns of [20, 40, 80]) it(`is one line that one can read at ${columns} columns`, () => {
        const stream = fakeTerminal(columns), time = fakeTime();
        const bar = openBar({}, { stream, dumb: false, now: time.now, every: time.every });
        const seen = [];
        for (let i = 0; i <= 100; i++) {
            bar.onProgress(report(i / 100));
            time.pass(400);
            seen.push(stream.shown());
        }
        expect(stream.wrapped).to.equal(false);
        expect(stream.lines.length).to.equal(1);
        for (const [i, line] of seen.entries()) {
            expect(line, `at ${i} %`).to.match(new RegExp(`(^| )${i}%`));
            expect(line.length).to.be.below(columns);
        }
        expect(seen[50]).to.match(columns === 20 ? /^ 50% 0:20 0:2\d left$/ : /^█+░+ {2}50% 0:20 0:2\d left$/);
        bar.stop();
        expect(stream.shown()).to.equal("");
    });

    it("leaves out what does not fit, down to one column", () => {
        const state = { fraction: 0.5, elapsed: 3723e3, left: 3723e3 };
        expect(drawLine(80, state)).to.match(/ {2}50% 1:02:03 1:02:03 left$/);
        expect(drawLine(20, state)).to.equal(" 50% 1:02:03 left");
        expect(drawLine(10, state)).to.equal(" 50%");
        for (let columns = 1; columns < 120; columns++)
            expect(drawLine(columns, state).length, `${columns} columns`).to.be.at.most(Math.max(1, columns - 1));
    });

    it("moves at least twice a second, also between reports, and draws ten times a second at most", () => {
        const stream = fakeTerminal(80), time = fakeTime();
        const bar = openBar({}, { stream, dumb: false, now: time.now, every: time.every });
        for (const before = stream.writes; time.ms < 1000; time.pass(100)) expect(before).to.equal(0);
        expect(stream.writes).to.be.at.least(3);
        time.pass(10_000);
        const before = stream.writes;
        for (let i = 0; i < 1000; i++) {
            bar.onProgress(report(i / 1000));
            time.pass(1);
        }
        expect(stream.writes - before).to.be.within(4, 15);
        bar.stop();
    });

    it("is for a terminal alone: not for a file, --json, --quiet or a terminal without clearing", () => {
        for (const [request, terminal] of [
            [{}, { isTTY: false }],
            [{ json: true }, {}],
            [{ quiet: true }, {}],
            [{}, { dumb: true }],
        ]) {
            const stream = Object.assign(fakeTerminal(80), terminal), time = fakeTime();
            const bar = openBar(request, { stream, dumb: terminal.dumb ?? false, now: time.now, every: time.every });
            bar.onProgress(report(0.5));
            time.pass(1000);
            bar.stop();
            expect(stream.writes).to.equal(0);
        }
    });

    it("says the phases on request, each once, above itself; so it does with what a circuit logs", () => {
        const stream = fakeTerminal(40), time = fakeTime();
        const bar = openBar({ verbose: true }, { stream, dumb: false, now: time.now, every: time.every });
        bar.onProgress(report(0, "witness", 0, 8));
        time.pass(1500);
        bar.onProgress(report(0.1, "witness", 8, 8));
        bar.onProgress(report(0.1, "witness", 8, 8));
        bar.say("hello");
        bar.onProgress(report(0.2, "B2", 0, 4));
        time.pass(250);
        bar.onProgress(report(0.3, "B2", 4, 4));
        bar.stop();
        expect(stream.lines).to.deep.equal(["witness         1.50 s", "hello", "points B2       0.25 s", ""]);
    });

    it("has words for each phase of a proof, and takes the name of any other", () => {
        const stream = fakeTerminal(40), time = fakeTime();
        const bar = openBar({ verbose: true }, { stream, dumb: false, now: time.now, every: time.every });
        const phases = ["witness", "coefficients", "fft", "A", "B2", "C", "H", "points", "check", "other"];
        for (const phase of phases) bar.onProgress(report(0.5, phase, 1, 1));
        bar.stop();
        expect(stream.lines.slice(0, -1).map((line) => line.replace(/ +0\.00 s$/, ""))).to.deep.equal(["witness", "coefficients",
            "FFT", "points A", "points B2", "points C", "points H", "checking points", "verifying", "other"]);
    });

    it("says no phases unless asked, nor if it is to be quiet", () => {
        for (const request of [{}, { quiet: true }, { quiet: true, verbose: true }]) {
            const stream = fakeTerminal(40), time = fakeTime();
            const bar = openBar(request, { stream, dumb: false, now: time.now, every: time.every });
            bar.onProgress(report(0.5, "A", 1, 1));
            bar.stop();
            expect(stream.lines).to.deep.equal([""]);
        }
    });

    it("is drawn by a report after a tenth of a second, by each line above it, and has 80 columns if none are known", () => {
        const stream = fakeTerminal(80), time = fakeTime();
        const bar = openBar({}, { stream, dumb: false, now: time.now, every() {} });
        const draws = [0.25, 0.5].map((share) => {
            bar.onProgress(report(share));
            time.pass(100);
            return stream.shown();
        });
        expect(draws.map((line) => /\d+%/.exec(line)[0])).to.deep.equal(["25%", "50%"]);
        bar.say("above");
        expect(stream.lines[0]).to.equal("above");
        expect(stream.shown()).to.match(/50%/);
        const unknown = Object.assign(fakeTerminal(80), { columns: undefined });
        openBar({}, { stream: unknown, dumb: false, now: time.now, every() {} }).onProgress(report(0.5));
        expect(unknown.shown()).to.match(/^█{25}░{25} {2}50%/);
    });

    it("asks TERM whether a terminal can clear a line", () => {
        const { TERM } = process.env, time = fakeTime();
        try {
            for (const [term, drawn] of [["dumb", false], ["xterm", true]]) {
                process.env.TERM = term;
                const stream = fakeTerminal(80), bar = openBar({}, { stream, now: time.now, every: time.every });
                bar.onProgress(report(0.5));
                bar.stop();
                expect(stream.writes > 0, term).to.equal(drawn);
            }
        } finally {
            if (TERM === undefined) delete process.env.TERM;
            else process.env.TERM = TERM;
        }
    });

    it("has a timer of the host, which does not keep the process alive, as long as it is there", () => {
        const { setInterval: start, clearInterval: end } = globalThis, stream = fakeTerminal(80), timers = new Map();
        globalThis.setInterval = (callback, ms) => {
            const timer = { unref() { return Object.assign(timer, { ms, free: true }); } };
            timers.set(timer, callback);
            return timer;
        };
        globalThis.clearInterval = (timer) => timers.delete(timer);
        try {
            const bar = openBar({}, { stream, dumb: false });
            expect([...timers.keys()].map(({ ms, free }) => [ms, free])).to.deep.equal([[250, true]]);
            for (const draw of timers.values()) draw();
            expect(stream.shown()).to.match(/0% 0:00/);
            bar.stop();
            expect(timers.size).to.equal(0);
        } finally {
            Object.assign(globalThis, { setInterval: start, clearInterval: end });
        }
    });

    it("goes around a call of the library, and away with it, on standard error", async () => {
        const { env: { TERM }, stderr } = process, { isTTY, write } = stderr, said = [];
        process.env.TERM = "xterm";
        Object.assign(stderr, { isTTY: true, write: (text) => void said.push(text) });
        try {
            const { openBar: fresh, withBar } = await import("../../bin/lib/bar.mjs?on-a-terminal");
            const signal = AbortSignal.timeout(60_000), failed = new Error("no");
            const call = withBar({ threads: 2, memory: 3 }, signal, async ({ onProgress, ...options }) => {
                onProgress(report(0.5));
                expect(options).to.deep.equal({ threads: 2, memory: 3, signal });
                throw failed;
            });
            expect(await call.catch((error) => error)).to.equal(failed);
            expect(said).to.have.length(2);
            expect(said[0]).to.include("50%");
            expect(said[1]).to.equal("\r\x1b[K");
            fresh({ quiet: true, verbose: true }).onProgress(report(0.5, "A", 1, 1));
            expect(said, "no phase, as it is quiet").to.have.length(2);
            fresh({ quiet: true }).say("to whoever reads");
            expect(said[2]).to.equal("to whoever reads\n");
            const lines = [];
            fresh({ quiet: true }).say("elsewhere", (line) => lines.push(line));
            expect([lines, said.length]).to.deep.equal([["elsewhere"], 3]);
        } finally {
            Object.assign(stderr, { isTTY, write });
            if (TERM === undefined) delete process.env.TERM;
            else process.env.TERM = TERM;
        }
    });
});

describe("command: the time that is left", () => {
    /** What is shown every 250 ms of a run, whose fraction at a time is given. */
    const shown = (total, shareAt) => {
        const estimate = createEstimate(), out = [];
        for (let ms = 0; ms <= total; ms += 250) out.push({ ms, left: estimate(ms, shareAt(ms)) });
        return out.filter(({ left }) => left !== undefined);
    };

    it("is right when work goes on evenly, and never goes up", () => {
        for (const { ms, left } of shown(60_000, (ms) => ms / 60_000)) expect(left).to.be.closeTo(60_000 - ms, 1);
    });

    it("does not jump when reports come unevenly", () => {
        // a fifth faster and slower in turn, in steps of 2 s
        const uneven = (ms) => Math.min(1, (Math.floor(ms / 2000) * 2000 * (1 + 0.2 * Math.sin(ms / 3000))) / 60_000);
        const times = shown(60_000, uneven);
        expect(times.length).to.be.above(200);
        for (const [i, { left }] of times.entries()) {
            if (i > 8) expect(Math.abs(left - times[i - 1].left), `${times[i].ms} ms`).to.be.below(6000);
        }
        const raw = times.slice(9).map(({ ms }) => ms / uneven(ms));
        const jumps = (list) => Math.max(...list.slice(1).map((value, i) => Math.abs(value - list[i])));
        expect(jumps(times.slice(9).map(({ ms, left }) => ms + left)), "against the plain quotient").to.be.below(
            jumps(raw) / 3,
        );
    });

    it("follows when the machine becomes slower", () => {
        const slower = (ms) => (ms < 10_000 ? ms / 20_000 : 0.5 + (ms - 10_000) / 80_000);
        const times = shown(50_000, slower);
        expect(times.find(({ ms }) => ms === 9500).left).to.be.closeTo(10_500, 100);
        expect(times.find(({ ms }) => ms === 40_000).left).to.be.closeTo(10_000, 4000);
        expect(times.at(-1).left).to.be.below(2500);
    });

    it("grows when nothing is heard for long", () => {
        const estimate = createEstimate();
        estimate(2000, 0.5);
        expect(estimate(2500, 0.5)).to.be.closeTo(1500, 50);
        let left;
        for (let ms = 2500; ms <= 20_000; ms += 250) left = estimate(ms, 0.5);
        expect(left).to.be.above(5000);
    });

    it("is not told too early", () => {
        const estimate = createEstimate();
        expect(estimate(100, 0.5)).to.equal(undefined);
        expect(estimate(5000, 0.001)).to.equal(undefined);
        expect(estimate(5000, 0.5)).to.be.closeTo(4000, 1000);
    });

    it("begins at 0.8 s and a twentieth, and ends at none; a report at once does no harm", () => {
        for (const [ms, share, left] of [
            [799, 0.5, undefined], [800, 0.5, 800], [1000, 0.049, undefined], [1000, 0.05, 19_000],
        ]) expect(createEstimate()(ms, share), `${ms} ms`).to.equal(left);
        const estimate = createEstimate();
        expect(estimate(0, 0.5)).to.equal(undefined);
        expect(estimate(2000, 0.5)).to.be.at.least(0);
        for (const ms of [2500, 10_000]) expect(estimate(ms, 1)).to.be.at.least(0);
    });

    it("goes by the second half of the time, and while it is young, by what is new", () => {
        const estimate = createEstimate();
        expect(estimate(1000, 0.1)).to.equal(9000);
        // 0.4 in a second lead to 3250 ms, of which two times the inertia of 500 ms take most
        expect(estimate(2000, 0.5)).to.be.closeTo(3250 + (10_000 - 3250) * Math.exp(-2) - 2000, 1e-6);
    });

    it("reads as a clock does", () => {
        expect([0, 999, 7000, 61_000, 754_000, 3_723_000].map(clockText)).to.deep.equal([
            "0:00", "0:00", "0:07", "1:01", "12:34", "1:02:03",
        ]);
    });
});
