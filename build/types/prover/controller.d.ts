/**
 * An AbortController where the host has none: compartments of wallets see the language alone.
 * @module prover/controller
 */
/** @returns {AbortController} the host's, or one that does the same for us */
export declare const createController: () => AbortController;
