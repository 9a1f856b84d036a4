/** Contracts: compiled by solc, and run in an EVM of JavaScript. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Common, Mainnet } from "@ethereumjs/common";
import { createEVM } from "@ethereumjs/evm";
import { bytesToHex, createAddressFromString, hexToBytes } from "@ethereumjs/util";
import { kept } from "./kept.js";

const require = createRequire(import.meta.url);

/** How contracts are compiled: as most tools do, without the optimizer, and by way of Yul. */
export const COMPILERS = Object.freeze({
    optimized: { optimizer: { enabled: true, runs: 200 } },
    plain: { optimizer: { enabled: false } },
    yul: { optimizer: { enabled: true, runs: 200 }, viaIR: true },
});

/**
 * @param {string} source
 * @param {keyof typeof COMPILERS} [how]
 * @param {string} [method] - that is called; of the first contract by name
 * @returns {{ name: string, code: Uint8Array, bytes: number, selector: string, abi: any[], complaints: string[] }}
 *   bytes: of the code that stays on the chain; complaints: errors and warnings of the compiler
 */
export function compile(source, how = "optimized", method = "verifyProof") {
    const outputSelection = { "*": { "*": ["abi", "evm.bytecode.object", "evm.deployedBytecode.object", "evm.methodIdentifiers"] } };
    const input = JSON.stringify({
        language: "Solidity",
        sources: { "verifier.sol": { content: source } },
        settings: { ...COMPILERS[how], outputSelection },
    });
    const { bytes: made, keep } = kept("contracts", input, readFileSync(require.resolve("solc/package.json")));
    const output = made?.toString() ?? keep(/** @type {string} */ (require("solc").compile(input)));
    const { errors = [], contracts } = JSON.parse(output);
    const complaints = errors.map(({ formattedMessage }) => formattedMessage);
    if (!contracts?.["verifier.sol"]) throw new Error(complaints.join("\n"));
    const [[name, { abi, evm }]] = Object.entries(contracts["verifier.sol"]);
    const [, selector] = Object.entries(evm.methodIdentifiers).find(([one]) => one.startsWith(`${method}(`));
    const [code, deployed] = [evm.bytecode, evm.deployedBytecode].map(({ object }) => hexToBytes(`0x${object}`));
    return { name, code, bytes: deployed.length, selector, abi, complaints };
}

/** What a call may take: enough for any proof of the tests, and little enough to see a refusal that takes it all. */
const GAS = 400_000n;

const CALLER = createAddressFromString(`0x${"11".repeat(20)}`);

/**
 * @param {ReturnType<typeof compile>} contract
 * @returns {Promise<(words: readonly (bigint | string)[]) => Promise<{ valid: boolean, gas: number }>>} verifyProof;
 *   throws where the contract reverts or answers anything but a bool
 */
export async function deploy({ code, selector }) {
    const evm = await createEVM({ common: new Common({ chain: Mainnet }) });
    const { createdAddress: to, execResult } = await evm.runCall({ caller: CALLER, data: code, gasLimit: 30_000_000n });
    if (execResult.exceptionError) throw new Error(`not deployed: ${execResult.exceptionError.error}`);
    return async (words) => {
        const data = hexToBytes(`0x${selector}${words.map((word) => BigInt(word).toString(16).padStart(64, "0")).join("")}`);
        const { execResult: { exceptionError, executionGasUsed, returnValue } } =
            await evm.runCall({ caller: CALLER, to, data, gasLimit: GAS });
        if (exceptionError) throw new Error(`verifyProof: ${exceptionError.error}`);
        const answer = BigInt(bytesToHex(returnValue));
        if (returnValue.length !== 32 || answer > 1n) throw new Error(`verifyProof: answered ${bytesToHex(returnValue)}`);
        return { valid: answer === 1n, gas: Number(executionGasUsed) };
    };
}

/**
 * The types of what call data passes, as an ABI writes them: a list of n lists of m words is uint256[m][n]. Quotes and
 * commas between lists may be missing: snarkjs leaves them out for some protocols.
 * @param {string} callData
 */
export function typesOf(callData) {
    const text = callData.replace(/"?(0x[0-9a-f]+)"?/g, '"$1"').replace(/\]\s*\[/g, "],[");
    const typeOf = (value) => (Array.isArray(value) ? `${typeOf(value[0])}[${value.length}]` : "uint256");
    return JSON.parse(`[${text}]`).map(typeOf);
}

/** The words of call data, in order, whatever its commas and brackets. @param {string} callData */
export const wordsOf = (callData) => callData.match(/0x[0-9a-f]+/g) ?? [];
