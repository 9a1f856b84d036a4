/** Our own controller does what the library needs of one; the host's is asked the same. */
import { expect } from "chai";
import { createController, isSignal, onAbort, signalOf } from "../../src/util/signals.js";

for (const own of [false, true]) describe(own ? "createController" : "AbortController of the host", () => {

    it("is raised once, with its first reason, and tells each listener once", () => {
        const { signal, abort } = own ? createController() : bound(new AbortController()), heard = [];
        signal.addEventListener("abort", () => heard.push(1), { once: true });
        signal.addEventListener("abort", () => heard.push([2, signal.reason]), { once: true });
        expect([signal.aborted, signal.reason]).to.deep.equal([false, undefined]);
        signal.throwIfAborted();
        abort("enough");
        abort("again");
        expect(heard).to.deep.equal([1, [2, "enough"]]);
        expect([signal.aborted, signal.reason]).to.deep.equal([true, "enough"]);
        let thrown;
        try { signal.throwIfAborted(); } catch (error) { thrown = error; }
        expect(thrown).to.equal("enough");
    });

    it("forgets a listener that is taken away, also by another one", () => {
        const { signal, abort } = own ? createController() : bound(new AbortController()), heard = [];
        const first = () => heard.push("first"), last = () => heard.push("last");
        signal.addEventListener("abort", first);
        signal.addEventListener("abort", first);
        signal.addEventListener("abort", last);
        signal.removeEventListener("abort", first);
        abort();
        expect(heard).to.deep.equal(["last"]);
    });

    it("has an error for a reason unless there is one", () => {
        const { signal, abort } = own ? createController() : bound(new AbortController());
        abort();
        expect(signal.reason).to.be.instanceOf(Error);
    });
});

function bound(controller) {
    return { signal: controller.signal, abort: (...reason) => controller.abort(...reason) };
}

describe("a caller's signal", () => {
    it("is told apart from what is none, by what it can do", () => {
        const { signal } = new AbortController(), hear = () => {};
        expect([signal, createController().signal].map(isSignal)).to.deep.equal([true, true]);
        const none = [undefined, null, 5, "signal", {}, hear, new AbortController(), new EventTarget(),
            { aborted: false, addEventListener: hear }, { addEventListener: hear, removeEventListener: hear }];
        expect(none.map(isSignal)).to.deep.equal(none.map(() => false));
    });

    it("is completed where it lacks something, the same way each time", () => {
        const { signal } = new AbortController(), poor = Object.assign(new EventTarget(), { aborted: false });
        expect(signalOf(signal)).to.equal(signal);
        const whole = signalOf(poor);
        expect(signalOf(poor)).to.equal(whole);
        whole.throwIfAborted();
        expect([whole.aborted, whole.reason]).to.deep.equal([false, undefined]);
        poor.aborted = true;
        expect(whole.aborted).to.equal(true);
        expect(() => whole.throwIfAborted()).to.throw(Error, "aborted").with.property("name", "AbortError");
        expect(whole.reason).to.equal(whole.reason);
    });

    it("has one listener, however many wait, and none when nobody does", () => {
        const listeners = new Set(), heard = [], signal = {
            aborted: false,
            addEventListener: (type, listener) => { listeners.add(listener); },
            removeEventListener: (type, listener) => { listeners.delete(listener); },
        };
        const hear = () => heard.push("same"), first = onAbort(signal, hear), second = onAbort(signal, hear);
        onAbort(signal, () => heard.push("last"));
        expect(listeners.size).to.equal(1);
        first();
        first();
        for (const listener of listeners) listener();
        expect(heard).to.deep.equal(["same", "last"]);
        second();
        signal.aborted = true;
        listeners.clear();
        onAbort(signal, hear);
        expect(listeners.size).to.equal(0);
    });
});
