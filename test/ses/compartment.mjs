/**
 * Runs in a child process: a compartment, as wallets give it to their snaps. It sees the language and what it is
 * endowed with, here WebAssembly and a console: no timers, no crypto, no workers, no process. `Date` and `Math.random`
 * are tamed and throw.
 * `node compartment.mjs <bundle> <digests.mjs>` evaluates the bundle there, computes, and prints the digests of every
 * tier as JSON; `node compartment.mjs prove <plonkish.mjs> <folder> <protocol>=<bundle>...` proves and verifies there,
 * with the keys of this folder, and prints what each said.
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

/** @param {object} globals @param {string[]} codes - of modules @returns {any[]} their exports */
function evaluate(globals, ...codes) {
    const compartment = new Compartment({ globals, __options__: true });
    return codes.map((code) => compartment.evaluate(asFunctionBody(code)));
}

/** Proves with randomness endowed, refuses without, and verifies either way. */
async function proveWith(scenario, folder, name, bundle) {
    const { crypto } = globalThis, read = (file) => readFileSync(join(folder, file));
    const [key, prefix] = name === "groth16" ? ["circuit", ""] : [name, `${name}_`];
    const [vkey, publicSignals, proof] = ["vkey", "public", "proof"].map((what) => JSON.parse(read(`${prefix}${what}.json`)));
    const [zkey, wtns] = [`${key}.zkey`, "witness.wtns"].map((file) => new Uint8Array(read(file)));
    const files = { zkey, wtns, vkey, publicSignals, proof };
    const [protocol, { proveAndVerify }] = evaluate({ WebAssembly, crypto }, bundle, scenario);
    const [blind] = evaluate({ WebAssembly }, bundle);
    return {
        endowed: await proveAndVerify(protocol, files),
        noRandomness: {
            error: await blind.prove(zkey, wtns).catch(({ message }) => message),
            foreign: await blind.verify(vkey, publicSignals, proof),
            tampered: await blind.verify(vkey, ["1", ...publicSignals.slice(1)], proof),
        },
    };
}

/** @param {string} scenario @param {string} folder @param {string[]} protocols - name=file */
async function prove(scenario, folder, protocols) {
    const found = {};
    for (const [name, file] of protocols.map((one) => one.split("=")))
        found[name] = await proveWith(scenario, folder, name, readFileSync(file, "utf8"));
    return found;
}

function checkBareness() {
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
}

/** @param {string} bundle @param {string} scenario */
async function compute(bundle, scenario) {
    const [api, { digests }] = evaluate({ WebAssembly, console }, bundle, scenario), result = {};
    for (const tier of ["auto", "fma", "simd", "scalar"]) {
        result[tier] = await digests(api, { tier }).catch((error) =>
            /this engine runs/.test(error.message) ? "not on this engine" : Promise.reject(error),
        );
    }
    return result;
}

async function main() {
    lockdown({ errorTaming: "unsafe", overrideTaming: "severe", consoleTaming: "unsafe", domainTaming: "unsafe" });
    checkBareness();
    const args = process.argv.slice(2), text = (path) => readFileSync(path, "utf8");
    console.log(JSON.stringify(args[0] === "prove"
        ? await prove(text(args[1]), args[2], args.slice(3)) : await compute(text(args[0]), text(args[1]))));
}

main().catch((error) => {
    console.error(error?.stack ?? error);
    process.exitCode = 1;
});
