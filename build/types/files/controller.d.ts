/**
 * An AbortController for hosts that have none: compartments of wallets provide only the language itself.
 * @module files/controller
 */
/** @returns {AbortController} that of the host, or one that does the same for this library */
export declare const createController: () => AbortController;
