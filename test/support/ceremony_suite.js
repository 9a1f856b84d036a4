/**
 * Every function of snarkjs's JavaScript interface that reaches the engine, on a tiny circuit, ffturbo and ffjavascript
 * side by side.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { compile, FIXTURES } from "../../scripts/make-fixtures.mjs";
import { ceremony, phaseOne, phaseTwo, universalSetup } from "./ceremony.js";
import { fixtures } from "./circuits.js";
import { openClient } from "./client.js";
import { FORGETFUL } from "./forgotten_files.js";
import { describeInAll } from "./extent.js";
import { root, turboProject, workFolder } from "./scratch.js";

const CIRCUIT = "mimc_tiny";
const { input } = FIXTURES.find(({ name }) => name === CIRCUIT);

/**
 * @param {"bn128" | "bls12381"} curve
 * @param {number} power - 2^power points; fflonk, which needs 8 for this circuit, is left out where there are fewer
 */
export const ceremonySuite = (curve, power) => describeInAll(`snarkjs ceremony on ${curve}`, function () {
    this.timeout(300_000);
    const state = {};
    const context = () => state;

    before("compiles the circuit, starts both clients", () => {
        const folder = workFolder("ceremony");
        const turbo = openClient(turboProject()), plain = openClient(root);
        const strangerKey = join(fixtures, curve === "bn128" ? "mimc_tiny" : "mimc_bls", "circuit.zkey");
        compile(CIRCUIT, curve, folder);
        Object.assign(state, {
            folder,
            turbo,
            plain,
            input,
            strangerKey,
            run: ceremony({ folder, turbo, plain, curve, power }),
        });
    });
    after(async () => {
        await Promise.all([state.turbo?.close(), state.plain?.close()]);
        if (state.folder) rmSync(state.folder, { recursive: true, force: true });
    });

    phaseOne(context);
    phaseTwo(context, CIRCUIT);
    const systems = curve === "bn128" ? ["plonk", "fflonk"].filter((name) => name === "plonk" || power >= 8) : [];
    for (const system of systems) universalSetup(context, CIRCUIT, system);

    it("no file is left open but by the functions of snarkjs that are known for it, on either engine", () => {
        for (const client of [state.turbo, state.plain]) expect(client.forgetful()).to.deep.equal(FORGETFUL.ceremony);
    });
});
