/**
 * Runs in a child process: a compartment, as wallets give it to their snaps. It sees the language and what it is
 * endowed with, here WebAssembly and a console: no timers, no crypto, no workers, no process. `Date` and `Math.random`
 * are tamed and throw.
 * `node compartment.mjs <bundle> <digests.mjs> <prover bundle> <folder of a circuit>` evaluates the bundles there,
 * computes, proves and verifies, and prints the digests of every tier, and what the prover said, as JSON.
 */
/* global lockdown, Compartment */
import "ses";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * An ES module without imports as a function body that returns its exports. The bundles end in one export statement.
 */
function asFunctionBody(code) {
    const named = [];
    const body = code
        .replace(/export\s*\{([^}]*)\};?\s*$/, (_, list) => {
            for (const item of list.split(",")) {
                const [local, exported = local] = item.trim().split(/\s+as\s+/);
                named.push(`${JSON.stringify(exported)}: ${local}`);
            }
            return "";
        })
        .replace(/^export (?:async )?function (\w+)/gm, (text, name) => {
            named.push(name);
            return text.replace("export ", "");
        })
        // a compartment has no dynamic import; the only one of the library is for plugins
        .replace(/\bimport\(("wasm(?:builder|curves)")\)/g, "Promise.reject($1)");
    assert(named.length > 0 && !/^export /m.test(body), "expected the exports to be found");
    return `(() => {${body}\nreturn { ${named.join(", ")} };\n})()`;
}

/** Proves with randomness endowed, refuses without, verifies either way. */
async function proveIn(endowments, prover, folder) {
    const compartment = new Compartment({ globals: endowments, __options__: true });
    const { prove, verify } = compartment.evaluate(asFunctionBody(prover));
    const json = (name) => JSON.parse(readFileSync(join(folder, name), "utf8"));
    const [zkey, wtns] = ["circuit.zkey", "witness.wtns"].map(
        (name) => new Uint8Array(readFileSync(join(folder, name))),
    );
    const [vkey, publicSignals, proof] = ["vkey.json", "public.json", "proof.json"].map(json);
    const made = await prove(zkey, wtns).catch((error) => ({ error: error.message }));
    return {
        ...made,
        foreign: await verify(vkey, publicSignals, proof),
        tampered: await verify(vkey, ["1", ...publicSignals.slice(1)], proof),
        own: made.proof ? await verify(vkey, made.publicSignals, made.proof) : undefined,
    };
}

async function main() {
    const [bundle, scenario, prover] = process.argv.slice(2, 5).map((path) => readFileSync(path, "utf8"));
    const circuit = process.argv[5];
    lockdown({ errorTaming: "unsafe", overrideTaming: "severe", consoleTaming: "unsafe", domainTaming: "unsafe" });
    const compartment = new Compartment({ globals: { WebAssembly, console }, __options__: true });
    assert.throws(() => compartment.evaluate("Date.now()"), "Date is tamed");
    assert.throws(() => compartment.evaluate("Math.random()"), "Math.random is tamed");
    for (const name of [
        "setTimeout",
        "crypto",
        "Worker",
        "process",
        "performance",
        "fetch",
        "Blob",
        "URL",
        "MessageChannel",
    ]) {
        assert.equal(compartment.evaluate(`typeof ${name}`), "undefined", `${name} is not endowed`);
    }
    const api = compartment.evaluate(asFunctionBody(bundle));
    const { digests } = compartment.evaluate(asFunctionBody(scenario));
    const result = {};
    for (const tier of ["auto", "fma", "simd", "scalar"]) {
        result[tier] = await digests(api, { tier }).catch((error) =>
            /this engine runs/.test(error.message) ? "not on this engine" : Promise.reject(error),
        );
    }
    const { crypto } = globalThis;
    result.prover = {
        endowed: await proveIn({ WebAssembly, crypto }, prover, circuit),
        noRandomness: await proveIn({ WebAssembly }, prover, circuit),
    };
    console.log(JSON.stringify(result));
}

main().catch((error) => {
    console.error(error?.stack ?? error);
    process.exitCode = 1;
});
