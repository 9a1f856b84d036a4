/**
 * The small application that bundlers build and pages run: snarkjs proves and verifies on ffturbo.
 * Circuits are those of test/fixtures, compiled to witness calculators when they are first asked for.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { compile, FIXTURES } from "../../scripts/make-fixtures.mjs";
import { fixtures } from "./circuits.js";
import { withClient } from "./client.js";
import { root } from "./scratch.js";

const COMPILED = join(root, ".scratch", "circuits");

/** Folder of a fixture: circuit.wasm, .r1cs, .sym and .zkey, its inputs, and a proof with all it takes. */
export function circuitFolder(name) {
    const folder = join(COMPILED, name);
    if (existsSync(folder)) return folder;
    mkdirSync(COMPILED, { recursive: true });
    const building = mkdtempSync(join(COMPILED, "building-"));
    try {
        compile(name, FIXTURES.find((fixture) => fixture.name === name).curve, building);
        mkdirSync(join(building, "out"));
        cpSync(join(fixtures, name), join(building, "out"), { recursive: true });
        for (const type of ["wasm", "r1cs", "sym"])
            cpSync(join(building, `${name}.${type}`), join(building, "out", `circuit.${type}`));
        if (!existsSync(folder)) renameSync(join(building, "out"), folder);
    } finally {
        rmSync(building, { recursive: true, force: true });
    }
    return folder;
}

export const CIRCUIT = "mimc_example";

/** What app.js reports must hold: its proofs verify there and here, and a proof made in Node verified there. */
export async function checkProofs(report) {
    const folder = circuitFolder(CIRCUIT);
    const json = (name) => JSON.parse(readFileSync(join(folder, name), "utf8"));
    const { own, foreign, tampered, protocol } = report;
    expect({ own, foreign, tampered }).to.deep.equal({ own: true, foreign: true, tampered: false });
    expect(protocol, "the curve that proved").to.match(/^ffturbo/);
    expect(report.publicSignals).to.deep.equal(json("public.json"));
    expect(
        await verifiesHere(json("vkey.json"), report.publicSignals, report.proof),
        "verified by snarkjs on ffjavascript in Node",
    ).to.equal(true);
}

/** By another engine, in a process of its own. */
async function verifiesHere(vkey, publicSignals, proof) {
    const { value } = await withClient(root, {}, (client) =>
        client.snarkjs("groth16.verify", vkey, publicSignals, proof),
    );
    return value;
}
