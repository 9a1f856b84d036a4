/**
 * Keys, proofs and signals in all forms that programs write: verification of each kind, call data and contracts take
 * them, and snarkjs does too.
 */
import { expect } from "chai";
import * as snarkjs from "snarkjs";
import { buildBn128 } from "../../src/index.js";
import { verify as verifyOnBigInt } from "../../src/protocols/bigint.js";
import * as fflonk from "../../src/protocols/fflonk/index.js";
import * as groth16 from "../../src/protocols/groth16/index.js";
import * as verifier from "../../src/protocols/groth16/verify_alone.js";
import { exportSolidityCallData, exportSolidityVerifier, verify, verifyStream } from "../../src/protocols/index.js";
import * as plonk from "../../src/protocols/plonk/index.js";
import * as facade from "../../packages/snarkjs/src/index.js";
import { claimOf, formsOf } from "../support/claim_forms.js";
import { itInAll, rowsInFull, thinned } from "../support/extent.js";

const callDataOf = (api, protocol, proof, signals) => (protocol === "fflonk"
    ? api.fflonk.exportSolidityCallData(signals, proof)
    : api[protocol].exportSolidityCallData(proof, signals));

/** The titles of the forms that are not answered as wanted. */
async function failing(forms, wanted, ask) {
    const wrong = [];
    for (const [title, changes] of forms) {
        const answer = await (async () => ask(changes))().catch((error) => `${error.code}: ${error.message}`);
        if (answer !== wanted) wrong.push(`${title}: ${String(answer).slice(0, 200)}`);
    }
    return wrong;
}

describe("prover: forms of keys, proofs and signals", function () {
    this.timeout(240_000);
    let curve;
    before(async () => { curve = await buildBn128(true); });
    after(async () => {
        await curve.terminate();
        await (await snarkjs.curves.getCurveFromName("bn128")).terminate();
    });

    for (const [protocol, own] of Object.entries({ groth16, plonk, fflonk })) describe(protocol, () => {
        const base = claimOf(protocol), { publicSignals, proof } = base, forms = formsOf(protocol);
        const with_ = (changes) => ({ ...base, ...changes });
        const facadeData = (one, signals) => callDataOf(facade, protocol, one, signals);

        it("each verifies: by the protocol, by the catalogue, and as callers of snarkjs write it", async () => {
            expect(forms.length).to.be.above(40);
            for (const [check, options] of [[own.verify, { curve }], [verify, { curve }], [facade[protocol].verify]])
                expect(await failing(forms, true, (changes) => {
                    const one = with_(changes);
                    return check(one.vkey, one.publicSignals, one.proof, options);
                })).to.deep.equal([]);
        });

        it("a batch takes all forms of proofs at once, and all forms of the key", async () => {
            const items = forms.map(([, changes]) => ({ publicSignals, proof, ...changes }));
            expect(await own.verifyMany(base.vkey, items, { curve })).to.deep.equal(items.map(() => true));
            const [item] = items;
            expect(await failing(forms.filter(([, { vkey }]) => vkey), true, async ({ vkey }) => {
                for await (const answer of verifyStream(vkey, [item], { curve })) return answer;
            })).to.deep.equal([]);
        });

        it("each gives the same call data and the same contract", async () => {
            const data = exportSolidityCallData(proof, publicSignals);
            const ofProof = forms.filter(([, { vkey }]) => !vkey), ofKey = forms.filter(([, { vkey }]) => vkey);
            for (const make of [exportSolidityCallData, facadeData])
                expect(await failing(ofProof, data, (changes) => {
                    const one = with_(changes);
                    return make(one.proof, one.publicSignals);
                })).to.deep.equal([]);
            const contract = await exportSolidityVerifier(base.vkey, { curve });
            const contractOf = ({ vkey }) => exportSolidityVerifier(vkey, { curve });
            expect(await failing(ofKey, contract, contractOf)).to.deep.equal([]);
            if (protocol === "fflonk")
                expect(await facade.fflonk.exportSolidityVerifier(ofKey[0][1].vkey)).to.equal(contract);
        });

        itInAll("snarkjs takes each of them as well", async () => {
            const taken = forms.filter(([, , theirs = true]) => theirs);
            expect(await failing(taken, true, (changes) => {
                const one = with_(changes);
                return snarkjs[protocol].verify(one.vkey, one.publicSignals, one.proof);
            })).to.deep.equal([]);
        });

        it("a changed proof verifies in none of them", async () => {
            const other = [String(BigInt(publicSignals[0]) ^ 1n), ...publicSignals.slice(1)];
            expect(await failing(thinned(forms, 4), false, (changes) => {
                const one = with_(changes);
                return own.verify(one.vkey, other, one.proof, { curve });
            })).to.deep.equal([]);
        });
    });

    it("groth16: the verifiers without workers take each too, one by one and in batches", async () => {
        const { vkey, publicSignals, proof } = claimOf("groth16"), forms = formsOf("groth16");
        const asked = (check) => (changes) => {
            const one = { vkey, publicSignals, proof, ...changes };
            return check(one.vkey, one.publicSignals, one.proof);
        };
        expect(await failing(forms, true, asked(verifier.verify))).to.deep.equal([]);
        const items = forms.map(([, changes]) => ({ publicSignals, proof, ...changes }));
        expect(await verifier.verifyMany(vkey, items)).to.deep.equal(items.map(() => true));
        const few = forms.filter(([title], i) => i % 8 === 0 || /bn254|groth$|undefined signals|two/.test(title));
        const slow = rowsInFull(forms, few); // each takes 0.2 s
        expect(await failing(slow, true, asked(verifyOnBigInt))).to.deep.equal([]);
    });
});
