/** A page's program that loads a curve when it is asked for. `globalThis.report` holds the outcome. */
import { getCurveFromName } from "ffturbo";
import { configure } from "ffturbo/config";

const message = (error) => error.message;

async function main() {
    const before = await getCurveFromName("bls12377", true).catch(message);
    configure({ curves: [{ name: "bls12377", load: () => import("ffturbo/curves/bls12377") }] });
    const { name, G1, G2, pairingEq } = await getCurveFromName("bls12377", true);
    const points = [G1.timesScalar(G1.g, 3), G2.g, G1.neg(G1.g), G2.timesScalar(G2.g, 3)];
    await import("ffturbo-curves/pallas"); // registers it with the same engine
    const pallas = await getCurveFromName("pallas", true), { G1: P } = pallas;
    const bases = new Uint8Array([...P.toAffine(P.g), ...P.toAffine(P.double(P.g))]);
    const sum = await P.multiExpAffine(bases, new Uint8Array(64).fill(1, 0, 1).fill(1, 32, 33));
    return {
        before, name, bilinear: await pairingEq(...points), other: pallas.name,
        sum: P.eq(sum, P.timesScalar(P.g, 3)),
    };
}

globalThis.report = main();
