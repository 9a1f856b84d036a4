/**
 * `npm run soak`: builds and ends curves, proves many times at once, and kills workers at random under load; then asks
 * what is left of memory, threads, files and handles.
 *
 *     npm run soak                                               the short form, which test/full runs
 *     npm run soak -- --seconds 600 --cycles 2000 --proofs 500   ten minutes of killed workers
 *     npm run soak -- --browser chromium                         in a page of Chromium, or of Firefox
 *     npm run soak -- --seed 7                                   the same draws again
 */
import { parseArgs } from "node:util";
import { stream } from "../../fuzz/choices.js";
import { openNode } from "./in_node.js";
import { openPage } from "./in_page.js";

const OPTIONS = {
    seconds: { type: "string", default: "10" },
    cycles: { type: "string", default: "60" },
    proofs: { type: "string", default: "40" },
    browser: { type: "string" },
    seed: { type: "string" },
    leave: { type: "boolean", default: false }, // a worker, which must be noticed
};

const shown = (rest) => Object.entries(rest)
    .map(([name, n]) => (/^(heap|external|rss)$/.test(name) ? `${name} ${(n / 2 ** 20).toFixed(1)} MiB` : `${n} ${name}`))
    .join(", ");

async function main(args) {
    const { values } = parseArgs({ args, options: OPTIONS });
    const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 32));
    const host = values.browser ? await openPage(values.browser, seed) : await openNode(stream(seed));
    console.log(`--seed ${seed}, ${host.name}`);
    try {
        // once before, so that nothing may be more afterwards
        for (const [part, n] of [["cycles", 3], ["manyProofs", 3], ["killed", 1]]) await host.run(part, n);
        const before = await host.rest();
        if (values.leave) await host.leave();
        console.log(`before: ${shown(before)}`);
        for (const [part, n] of [["cycles", values.cycles], ["manyProofs", values.proofs], ["killed", values.seconds]]) {
            console.log(await host.run(part, Number(n)));
            console.log(`    ${shown(await host.rest())}`);
        }
        const after = await host.rest();
        console.log(`after: ${shown(after)}`);
        host.compare(before, after);
    } finally {
        await host.close();
    }
}

await main(process.argv.slice(2));
