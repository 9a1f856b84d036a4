/**
 * Scenario: one proof with its phases on the clock.
 * "load" imports snarkjs, "build, read key" builds the curve and makes the verification key, "prove" and "verify" are
 * its own calls.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { peakMemory } from "../../support/peak_memory.cjs";


/** Whose curve it is, by what it says: ours name their protocol of tasks. */
const engineOf = ({ tm }) => /^ffturbo/.exec(tm.protocol)?.[0] ?? "ffjavascript";

/** The tier that the curve's fast paths run in; "base" while there is no lane. */
const tierOf = ({ tm }) => tm.tier ?? "base";

export default async function provePhases({ load, project }, { zkey, wtns }) {
    const phases = {};
    const phase = async (name, run) => {
        const started = performance.now();
        const value = await run();
        phases[name] = performance.now() - started;
        return value;
    };
    const snarkjs = await phase("load snarkjs", () => load("snarkjs"));
    const vkey = await phase("build, read key", () => snarkjs.zKey.exportVerificationKey(zkey));
    const system = vkey.protocol;
    const curve = await snarkjs.curves.getCurveFromName(vkey.curve);
    const { proof, publicSignals } = await phase("prove", () => snarkjs[system].prove(zkey, wtns));
    const verified = await phase("verify", () => snarkjs[system].verify(vkey, publicSignals, proof));
    const { version } = JSON.parse(readFileSync(join(project, "node_modules", "snarkjs", "package.json"), "utf8"));
    return {
        system,
        vkey,
        proof,
        publicSignals,
        verified,
        phases,
        threads: curve.tm.concurrency,
        tier: tierOf(curve),
        engine: engineOf(curve),
        snarkjs: version,
        maxRss: peakMemory(),
    };
}
