/** A route of the application: proves on the server. */
import { join } from "node:path";
import { buildBn128 } from "ffturbo";
import { prove, verify } from "ffturbo/groth16";

export const dynamic = "force-dynamic";

/** How many workers start: on a busy machine the proof may be done before. */
async function workersOf({ tm: { pool } }) {
    const started = () => pool.filter((slot) => slot?.initialized).length;
    for (let i = 0; i < 600 && started() === 0; i++) await new Promise((resolve) => { setTimeout(resolve, 50); });
    return started();
}

const at = (name) => join(process.cwd(), "public", "circuit", name);

export async function POST(request) {
    const { vkey, publicSignals: known, proof: foreign } = await request.json();
    const curve = await buildBn128({ threads: 2 });
    const { proof, publicSignals } = await prove(at("circuit.zkey"), at("witness.wtns"), { curve });
    const workers = await workersOf(curve);
    await curve.terminate();
    const alone = await prove(at("circuit.zkey"), at("witness.wtns"), { threads: 0 });
    return Response.json({
        proof, publicSignals, workers,
        protocol: curve.tm.protocol,
        alone: await verify(vkey, alone.publicSignals, alone.proof),
        own: await verify(vkey, publicSignals, proof),
        foreign: await verify(vkey, known, foreign),
        tampered: await verify(vkey, ["1", ...publicSignals.slice(1)], proof),
    });
}
