/**
 * What the commands of table.mjs do: each reads its arguments and calls the function of snarkjs's interface, or where
 * a file is too large for that, the room below.
 */
import { createInterface } from "node:readline/promises";
import { printR1cs, writeR1csJson, writeWtnsJson } from "../../../src/circuits/index.js";
import { exportSolidityCallData } from "../../../src/protocols/index.js";
import * as snarkjs from "../../../src/snarkjs/index.js";
import { readJson } from "../files.mjs";
import { print } from "../output.mjs";
import { openOutputs, writeLarge, writeOutputs } from "../writer.mjs";
import { describeSections } from "./file_info.mjs";

/**
 * @typedef {object} Request
 * @property {string[]} files - with defaults for those that were left out
 * @property {boolean[]} given - which were not
 * @property {Record<string, string | true>} options - by long name
 * @property {any} logger
 */

/** @typedef {(request: Request) => Promise<number>} Action its exit code */

/** Exit codes; that of a set-up that refuses its powers of tau is snarkjs's for PLONK. */
const DONE = 0, FAILED = 1, UNFIT = 255;

/** @param {unknown} valid */
const verdict = (valid) => (valid === false ? FAILED : DONE);

/** @param {string[]} inputs @param {[string, unknown][]} results - by file name */
async function write(inputs, results) {
    const places = openOutputs(inputs, results.map(([name]) => name));
    await writeOutputs(results.map(([, value], i) => [
        places[i], typeof value === "string" ? Buffer.from(value) : Buffer.from(JSON.stringify(value, null, 1)),
    ]));
    return DONE;
}

/**
 * The outputs are checked before there is anything to write.
 * @param {string[]} inputs
 * @param {string[]} outputs
 * @param {() => Promise<[string, unknown][]>} make
 */
async function writing(inputs, outputs, make) {
    openOutputs(inputs, outputs);
    return write(inputs, await make());
}

/** An option that has a value. @param {Request} request @param {string} name */
function textOf({ options }, name) {
    const value = options[name];
    return typeof value === "string" ? value : undefined;
}

/**
 * The entropy that was given, or what is typed. At the end of the input there is none, and the random bytes of this
 * machine do alone.
 * @param {Request} request
 * @returns {Promise<string>}
 */
async function entropyOf(request) {
    const given = textOf(request, "entropy");
    if (given !== undefined) return given;
    const terminal = createInterface({ input: process.stdin, output: process.stdout });
    const ended = new Promise((resolve) => { terminal.once("close", () => resolve("")); });
    try {
        return await Promise.race([terminal.question("Enter a random text. (Entropy): "), ended]);
    } finally {
        terminal.close();
    }
}

const stem = (/** @type {string} */ name) => name.replace(/\.[^./\\]*$/, "");

/**
 * A file beside another, unless it was named.
 * @param {Request} request
 * @param {number} i
 * @param {number} beside
 * @param {string} ending
 */
const besideOf = ({ files, given }, i, beside, ending) =>
    (given[i] || !given[beside] ? files[i] : `${stem(files[beside])}.${ending}`);

/** @param {(first: string, second: string, to: string, logger: any) => Promise<unknown>} make @returns {Action} */
const setup = (make) => async ({ files: [r1cs, ptau, zkey], logger }) =>
    ((await make(r1cs, ptau, zkey, logger)) === -1 ? UNFIT : DONE);

/** @param {any} api - of a protocol @param {string} name @returns {Record<string, Action>} */
const proofs = (api, name) => ({
    [`${name} prove`]: ({ files: [zkey, wtns, ...outputs], logger }) => writing([zkey, wtns], outputs, async () => {
        const { proof, publicSignals } = await api.prove(zkey, wtns, logger);
        return [[outputs[0], proof], [outputs[1], publicSignals]];
    }),
    [`${name} fullprove`]: ({ files: [input, wasm, zkey, ...outputs], logger }) =>
        writing([input, wasm, zkey], outputs, async () => {
            const { proof, publicSignals } = await api.fullProve(await readJson(input), wasm, zkey, logger);
            return [[outputs[0], proof], [outputs[1], publicSignals]];
        }),
    async [`${name} verify`]({ files, logger }) {
        const [vkey, publicSignals, proof] = await Promise.all(files.map(readJson));
        return verdict(await api.verify(vkey, publicSignals, proof, logger));
    },
});

const { powersOfTau, r1cs, wtns, zKey, groth16, plonk, fflonk, curves } = snarkjs;

