/** Proves with snarkjs, and verifies with ffturbo/verify. */
import { verify } from "ffturbo/verify";
import { groth16 } from "snarkjs";

const get = (name) => fetch(`/circuit/${name}`);
const json = async (name) => (await get(name)).json();
const bytes = async (name) => new Uint8Array(await (await get(name)).arrayBuffer());

export async function proveHere() {
    const [input, vkey, publicSignals, proof] = await Promise.all(
        ["input.json", "vkey.json", "public.json", "proof.json"].map(json),
    );
    const made = await groth16.fullProve(input, await bytes("circuit.wasm"), await bytes("circuit.zkey"));
    const alone = await groth16.fullProve(
        input, await bytes("circuit.wasm"), await bytes("circuit.zkey"), undefined, undefined, { singleThread: true },
    );
    return {
        ...made,
        alone: await verify(vkey, alone.publicSignals, alone.proof),
        workers: globalThis.curve_bn128.tm.pool.filter((slot) => slot?.initialized).length,
        protocol: globalThis.curve_bn128.tm.protocol,
        own: await verify(vkey, made.publicSignals, made.proof),
        foreign: await verify(vkey, publicSignals, proof),
        tampered: await verify(vkey, ["1", ...publicSignals.slice(1)], proof),
    };
}
