/**
 * What the commands of table.mjs do: each reads its arguments and calls the function of snarkjs's
 * interface, or where a file is too large for that, the room below.
 */
import { createInterface } from "node:readline/promises";
import { printR1cs, writeR1csJson, writeWtnsJson } from "../../src/circuits/index.js";
import { exportSolidityCallData } from "../../../../src/internal/snarkjs_command.js";
import * as snarkjs from "../../src/index.js";
import { describeSections } from "./file_info.mjs";
import { exportFile, openOutputs, print, readJson, writeLarge, writeOutputs } from "../lib/tools.mjs";

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

/** The exit code of what snarkjs's interface answers. @param {unknown} answer */
function codeOf(answer) {
    if (answer === -1) return UNFIT;
    return answer === false ? FAILED : DONE;
}

/**
 * Writes results, whose places are checked before there is anything to write.
 * @param {string[]} inputs
 * @param {string[]} names
 * @param {() => Promise<unknown[]>} make - texts, or values that are written as JSON
 */
async function write(inputs, names, make) {
    const places = openOutputs(inputs, names);
    const results = await make();
    await writeOutputs(places.map((place, i) => {
        const result = results[i];
        return [place, Buffer.from(typeof result === "string" ? result : JSON.stringify(result, null, 1))];
    }));
    return DONE;
}

/** An option that has a value. @param {Request} request @param {string} name */
function textOf({ options }, name) {
    const value = options[name];
    return typeof value === "string" ? value : undefined;
}

/** @param {Request} request */
const nameOf = (request) => textOf(request, "name");

/**
 * The entropy that was given, or what is typed. At the end of the input there is none, and the
 * random bytes of this machine do alone.
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

/**
 * A command that calls a function with its files, with what else it takes of the request, and with
 * the logger.
 * @param {(...args: any[]) => unknown} call
 * @param {((request: Request) => unknown)[]} others
 * @returns {Action}
 */
const calling = (call, ...others) => async (request) => {
    const more = await Promise.all(others.map((other) => other(request)));
    return codeOf(await call(...request.files, ...more, request.logger));
};

/**
 * The same for a beacon, before which the name of its contributor comes.
 * @param {(...args: any[]) => unknown} call
 * @returns {Action}
 */
const beaconing = (call) => async (request) => {
    const { files: [from, to, value, exponent], logger } = request;
    return codeOf(await call(from, to, nameOf(request), value, exponent, logger));
};

/**
 * A command that writes what a function makes of a file.
 * @param {(from: string, logger: any) => Promise<unknown>} make
 * @returns {Action}
 */
const exporting = (make) => ({ files: [from, to], logger }) =>
    write([from], [to], async () => [await make(from, logger)]);

/** @param {any} api - of a protocol @param {string} name @returns {Record<string, Action>} */
const proofs = (api, name) => ({
    [`${name} prove`]: ({ files: [zkey, wtns, ...outputs], logger }) => write([zkey, wtns], outputs, async () => {
        const { proof, publicSignals } = await api.prove(zkey, wtns, logger);
        return [proof, publicSignals];
    }),
    [`${name} fullprove`]: ({ files: [input, wasm, zkey, ...outputs], logger }) =>
        write([input, wasm, zkey], outputs, async () => {
            const { proof, publicSignals } = await api.fullProve(await readJson(input), wasm, zkey, logger);
            return [proof, publicSignals];
        }),
    async [`${name} verify`]({ files, logger }) {
        const [vkey, publicSignals, proof] = await Promise.all(files.map(readJson));
        return codeOf(await api.verify(vkey, publicSignals, proof, logger));
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
    "powersoftau contribute": calling(powersOfTau.contribute, nameOf, entropyOf),
    "powersoftau export challenge": calling(powersOfTau.exportChallenge),
    async "powersoftau challenge contribute"(request) {
        const { files: [name, from, to], given, logger } = request, curve = await curves.getCurveFromName(name);
        await powersOfTau.challengeContribute(
            curve, from, given[2] ? to : `${stem(from)}.response`, await entropyOf(request), logger);
        return DONE;
    },
    "powersoftau import response": calling(powersOfTau.importResponse, nameOf, ({ options }) => !options.nopoints),
    "powersoftau beacon": beaconing(powersOfTau.beacon),
    "powersoftau prepare phase2": calling(powersOfTau.preparePhase2),
    "powersoftau convert": calling(powersOfTau.convert),
    "powersoftau truncate": calling(powersOfTau.truncate, ({ files: [from] }) => `${stem(from)}_`),
    "powersoftau verify": calling(powersOfTau.verify),
    "powersoftau export json": exporting((from) => powersOfTau.exportJson(from)),
};

/**
 * @param {string} input
 * @param {string} output
 * @param {(input: string, to: any, options: any) => Promise<void>} make
 */
function exportLarge(input, output, make) {
    const { signal } = new AbortController();
    return exportFile({ quiet: true }, input, output, (place) =>
        writeLarge(place, (to) => make(input, to, { signal }), signal));
}

/** @type {Record<string, Action>} */
const CIRCUITS = {
    "r1cs info": calling(r1cs.info),
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
    "wtns check": calling(wtns.check),
    async "file info"({ files: [from] }) {
        print(await describeSections(from));
        return DONE;
    },
};

/** @type {Record<string, Action>} */
const KEYS = {
    "groth16 setup": calling(zKey.newZKey),
    "plonk setup": calling(plonk.setup),
    "fflonk setup": calling(fflonk.setup),
    "zkey contribute": calling(zKey.contribute, nameOf, entropyOf),
    "zkey export bellman": calling(zKey.exportBellman),
    async "zkey bellman contribute"(request) {
        const { files: [name, from, to], logger } = request, curve = await curves.getCurveFromName(name);
        await zKey.bellmanContribute(curve, from, to, await entropyOf(request), logger);
        return DONE;
    },
    "zkey import bellman": calling(zKey.importBellman, nameOf),
    "zkey beacon": beaconing(zKey.beacon),
    "zkey verify r1cs": calling(zKey.verifyFromR1cs),
    "zkey verify init": calling(zKey.verifyFromInit),
    "zkey export verificationkey": exporting(zKey.exportVerificationKey),
    "zkey export json": exporting((from) => zKey.exportJson(from)),
    "zkey export solidityverifier": exporting((from, logger) => zKey.exportSolidityVerifier(from, undefined, logger)),
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
