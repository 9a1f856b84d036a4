/** The parts of the soak in a page: `globalThis.soak`, once everything has loaded. */
import { buildBn128 } from "/src/index.js";
import { prove, ProverError, verify } from "/src/protocols/groth16/index.js";
import { stream } from "/test/fuzz/choices.js";
import { parts } from "/test/full/soak/parts.js";

const get = async (name) => (await fetch(`/fixture/${name}`)).arrayBuffer().then((buffer) => new Uint8Array(buffer));
const json = async (name) => JSON.parse(new TextDecoder().decode(await get(name)));

/** A page is not told that a worker has ended, so what counts is that it was asked to. */
function start(source, onEnd = () => {}) {
    const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    const worker = new Worker(address), end = worker.terminate.bind(worker);
    URL.revokeObjectURL(address);
    worker.terminate = () => {
        onEnd();
        end();
    };
    return worker;
}

/** What a page sees of a worker that failed: it does no more, and there is an error event. */
function kill(worker) {
    worker.terminate();
    worker.dispatchEvent(new ErrorEvent("error", { message: "the worker was killed", cancelable: true }));
}

globalThis.openSoak = async (seed) => {
    const claim = {
        zkey: await get("circuit.zkey"), wtns: await get("witness.wtns"), vkey: await json("vkey.json"),
        signals: await json("public.json"),
    };
    globalThis.soak = parts({ start, kill }, { buildBn128, prove, verify, ProverError }, claim, stream(seed));
};
