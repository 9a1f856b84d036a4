/**
 * The table of docs/security.md: what the library, the commands and a server do with keys and powers of tau that
 * anybody can forge with. Each row is tried with every such key that is made here.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import fastify from "fastify";
import client from "prom-client";
import { createFront } from "../../packages/server/src/command/front.js";
import { weakKeysIn } from "../../packages/server/src/command/known_keys.js";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { buildBn128 } from "../../src/index.js";
import * as ceremony from "../../packages/snarkjs/src/ceremony/index.js";
import {
    exportSolidityVerifier, exportVerificationKey, prove, verify, vkeyWeakness, zkeyInfo,
} from "../../src/protocols/index.js";
import { createLocalProver } from "../../packages/server/src/pool/index.js";
import { runCommand, SNARKJS } from "../support/command.js";
import { keepHandles } from "../support/kept_handles.js";
import { root } from "../support/scratch.js";
import { forgeFflonk, forgeGroth16, forgePlonk } from "../support/weak_proofs.js";
import { keysFrom, powersFor, product, witnessOf } from "../support/weak_keys.js";

const SENTENCE = /anybody can forge proofs of this key/g, TOKEN = "a-0123456789abcdef", NONE = "-";
const times = (text) => text.match(SENTENCE)?.length ?? 0;

/** Rows of the table by what is done: the words of library, ffturbo, snarkjs and server. */
function rowsOfTable() {
    const lines = readFileSync(join(root, "docs", "security.md"), "utf8").split("\n");
    const first = lines.findIndex((line) => line.startsWith("| what is done |")) + 2;
    const rows = lines.slice(first, first + lines.slice(first).findIndex((line) => !line.startsWith("|")));
    return Object.fromEntries(rows.map((line) => line.slice(2, -2).split(" | "))
        .map(([done, library, command, snarkjs, server]) => [done, { library, command, snarkjs, server }]));
}

/** What the library did, in a word. */
async function ofLibrary(call) {
    try {
        const made = await call(), found = made?.weakness ?? made;
        if (made?.valid === false) return typeof made.weakness === "string" && times(made.reason) === 1 ? "not valid" : made.reason;
        return times(String(found?.message)) === 1 ? "tells" : "says nothing";
    } catch (error) {
        return error.code === "ERR_KEY" && error.reason && times(error.message) === 1 ? "refuses" : error.message;
    }
}

/** What the command did. */
function ofCommand({ code, out, err }) {
    if (code === 1 && out === "" && times(err) === 1 && err.endsWith("; --insecure takes it\n")) return "refuses";
    if (code === 1 && times(out) === 1) return "not valid";
    if (code === 0 && times(err) === 1) return "warns";
    return code === 0 && times(out) === 1 ? "tells" : `${code} ${out} ${err}`;
}

/** What the command snarkjs did: its exit code is that of snarkjs. */
function ofSnarkjs({ code, out, err }) {
    if (code === 1) return "not valid";
    return code === 0 && times(out) === 1 && /^\[WARN\] *snarkJS: .*forge/m.test(out) ? "warns" : `${code} ${out} ${err}`;
}

