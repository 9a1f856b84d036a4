/**
 * Circuits of others, as they are and with our field functions: the same values, log lines and errors, and how long
 * each takes.
 *
 *     node test/bench/witness.mjs FOLDER compare [compiler ...]
 *     node test/bench/witness.mjs FOLDER published [package ...]
 *     node test/bench/witness.mjs FOLDER time [circuit ...]
 *
 * Packages and compilers come from npm into FOLDER, outside the repository: circomlib, @zk-email/circuits, @zk-kit and
 * @semaphore-protocol. Inputs of `compare` are found by asking the module which names it knows; many of them are
 * refused by the circuit, and then it is the errors that are compared. `published` compares programs that packages
 * ship, `compare` both.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import {
    copyFileSync,
    existsSync,
    mkdirSync,
    readdirSync,
    readFileSync,
    rmSync,
    statSync,
    writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { calculateWitness, witnessInfo } from "../../src/protocols/groth16/index.js";
import { differenceOf } from "../support/same_witness.js";
import { uniform } from "../support/random.js";

const [, , given, mode = "compare", ...names] = process.argv;
if (!given) throw new Error("witness: expected a folder outside the repository, got none");
const folder = resolve(given), modules = join(folder, "node_modules");
const PACKAGES = [
    "circomlib@2.0.5",
    "circomlibjs@0.1.7",
    "@zk-email/circuits@6.3.4",
    "@zk-kit/circuits@0.4.0",
    "@zk-kit/binary-merkle-root.circom@2.0.0",
    "@semaphore-protocol/circuits@4.14.2",
    "snarkjs@0.7.6",
];
/** Packages that ship programs. */
const PUBLISHED = [
    "@zk-kit/semaphore-artifacts@4.13.0",
    "@pcd/proto-pod-gpc-artifacts@0.13.0",
    "@unirep/circuits@2.0.0",
    "@pcd/zk-eddsa-event-ticket-pcd@0.10.1",
    "@pcd/semaphore-signature-pcd@0.15.1",
    "@pcd/semaphore-group-pcd@0.15.1",
    "circom_runtime@0.1.28",
];
/** Whose texts have the names of their signals, besides those packages and the libraries. */
const TEXTS = ["@pcd/gpcircuits@0.5.1"];
const COMPILERS = ["0.2.23", "0.2.19", "0.2.16", "0.2.11", "0.2.6"];
const LIBRARIES = [
    "",
    "circomlib/circuits",
    "@zk-kit/binary-merkle-root.circom/src",
    "@zk-kit/circuits/circom",
    "@semaphore-protocol/circuits/src",
];

/** Circuits of the table: what they include, their main component, inputs that satisfy them. */
const TIMED = {
    sha256: ["circomlib/circuits/sha256/sha256.circom", "Sha256(2048)", () => ({ in: bits(2048) })],
    bits: [
        ["circomlib/circuits/bitify.circom", "circomlib/circuits/comparators.circom"],
        "Bits(256)",
        () => ({ in: Array.from({ length: 256 }, () => uniform(2n ** 200n)) }),
        "template Bits(n) { signal input in[n]; signal output out; signal sum[n + 1]; sum[0] <== 0; component b[n]; component l[n]; " +
            "for (var i = 0; i < n; i++) { b[i] = Num2Bits(200); b[i].in <== in[i]; l[i] = LessThan(64); l[i].in[0] <== i; l[i].in[1] <== i * 7 % 100; " +
            "sum[i + 1] <== sum[i] + l[i].out + b[i].out[i % 200]; } out <== sum[n]; }",
    ],
    rsa: ["@zk-email/circuits/lib/rsa.circom", "RSAVerifier65537(121, 17)", rsaInputs],
    eddsa: [
        "circomlib/circuits/eddsaposeidon.circom",
        "Signatures(28)",
        eddsaInputs,
        "template Signatures(n) { signal input Ax[n], Ay[n], S[n], R8x[n], R8y[n], M[n]; component v[n]; for (var i = 0; i < n; i++) { v[i] = EdDSAPoseidonVerifier(); v[i].enabled <== 1; " +
            "v[i].Ax <== Ax[i]; v[i].Ay <== Ay[i]; v[i].S <== S[i]; v[i].R8x <== R8x[i]; v[i].R8y <== R8y[i]; v[i].M <== M[i]; } }",
    ],
    poseidon: [
        "circomlib/circuits/poseidon.circom",
        "Chain(500)",
        () => ({ x: 123456789 }),
        "template Chain(n) { signal input x; signal output out; signal h[n + 1]; h[0] <== x; component p[n]; for (var i = 0; i < n; i++) { p[i] = Poseidon(2); " +
            "p[i].inputs[0] <== h[i]; p[i].inputs[1] <== i; h[i + 1] <== p[i].out; } out <== h[n]; }",
    ],
    merkle: [
        "binary-merkle-root.circom",
        "BinaryMerkleRoot(14)",
        () => ({ leaf: 5, depth: 14, index: 1234, siblings: Array.from({ length: 14 }, () => uniform(2n ** 250n)) }),
    ],
    semaphore20: [ // a file of the library's own name would include itself
        "semaphore.circom",
        "Semaphore(20)",
        () => ({
            secret: uniform(2n ** 250n),
            merkleProofLength: 20,
            merkleProofIndex: 693,
            merkleProofSiblings: Array.from({ length: 20 }, () => uniform(2n ** 250n)),
            message: 7,
            scope: 9,
        }),
    ],
};

