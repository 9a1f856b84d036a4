/**
 * A page's program: proves with snarkjs, verifies its own proof and one made elsewhere, and says what the page felt of
 * it.
 * Reads ./circuit/*; `globalThis.report` holds the outcome.
 */
import { groth16 } from "snarkjs";

const read = async (name) => (await fetch(`./circuit/${name}`)).json();
const bytes = async (name) => new Uint8Array(await (await fetch(`./circuit/${name}`)).arrayBuffer());

/** Durations of tasks of the main thread that took 50 ms or longer, where the browser tells. */
function watchLongTasks() {
    const long = [];
    if (!globalThis.PerformanceObserver?.supportedEntryTypes?.includes("longtask"))
        return { long, stop: async () => null };
    const note = (entries) => { for (const { duration } of entries) long.push(Math.round(duration)); };
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ entryTypes: ["longtask"] });
    const stop = async () => {
        await new Promise((resolve) => { setTimeout(resolve, 50); });
        note(observer.takeRecords());
        observer.disconnect();
        return long;
    };
    return { long, stop };
}

/** The longest pause between turns of the event loop. */
function watchPauses() {
    let last = performance.now(), longest = 0, running = true;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
        const now = performance.now();
        longest = Math.max(longest, now - last);
        last = now;
        if (running) setTimeout(() => port2.postMessage(0), 1);
        else port1.close();
    };
    port2.postMessage(0);
    return () => { running = false; return Math.round(longest); };
}

async function timed(work) {
    const tasks = watchLongTasks(), pauses = watchPauses();
    const started = performance.now();
    const value = await work();
    const ms = Math.round(performance.now() - started);
    return { value, ms, longestPause: pauses(), longTasks: await tasks.stop() };
}

/** Holds the thread for 80 ms, in a task of its own: what the watches must see, also a turn later on a busy machine. */
async function busy() {
    await new Promise((resolve) => { setTimeout(resolve, 20); });
    for (const end = performance.now() + 80; performance.now() < end;);
    await new Promise((resolve) => { setTimeout(resolve, 500); });
}

/** Waits while workers that have nothing to do with the page are busy: what any page feels beside so many. */
async function idle(workers, ms) {
    if (workers === 0) return; // where none are allowed, or hosts have no addresses for them
    const source = `for (const end = Date.now() + ${ms}; Date.now() < end;);`;
    const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    const spinning = Array.from({ length: workers }, () => new Worker(url));
    await new Promise((resolve) => { setTimeout(resolve, ms); });
    for (const worker of spinning) worker.terminate();
    URL.revokeObjectURL(url);
}

async function main() {
    const options = JSON.parse(new URLSearchParams(globalThis.location?.search ?? "").get("options") ?? "{}");
    const [input, vkey, publicSignals, proof] = await Promise.all(
        ["input.json", "vkey.json", "public.json", "proof.json"].map(read),
    );
    const [wasm, zkey] = await Promise.all(["circuit.wasm", "circuit.zkey"].map(bytes));
    const first = await timed(() => groth16.fullProve(input, wasm, zkey, undefined, undefined, options));
    const second = await timed(() => groth16.fullProve(input, wasm, zkey, undefined, undefined, options));
    const workers = globalThis.curve_bn128?.tm.pool.filter((slot) => slot?.initialized).length ?? 0;
    const { value: made, ...felt } = first, { value: again, ...feltAgain } = second;
    return {
        ...made,
        felt,
        feltAgain,
        workers,
        control: await timed(busy),
        idle: await timed(() => idle(workers, felt.ms + feltAgain.ms)),
        own:
            (await groth16.verify(vkey, made.publicSignals, made.proof)) &&
            (await groth16.verify(vkey, again.publicSignals, again.proof)),
        foreign: await groth16.verify(vkey, publicSignals, proof),
        tampered: await groth16.verify(vkey, [String(BigInt(publicSignals[0]) ^ 1n), ...publicSignals.slice(1)], proof),
        protocol: globalThis.curve_bn128?.tm.protocol,
    };
}

globalThis.report = main();
