/** PLONK and FFLONK in a page of each browser: keys from addresses, with workers and on one thread. */
import { expect } from "chai";
import { BROWSERS, launch, visit } from "../support/browser.js";
import { folders, pageOf } from "../support/pages.js";
import { checkPlonkish, FOLDER, PLONKISH } from "../support/plonkish_hosts.js";

const PAGE = pageOf(`import { proveAndVerify } from "/scenario/plonkish.mjs";
const json = async (path) => (await fetch(path)).json();
async function run(name, threads) {
    const [vkey, publicSignals, proof] = await Promise.all(
        ["vkey", "public", "proof"].map((what) => json(\`/circuit/\${name}_\${what}.json\`)));
    const files = { zkey: \`/circuit/\${name}.zkey\`, wtns: "/circuit/witness.wtns", vkey, publicSignals, proof };
    return proveAndVerify(await import(\`/build/page/\${name}.js\`), files, { threads });
}
async function all() {
    const found = [];
    for (const name of ["plonk", "fflonk"]) for (const threads of [2, 0])
        found.push({ name, threads, found: await run(name, threads) });
    return found;
}
globalThis.report = all();`);

describe("PLONK and FFLONK in a page", function () {
    this.timeout(180_000);
    for (const name of BROWSERS) it(`${name} proves and verifies`, async () => {
        const browser = await launch(name);
        try {
            const site = { folders: { ...folders, "/circuit/": FOLDER }, pages: PAGE };
            const { report } = await visit(browser, site, "/", { limitMs: 120_000 });
            const asked = PLONKISH.flatMap((protocol) => [2, 0].map((threads) => [protocol, threads]));
            expect(report.map(({ name: protocol, threads }) => [protocol, threads])).to.deep.equal(asked);
            for (const { name: protocol, threads, found } of report) await checkPlonkish(protocol, found, threads);
        } finally {
            await browser.close();
        }
    });
});
