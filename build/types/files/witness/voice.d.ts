/** The most characters of all lines of log(), each with its line end. */
export declare const LONGEST_LOG: number;
/**
 * @param {() => number} nextChar - of the present message
 * @param {() => bigint} window - the value in the calculator's window
 * @param {(line: string) => void} onLog
 * @returns {{ [name: string]: (...values: number[]) => void }} what the module may import
 */
export declare function voice(nextChar: () => number, window: () => bigint, onLog: (line: string) => void): {
    [name: string]: (...values: number[]) => void;
};
