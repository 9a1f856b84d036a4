/** Where a host has no AbortController, our own does what the library needs of one; both are asked the same. */
import { expect } from "chai";
import { createController } from "../../src/files/controller.js";

const { AbortController } = globalThis;

for (const own of [false, true]) describe(`createController, ${own ? "without" : "with"} one of the host`, () => {
    before(() => { if (own) globalThis.AbortController = undefined; });
    after(() => { globalThis.AbortController = AbortController; });

    it("is the host's where there is one", () =>
        expect(createController() instanceof AbortController).to.equal(!own));

    it("is raised once, with its first reason, and tells each listener once", () => {
        const { signal, abort } = own ? createController() : bound(createController()), heard = [];
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
        const { signal, abort } = own ? createController() : bound(createController()), heard = [];
        const first = () => heard.push("first"), last = () => heard.push("last");
        signal.addEventListener("abort", first);
        signal.addEventListener("abort", first);
        signal.addEventListener("abort", last);
        signal.removeEventListener("abort", first);
        abort();
        expect(heard).to.deep.equal(["last"]);
    });

    it("has an error for a reason unless there is one", () => {
        const { signal, abort } = own ? createController() : bound(createController());
        abort();
        expect(signal.reason).to.be.instanceOf(Error);
    });
});

function bound(controller) {
    return { signal: controller.signal, abort: (...reason) => controller.abort(...reason) };
}
