import type { Program, Witness } from "./program.js";
import type { Order } from "./protocol.js";
export type Entry = {
    id: string | undefined;
    program: Program;
    listener: {
        onLog: (line: string) => void;
    };
};
export type Programs = {
    /**
     * - leaves nothing of the
     * witness behind
     */
    calculate: (order: Order, onLog: (line: string) => void) => Promise<Witness>;
    /**
     * - false if so much memory was used that a new thread starts sooner than this
     * one is wiped
     */
    worthKeeping: () => boolean;
};
/**
 * @typedef {object} Programs
 * @property {(order: Order, onLog: (line: string) => void) => Promise<Witness>} calculate - leaves nothing of the
 *   witness behind
 * @property {() => boolean} worthKeeping - false if so much memory was used that a new thread starts sooner than this
 *   one is wiped
 */
/** @returns {Programs} */
export declare function createPrograms(): Programs;
