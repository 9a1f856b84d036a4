/** Waits that give up, deadlines, and signals that leave no listener behind. */
import { expect } from "chai";
import { createBudget } from "../../src/files/budget.js";
import { ProverError } from "../../src/files/errors.js";
import { joinFirstFailure, linked, orAborted, orStalled, startDeadline, underSignal } from "../../src/files/stop.js";

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const never = () => new Promise(() => {});
const outcome = (promise) => promise.then((value) => ({ value }), (error) => ({ error }));

/** A signal that counts its listeners. */
function counted() {
    const controller = new AbortController(), { signal } = controller, listeners = new Set();
    const { addEventListener, removeEventListener } = signal;
    signal.addEventListener = function (name, listener, options) {
        listeners.add(listener);
        expect(options, "each is heard once").to.deep.include({ once: true });
        return addEventListener.call(this, name, listener, options);
    };
    signal.removeEventListener = function (name, listener) {
        listeners.delete(listener);
        return removeEventListener.call(this, name, listener);
    };
    return { controller, signal, listeners };
}

/** Timers that keep this process alive; mocha's own is always one of them. */
const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;

describe("orAborted", () => {
    it("without a signal is the promise itself", () => {
        const promise = Promise.resolve(1);
        expect(orAborted(promise)).to.equal(promise);
    });

    it("settles as the promise does, and listens no more", async () => {
        const { signal, listeners } = counted(), error = new Error("no");
        expect(await orAborted(Promise.resolve(5), signal)).to.equal(5);
        expect(await outcome(orAborted(Promise.reject(error), signal))).to.deep.equal({ error });
        expect(listeners.size).to.equal(0);
    });

    it("rejects with the reason when the signal is raised, before and meanwhile", async () => {
        const { controller, signal } = counted(), reason = new Error("enough");
        const waiting = outcome(orAborted(never(), signal));
        controller.abort(reason);
        expect(await waiting).to.deep.equal({ error: reason });
        expect(await outcome(orAborted(never(), signal))).to.deep.equal({ error: reason });
        const raised = counted();
        raised.controller.abort(reason);
        expect(await outcome(orAborted(never(), raised.signal))).to.deep.equal({ error: reason });
        expect(raised.listeners.size, "of one that was raised before").to.equal(0);
        // a failure after that is not an unhandled rejection
        expect(await outcome(orAborted(Promise.reject(new Error("late")), signal))).to.deep.equal({ error: reason });
        await wait(5);
    });
});

describe("deadlines", () => {
    it("call back after their time, once, and not when taken back", async () => {
        let calls = 0;
        const started = performance.now();
        await new Promise((resolve) => startDeadline(30, () => { calls++; resolve(); }));
        expect(performance.now() - started).to.be.at.least(28);
        startDeadline(10, () => { calls++; })();
        await new Promise((resolve) => startDeadline(40, resolve));
        expect(calls).to.equal(1);
    });

    it("beyond 24 days, and without end, start no timer", () => {
        const before = timers();
        for (const ms of [Infinity, 2 ** 31, 1e12, NaN]) startDeadline(ms, () => expect.fail("too soon"))();
        expect(timers()).to.equal(before);
        const cancel = startDeadline(2 ** 31 - 1, () => expect.fail("too soon")), during = timers();
        cancel();
        expect([during, timers()], "the longest that there is").to.deep.equal([before + 1, before]);
        for (const ms of [Infinity, 2 ** 31]) startDeadline(ms, () => expect.fail("too soon"));
        expect(timers()).to.equal(before);
    });

    it("wait a little more where the thread was busy", async () => {
        const order = [], called = new Promise((resolve) => startDeadline(20, () => {
            order.push("deadline");
            resolve();
        }));
        setTimeout(() => {
            const end = performance.now() + 120;
            while (performance.now() < end); // the answer below comes meanwhile
            setTimeout(() => order.push("answer"), 0);
        }, 5);
        await called;
        expect(order).to.deep.equal(["answer", "deadline"]);
    });

    it("orStalled settles as the promise does, without a timer left, or complains", async () => {
        const error = new Error("no"), promise = Promise.resolve(3);
        expect(orStalled(promise, Infinity, () => "never")).to.equal(promise);
        await wait(1);
        const before = timers();
        expect(await orStalled(Promise.resolve(3), 10_000, () => "never")).to.equal(3);
        expect(await outcome(orStalled(Promise.reject(error), 10_000, () => "never"))).to.deep.equal({ error });
        expect(timers()).to.equal(before);
        const { error: stalled } = await outcome(orStalled(never(), 10, () => "stalled"));
        expect(stalled).to.be.instanceOf(ProverError);
        expect([stalled.code, stalled.message]).to.deep.equal(["ERR_READ", "stalled"]);
    });
});

