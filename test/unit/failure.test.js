/** test/support/failure.js: what tests that expect an error stand on. */
import { expect } from "chai";
import { failureOf } from "../support/failure.js";

const told = (given) => failureOf(given).then(() => "an error", ({ message }) => message);

describe("what went wrong", () => {
    const reason = new Error("gone");
    it("is what a promise rejects with, and what a function throws at once or later", async () => {
        for (const given of [Promise.reject(reason), () => { throw reason; }, () => Promise.reject(reason)])
            expect(await failureOf(given)).to.equal(reason);
        expect(await failureOf(Promise.reject(undefined))).to.equal(undefined);
    });
    it("is not a result, which fails the test by name", async () => {
        for (const given of [Promise.resolve({ a: [1n] }), async () => ({ a: [1n] }), () => ({ a: [1n] })])
            expect(await told(given)).to.equal("expected a failure, got { a: [ 1n ] }");
        expect(await told(Promise.resolve())).to.equal("expected a failure, got undefined");
        expect((await told(Promise.resolve(new Uint8Array(1000)))).length).to.be.below(200);
    });
    it("is not a promise of an error", async () =>
        expect(await told(new Promise((_, reject) => { reject(Promise.resolve(reason)); })))
            .to.equal("expected an error, got a promise of one"));
});
