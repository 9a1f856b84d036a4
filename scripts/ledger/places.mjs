/**
 * Which package a command or a page belongs to.
 */

const HOUSE = ["prove", "fullprove", "verify", "wtns", "info", "bench", "doctor", "completion", "help"];
const KEYS = ["pack", "unpack"], SERVER = ["serve", "work"];
const SOLIDITY = /^zkey export solidity/;

/** @param {string} command - of ffturbo @returns {string} a package */
export function placeOfCommand(command) {
    if (HOUSE.includes(command)) return "ffturbo";
    if (KEYS.includes(command)) return "ffturbo-keys";
    if (SERVER.includes(command)) return "ffturbo-server";
    return SOLIDITY.test(command) ? "ffturbo-verifiers" : "ffturbo-snarkjs";
}

/** Pages of docs and of the demo that go with a package; the others stay beside the house. */
const PAGES = {
    "ffturbo-curves": ["packages/curves/README.md"],
    "ffturbo-gpu": ["docs/gpu.md", "demo/gpu.html", "packages/gpu/README.md"],
    "ffturbo-keys": ["docs/packed.md", "docs/store.md", "docs/delegate.md", "packages/keys/README.md"],
    "ffturbo-server": ["docs/operations.md", "docs/recipes/server.md", "packages/server/README.md"],
    "ffturbo-snarkjs": [
        "docs/snarkjs.md", "docs/recipes/ceremony.md", "docs/recipes/circuit-tests.md", "demo/circuit.html",
        "demo/contribute.html", "packages/snarkjs/README.md",
    ],
};

/** @param {string} page @returns {string} a package */
export const placeOfPage = (page) =>
    Object.entries(PAGES).find(([, pages]) => pages.includes(page))?.[0] ?? "ffturbo";