describe("keys that anybody can forge with: the table of docs/security.md", function () {
    this.timeout(240_000);
    const table = rowsOfTable();
    let folder, curve, closeHandles, prover, front, wtns;
    const at = (name) => join(folder, name), read = (name) => new Uint8Array(readFileSync(at(name)));
    const json = (name) => JSON.parse(readFileSync(at(name), "utf8"));
    const run = (...args) => runCommand(folder, args);
    const snarkjs = (...args) => runCommand(folder, args, { command: SNARKJS });
    const post = async (url, payload) => {
        const headers = { authorization: `Bearer ${TOKEN}` };
        const answer = await front.app.inject({ method: "POST", url, payload, headers });
        const { error, result } = answer.json();
        if (error) return error.code === "ERR_KEY" && error.reason && answer.statusCode === 400 ? "refuses" : error.message;
        return times(String(result?.weakness?.message)) === 1 ? "tells" : "says nothing";
    };
    const ZKEYS = ["first", "beacon", "alpha", "plonk", "fflonk"], VKEYS = ["first", "alpha", "plonk", "fflonk"];
    const protocolOf = (name) => (["plonk", "fflonk"].includes(name) ? name : "groth16");

    before(async () => {
        closeHandles = keepHandles();
        folder = temporaryFolder("weak-table");
        curve = await buildBn128({ threads: 2 });
        const put = (name, value) =>
            writeFileSync(at(name), value instanceof Uint8Array ? value : JSON.stringify(value));
        const powers = await powersFor(curve), none = await keysFrom(curve, powers.none);
        const good = await keysFrom(curve, powers.good), options = { curve, insecure: true };
        for (const name of ["none", "beacon", "good"]) put(`${name}.ptau`, powers[name]);
        put("c.r1cs", product(curve.r));
        wtns = witnessOf([1n, 6n, 2n, 3n, curve.Fr.toObject(curve.Fr.inv(curve.Fr.e(6n)))], curve.r);
        put("w.wtns", wtns);
        put("public.json", ["7"]);
        const { contributed: alpha, plonk, fflonk } = none;
        const keys = { first: good.first, beacon: good.beacon, alpha, plonk, fflonk };
        const { deltaIsGamma: first, betaIsGamma } = forgeGroth16;
        const forge = { first, alpha: betaIsGamma, plonk: forgePlonk, fflonk: forgeFflonk };
        for (const [name, zkey] of Object.entries(keys)) {
            const vkey = await exportVerificationKey(zkey, options);
            put(`${name}.zkey`, zkey);
            put(`${name}.json`, vkey);
            if (forge[name]) put(`${name}_proof.json`, await forge[name](curve, vkey, ["7"]));
        }
        prover = createLocalProver({ threads: 1, allow: [folder] });
        const given = { tokens: { a: TOKEN }, body: 2 ** 20, allow: [folder], log() {}, prover };
        front = createFront({ fastify, client, ...given });
    });
    after(async () => {
        await front?.close();
        await prover?.close({ grace: 0 });
        await closeHandles();
        await curve?.terminate();
        rmSync(folder, { recursive: true, force: true });
    });

    /** By what is done: the weak keys to try, and how. @type {Record<string, any>} */
    const HOW = {
        "a proof is verified": {
            of: VKEYS,
            library: (name) => verify(json(`${name}.json`), ["7"], json(`${name}_proof.json`), { curve }),
            command: (name) => run("verify", `${name}.json`, "public.json", `${name}_proof.json`),
            snarkjs: (name) => snarkjs(protocolOf(name), "verify", `${name}.json`, "public.json", `${name}_proof.json`),
            server: (name) => post("/verify", {
                vkey: json(`${name}.json`), proofs: [{ publicSignals: ["7"], proof: json(`${name}_proof.json`) }],
            }),
        },
        "a proof is made": {
            of: ZKEYS,
            library: (name) => prove(read(`${name}.zkey`), wtns, { curve }),
            command: (name) => run("prove", `${name}.zkey`, "w.wtns", "p.json", "s.json", "--quiet"),
            snarkjs: (name) => snarkjs(protocolOf(name), "prove", `${name}.zkey`, "w.wtns", "p.json", "s.json"),
            server: (name) => post("/prove?wait=60", {
                zkey: { path: at(`${name}.zkey`) }, witness: { bytes: Buffer.from(wtns).toString("base64") },
            }),
        },
        "a key is described; a server begins": {
            of: ZKEYS,
            library: (name) => zkeyInfo(read(`${name}.zkey`)),
            command: (name) => run("info", `${name}.zkey`),
            async server(name) {
                for await (const { path, message } of weakKeysIn([folder], new AbortController().signal))
                    if (path === at(`${name}.zkey`)) return times(message) === 1 ? "tells" : message;
                return "says nothing";
            },
        },
        "a verification key or a contract is exported": {
            of: ZKEYS.flatMap((name) => [`${name} verificationkey`, `${name} solidityverifier`]),
            library: (given) => {
                const [name, what] = given.split(" ");
                const make = what === "verificationkey" ? exportVerificationKey : exportSolidityVerifier;
                return make(read(`${name}.zkey`), { curve });
            },
            command: (given) => run("zkey", "export", given.split(" ")[1], `${given.split(" ")[0]}.zkey`, "made"),
            snarkjs: (given) => snarkjs("zkey", "export", given.split(" ")[1], `${given.split(" ")[0]}.zkey`, "made"),
        },
        "a Groth16 key is verified": {
            of: ["first", "beacon"],
            library: (name) => ceremony.verifyKeyFromR1cs(at("c.r1cs"), at("good.ptau"), at(`${name}.zkey`), { curve }),
            command: (name) => run("zkey", "verify", "c.r1cs", "good.ptau", `${name}.zkey`),
            snarkjs: (name) => snarkjs("zkey", "verify", "c.r1cs", "good.ptau", `${name}.zkey`),
        },
        ...Object.fromEntries([["without a contribution", "none"], ["of a beacon alone", "beacon"]].map(([words, ptau]) => [
            `powers of tau ${words} are verified`, {
                of: [ptau],
                library: (name) => ceremony.verifyPowersOfTau(at(`${name}.ptau`), { curve }),
                command: (name) => run("powersoftau", "verify", `${name}.ptau`, "--quiet"),
                snarkjs: (name) => snarkjs("powersoftau", "verify", `${name}.ptau`),
            },
        ])),
        "a key is set up from powers of tau": {
            of: ["groth16", "plonk", "fflonk"].flatMap((name) => [`${name} none`, `${name} beacon`]),
            library(given) {
                const [name, ptau] = given.split(" "), { setupGroth16, setupPlonk, setupFflonk } = ceremony;
                const setup = { groth16: setupGroth16, plonk: setupPlonk, fflonk: setupFflonk }[name];
                return setup(at("c.r1cs"), at(`${ptau}.ptau`), { type: "mem" }, { curve });
            },
            command: (given) => run(given.split(" ")[0], "setup", "c.r1cs", `${given.split(" ")[1]}.ptau`, "made"),
            snarkjs: (given) => snarkjs(given.split(" ")[0], "setup", "c.r1cs", `${given.split(" ")[1]}.ptau`, "made"),
        },
    };
    const WORD = { library: (run) => ofLibrary(run), command: async (run) => ofCommand(await run()),
        snarkjs: async (run) => ofSnarkjs(await run()), server: (run) => run() };

    it("has a row for each thing that is done, and no other", () =>
        expect(Object.keys(table)).to.have.members(Object.keys(HOW)));

    it("every weak verification key is one", async () => {
        for (const name of VKEYS) expect(times((await vkeyWeakness(json(`${name}.json`))).message), name).to.equal(1);
    });

    for (const [done, words] of Object.entries(table)) for (const [tool, word] of Object.entries(words))
        it(`${done}: ${tool}${word === NONE ? " does not do it" : ` ${word}`}`, async () => {
            const { of, [tool]: call } = HOW[done];
            expect(call === undefined).to.equal(word === NONE);
            for (const name of call ? of : []) expect(await WORD[tool](() => call(name)), name).to.equal(word);
        });
});
