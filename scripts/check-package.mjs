/**
 * Checks the package's tarball with the usual tools: publint (entry points, formats) and
 * arethetypeswrong (types in every kind of module resolution).
 * @module scripts/check-package
 */
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";

/** Findings that are accepted, with the reason. */
const MEANT = [
    // TypeScript's oldest resolution ignores "exports" and finds only the main entry, like runtimes
    // that resolve so.
    ({ resolutionKind }) => resolutionKind === "node10",
    // Pages and workers get an ES module for any syntax, because no such host uses require.
    ({ kind, resolutionKind, entrypoint }) => kind === "CJSResolvesToESM" && resolutionKind === "node16-cjs"
        && ["./worker", "./build/browser.esm.js"].includes(entrypoint),
    // What ffturbo's own command loads has no types.
    ({ kind, entrypoint }) => kind === "UntypedResolution" && entrypoint === "./command",
    // The worker is a script that exports nothing: it is of either format.
    ({ kind, typesFileName }) => kind === "FalseCJS" && typesFileName.endsWith("/worker.d.cts"),
];

const MEANT_CODES = [
    "USE_EXPORTS_BROWSER", // old bundlers read the field "browser"
    // a bundler for pages resolves require() to the ES module, whose names are those of the
    // CommonJS types
    "EXPORTS_TYPES_INVALID_FORMAT",
];

/**
 * @param {Uint8Array} tarball
 * @returns {Promise<string[]>} what should be mended, a line each
 */
export async function checkTarball(tarball) {
    const bytes = tarball.buffer.slice(tarball.byteOffset, tarball.byteOffset + tarball.byteLength);
    const { messages, pkg } = await publint({ pack: { tarball: bytes }, level: "suggestion" });
    const entries = messages
        .filter(({ code }) => !MEANT_CODES.includes(code))
        .map((message) => `${message.code}: ${formatMessage(message, pkg)}`);
    const { problems = [] } = await checkPackage(createPackageFromTarballData(tarball));
    const types = problems
        .filter((problem) => !MEANT.some((meant) => meant(problem)))
        .map((problem) => JSON.stringify(problem));
    return [...entries, ...types];
}
