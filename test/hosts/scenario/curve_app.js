/** A page's program that loads a curve when it is asked for. `globalThis.report` holds the outcome. */
import { getCurveFromName } from "ffturbo";
import { configure } from "ffturbo/config";

const message = (error) => error.message;

async function main() {
    const before = await getCurveFromName("bls12377", true).catch(message);
    configure({ curves: [{ name: "bls12377", load: () => import("ffturbo/curves/bls12377") }] });
    const { name, G1, G2, pairingEq } = await getCurveFromName("bls12377", true);
    const points = [G1.timesScalar(G1.g, 3), G2.g, G1.neg(G1.g), G2.timesScalar(G2.g, 3)];
    return { before, name, bilinear: await pairingEq(...points) };
}

globalThis.report = main();
