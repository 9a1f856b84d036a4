/** An edge worker: nothing may be compiled, so the modules come compiled. One answer per path. */
import * as api from "ffturbo";
import { configure } from "ffturbo/config";
import * as fflonk from "ffturbo/fflonk";
import * as plonk from "ffturbo/plonk";
import { groth16 } from "snarkjs";
import { digests } from "./digests.mjs";
import { proveAndVerify } from "./plonkish.mjs";
import bls12381 from "./wasm/bls12381.wasm";
import bn128 from "./wasm/bn128.wasm";
import fft from "./wasm/fft_simd.wasm";
import frOps from "./wasm/fr_ops.wasm";
import buckets from "./wasm/msm_buckets.wasm";
import msmBls from "./wasm/msm_bls12381_simd.wasm";
import msmBn from "./wasm/msm_bn128_simd.wasm";

const base = { bn128, bls12381 }, plonkish = { fr_ops: frOps };
const lanes = { fft_simd: fft, msm_buckets: buckets, msm_bls12381_simd: msmBls, msm_bn128_simd: msmBn };

async function compiles() {
    try {
        await WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
        return true;
    } catch {
        return false;
    }
}

const bytesOf = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

async function answer(path, body) {
    if (path === "/compiles") return { compiles: await compiles() };
    const modules = { "/lanes": { ...base, ...lanes }, "/base": base }[path];
    if (modules) {
        const warned = [];
        return { ...await digests(api, { modules, logger: { warn: (text) => warned.push(text) } }), warned };
    }
    if (path === "/none") return digests(api, {}, ["bn128"]);
    configure({ modules: { ...base, ...lanes, ...plonkish } });
    if (path === "/prove") {
        const [zkey, wtns] = [body.zkey, body.wtns].map(bytesOf);
        return {
            ...(await groth16.prove({ type: "mem", data: zkey }, { type: "mem", data: wtns })),
            protocol: globalThis.curve_bn128.tm.protocol,
            workers: globalThis.curve_bn128.tm.pool.filter(Boolean).length,
        };
    }
    const protocol = { "/plonk": plonk, "/fflonk": fflonk }[path];
    if (protocol) return proveAndVerify(protocol, { ...body, zkey: bytesOf(body.zkey), wtns: bytesOf(body.wtns) });
    const { vkey, publicSignals, proof } = body;
    return { valid: await groth16.verify(vkey, publicSignals, proof) };
}

export default {
    async fetch(request) {
        const { pathname } = new URL(request.url);
        const body = request.method === "POST" ? await request.json() : undefined;
        return answer(pathname, body).then(
            (value) => Response.json(value),
            (error) => Response.json({ error: String(error?.stack ?? error) }),
        );
    },
};
