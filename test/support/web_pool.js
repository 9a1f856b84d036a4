/**
 * The pool as a browser gets it, on Node: bundled with the web adapter, over
 * a `Worker` that behaves like the one of the web, and refuses like it.
 */
import { resolveObjectURL } from "node:buffer";
import { fileURLToPath } from "node:url";
import { Worker as NodeWorker } from "node:worker_threads";
import { rollup } from "rollup";
import { INITIALIZED } from "../../src/pool/protocol.js";

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

async function bundle() {
    const web = { name: "web-host", resolveId: (id) => (id === "#host" ? at("src/util/host_web.js") : null) };
    const build = await rollup({ input: at("src/pool/pool.js"), plugins: [web] });
    const { output } = await build.generate({ format: "es" });
    return import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString("base64")}`);
}

let loaded;
/** @returns {Promise<typeof import("../../src/pool/pool.js")>} */
export const webPool = () => (loaded ??= bundle());

/**
 * What starts of each form do: "ok", "throw", "error" (later), "silent"; ms by which timers overtake messages, and by
 * which workers say late that they are ready.
 */
export const policy = { blob: "ok", data: "ok", module: "ok", classic: "ok", delay: 0, ready: 0, started: [] };

const text = async (url) => (url.startsWith("blob:")
    ? Buffer.from(await resolveObjectURL(url).arrayBuffer()).toString()
    : decodeURIComponent(url.slice(url.indexOf(",") + 1)));

/** No `ref`, no `unref`, no exit event. */
export class FakeWorker extends EventTarget {
    constructor(address, { type } = {}) {
        super();
        const url = String(address);
        const form = url.startsWith("blob:") ? "blob" : url.startsWith("data:") ? "data" : type;
        policy.started.push(form);
        if (policy[form] === "throw") throw new Error(`${form} refused by policy`);
        this.early = [];
        if (policy[form] === "error")
            setTimeout(() => this.dispatchEvent(Object.assign(new Event("error"), { message: "" })), 1);
        if (policy[form] === "ok") void this.open(text(url));
    }

    async open(source) {
        const code = await source;
        if (this.dead) return;
        this.thread = new NodeWorker(`globalThis.ffturboPort = require("worker_threads").parentPort;${code}`, {
            eval: true,
            execArgv: [],
        });
        const deliver = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
        const lateBy = ({ status }) => policy.delay || (status === INITIALIZED && policy.ready);
        this.thread.on("message", (data) => (lateBy(data) ? setTimeout(deliver, lateBy(data), data) : deliver(data)));
        this.thread.on("error", (error) =>
            this.dispatchEvent(Object.assign(new Event("error"), { message: error.message })),
        );
        for (const message of this.early) this.thread.postMessage(...message);
    }

    postMessage(...message) {
        if (this.thread) this.thread.postMessage(...message);
        else this.early.push(message);
    }

    terminate() {
        this.dead = true;
        void this.thread?.terminate();
    }
}