/** Further circuits that are only compared. */
const MORE = {
    sha256_small: ["circomlib/circuits/sha256/sha256.circom", "Sha256(256)"],
    bytes: ["@zk-email/circuits/lib/sha.circom", "Sha256Bytes(128)"],
    floats: ["float.circom", "ToFloat(8)"],
    safe: ["safe-comparators.circom", "SafeLessThan(64)"],
    keys: ["ecdh.circom", "Ecdh()"],
    cipher: ["poseidon-cipher.circom", "PoseidonDecrypt(4)"],
    base64: ["@zk-email/circuits/lib/base64.circom", "Base64Decode(32)"],
};

const bits = (count) => Array.from({ length: count }, () => Number(uniform(2n)));
const chunks = (v) => Array.from({ length: 17 }, (_, i) => (v >> BigInt(121 * i)) & (2n ** 121n - 1n));
const integer = (bytes) => BigInt(`0x${Buffer.from(bytes).toString("hex")}`);
const sha256 = (text) => createHash("sha256").update(text).digest();

function rsaInputs() {
    const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const modulus = integer(Buffer.from(publicKey.export({ format: "jwk" }).n, "base64url"));
    return {
        signature: chunks(integer(sign("sha256", "message", privateKey))),
        modulus: chunks(modulus),
        message: chunks(integer(sha256("message"))),
    };
}

async function eddsaInputs() {
    const { buildEddsa } = createRequire(join(folder, "x.js"))("circomlibjs"),
        eddsa = await buildEddsa(),
        { F } = eddsa;
    const inputs = { Ax: [], Ay: [], S: [], R8x: [], R8y: [], M: [] };
    for (let i = 0; i < 28; i++) {
        const key = sha256(`key ${i}`),
            message = integer(sha256(`message ${i}`)) >> 8n,
            [x, y] = eddsa.prv2pub(key),
            { R8, S } = eddsa.signPoseidon(key, F.e(message));
        for (const [name, value] of Object.entries({
            Ax: F.toObject(x),
            Ay: F.toObject(y),
            S,
            R8x: F.toObject(R8[0]),
            R8y: F.toObject(R8[1]),
            M: message,
        }))
            inputs[name].push(value);
    }
    return inputs;
}

function install(path, packages) {
    mkdirSync(path, { recursive: true });
    if (!existsSync(join(path, "package.json"))) writeFileSync(join(path, "package.json"), "{}");
    execFileSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--legacy-peer-deps", ...packages], {
        cwd: path,
        stdio: "inherit",
    });
}

