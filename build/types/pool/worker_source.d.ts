/** @type {string} */ export declare const workerSource: string;
