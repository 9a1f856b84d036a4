/** @type {string} */ export declare const witnessWorkerSource: string;
