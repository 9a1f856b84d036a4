/** One exchange with a server of a delegated proof, which may answer anything: what is left of it when it is over. */
import { getEventListeners } from "node:events";
import { expect } from "chai";
import { askServer, readServers } from "../../src/delegate/servers.js";
import { stopHostTimers } from "../../../../test/support/timers.js";

const SERVER = { name: "server x", origin: "https://x.example", url: "https://x.example/delegate?path=k", token: "t" };
const share = new Uint8Array(4), SIZE = 6;
const turn = () => new Promise((resolve) => { setImmediate(resolve); });

/** A body that says what is read of it, whether it is over, and how often it was given up; giving it up fails. */
function bodyOf(...pieces) {
    const body = { cancelled: 0, read: 0, over: false }, cancel = async () => {
        body.cancelled++;
        body.over = true;
        throw new Error("the connection is gone");
    };
    const read = async () => {
        const value = pieces.shift();
        if (value) body.read += value.length;
        else body.over = true;
        return { value, done: value === undefined };
    };
    return Object.assign(body, { cancel, getReader: () => ({ read, cancel }) });
}

describe("the addresses of two servers", () => {
    it("are texts or URLs, with or without a slash at their end", () => {
        const key = { token: "t", zkey: { path: "a b" } }, allowed = { sameOrigin: "refuse", plainHttp: "refuse" };
        const urls = ["https://a.example/sums/", new URL("https://b.example")];
        expect(readServers("test", urls.map((url) => ({ ...key, url })), allowed)).to.deep.equal([
            { name: "server https://a.example/sums", origin: "https://a.example", token: "t",
                url: "https://a.example/sums/delegate?path=a%20b" },
            { name: "server https://b.example", origin: "https://b.example", token: "t",
                url: "https://b.example/delegate?path=a%20b" },
        ]);
    });
});

describe("an exchange with a server", () => {
    const { fetch } = globalThis;
    let clock, controller, unheard, init;
    const hear = (reason) => unheard.push(reason);
    beforeEach(() => {
        clock = stopHostTimers();
        controller = new AbortController();
        unheard = [];
        process.on("unhandledRejection", hear);
    });
    afterEach(() => {
        clock.restore();
        globalThis.fetch = fetch;
        process.off("unhandledRejection", hear);
    });

    /** What comes of an answer, and that nothing goes on after it: its body is over, or its signal has aborted. */
    async function ask(answer, body) {
        globalThis.fetch = (_url, given) => {
            init = given;
            return answer(given.signal);
        };
        const result = await askServer(SERVER, share, { size: SIZE, timeout: 1000, signal: controller.signal })
            .catch((error) => error);
        await turn();
        expect(clock.timers.filter(({ runs }) => runs), "timers").to.deep.equal([]);
        expect(getEventListeners(controller.signal, "abort"), "listeners").to.deep.equal([]);
        expect(body?.over || init.signal.aborted, "what is left of it ends").to.equal(true);
        expect(unheard).to.deep.equal([]);
        return result;
    }
    const answers = (body, more) => ask(async () => ({
        status: 200, type: "basic", body, arrayBuffer: async () => new ArrayBuffer(0), ...more,
    }), body ?? { over: true });

    it("gives the bytes that were asked for, in any pieces", async () => {
        expect(await answers(bodyOf(Uint8Array.of(1, 2), Uint8Array.of(3, 4, 5, 6))))
            .to.deep.equal(Uint8Array.of(1, 2, 3, 4, 5, 6));
    });

    it("gives up what is longer, at the first piece that is too long", async () => {
        const body = bodyOf(new Uint8Array(SIZE), new Uint8Array(1), new Uint8Array(100));
        expect((await answers(body)).message).to.equal("server x: expected an answer of 6 bytes, got more");
        expect([body.cancelled, body.read]).to.deep.equal([1, SIZE + 1]);
    });

    for (const [what, more] of [["with its address", { status: 302 }], ["that a browser hides", { status: 0, type: "opaqueredirect" }]])
        it(`gives up a redirect ${what}, and does not read it`, async () => {
            const body = bodyOf(new Uint8Array(SIZE));
            expect((await answers(body, more)).message)
                .to.equal("server x: expected four points, got a redirect, which is not followed");
            expect([body.cancelled, body.read]).to.deep.equal([1, 0]);
        });

    it("takes every status from 300 to 399 for a redirect, and no other", async () => {
        for (const status of [299, 300, 399, 400]) {
            const got = [300, 399].includes(status) ? "a redirect, which is not followed" : `HTTP status ${status}`;
            expect((await answers(bodyOf(), { status })).message).to.equal(`server x: expected four points, got ${got}`);
        }
    });

    it("takes an answer without a body for an empty one", async () => {
        for (const [more, text] of [[{}, "an answer of 6 bytes, got 0"], [{ status: 302 }, "four points, got a redirect"],
            [{ status: 500 }, "four points, got HTTP status 500"]])
            expect((await answers(null, more)).message).to.include(`server x: expected ${text}`);
    });

    it("ends with the reason of the caller, or of its limit, though the host does not notice", async () => {
        const reason = new Error("enough"), never = () => new Promise(() => {});
        const stopped = ask(never);
        controller.abort(reason);
        expect(await stopped).to.equal(reason);
        controller = new AbortController();
        const late = ask(never);
        clock.timers.find(({ ms, runs }) => ms === 1000 && runs).callback();
        expect((await late).message).to.equal("server x: expected an answer within 1000 ms, got none");
    });
});
