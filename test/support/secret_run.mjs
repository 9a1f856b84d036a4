/**
 * One call that draws secrets, in a process whose memory is searched afterwards: `node secret_run.mjs CALL THREADS
 * FILES`. What the host draws follows from the number of the draw, so that whoever started this knows it, and this
 * process keeps no copy, unless KEEP is set. It says how many bytes each draw had, and rests until it is ended.
 */
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { WasmField1 } from "../../src/engine/field.js";
import { buildBn128 } from "../../src/index.js";
import * as ceremony from "../../packages/snarkjs/src/ceremony/index.js";
import { prove as fflonk } from "../../src/protocols/fflonk/index.js";
import { prove as groth16 } from "../../src/protocols/groth16/index.js";
import { prove as plonk } from "../../src/protocols/plonk/index.js";
import { byteOf } from "./process_memory.js";

const lengths = [], kept = [], { fromRng } = WasmField1.prototype;
crypto.randomFillSync = (view) => {
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength), draw = lengths.length;
    for (let i = 0; i < bytes.length; i++) bytes[i] = byteOf(draw, i);
    lengths.push(bytes.length);
    return view;
};
syncBuiltinESMExports();
if (process.env.KEEP) WasmField1.prototype.fromRng = function (rng) {
    const drawn = fromRng.call(this, rng);
    kept.push(drawn.slice());
    return drawn;
};

const [,, call, threads, ...paths] = process.argv;
const curve = await buildBn128(threads === "0" ? { singleThread: true } : { threads: Number(threads) });
const { tm } = curve, out = { type: "mem" }, options = { curve };
const proofs = { groth16, plonk, fflonk }, contribution = { ...options, entropy: "a text" };
if (Object.hasOwn(proofs, call)) await proofs[call](...paths, options);
else if (call === "contributeToKey" || call === "contributeToPowersOfTau")
    await ceremony[call](paths[0], out, contribution);
else await ceremony[call]("bn128", paths[0], out, contribution);
// a worker takes messages in their order, so it has cleared its memory when it answers
await Promise.all(Array.from({ length: tm.concurrency }, () => tm.queueAction([{ cmd: "ALLOC", var: 0, len: 8 }])));
process.stdout.write(`${JSON.stringify({ lengths, kept: kept.length })}\n`);
process.stdin.resume();
