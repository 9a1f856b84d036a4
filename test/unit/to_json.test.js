/** A program's own `toJSON`, such as many set for BigInt, decides neither which key is meant nor which inputs are. */
import { expect } from "chai";
import { rememberKeys } from "../../src/protocols/groth16/json.js";
import { verify as verifyOnBigInt } from "../../src/protocols/bigint.js";
import { verify } from "../../src/protocols/groth16/index.js";
import { createHashes } from "../../packages/server/src/references.js";
import { readRequest } from "../../packages/server/src/request.js";
import { circuitsIn, fixtures } from "../support/circuits.js";
import { thinned } from "../support/extent.js";

const PROTOTYPES = { BigInt: BigInt.prototype, Array: Array.prototype, Object: Object.prototype };

for (const [name, prototype] of thinned(Object.entries(PROTOTYPES), 3))
    describe(`toJSON of ${name}`, function () {
        this.timeout(60_000);
        before(() => {
            Object.defineProperty(prototype, "toJSON", { value: () => "0", configurable: true, enumerable: false });
        });
        after(() => { delete prototype.toJSON; });

        it("another key is another key", () => {
            const remember = rememberKeys(), curve = {}, done = [];
            const key = { alpha1: [1n, 2n, 1n], beta2: [[1n, 2n]], gamma2: [[3n]], delta2: [[4n]], IC: [[5n, 6n, 1n]] };
            for (const changed of [{}, { alpha1: [2n, 2n, 1n] }, { IC: [[5n, 6n, 1n], [5n, 6n, 1n]] }])
                remember(curve, { ...key, ...changed }, () => done.push(changed));
            expect(done).to.have.length(3);
        });

        it("a proof is not accepted under another key", async () => {
            const { vkey, proof, publicSignals } = circuitsIn(fixtures).find((circuit) => circuit.name === "xor_net");
            const other = { ...vkey, vk_alpha_1: vkey.IC[0] };
            for (const check of [verify, verifyOnBigInt]) {
                expect(await check(vkey, publicSignals, proof)).to.equal(true);
                expect(await check(other, publicSignals, proof)).to.equal(false);
            }
        });

        it("inputs of a job are sent as they are", async () => {
            const inputs = { a: 2n ** 200n, b: [1n, [2, "3"]], c: true, d: 2 ** 77 };
            const { data } = await readRequest(
                { zkey: new Uint8Array(8), wasm: new Uint8Array(8), inputs }, { hashes: createHashes(), inline: 1024 },
            );
            const sent = new TextDecoder().decode(Buffer.from(data.inputs.bytes, "base64"));
            expect(JSON.parse(sent)).to.deep.equal({ a: `${2n ** 200n}`, b: ["1", [2, "3"]], c: true, d: `${2n ** 77n}` });
        });
    });