describe("signals under a caller's", () => {
    it("are raised by it, with its reason, until unlinked", () => {
        const { controller, signal, listeners } = counted();
        const first = linked(signal), second = linked(signal);
        expect(listeners.size, "one for both").to.equal(1);
        second.unlink();
        expect(listeners.size).to.equal(1);
        controller.abort("enough");
        expect([first.controller.signal.aborted, first.controller.signal.reason]).to.deep.equal([true, "enough"]);
        expect(second.controller.signal.aborted).to.equal(false);
        expect(linked(signal).controller.signal.reason, "raised before").to.equal("enough");
        expect(linked().controller.signal.aborted).to.equal(false);
        linked().unlink();
    });

    it("underSignal gives what its body gives, and leaves nothing on the caller's", async () => {
        const { signal, listeners } = counted();
        let inner;
        expect(await underSignal(signal, async (controller) => { inner = controller; return 7; })).to.equal(7);
        expect(inner.signal.aborted, "no failure, no abort").to.equal(false);
        expect(listeners.size).to.equal(0);
        const error = new Error("no");
        expect(await outcome(underSignal(signal, async (controller) => { inner = controller; throw error; })))
            .to.deep.equal({ error });
        expect([inner.signal.aborted, inner.signal.reason]).to.deep.equal([true, error]);
        expect(listeners.size).to.equal(0);
        expect(signal.aborted, "the caller's is the caller's").to.equal(false);
    });

    it("underSignal starts nothing under one that is raised already", async () => {
        const { error } = await outcome(underSignal(AbortSignal.abort("enough"), async () => expect.fail("started")));
        expect(error).to.equal("enough");
    });

    it("joinFirstFailure gives all values, or the first failure when all have settled", async () => {
        const good = new AbortController();
        expect(await joinFirstFailure(good, [Promise.resolve(1), wait(5).then(() => 2)])).to.deep.equal([1, 2]);
        expect(good.signal.aborted).to.equal(false);
        const bad = new AbortController(), settled = [];
        const late = wait(20).then(() => { settled.push("late"); throw new Error("second"); });
        const { error } = await outcome(joinFirstFailure(bad, [late, Promise.reject(undefined), wait(10)]));
        expect([error, settled]).to.deep.equal([undefined, ["late"]]);
        expect(bad.signal.aborted).to.equal(true);
    });
});

describe("budgets", () => {
    const taken = (promise) => {
        const state = { done: false };
        promise.then(() => { state.done = true; }, () => {});
        return state;
    };

    it("admit up to the limit and not a byte more, in the order of asking", async () => {
        const budget = createBudget(100), first = taken(budget.take(60)), second = taken(budget.take(40));
        const third = taken(budget.take(1)), fourth = taken(budget.take(0));
        await wait(0);
        expect([first, second, third, fourth].map(({ done }) => done)).to.deep.equal([true, true, false, false]);
        budget.give(60);
        await wait(0);
        expect([third, fourth].map(({ done }) => done)).to.deep.equal([true, true]);
        const fifth = taken(budget.take(60));
        await wait(0);
        expect(fifth.done, "41 and 60").to.equal(false);
        budget.give(1);
        await wait(0);
        expect(fifth.done).to.equal(true);
    });

    it("admit what is larger than all of it, alone", async () => {
        const budget = createBudget(100), [first, large, next] = [1, 500, 1].map((bytes) => taken(budget.take(bytes)));
        await wait(0);
        expect([first, large, next].map(({ done }) => done)).to.deep.equal([true, false, false]);
        budget.give(1);
        await wait(0);
        expect([large, next].map(({ done }) => done)).to.deep.equal([true, false]);
        budget.give(500);
        await wait(0);
        expect(next.done).to.equal(true);
    });

    it("reject who waits, and who comes later, when the signal is raised", async () => {
        const { controller, signal } = counted(), budget = createBudget(10, signal), reason = new Error("enough");
        await budget.take(10);
        const waiting = [outcome(budget.take(1)), outcome(budget.take(2))];
        controller.abort(reason);
        expect(await Promise.all(waiting)).to.deep.equal([{ error: reason }, { error: reason }]);
        expect(await outcome(budget.take(1))).to.deep.equal({ error: reason });
        budget.give(10);
    });
});
