/**
 * Ways in which a key, a proof or a signal is damaged, for all three verifiers: each refuses, with the same reason.
 */
import { expect } from "chai";
import { buildBls12381, buildBn128 } from "../../src/index.js";
import { verify as verifyOnCurve } from "../../src/protocols/groth16/index.js";
import { verify as verifyAlone } from "../../src/protocols/groth16/verify_alone.js";
import { ALL_ROWS, itInAll, rowsInFull, rowsOf } from "../support/extent.js";
import { FIXTURES, VERIFIERS, disagreements, load, put, sample, variants } from "../support/hostile_claims.js";

describe("prover: hostile claims", function () {
    this.timeout(300_000);
    before(async () => { await buildBn128(true); await buildBls12381(true); });

    for (const name of Object.keys(FIXTURES)) describe(name, () => {
        const files = load(name), table = variants(name, files);
        // on BigInt a proof on bls12-381 takes long: CI has its rows
        const verifiers = Object.entries(VERIFIERS)
            .filter(([verifier]) => ALL_ROWS || name === "bn128" || verifier !== "ffturbo/bigint");

        it("the table has more than 288 rows, and without a change each verifier agrees", async () => {
            expect(table.length).to.be.above(288);
            for (const [, verify] of verifiers) {
                expect(await verify(files.vkey, files.public, files.proof)).to.equal(true);
                expect(await verify(files.vkey, files.public, files.proof, { reason: true })).to.deep.equal({
                    valid: true,
                });
            }
        });

        itInAll("agrees to bigints and safe integers where text may stand", async () => {
            const big = (value) =>
                Array.isArray(value)
                    ? value.map(big)
                    : typeof value === "string" && /^\d+$/.test(value)
                      ? BigInt(value)
                      : value;
            const small = (value) =>
                Array.isArray(value) ? value.map(small) : value === "0" || value === "1" ? Number(value) : value;
            for (const change of [big, small]) {
                const each = (record) =>
                    Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
                for (const [, verify] of verifiers)
                    expect(await verify(each(files.vkey), change(files.public), each(files.proof))).to.equal(true);
            }
        });

        for (const [verifier, verify] of verifiers)
            it(`${verifier} refuses each, for the reason given`, async () => {
                // On BigInt a row takes 100 ms: test/full has all of them.
                const every = verifier === "ffturbo/bigint" ? rowsInFull(8, rowsOf(64, 1024)) : rowsOf(1, 16);
                const rows = sample(table, every);
                expect(await disagreements(verify, rows, files)).to.equal("");
            });

        // text is read before a curve is asked for
        if (ALL_ROWS || name === "bn128") for (const [verifier, verify] of verifiers)
            it(`${verifier}: a number of 10^7 digits is refused at once`, async () => {
                for (const path of [
                    "public.0",
                    "proof.pi_a.0",
                    "proof.pi_b.0.0",
                    "vkey.IC.1.0",
                    "vkey.vk_beta_2.0.0",
                ]) {
                    const copy = structuredClone(files);
                    put(path.split("."), "9".repeat(10_000_000))(copy);
                    const before = process.cpuUsage();
                    expect(
                        await verify(copy.vkey, copy.public, copy.proof).catch((error) => error.code),
                        path,
                    ).to.be.oneOf([false, "ERR_POINT"]);
                    const { user, system } = process.cpuUsage(before);
                    expect((user + system) / 1000, `${path}, milliseconds of processor time`).to.be.below(500);
                }
            });

        for (const [verifier, verify] of verifiers)
            itInAll(`${verifier}: a key that changes after it was trusted is looked at again`, async () => {
                const { vkey, public: signals, proof } = structuredClone(files);
                expect(await verify(vkey, signals, proof)).to.equal(true);
                const good = vkey.vk_delta_2, alpha = vkey.vk_alpha_1;
                vkey.vk_delta_2 = [vkey.vk_delta_2[1], vkey.vk_delta_2[0], ["1", "0"]];
                expect(await verify(vkey, signals, proof).catch((error) => error.code)).to.equal("ERR_POINT");
                Object.assign(vkey, { vk_delta_2: good, vk_alpha_1: vkey.IC[1] });
                expect(await verify(vkey, signals, proof)).to.equal(false);
                vkey.vk_alpha_1 = alpha;
                expect(await verify(vkey, signals, proof)).to.equal(true);
            });

        for (const [verifier, verify] of verifiers)
            it(`${verifier}: what changes while it is verified changes nothing`, async () => {
                for (const [change, expected] of [
                    [
                        (copy) => {
                            copy.public[0] = "0";
                            copy.proof.pi_a[0] = "1";
                            copy.vkey.IC.pop();
                        },
                        true,
                    ],
                ]) {
                    const copy = structuredClone(files),
                        answer = verify(copy.vkey, copy.public, copy.proof);
                    change(copy);
                    expect(await answer).to.equal(expected);
                }
                const copy = structuredClone(files);
                copy.public[0] = "0";
                const answer = verify(copy.vkey, copy.public, copy.proof);
                copy.public[0] = files.public[0];
                expect(await answer).to.equal(false);
            });
    });

    it("options: unknown ones are refused, and reason is a boolean", async () => {
        const { vkey, public: signals, proof } = load("bn128");
        for (const verify of Object.values(VERIFIERS)) {
            for (const options of [
                null,
                7,
                "reason",
                [],
                { reasons: true },
                { reason: "yes" },
                { reason: 1 },
            ]) {
                const outcome = await (async () => verify(vkey, signals, proof, options))().catch(
                    (error) => error.code,
                );
                expect(outcome, JSON.stringify(options)).to.equal("ERR_OPTION");
            }
            for (const options of rowsOf([undefined, {}, { reason: false }], [{ reason: false }]))
                expect(await verify(vkey, signals, proof, options)).to.equal(true);
            expect(Object.isFrozen(await verify(vkey, signals, proof, { reason: true }))).to.equal(true);
        }
        const bls = await buildBls12381(true);
        for (const curve of [{}, { tm: {} }, "bn128", bls])
            expect(await verifyOnCurve(vkey, signals, proof, { curve }).catch((error) => error.code)).to.equal(
                "ERR_OPTION",
            );
        expect(await verifyAlone(vkey, signals, proof, { curve: bls }).catch((error) => error.code)).to.equal(
            "ERR_OPTION",
        );
    });

    itInAll("more keys than are remembered are verified all the same", async () => {
        const { vkey, public: signals, proof } = load("bn128");
        // all remember by the same function, and on BigInt each takes 200 ms
        for (const [name, verify] of Object.entries(VERIFIERS)) for (let i = 0; i < (name.endsWith("bigint") ? rowsOf(20, 4) : 20); i++) {
            const other = {
                ...vkey,
                vk_alpha_1: vkey.IC[1],
                IC: [vkey.IC[i % vkey.IC.length], ...vkey.IC.slice(1)],
                nPublic: vkey.nPublic,
            };
            if (i % 3) expect(await verify(vkey, signals, proof)).to.equal(true);
            else expect(await verify(other, signals, proof)).to.equal(false);
        }
    });
});
