/**
 * The module with declared bounds. `memory.grow` fails beyond them, which a calculator reports like any lack of memory.
 * @param {Uint8Array} bytes - circuit.wasm
 * @param {{ name: string, memory: number }} bounds - memory: bytes
 * @returns {Uint8Array} the same bytes if nothing needed a bound
 * @throws {ProverError} ERR_LIMIT when it needs more at the start, ERR_FILE when it declares what no calculator does
 */
export declare function boundModule(bytes: Uint8Array, { name, memory }: {
    name: string;
    memory: number;
}): Uint8Array;
