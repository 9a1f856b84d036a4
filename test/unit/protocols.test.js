/** The catalogue of protocols: what a row has, and that nothing else knows a protocol by its name. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { openSource } from "../../src/files/source.js";
import * as catalogue from "../../src/protocols/index.js";
import { openKeyFile, PROTOCOL_NAMES } from "../../src/protocols/key/header.js";
import { proveWith } from "../../src/protocols/key/prove.js";
import * as fflonk from "../../src/protocols/fflonk/index.js";
import * as groth16 from "../../src/protocols/groth16/index.js";
import * as plonk from "../../src/protocols/plonk/index.js";
import * as witnesses from "../../src/protocols/witness.js";
import { sectionBytes, withSections } from "../support/binfiles.js";
import { fixture } from "../support/circuits.js";
import { root } from "../support/scratch.js";

const { combine, isLate, planRanges, prove, protocolNamed, PROTOCOLS, msmRange, verify, zkeyInfo } = catalogue;
const at = (name) => fixture("mimc_tiny", name), bytes = (name) => new Uint8Array(readFileSync(at(name)));
const [key, witness] = ["circuit.zkey", "witness.wtns"].map(bytes), vkey = JSON.parse(readFileSync(at("vkey.json")));
const failure = (promise) => promise.then(() => ({}), ({ code, message }) => ({ code, message }));
/** The key with the number of another protocol. */
const keyOf = (id) =>
    withSections(key, (list) => list.map(([type, body]) => [type, type === 1 ? new Uint8Array([id, 0, 0, 0]) : body]));
const source = (given) => openSource("key", given, {});

/** Files that know no protocol by its name, whatever the case. */
const NEUTRAL = ["packages/server/src", "src/protocols/key", "bin", "demo/src"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
        .map((name) => join(folder, String(name)))
        .filter((name) => /\.(js|mjs|cjs)$/.test(name)),
);
/** Where a name is a fact of the format, a row of the page, or a word of snarkjs's command lines. */
const NAMING = [
    "src/protocols/key/header.js", "demo/src/protocols.js", "bin/lib/shared_usage.mjs", "bin/lib/bench_proof.mjs",
];

