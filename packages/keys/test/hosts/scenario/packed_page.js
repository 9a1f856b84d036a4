/** Packs a key in a page, and proves with what came of it: with the browser's own DEFLATE and SHA-256. */
import { prove, zkeyInfo } from "../../../../../src/protocols/groth16/index.js";
import { packKey, unpackKey } from "../../../src/packed.js";

const bytesOf = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const same = (a, b) => a.length === b.length && a.every((byte, i) => byte === b[i]);

async function run() {
    const { zkey, ffkey, wtns } = globalThis.files, key = bytesOf(zkey), here = { type: "mem" }, back = { type: "mem" };
    const facts = await packKey(key, here, { threads: 2 });
    await unpackKey(bytesOf(ffkey), back, { threads: 2 });
    const { proof, publicSignals } = await prove(new Blob([here.data]), bytesOf(wtns), { threads: 2 });
    const damaged = here.data.slice();
    damaged[damaged.length - 9] ^= 1;
    const refused = await prove(damaged, bytesOf(wtns), { threads: 0 }).catch(({ code }) => code);
    const { root } = await zkeyInfo(here.data);
    return { facts, root, unpacked: same(back.data, key), proof, publicSignals, refused };
}

globalThis.report = run();
