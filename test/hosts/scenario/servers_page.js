/** A page that proves with files from servers, under service workers or not; and its worker, which only proves. */
import { fullProve } from "../../../src/protocols/groth16/index.js";
import { openStore } from "../../../packages/keys/src/store.js";

/** Proof and signals, or words: an error cannot cross to the test. */
async function prove(at, input) {
    const file = (name) => new URL(at + name, location.href);
    try {
        const { proof, publicSignals } = await fullProve(input, file("circuit.wasm"), file("circuit.zkey"), { threads: 0 });
        return { proof, publicSignals };
    } catch (error) {
        return { error: error.message };
    }
}

/** Whether a key is kept by a store. */
async function keep(at) {
    const store = await openStore({ name: "servers", keepIn: "memory" });
    try {
        const { done } = await store.fetch(new URL(`${at}circuit.zkey`, location.href), { attempts: 2 });
        return (await done).kept;
    } finally {
        await store.close();
    }
}

/** A service worker takes this page. */
const control = () => new Promise((resolve, reject) => {
    navigator.serviceWorker.addEventListener("controllerchange", () => resolve(undefined));
    navigator.serviceWorker.register("sw.js").catch(reject);
});

async function forget() {
    for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister();
    await caches.delete("kept");
}

/** Whether the worker sees its service worker is its browser's choice. */
const inWorker = (at, input) => new Promise((resolve, reject) => {
    const worker = new Worker("app.js"), address = new URL(at, location.href).href;
    worker.onmessage = ({ data }) => {
        worker.terminate();
        resolve(data);
    };
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage([address, input]);
});

/** No service worker, but a fetch that puts through. */
function keepingFetch() {
    const { fetch } = globalThis;
    globalThis.fetch = async (url, init) => {
        if (!String(url).includes("/files/")) return fetch(url, init);
        const cache = await caches.open("kept"), known = await cache.match(url);
        if (known) return known;
        const response = await fetch(url, init);
        await cache.put(url, response.clone());
        return response;
    };
}

globalThis.tools = { prove, keep, control, forget, inWorker, keepingFetch };
if (!("document" in globalThis))
    globalThis.onmessage = async ({ data: [at, input] }) => {
        const sees = Boolean(navigator.serviceWorker?.controller);
        globalThis.postMessage({ sees, ...await prove(at, input) });
    };
