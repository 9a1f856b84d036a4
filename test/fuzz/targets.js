/** The targets, by name; "self" is for the test of the loop. */
export const NAMES = Object.freeze(["msm", "fft", "field", "files", "circuit_files", "wasm", "http", "api", "tasks", "inflate", "requests"]);

/** @param {string} name @returns {Promise<import("./loop.js").Target>} */
export async function targetOf(name) {
    if (!NAMES.includes(name) && name !== "self") throw new RangeError(`fuzz: expected a target among ${NAMES.join(", ")}, got ${name}`);
    return (await import(`./targets/${name}.js`))[name];
}