describe("catalogue of protocols", () => {
    it("has a row with all members for each, under its number in the format", () => {
        for (const row of PROTOCOLS) {
            expect(PROTOCOL_NAMES[row.id]).to.equal(row.name);
            expect(protocolNamed(row.name)).to.equal(row);
            expect(row.title).to.be.a("string");
            expect(row.required.every((type) => Object.hasOwn(row.sections, type))).to.equal(true);
            expect(Object.values(row.section).map(String).sort()).to.deep.equal(Object.keys(row.sections).sort());
            for (const part of ["open", "memory", "weakness", "vkeyWeakness", "forecast", "info", "verify"]) expect(row[part], part).to.be.a("function");
            for (const step of ["checkHeader", "costs", "checkPoints", "createProof", "verifyProof", "diagnose"])
                expect(row.steps[step], step).to.be.a("function");
            expect(row.steps.groups).to.deep.equal(row.name === "groth16" ? ["G1", "G2"] : ["G1"]);
        }
        expect(protocolNamed("stark")).to.equal(undefined);
    });

    it("opens a key by its number, as one of the protocols that are asked for", async () => {
        const [own] = PROTOCOLS, other = { ...own, name: "plonk", id: 2, sections: { 1: "protocol", 2: "header" }, required: [1, 2] };
        expect((await openKeyFile(await source(key), [other, own])).kind).to.equal(own);
        const refused = await failure(openKeyFile(await source(keyOf(10)), [own, other]));
        expect(refused).to.deep.equal({
            code: "ERR_FILE",
            message: "key: expected a groth16 key (protocol 1) or a plonk key (protocol 2), got a fflonk key (protocol 10); ffturbo/fflonk proves with it",
        });
        const { file } = await openKeyFile(await source(keyOf(2)), [own, other]);
        expect([[...file.sections.keys()], file.ignored.sections.map(({ type }) => type)]).to.deep.equal(
            [[1, 2], [3, 4, 5, 6, 7, 8, 9, 10]]);
        expect((await failure(openKeyFile(await source(keyOf(3)), [own]))).message).to.equal(
            "key: expected a groth16 key (protocol 1), got protocol 3; the file is damaged",
        );
    });

    it("proves with the steps of the key's protocol", async () => {
        const [own] = PROTOCOLS, called = [];
        const steps = { ...own.steps, createProof: async ({ zkey }) => { called.push(zkey.nVars); return "made"; } };
        const other = { ...own, id: 2, name: "plonk", steps };
        const result = await proveWith([own, other], keyOf(2), witness, { threads: 0, check: false });
        expect(result.proof).to.equal("made");
        expect(called).to.deep.equal([new DataView(sectionBytes(key, 2).buffer).getUint32(72, true)]);
    });

    it("gives no proof after an abort, also where that comes with the last step", async () => {
        const [own] = PROTOCOLS, controller = new AbortController(), reason = new Error("enough");
        const holds = async () => { controller.abort(reason); return true; };
        const steps = { ...own.steps, createProof: async () => "made", verifyProof: holds }, { signal } = controller;
        const error = await proveWith([{ ...own, steps }], key, witness, { threads: 0, signal }).catch((one) => one);
        expect(error).to.equal(reason);
    });

    it("proves, verifies and describes with keys of any of them", async () => {
        const { proof, publicSignals } = await prove(key, witness, { threads: 0 });
        expect(await verify(vkey, publicSignals, proof)).to.equal(true);
        expect((await zkeyInfo(key)).protocol).to.equal(proof.protocol);
        expect(await failure(verify({ ...vkey, protocol: "stark" }, publicSignals, proof))).to.deep.equal({
            code: "ERR_FILE", message: 'verify: expected a groth16 or plonk or fflonk verification key, got protocol "stark"',
        });
        for (const none of [null, 1, []])
            expect((await failure(verify(none, publicSignals, proof))).code).to.equal("ERR_OPTION");
        for (const [work, third] of [[prove, {}], [combine, []], [msmRange, []]])
            expect((await failure(work(keyOf(3), witness, third))).message).to.include("expected a groth16 key (protocol 1)");
    });

    it("is proved with by functions of each protocol's own, which take no other's key", async () => {
        for (const [id, api] of [[1, groth16], [2, plonk], [10, fflonk]]) {
            const other = keyOf(id === 1 ? 2 : 1), wanted = new RegExp(`expected a ${PROTOCOL_NAMES[id]} key`);
            for (const work of [api.prove(other, witness), api.fullProve({}, witness, other), api.zkeyInfo(other)])
                expect((await failure(work)).message, PROTOCOL_NAMES[id]).to.match(wanted);
            const { code, message } = await failure(api.verify({ ...vkey, protocol: "stark" }, [], {}));
            expect([code, message], PROTOCOL_NAMES[id]).to.deep.equal(["ERR_FILE",
                `verify: expected a ${PROTOCOL_NAMES[id]} verification key, got protocol "stark"`]);
        }
    });

    it("refuses what is no proof to be called with, whatever it is", () => {
        for (const none of [undefined, null, 1, "text", [], {}, { protocol: "stark" }]) {
            let error;
            try { catalogue.exportSolidityCallData(none, []); } catch (reason) { error = reason; }
            expect(error?.code, JSON.stringify(none)).to.equal("ERR_OPTION");
            expect(error.message).to.include("expected a groth16 or plonk or fflonk proof, got");
        }
    });

    it("splits only what has parts", async () => {
        const info = await zkeyInfo(key), ranges = planRanges(info, 8), late = ranges.filter(isLate);
        expect(late.length).to.be.within(1, ranges.length - 1);
        expect(() => planRanges({ ...info, protocol: "plonk" }, 8)).to.throw(
            "split: expected a key of a protocol whose proofs have parts, got one of plonk",
        );
        const points = await Promise.all(
            ranges.filter((range) => !isLate(range)).map((range) => msmRange(key, witness, range, { threads: 0 })),
        );
        expect(points.every(({ length }) => length === 64 || length === 128)).to.equal(true);
    });

    it("is the only place that knows a protocol by its name", () => {
        const names = new RegExp(Object.values(PROTOCOL_NAMES).join("|"), "i");
        const naming = NEUTRAL.filter((file) =>
            names.test(readFileSync(join(root, file), "utf8").replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, "")),
        );
        expect(naming.filter((file) => !NAMING.includes(file))).to.deep.equal([]);
        expect(naming, "the check sees names").to.include.members(NAMING);
    });

    it("calculates witnesses without a prover: ffturbo/witness reaches no curve and no kernel", () => {
        const reached = new Set(), visit = (file) => {
            if (reached.has(file)) return;
            reached.add(file);
            const code = readFileSync(join(root, file), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
            for (const [, target] of code.matchAll(/^(?:import|export)\b[^"';]*["'](\.[^"']+)["']/gm))
                visit(join(dirname(file), target));
        };
        visit("src/protocols/witness.js");
        expect([...reached], "the walk sees files").to.include("src/files/witness/program.js");
        expect([...reached].filter((file) => /^src\/(kernels|engine|batch|bigint|wasm\/curves)\//.test(file))).to.deep.equal([]);
        for (const [name, value] of Object.entries(witnesses)) expect(groth16[name], name).to.equal(value);
    });
});
