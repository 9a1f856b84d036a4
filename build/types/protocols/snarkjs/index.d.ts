export type Calculation = (inputs: any, wasm: any, ...rest: any[]) => Promise<any>;
export type Snarkjs = {
    wtns: {
        calculate: Calculation;
    };
    groth16: {
        fullProve: Calculation;
    };
};
/**
 * snarkjs with a faster `wtns.calculate`, and a faster `fullProve` of each protocol that has one: the circuit's field
 * functions are exchanged before snarkjs is given the file. Arguments, results, log lines and errors are those of
 * snarkjs; files that are not recognised go to it as they are.
 * @template {Snarkjs} T
 * @param {T} snarkjs - the module; it is not changed
 * @returns {Readonly<T>}
 * @throws {TypeError} for what is not snarkjs
 */
export declare function withFfturbo<T extends Snarkjs>(snarkjs: T): Readonly<T>;
