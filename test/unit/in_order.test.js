/** Work on some items at once, whose results are used in order. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { inOrder } from "../../src/files/in_order.js";
import { failureOf } from "../support/failure.js";

describe("files: work in order", () => {
    for (const most of [1, 2, 5, 9]) it(`${most} at once, also while a result is used, and never more`, async () => {
        let under = 0;
        const used = [], largest = [];
        await inOrder([6, 5, 4, 3, 2, 1, 0], most, async (item) => {
            largest.push(++under);
            await sleep(10 * item); // the last ones end first
            under--;
            return 10 * item;
        }, async (result, item) => {
            used.push([result, item]);
            await sleep(1);
        });
        expect(used).to.deep.equal([6, 5, 4, 3, 2, 1, 0].map((item) => [10 * item, item]));
        expect(Math.max(...largest)).to.equal(Math.min(most, 7));
    });

    it("begins the next item before it uses a result", async () => {
        const events = [];
        await inOrder("abc", 1, (item) => events.push(`begin ${item}`), (_, item) => events.push(`use ${item}`));
        expect(events).to.deep.equal(["begin a", "begin b", "use a", "begin c", "use b", "use c"]);
    });

    it("takes lists that come with time", async () => {
        const used = [];
        const items = async function* () { yield 1; await sleep(1); yield 2; };
        await inOrder(items(), 2, (item) => item, (item) => used.push(item));
        expect(used).to.deep.equal([1, 2]);
    });

    it("hears a later failure while it waits for an earlier item", async () => {
        const unheard = [], hear = (reason) => unheard.push(reason), error = new Error("the second");
        process.on("unhandledRejection", hear);
        try {
            const failed = await inOrder([30, 1], 2, async (ms) => {
                await sleep(ms);
                if (ms === 1) throw error;
            }, () => {}).catch((caught) => caught);
            expect(failed).to.equal(error);
            expect(unheard).to.deep.equal([]);
        } finally {
            process.off("unhandledRejection", hear);
        }
    });

    for (const [what, failsAt] of [["work", "work 1"], ["use", "use 1"]])
        it(`begins nothing after a failure of ${what}, which comes when all that was begun has settled`, async () => {
            const events = [], error = new Error(failsAt);
            const run = async (event) => {
                events.push(event);
                await sleep(event === "work 3" ? 20 : 1);
                if (event === failsAt) throw error;
                events.push(`${event} has ended`);
            };
            const failed = await failureOf(inOrder([0, 1, 2, 3, 4, 5, 6, 7], 3, (i) => run(`work ${i}`), (_, i) => run(`use ${i}`)));
            expect(failed).to.equal(error);
            expect(events).to.include("work 3 has ended").and.not.include("work 5").and.not.include("use 2");
            expect(events.filter((event) => event.startsWith("work") && !event.endsWith("ended")).every((event) =>
                event === failsAt || events.includes(`${event} has ended`))).to.equal(true);
        });
});
