/** @param {Uint8Array} bytes @returns {string} two digits each */
export const hex = (bytes) => Buffer.from(bytes).toString("hex");
