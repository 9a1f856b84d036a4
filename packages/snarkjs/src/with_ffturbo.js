/**
 * A caller's snarkjs whose witnesses are calculated by the faster program: snarkjs itself does the
 * rest.
 * @module snarkjs/with_ffturbo
 */
import { describe, isBytes, openSource, readWhole } from "../../../src/internal/snarkjs.js";
import { rewriteCircuit } from "../../../src/internal/snarkjs_rewrite.js";

/**
 * @typedef {(inputs: any, wasm: any, ...rest: any[]) => Promise<any>} Calculation takes the program
 *   second
 */

/**
 * What of snarkjs is looked at; everything else is handed on.
 * @typedef {{ wtns: { calculate: Calculation }, groth16: { fullProve: Calculation } }} Snarkjs
 */

/** @param {unknown} value @returns {value is Record<string, any>} */
const isObject = (value) => typeof value === "object" && value !== null;

/**
 * @param {string} path - or, where there are no files, an address
 * @returns {Promise<Uint8Array | undefined>} undefined: it cannot be read, which snarkjs will say
 */
async function readFile(path) {
    try {
        const source = await openSource("wasm", path);
        try {
            return await readWhole(source);
        } finally {
            await source.close();
        }
    } catch {
        return undefined;
    }
}

/**
 * The bytes of a file as snarkjs is given one: a path, bytes, or a record that says which.
 * @param {any} wasm
 * @returns {Promise<Uint8Array | undefined>} undefined: another kind, which is for snarkjs to read
 */
async function bytesOf(wasm) {
    if (typeof wasm === "string") return readFile(wasm);
    if (isBytes(wasm)) return wasm;
    if (wasm?.type === "mem" && isBytes(wasm.data)) return wasm.data;
    return wasm?.type === "file" && typeof wasm.fileName === "string" ? readFile(wasm.fileName) : undefined;
}

/** @param {any} wasm @returns {Promise<Uint8Array | undefined>} undefined: it is not recognised */
async function fasterOf(wasm) {
    const bytes = await bytesOf(wasm);
    if (!bytes) return undefined;
    const { bytes: data, info } = await rewriteCircuit(bytes); // on pages it loads when it is called
    return info.rewritten ? data : undefined;
}

/**
 * The faster program first. It is only after an error that we ask whether the engine refuses it,
 * for asking costs as much as compiling; snarkjs compiles before it does anything else.
 * @param {Calculation} calculation
 * @returns {Calculation}
 */
const withFaster = (calculation) => async (inputs, wasm, ...rest) => {
    const data = await fasterOf(wasm);
    if (!data) return calculation(inputs, wasm, ...rest);
    try {
        return await calculation(inputs, { type: "mem", data }, ...rest);
    } catch (error) {
        if (WebAssembly.validate(/** @type {BufferSource} */ (data))) throw error;
        return calculation(inputs, wasm, ...rest);
    }
};

/** What calculates a witness in a part of snarkjs, by the name of its method. */
const CALCULATIONS = Object.freeze(["calculate", "fullProve"]);

/**
 * snarkjs with a faster `wtns.calculate`, and a faster `fullProve` of each protocol that has one:
 * the circuit's field functions are exchanged before snarkjs is given the file. Arguments, results,
 * log lines and errors are those of snarkjs; files that are not recognised go to it as they are.
 * @template {Snarkjs} T
 * @param {T} snarkjs - the module; it is not changed
 * @returns {Readonly<T>}
 * @throws {TypeError} for what is not snarkjs
 */
export function withFfturbo(snarkjs) {
    const { wtns, groth16 } = isObject(snarkjs) ? snarkjs : {};
    if (typeof wtns?.calculate !== "function" || typeof groth16?.fullProve !== "function")
        throw new TypeError(`withFfturbo: expected the module snarkjs, got ${describe(snarkjs)}`);
    const parts = Object.entries(/** @type {Record<string, any>} */ (snarkjs)).map(([name, part]) => {
        const own = isObject(part) ? CALCULATIONS.filter((method) => typeof part[method] === "function") : [];
        if (own.length === 0) return [name, part];
        const methods = Object.fromEntries(own.map((method) => [method, withFaster(part[method])]));
        return [name, Object.freeze({ ...part, ...methods })];
    });
    return Object.freeze(/** @type {T} */ (Object.fromEntries(parts)));
}