/** @type {Record<string, Action>} */
const TAU = {
    async "powersoftau new"({ files: [curveName, power, output], given, logger }) {
        const curve = await curves.getCurveFromName(curveName);
        const name = given[2] ? output : `powersOfTau${Number(power)}_0000.ptau`;
        await powersOfTau.newAccumulator(curve, Number(power), name, logger);
        return DONE;
    },
    async "powersoftau contribute"(request) {
        const { files: [from, to], logger } = request;
        await powersOfTau.contribute(from, to, textOf(request, "name"), await entropyOf(request), logger);
        return DONE;
    },
    async "powersoftau export challenge"({ files: [from, to], logger }) {
        await powersOfTau.exportChallenge(from, to, logger);
        return DONE;
    },
    async "powersoftau challenge contribute"(request) {
        const { files: [name, from, to], given, logger } = request, curve = await curves.getCurveFromName(name);
        await powersOfTau.challengeContribute(
            curve, from, given[2] ? to : `${stem(from)}.response`, await entropyOf(request), logger);
        return DONE;
    },
    async "powersoftau import response"(request) {
        const { files: [from, response, to], options, logger } = request;
        await powersOfTau.importResponse(from, response, to, textOf(request, "name"), !options.nopoints, logger);
        return DONE;
    },
    async "powersoftau beacon"(request) {
        const { files: [from, to, value, exponent], logger } = request;
        return verdict(await powersOfTau.beacon(from, to, textOf(request, "name"), value, exponent, logger));
    },
    async "powersoftau prepare phase2"({ files: [from, to], logger }) {
        await powersOfTau.preparePhase2(from, to, logger);
        return DONE;
    },
    async "powersoftau convert"({ files: [from, to], logger }) {
        await powersOfTau.convert(from, to, logger);
        return DONE;
    },
    async "powersoftau truncate"({ files: [from], logger }) {
        await powersOfTau.truncate(from, `${stem(from)}_`, logger);
        return DONE;
    },
    "powersoftau verify": async ({ files: [from], logger }) => verdict(await powersOfTau.verify(from, logger)),
    "powersoftau export json": ({ files: [from, to] }) =>
        writing([from], [to], async () => [[to, await powersOfTau.exportJson(from)]]),
};

/**
 * @param {string} input
 * @param {string} output
 * @param {(input: string, to: any, options: any) => Promise<void>} make
 */
async function exportLarge(input, output, make) {
    const [place] = openOutputs([input], [output]), { signal } = new AbortController();
    await writeLarge(place, (to) => make(input, to, { signal }), signal);
    return DONE;
}

/** @type {Record<string, Action>} */
const CIRCUITS = {
    async "r1cs info"({ files: [from], logger }) {
        await r1cs.info(from, logger);
        return DONE;
    },
    async "r1cs print"(request) {
        const sym = besideOf(request, 1, 0, "sym");
        await printR1cs(request.files[0], async (line) => request.logger.info(line), { sym });
        return DONE;
    },
    "r1cs export json": (request) => exportLarge(request.files[0], besideOf(request, 1, 0, "json"), writeR1csJson),
    async "wtns calculate"({ files: [wasm, input, to] }) {
        openOutputs([wasm, input], [to]);
        await wtns.calculate(await readJson(input), wasm, to);
        return DONE;
    },
    async "wtns debug"(request) {
        const { files: [wasm, input, to], options, logger } = request, sym = besideOf(request, 3, 0, "sym");
        openOutputs([wasm, input, sym], [to]);
        await wtns.debug(await readJson(input), wasm, to, sym, options, logger);
        return DONE;
    },
    "wtns export json": ({ files: [from, to] }) => exportLarge(from, to, writeWtnsJson),
    "wtns check": async ({ files: [from, witness], logger }) => verdict(await wtns.check(from, witness, logger)),
    async "file info"({ files: [from] }) {
        print(await describeSections(from));
        return DONE;
    },
};

/** @type {Record<string, Action>} */
const KEYS = {
    "groth16 setup": setup(zKey.newZKey),
    "plonk setup": setup(plonk.setup),
    "fflonk setup": setup(fflonk.setup),
    async "zkey contribute"(request) {
        const { files: [from, to], logger } = request;
        await zKey.contribute(from, to, textOf(request, "name"), await entropyOf(request), logger);
        return DONE;
    },
    async "zkey export bellman"({ files: [from, to], logger }) {
        await zKey.exportBellman(from, to, logger);
        return DONE;
    },
    async "zkey bellman contribute"(request) {
        const { files: [name, from, to], logger } = request, curve = await curves.getCurveFromName(name);
        await zKey.bellmanContribute(curve, from, to, await entropyOf(request), logger);
        return DONE;
    },
    async "zkey import bellman"(request) {
        const { files: [from, response, to], logger } = request;
        await zKey.importBellman(from, response, to, textOf(request, "name"), logger);
        return DONE;
    },
    async "zkey beacon"(request) {
        const { files: [from, to, value, exponent], logger } = request;
        return verdict(await zKey.beacon(from, to, textOf(request, "name"), value, exponent, logger));
    },
    "zkey verify r1cs": async ({ files: [first, ptau, zkey], logger }) =>
        verdict(await zKey.verifyFromR1cs(first, ptau, zkey, logger)),
    "zkey verify init": async ({ files: [first, ptau, zkey], logger }) =>
        verdict(await zKey.verifyFromInit(first, ptau, zkey, logger)),
    "zkey export verificationkey": ({ files: [from, to], logger }) =>
        writing([from], [to], async () => [[to, await zKey.exportVerificationKey(from, logger)]]),
    "zkey export json": ({ files: [from, to] }) =>
        writing([from], [to], async () => [[to, await zKey.exportJson(from)]]),
    "zkey export solidityverifier": ({ files: [from, to], logger }) =>
        writing([from], [to], async () => [[to, await zKey.exportSolidityVerifier(from, undefined, logger)]]),
    async "zkey export soliditycalldata"({ files }) {
        const [publicSignals, proof] = await Promise.all(files.map(readJson));
        print(exportSolidityCallData(proof, publicSignals));
        return DONE;
    },
};

/** @type {Readonly<Record<string, Action>>} */
export const ACTIONS = Object.freeze({
    ...TAU, ...CIRCUITS, ...KEYS, ...proofs(groth16, "groth16"), ...proofs(plonk, "plonk"), ...proofs(fflonk, "fflonk"),
});