/** circuit.wasm and the names of signals of the main component; undefined where this compiler or prime refuses it. */
function build(name, source, compiler, prime) {
    const out = join(folder, "out", compiler, prime),
        wasm = join(out, `${name}.wasm`),
        symbols = join(out, `${name}.sym`);
    if (existsSync(`${wasm}.refused`)) return undefined;
    if (!existsSync(wasm)) {
        mkdirSync(out, { recursive: true });
        writeFileSync(join(folder, `${name}.circom`), source);
        const cli = join(folder, "compilers", compiler, "node_modules", "circom2", "cli.js");
        const libraries = LIBRARIES.flatMap((library) => ["-l", join("node_modules", library)]);
        const { status } = spawnSync(
            process.execPath,
            [
                cli,
                `${name}.circom`,
                "--wasm",
                "--sym",
                "--O1",
                "--prime",
                prime,
                ...libraries,
                "-o",
                join("out", compiler, prime),
            ],
            { cwd: folder, stdio: "pipe" },
        );
        if (status !== 0) {
            writeFileSync(`${wasm}.refused`, "");
            return undefined;
        }
        copyFileSync(join(out, `${name}_js`, `${name}.wasm`), wasm);
    }
    const signals = existsSync(symbols)
        ? readFileSync(symbols, "utf8").matchAll(/,main\.([^.[\n]+)((?:\[\d+\])*)$/gm)
        : [];
    return { wasm: new Uint8Array(readFileSync(wasm)), names: [...new Set([...signals].map((match) => match[1]))] };
}

const sourceOf = ([includes, main, , template = ""]) =>
    `pragma circom 2.0.0;\n${[includes]
        .flat()
        .map((file) => `include "${file}";`)
        .join("\n")}\n${template}\ncomponent main = ${main};\n`;

const hashes = new Map();

function hashOf(name) {
    if (hashes.has(name)) return hashes.get(name);
    let hash = 0xcbf29ce484222325n;
    for (const byte of Buffer.from(name)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
    hashes.set(name, [Number(hash >> 32n), Number(hash & 0xffffffffn)]);
    return hashes.get(name);
}

/** Inputs of a module: names that it knows, with as many values as it wants. */
async function shapeOf(wasm, candidates) {
    const module = await WebAssembly.compile(wasm),
        runtime = Object.fromEntries(WebAssembly.Module.imports(module).map(({ name }) => [name, () => {}]));
    const { exports } = await WebAssembly.instantiate(module, { runtime });
    if (!exports.getInputSignalSize) return []; // of an older compiler
    return candidates
        .map((name) => ({ name, size: exports.getInputSignalSize(...hashOf(name)) }))
        .filter(({ size }) => size > 0);
}

async function compareFile(label, { wasm, names: candidates }, good) {
    const shape = await shapeOf(wasm, candidates),
        kinds = [() => 0n, () => 1n, () => uniform(2n), () => uniform(2n ** 32n), () => uniform(2n ** 250n)];
    const sets = kinds.map((value) =>
        Object.fromEntries(shape.map(({ name, size }) => [name, Array.from({ length: size }, value)])),
    );
    const differences = [], all = good ? [good, ...sets] : sets;
    let values = 0;
    for (const inputs of all) {
        const difference = await differenceOf(wasm, inputs);
        if (difference) differences.push(difference);
        values += await calculateWitness(wasm, inputs, { threads: 0 }).then(({ count }) => count, () => 0);
    }
    const { rewritten, reason } = witnessInfo(wasm);
    console.log(
        `${differences.length ? "DIFFERENT" : "same"}  ${label}  ${all.length} inputs, ${values} values${rewritten ? "" : `; left alone: ${reason}`}`,
        ...differences,
    );
    if (differences.length) process.exitCode = 1;
}

async function compare() {
    const tests = join(modules, "circomlib", "test", "circuits");
    const circuits = {
        ...Object.fromEntries(
            readdirSync(tests)
                .filter((file) => file.endsWith(".circom"))
                .map((file) => [
                    basename(file, ".circom"),
                    readFileSync(join(tests, file), "utf8").replaceAll("../../circuits/", "circomlib/circuits/"),
                ]),
        ),
        ...Object.fromEntries(
            Object.entries({ ...TIMED, ...MORE }).map(([name, circuit]) => [name, sourceOf(circuit)]),
        ),
    };
    const compilers = names.length ? names : COMPILERS;
    for (const compiler of compilers)
        for (const prime of ["bn128", "bls12381"])
            for (const [name, source] of Object.entries(circuits)) {
                // the first one takes all
                if (compiler !== compilers[0] && Object.keys(circuits).indexOf(name) % 4 !== 0 && !TIMED[name])
                    continue;
                const built = build(name, source, compiler, prime);
                if (built)
                    await compareFile(
                        `${name} ${prime} circom2@${compiler}`,
                        built,
                        prime === "bn128" ? await TIMED[name]?.[2]() : undefined,
                    );
            }
    await comparePublished();
}

const ENDINGS = ["wasm", "js", "mjs", "ts", "circom", "json"];

/** The programs and texts that a package ships. */
function unpacked(spec) {
    const target = join(folder, "published", spec.replaceAll("/", "-"));
    if (!existsSync(target)) {
        mkdirSync(target, { recursive: true });
        const file = execFileSync("npm", ["pack", spec, "--silent"], { cwd: target, encoding: "utf8" }).trim();
        spawnSync("tar", ["xzf", file, "--wildcards", ...ENDINGS.map((ending) => `*.${ending}`)], { cwd: target });
        rmSync(join(target, file));
    }
    return filesOf(target);
}

const filesOf = (path) => readdirSync(path, { recursive: true }).map((name) => join(path, String(name)))
    .filter((name) => ENDINGS.includes(name.split(".").pop()) && statSync(name).isFile()).sort();
const isProgram = (name) => name.endsWith(".wasm");

async function comparePublished() {
    const packages = [...PUBLISHED, ...TEXTS].map((spec) => ({ spec, files: unpacked(spec) }));
    const texts = packages.flatMap(({ files }) => files.filter((name) => !isProgram(name)));
    const words = new Set();
    for (const name of [...texts, ...filesOf(modules).filter((name) => name.endsWith(".circom"))])
        for (const word of readFileSync(name, "utf8").match(/[A-Za-z_]\w{0,60}/g) ?? []) words.add(word);
    for (const { spec, files } of packages) {
        if (names.length && !names.some((name) => spec.includes(name))) continue;
        for (const file of files.filter(isProgram))
            await compareFile(`${spec} ${basename(file)}`, { wasm: new Uint8Array(readFileSync(file)), names: [...words] });
    }
}

/** Milliseconds of processor time of a first run and of later ones, in a process of its own. */
function timed(script, wasm, input, kind) {
    const { stdout, stderr } = spawnSync(process.execPath, [script, wasm, input, kind, modules], { encoding: "utf8" });
    if (!stdout) throw new Error(stderr);
    return JSON.parse(stdout);
}

async function time() {
    const script = join(dirname(fileURLToPath(import.meta.url)), "witness_run.mjs"),
        median = (list) => list.sort((a, b) => a - b)[list.length >> 1];
    console.log(
        "| circuit | values | as it is | rewritten | kept | snarkjs 0.7.6 | first | warm |\n|---|---|---|---|---|---|---|---|",
    );
    for (const [name, circuit] of Object.entries(TIMED))
        for (const prime of name === "sha256" ? ["bn128", "bls12381"] : ["bn128"]) {
            if (names.length && !names.includes(name)) continue;
            build(name, sourceOf(circuit), COMPILERS[0], prime);
            const wasm = join(folder, "out", COMPILERS[0], prime, `${name}.wasm`),
                input = join(folder, `${name}.json`);
            writeFileSync(
                input,
                JSON.stringify(await circuit[2](), (_, value) => (typeof value === "bigint" ? `${value}` : value)),
            );
            const runs = Array.from({ length: 3 }, () =>
                ["old", "new", "kept", "snarkjs"].map((kind) => timed(script, wasm, input, kind)),
            );
            const [old, rewritten, kept, snarkjs] = [0, 1, 2, 3].map((i) => ({
                first: median(runs.map((run) => run[i].first)),
                warm: median(runs.map((run) => run[i].warm)),
                count: runs[0][i].count,
            }));
            const cell = ({ first, warm }) => `${first.toFixed(0)} / ${warm.toFixed(0)}`;
            console.log(
                `| ${name} ${prime} | ${old.count} | ${cell(old)} | ${cell(rewritten)} | ${cell(kept)} | ${cell(snarkjs)} | ${(old.first / rewritten.first).toFixed(1)} | ${(old.warm / kept.warm).toFixed(1)} |`,
            );
        }
}

if (!existsSync(join(modules, "circomlib"))) install(folder, PACKAGES);
for (const version of COMPILERS)
    if (!existsSync(join(folder, "compilers", version, "node_modules", "circom2")))
        install(join(folder, "compilers", version), [`circom2@${version}`]);
await { time, compare, published: comparePublished }[mode]();
process.exit();
