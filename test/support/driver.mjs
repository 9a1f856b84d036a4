/**
 * The child process behind client.js: `node driver.mjs <project> <format>`, calls arrive as messages.
 * On ffturbo nothing is terminated here: that the process ends by itself is part of every test.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { importFrom } from "./import_from.js";
import { closeForgotten, watchFiles } from "./forgotten_files.js";
import { peakMemory } from "./peak_memory.cjs";

const [project, format] = process.argv.slice(2);
watchFiles();
const engine = JSON.parse(readFileSync(join(project, "node_modules", "ffjavascript", "package.json"), "utf8")).name;
const load = (name) => importFrom(project, name, format);

/** Curves are asked for through snarkjs, so that they are the ones that snarkjs uses. */
async function argument(value) {
    if (!value?.$curve) return value;
    return (await load("snarkjs")).curves.getCurveFromName(value.$curve);
}

async function callSnarkjs(path, args) {
    const owner = path.split(".").slice(0, -1).reduce((object, name) => object[name], await load("snarkjs"));
    const resolved = [];
    for (const value of args) resolved.push(await argument(value));
    try {
        return await owner[path.split(".").at(-1)](...resolved);
    } finally {
        await setImmediate(); // some are being closed
        if (await closeForgotten() > 0) process.send({ forgot: path });
    }
}

async function playScenario(name, args) {
    const { default: play } = await import(`../e2e/scenarios/${name}.mjs`);
    return play({ load, project, engine, format }, args);
}

const facts = () => ({
    engine,
    threads: globalThis.curve_bn128?.tm?.concurrency ?? globalThis.curve_bls12381?.tm?.concurrency,
    maxRss: peakMemory(),
    cpuMs: (process.resourceUsage().userCPUTime + process.resourceUsage().systemCPUTime) / 1000,
});

async function answer(message) {
    if (message.facts) return facts();
    return message.path ? callSnarkjs(message.path, message.args) : playScenario(message.scenario, message.args);
}

/** ffjavascript keeps its workers, and with them the process, until they are terminated. */
async function close() {
    if (engine === "ffjavascript")
        for (const name of ["curve_bn128", "curve_bls12381"]) await globalThis[name]?.terminate();
    process.disconnect();
}

/** Whatever cannot cross to the parent (functions, curve objects) is not an answer anybody compares. */
function reply(id, result) {
    try {
        process.send({ id, result });
    } catch {
        process.send({ id });
    }
}

process.on("message", async (message) => {
    if (message.close) return close();
    try {
        reply(message.id, await answer(message));
    } catch (error) {
        process.send({ id: message.id, error: String(error?.stack ?? error) });
    }
});
