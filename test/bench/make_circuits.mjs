/**
 * Large circuits for the suite `command`, outside of the repository:
 *
 *     node test/bench/make_circuits.mjs FOLDER dense:16 bits:16 dense:18 bits:18 dense:20
 *
 * dense: a chain of squarings, every value of full width; bits: every value is 0 or 1. The constraint systems are
 * written directly, because the compiler takes minutes at 2^16, and so are the keys, from a seed, by insecure_key.mjs:
 * half a minute at 2^16, ten at 2^20. DEVSETUP=program makes them by `program circuit.r1cs circuit.zkey SEED`.
 */
import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { root } from "../support/scratch.js";
import { writeInsecureKey } from "./insecure_key.mjs";

const R = 21888242871839275222246405745257275088548364400416034343698204186575808495617n;
const N8 = 32, BLOCK = 1 << 24;

/** Little-endian bytes into a file, in blocks. */
function openWriter(path) {
    const file = openSync(path, "w"), block = Buffer.alloc(BLOCK);
    let at = 0;
    const room = (bytes) => {
        if (at + bytes > BLOCK) flush();
        at += bytes;
        return at - bytes;
    };
    const flush = () => {
        writeSync(file, block, 0, at);
        at = 0;
    };
    return {
        text: (value) => block.write(value, room(value.length), "latin1"),
        u32: (value) => block.writeUInt32LE(value, room(4)),
        u64: (value) => block.writeBigUInt64LE(BigInt(value), room(8)),
        element(value) {
            for (let i = 0n, to = room(N8); i < 4n; i++, to += 8)
                block.writeBigUInt64LE((value >> (64n * i)) & 0xffffffffffffffffn, to);
        },
        close() {
            flush();
            closeSync(file);
        },
    };
}

/**
 * Each kind: the values of its wires one after the other, and constraint i as [A, B, C], lists of [wire number i or
 * "one", coefficient].
 */
const KINDS = {
    dense: {
        values(n) {
            const values = [123456789n];
            for (let i = 0; i < n; i++) values.push((values[i] + BigInt(i * i + 1)) ** 2n % R);
            return values;
        },
        constraint(i) {
            const sum = [[i, 1n], ["one", BigInt(i * i + 1)]];
            return [sum, sum, [[i + 1, 1n]]];
        },
        terms: [2, 2, 1],
    },
    bits: {
        values(n) {
            const values = [];
            for (let i = 0, x = 1; i <= n; i++) {
                x = (Math.imul(x, 1103515245) + 12345) >>> 0;
                values.push(BigInt((x >>> 16) & 1));
            }
            return values;
        },
        constraint: (i) => [[[i, 1n]], [[i, 1n], ["one", R - 1n]], []],
        terms: [1, 2, 0],
    },
};

/** Wires: 0 is one, 1 the public output, which is the last value, then the others. */
const wireOf = (i, n) => (i === "one" ? 0 : i === n ? 1 : 2 + i);

function writeConstraints(kind, n, r1cs) {
    const wires = n + 2, { constraint, terms } = KINDS[kind], wire = (i) => wireOf(i, n);
    const out = openWriter(r1cs);
    const section = (type, size) => { out.u32(type); out.u64(size); };
    out.text("r1cs"); out.u32(1); out.u32(3);
    section(1, 32 + N8);
    out.u32(N8); out.element(R); out.u32(wires); out.u32(1); out.u32(0); out.u32(1); out.u64(wires); out.u32(n);
    section(2, n * terms.reduce((sum, count) => sum + 4 + count * (4 + N8), 0));
    for (let i = 0; i < n; i++) for (const list of constraint(i)) {
        out.u32(list.length);
        for (const [to, factor] of list) { out.u32(wire(to)); out.element(factor); }
    }
    section(3, 8 * wires);
    for (let i = 0; i < wires; i++) out.u64(i);
    out.close();
}

/** A key by the program that DEVSETUP names. */
function makeKeyOutside(kind, n, seed, at) {
    writeConstraints(kind, n, at("circuit.r1cs"));
    run(process.env.DEVSETUP, at("circuit.r1cs"), at("circuit.zkey"), seed);
    rmSync(at("circuit.r1cs"));
}

/** A key by insecure_key.mjs. */
function makeKeyHere(kind, n, seed, at) {
    const { constraint } = KINDS[kind], named = ([i, factor]) => [wireOf(i, n), factor];
    const rows = (i) => constraint(i).map((list) => list.map(named));
    return writeInsecureKey(at("circuit.zkey"), { wires: n + 2, publicSignals: 1, constraints: n, rows }, seed);
}

function writeWitness(values, path) {
    const out = openWriter(path), count = values.length + 1;
    out.text("wtns"); out.u32(2); out.u32(2);
    out.u32(1); out.u64(8 + N8); out.u32(N8); out.element(R); out.u32(count);
    out.u32(2); out.u64(N8 * count);
    for (const value of [1n, values.at(-1), ...values.slice(0, -1)]) out.element(value);
    out.close();
}

const run = (file, ...args) => execFileSync(file, args, { stdio: ["ignore", "ignore", "inherit"] });

/** A folder as those of the corpus. The proof is checked against the key. */
async function make(folder, kind, bits) {
    const name = `${kind}_2e${bits}`, at = (file) => join(folder, name, file), n = 2 ** bits - 4;
    mkdirSync(join(folder, name), { recursive: true });
    writeWitness(KINDS[kind].values(n), at("witness.wtns"));
    await (process.env.DEVSETUP ? makeKeyOutside : makeKeyHere)(kind, n, name, at);
    run(
        process.execPath,
        join(root, "node_modules", "snarkjs", "build", "cli.cjs"),
        "zkey",
        "export",
        "verificationkey",
        at("circuit.zkey"),
        at("vkey.json"),
    );
    run(
        process.execPath,
        join(root, "bin", "ffturbo.mjs"),
        "prove",
        at("circuit.zkey"),
        at("witness.wtns"),
        at("proof.json"),
        at("public.json"),
        "--check",
    );
}

const [folder, ...wanted] = process.argv.slice(2);
if (!folder || wanted.length === 0) throw new Error("make_circuits: expected FOLDER kind:bits…, got less");
for (const [kind, bits] of wanted.map((word) => word.split(":"))) {
    if (!Object.hasOwn(KINDS, kind) || !(Number(bits) >= 3 && Number(bits) <= 24))
        throw new RangeError(`make_circuits: expected dense or bits and a size from 3 to 24, got ${kind}:${bits}`);
    await make(folder, kind, Number(bits));
}
