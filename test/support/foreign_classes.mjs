/**
 * A program in a realm whose classes are not those of Node, as in an imitated page: it proves and verifies, from files
 * and over HTTP, aborts what it began, and prints what came of it as JSON.
 *
 *     node foreign_classes.mjs KIND FOLDER ADDRESS
 *
 * KIND: "page", whose signals have all that the standard has; "polyfill", whose signals have neither `reason` nor
 * `throwIfAborted` nor the option `once`. Neither has TextEncoder, TextDecoder or AbortSignal.any.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ENTRIES } from "../../scripts/entries.mjs";

const [kind, folder, address] = process.argv.slice(2), isPage = kind === "page";
const mine = new Set(); // signals of this program; fetch listens to others
let most = 0;

class Target {
    listeners = [];
    addEventListener(type, listener, options) {
        this.listeners.push({ listener, once: isPage && options?.once });
        if (mine.has(this)) most = Math.max(most, this.listeners.length);
    }
    removeEventListener(type, listener) {
        this.listeners = this.listeners.filter((one) => one.listener !== listener);
    }
    dispatchEvent(event) {
        const told = this.listeners;
        this.listeners = told.filter(({ once }) => !once);
        for (const { listener } of told) listener.call(this, event);
    }
}
class Signal extends Target {
    aborted = false;
}
if (isPage) Object.defineProperties(Signal.prototype, {
    reason: { get() { return this.given; } },
    throwIfAborted: { value() { if (this.aborted) throw this.reason; } },
});
class Controller {
    signal = new Signal();
    abort(reason = new Error("expected to finish, got aborted")) {
        if (this.signal.aborted) return;
        this.signal.aborted = true;
        if (isPage) this.signal.given = reason;
        this.signal.dispatchEvent({ type: "abort" });
    }
}
await fetch("data:,"); // is made of the classes of Node, at its first call
Object.assign(globalThis, { EventTarget: Target, AbortSignal: Signal, AbortController: Controller });
for (const name of ["TextEncoder", "TextDecoder"]) delete globalThis[name];

const loaded = await Promise.all(ENTRIES.map(({ source }) => import(new URL(`../../${source}`, import.meta.url))));

const [snarkjs, circuits, store, groth16, main] = await Promise.all(
    ["packages/snarkjs/src/index.js", "packages/snarkjs/src/circuits/index.js", "packages/keys/src/store.js", "src/protocols/groth16/index.js", "src/index.js"]
        .map((file) => import(`../../${file}`)),
);
const at = (name) => join(folder, name), json = (name) => JSON.parse(readFileSync(at(name), "utf8"));
const input = json("input.json"), vkey = json("vkey.json");
const options = () => {
    const { signal } = new Controller();
    mine.add(signal);
    return { signal };
};
const files = [at("circuit.wasm"), at("circuit.zkey")];

const proofs = [
    await snarkjs.groth16.fullProve(input, ...files),
    await groth16.fullProve(input, ...files, options()),
    await groth16.fullProve(input, ...files.map((file) => file.replace(folder, address)), options()),
    await groth16.fullProve(input, ...files, { ...options(), threads: 0 }),
];
const valid = [];
for (const { proof, publicSignals } of proofs) valid.push(await snarkjs.groth16.verify(vkey, publicSignals, proof));
const many = await groth16.verifyMany(vkey, proofs, options());
const kept = await store.openStore({ keepIn: "memory" }).then(async (opened) => {
    const source = await opened.fetch(files[1], options()), { size } = source;
    await source.close();
    await opened.close();
    return size;
});
const { holds } = await circuits.check(at("circuit.r1cs"), at("witness.wtns"), { ...options(), sym: at("circuit.sym") });

/** What an abort comes to, before a call or after `begun`. */
const ended = async (call, begun) => {
    const controller = new Controller();
    mine.add(controller.signal);
    if (!begun) controller.abort();
    const result = call(controller.signal).then(() => "nothing", (error) => error?.message);
    await begun?.();
    controller.abort();
    return result;
};
const curve = await main.buildBn128(), bytes = new Uint8Array(32 * 2 ** 17).fill(1);
const aborted = [];
for (const begun of [undefined, async () => {}]) {
    aborted.push(await ended((signal) => groth16.fullProve(input, ...files, { signal }), begun));
    aborted.push(await ended((signal) => curve.Fr.batchToMontgomery(bytes, { signal }), begun));
    aborted.push(await ended((signal) => circuits.check(at("circuit.r1cs"), at("witness.wtns"), { signal }), begun));
}
aborted.push(await ended(
    (signal) => groth16.fullProve(input, files[0], `${address}/silent`, { signal }), () => fetch(`${address}/asked`)));
console.log(JSON.stringify({ entries: loaded.length, valid, many, kept, holds, aborted, most }));
