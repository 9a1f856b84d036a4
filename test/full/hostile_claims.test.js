/** Every hostile claim for the verifier on BigInt, of which npm test takes a sample. */
import { expect } from "chai";
import { FIXTURES, VERIFIERS, disagreements, load, variants } from "../support/hostile_claims.js";

describe("full: hostile claims", () => {
    for (const name of Object.keys(FIXTURES)) it(`${name}: ffturbo/bigint refuses each, for the reason given`, async () => {
        const files = load(name);
        expect(await disagreements(VERIFIERS["ffturbo/bigint"], variants(name, files), files)).to.equal("");
    });
});
