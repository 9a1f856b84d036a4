/**
 * `npm run coverage`: reports which lines and branches of src the tests reach, by room, and
 * compares with floors.json.
 *
 *     npm run coverage                    all suites of npm test but those of the packed tarball
 *     npm run coverage -- --again         whatever is kept
 *     npm run coverage -- --write         sets the floors to half a percent below what was reached,
 *                                         rounded down: which way a race takes differs from run to
 *                                         run; and writes reach.json
 *     npm run coverage -- --only          records, reports nothing
 *     npm run coverage -- --kept          reports what was recorded last, and runs nothing
 *
 * What one engine or a page alone runs is not reached here: Node 20 has no tier fma, so no pairing
 * on lanes; suites of test/hosts see what stores keys in a page.
 * Workers of the pool run a generated bundle, which is not measured; the same files are measured on
 * the main thread.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Report } from "c8";
import { writeReach } from "../reach.mjs";
import { SOURCES } from "../workspaces.mjs";
import { isMeasured, keptReach, reachOf, root, SUITES } from "./record.mjs";

const OPTIONS = ["--again", "--write", "--only", "--kept"];
const FLOORS = join(root, "scripts/coverage/floors.json");
const roomOf = (file) => {
    const [first, second, third] = file.split("/");
    if (first === "packages") return `${first}/${second}`;
    return third ? `${first}/${second}` : first;
};

/**
 * Two suites at a time on two processors.
 * @param {boolean} again
 * @returns {Promise<string[]>} suites that failed
 */
export async function record(again) {
    const failed = [], left = [...SUITES.entries()];
    mkdirSync(join(root, ".scratch/coverage"), { recursive: true });
    const takeAll = async () => {
        for (let next = left.shift(); next; next = left.shift()) {
            const [i, suite] = next, { passed, seconds, kept, output } = await reachOf(suite, again);
            if (!passed) failed.push(suite);
            if (!kept) console.error(`${i + 1}/${SUITES.length} ${suite} ${seconds.toFixed(1)} s${passed ? "" : ` FAILED\n${output}`}`);
        }
    };
    await Promise.all(Array.from({ length: availableParallelism() }, takeAll));
    return failed;
}

/** @returns {Promise<Record<string, any>>} by file: lines and branches, covered and total */
async function measure() {
    const folder = join(root, ".scratch/coverage/all");
    const out = join(root, ".scratch/coverage/report");
    for (const one of [folder, out]) rmSync(one, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const [i, suite] of SUITES.entries()) {
        const { result } = keptReach(suite) ?? { result: [] };
        const urls = result.filter(({ url }) => /^(packages\/[^/]+\/)?src\//.test(url))
            .map((script) => ({ ...script, url: pathToFileURL(join(root, script.url)).href }));
        writeFileSync(join(folder, `coverage-${i}.json`), JSON.stringify({ result: urls }));
    }
    await new Report({
        tempDirectory: folder, reportsDirectory: out, reporter: ["json-summary", "html"], all: true, src: [root],
        include: SOURCES.map((folder) => `${folder}/**/*.js`),
        exclude: ["**/src/wasm/**", "**/worker_source.js", "**/noble_hashes.js", "**/types.js"],
        excludeAfterRemap: false, omitRelative: true, resolve: "", mergeAsync: true,
    }).run();
    return JSON.parse(readFileSync(join(out, "coverage-summary.json"), "utf8"));
}

/** @param {Record<string, any>} files */
function byRoom(files) {
    const rooms = {};
    for (const [path, { lines, branches }] of Object.entries(files)) {
        const file = path.slice(root.length + 1).replaceAll("\\", "/");
        if (!isMeasured(file)) continue;
        const room = (rooms[roomOf(file)] ??= { lines: [0, 0], branches: [0, 0] });
        for (const [name, value] of Object.entries({ lines, branches })) {
            room[name][0] += value.covered;
            room[name][1] += value.total;
        }
    }
    return rooms;
}

const percent = ([covered, total]) => (total === 0 ? 100 : Math.floor((1000 * covered) / total) / 10);

/** @param {number} reached */
const floorOf = (reached) => Math.floor(reached - 0.5);

async function main(args) {
    const unknown = args.find((arg) => !OPTIONS.includes(arg));
    if (unknown) throw new RangeError(`coverage: expected ${OPTIONS.join(", ")}, got ${unknown}`);
    const failed = args.includes("--kept") ? [] : await record(args.includes("--again"));
    for (const suite of failed) console.error(`${suite} failed: what it reached may be less than it should`);
    if (args.includes("--only")) return failed.length === 0;
    const rooms = byRoom(await measure());
    const floors = JSON.parse(readFileSync(FLOORS, "utf8"));
    let kept = failed.length === 0;
    console.log("| room | lines % | floor | branches % | floor |\n|---|---|---|---|---|");
    for (const [room, { lines, branches }] of Object.entries(rooms).sort()) {
        const got = { lines: percent(lines), branches: percent(branches) };
        if (args.includes("--write")) floors[room] = { lines: floorOf(got.lines), branches: floorOf(got.branches) };
        const floor = floors[room] ?? { lines: 100, branches: 100 };
        const below = got.lines < floor.lines || got.branches < floor.branches;
        console.log(
            `| ${room} | ${got.lines} | ${floor.lines} | ${got.branches} | ${floor.branches} |${below ? " BELOW" : ""}`,
        );
        kept &&= !below;
    }
    if (args.includes("--write")) {
        writeFileSync(FLOORS, `${JSON.stringify(floors, null, 4)}\n`);
        writeReach();
    }
    console.log("by file: .scratch/coverage/report/index.html");
    return kept;
}

if (process.argv[1] === join(root, "scripts/coverage/main.mjs"))
    process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
