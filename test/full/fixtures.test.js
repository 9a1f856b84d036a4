/**
 * The fixtures come out the same, byte for byte, when snarkjs makes them on ffturbo: powers of tau, setups, beacons,
 * witnesses.
 */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "chai";
import { FIXTURES } from "../../scripts/make-fixtures.mjs";
import { fixtures } from "../support/circuits.js";
import { root, turboProject, workFolder } from "../support/scratch.js";

describe("fixtures made again on ffturbo", function () {
    this.timeout(900_000);
    let out;
    before("runs scripts/make-fixtures.mjs on the clients' project", async () => {
        out = workFolder("fixtures");
        await promisify(execFile)(
            process.execPath,
            [join(root, "scripts/make-fixtures.mjs"), "--out", out, "--project", turboProject()],
            { timeout: 850_000, killSignal: "SIGKILL" },
        );
    });
    after(() => out && rmSync(out, { recursive: true, force: true }));

    for (const { name, systems } of FIXTURES) {
        const files = [
            "witness.wtns",
            ...systems.flatMap((system) =>
                system === "groth16"
                    ? ["circuit.zkey", "vkey.json", "public.json"]
                    : [`${system}.zkey`, `${system}_vkey.json`, `${system}_public.json`],
            ),
        ];
        for (const file of files) it(`${name}/${file} is the committed one`, () => {
            expect(
                Buffer.compare(readFileSync(join(out, name, file)), readFileSync(join(fixtures, name, file))),
            ).to.equal(0);
        });
    }
});
