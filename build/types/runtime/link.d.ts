export type Lane = {
    /**
     * - for messages
     */
    name: string;
    module: WebAssembly.Module;
    /**
     * - bytes of its static area
     */
    reserve: number;
    /**
     * - name in CALL commands -> export of the lane module
     */
    functions: Record<string, string>;
};
/**
 * Functions by the name that CALL commands use.
 * @param {WebAssembly.Exports} baseExports
 * @param {WebAssembly.Memory} memory
 * @param {readonly Lane[]} lanes
 * @returns {Promise<Record<string, Function>>}
 * @throws {Error} when a lane does not export what it promises
 */
export declare function linkLanes(baseExports: WebAssembly.Exports, memory: WebAssembly.Memory, lanes: readonly Lane[]): Promise<Record<string, Function>>;
