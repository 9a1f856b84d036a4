/**
 * Keys and witnesses that were damaged with knowledge of their form, from every kind of source, also ones that lie. A
 * proof comes out that verifies under the key that the damaged file states, by the engine and on BigInt, or an error
 * with a code, and nothing is left open.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../../scripts/temporary.mjs";
import { verify as verifyOnBigInt } from "../../../src/protocols/bigint.js";
import { prove, ProverError, zkeyInfo } from "../../../src/protocols/groth16/index.js";
import { verify as verifyAlone } from "../../../src/protocols/groth16/verify_alone.js";
import { headerFields, makeFile, sectionsOf } from "../../support/binfiles.js";
import { fixture } from "../../support/circuits.js";
import { CURVES } from "../../support/twin_curves.js";
import { demand, endAll, ours } from "../support.js";

const N8 = 32,
    { fp, fr } = CURVES.bn128;
const CODES = [
    "ERR_FILE",
    "ERR_READ",
    "ERR_CURVE",
    "ERR_WITNESS",
    "ERR_POINT",
    "ERR_CHECK",
    "ERR_MEMORY",
    "ERR_OPTION",
];
const BYTES_PER_COEFFICIENT = 12 + N8;

const toBig = (bytes) => BigInt(`0x00${Buffer.from(bytes).reverse().toString("hex")}`);
/** @param {bigint} value @param {number} n8 */
const toBytes = (value, n8) => Uint8Array.from({ length: n8 }, (_, i) => Number((value >> BigInt(8 * i)) & 255n));

/** The sections as a list of [type, bytes], in the order of the file. */
const apart = (bytes) =>
    sectionsOf(bytes).map(({ type, offset, size }) => [type, bytes.slice(offset, offset + size)]);
const section = (list, type) => list.find(([t]) => t === type)?.[1];

/** From Montgomery form. */
const INVERSE_R = modInverse((1n << 256n) % fp.p, fp.p);
function modInverse(a, p) {
    let [x, y, u, v] = [a % p, p, 1n, 0n];
    while (x > 1n) [x, y, u, v] = [y % x, x, v - u * (y / x), u].map((value) => value);
    return ((u % p) + p) % p;
}

/** @param {Uint8Array} bytes @param {number} degree */
function pointOf(bytes, degree) {
    const numbers = Array.from({ length: 2 * degree }, (_, i) =>
        String((toBig(bytes.subarray(i * N8, (i + 1) * N8)) * INVERSE_R) % fp.p),
    );
    if (bytes.every((byte) => byte === 0))
        return degree === 1
            ? ["0", "1", "0"]
            : [
                  ["0", "0"],
                  ["1", "0"],
                  ["0", "0"],
              ];
    return degree === 1 ? [...numbers, "1"] : [numbers.slice(0, 2), numbers.slice(2), ["1", "0"]];
}

/** The verification key that a key states, read by itself: header and section 3. @param {Uint8Array} zkey */
function vkeyOf(zkey) {
    const list = apart(zkey),
        header = section(list, 2),
        fields = Object.fromEntries(
            headerFields(N8, N8).map(([name, at, length]) => [name, header.subarray(at, at + length)]),
        );
    const ic = section(list, 3);
    return {
        protocol: "groth16",
        curve: "bn128",
        nPublic: ic.length / (2 * N8) - 1,
        vk_alpha_1: pointOf(fields.alpha1, 1),
        vk_beta_2: pointOf(fields.beta2, 2),
        vk_gamma_2: pointOf(fields.gamma2, 2),
        vk_delta_2: pointOf(fields.delta2, 2),
        IC: Array.from({ length: ic.length / (2 * N8) }, (_, i) =>
            pointOf(ic.subarray(2 * N8 * i, 2 * N8 * (i + 1)), 1),
        ),
    };
}

/** Points to be put where another was, in either group. */
function strangePoint(c, size, sections) {
    const other = section(sections, size === 2 * N8 ? 5 : 7) ?? new Uint8Array(size),
        at = c.below(Math.max(1, other.length / size)) * size;
    const point = Uint8Array.from({ length: size }, (_, i) => other[at + i] ?? 0);
    const kind = c.below(6);
    if (kind === 1) point.fill(0);
    if (kind === 2) point.fill(0, size / 2);
    if (kind === 3) point.set(toBytes(fp.p + BigInt(c.below(3)), N8), c.below(size / N8) * N8); // not below q
    if (kind === 4) point.set(toBytes(fp.p - (toBig(point.subarray(size - N8)) % fp.p), N8), size - N8); // half negated
    if (kind === 5) point.set(c.bytes(N8), 0);
    return point;
}

/** Changes of a key's own structure, each of its sections. */
const KEY_CHANGES = [
    (c, list) => {
        // a number of the header
        const header = section(list, 2),
            [, at, length] = c.pick(headerFields(N8, N8));
        if (!(header?.length >= at + length)) return;
        if (length === 4) new DataView(header.buffer, header.byteOffset).setUint32(at, c.edge(), true);
        else if (length === N8) header.set(toBytes(c.big(1n << 256n), N8), at);
        else header.set(strangePoint(c, length, list), at);
    },
    (c, list) => {
        // a point of a section
        const type = c.pick([3, 5, 6, 7, 8, 9]),
            body = section(list, type),
            size = type === 7 ? 4 * N8 : 2 * N8;
        if (body?.length >= size) body.set(strangePoint(c, size, list), c.below(Math.floor(body.length / size)) * size);
    },
    (c, list) => {
        // a coefficient: matrix, row, signal, value
        const body = section(list, 4),
            count = Math.floor((body?.length - 4) / BYTES_PER_COEFFICIENT); // the last one may be cut
        if (!(count >= 1)) return;
        const at = 4 + c.below(count) * BYTES_PER_COEFFICIENT,
            field = c.below(4),
            view = new DataView(body.buffer, body.byteOffset);
        if (field < 3) view.setUint32(at + 4 * field, c.edge(), true);
        else body.set(toBytes(c.big(c.once(3) ? 1n << 256n : fr.p), N8), at + 12);
    },
    (c, list) => {
        // how many coefficients
        const body = section(list, 4);
        if (body?.length >= 4) new DataView(body.buffer, body.byteOffset).setUint32(0, c.edge(), true);
    },
];

const WITNESS_CHANGES = [
    (c, list) => {
        // a value
        const body = section(list, 2);
        if (body?.length >= N8)
            body.set(toBytes(c.big(c.once(2) ? 1n << 256n : fr.p), N8), c.below(Math.floor(body.length / N8)) * N8);
    },
    (c, list) => {
        // a number of the header
        const header = section(list, 1);
        if (!(header?.length >= 40)) return;
        const kind = c.below(3);
        if (kind === 2) header.set(toBytes(c.big(1n << 256n), N8), 4);
        else new DataView(header.buffer, header.byteOffset).setUint32(kind === 0 ? 0 : 36, c.edge(), true);
    },
];

/** Changes of the container. */
const CONTAINER_CHANGES = [
    (c, list) => {
        list.splice(c.below(list.length || 1), 1);
    },
    (c, list) => {
        if (list.length) list.push(c.pick(list));
    },
    (c, list) => {
        if (list.length) list[c.below(list.length)][0] = c.edge();
    },
    (c, list) => {
        if (list.length > 1) list.push(...list.splice(c.below(list.length), 1));
    },
    (c, list) => {
        // another length
        const entry = list[c.below(list.length || 1)];
        if (entry)
            entry[1] = c.once(2)
                ? entry[1].slice(0, c.below(entry[1].length + 1))
                : Uint8Array.from([...entry[1], ...c.bytes(c.within(1, 64))]);
    },
    (c, list) => {
        // any byte
        const entry = list[c.below(list.length || 1)];
        if (entry?.[1].length) entry[1][c.below(entry[1].length)] ^= 1 << c.below(8);
    },
];

/** Changes of the bytes. */
const RAW_CHANGES = [
    (c, bytes) => bytes.slice(0, c.below(bytes.length + 1)),
    (c, bytes) => Uint8Array.from([...bytes, ...c.bytes(c.within(1, 40))]),
    (c, bytes) => {
        // a number of the container: version, count, type, size
        const copy = bytes.slice(),
            at = c.pick([0, 4, 8, ...sectionsOf(bytes).flatMap(({ header }) => [header, header + 4, header + 8])]);
        if (at + 4 <= copy.length) new DataView(copy.buffer).setUint32(at, c.edge(), true);
        return copy;
    },
];

/** @param {import("../choices.js").Choices} c @param {Uint8Array} original @param {string} magic */
function damaged(c, original, magic) {
    const count = c.below(4),
        own = magic === "zkey" ? KEY_CHANGES : WITNESS_CHANGES,
        list = apart(original);
    for (let i = 0; i < count; i++) c.pick([...own, ...own, ...CONTAINER_CHANGES])(c, list);
    const bytes = count > 0 ? makeFile(magic, original[4], list) : original.slice();
    return { bytes: c.once(6) ? c.pick(RAW_CHANGES)(c, bytes) : bytes, changes: count };
}

/** Ways to hand a file over; the last ones lie. */
const SOURCES = [
    (bytes) => bytes,
    (bytes) => async (offset, length) => bytes.slice(offset, offset + length),
    (bytes) => Object.assign((offset, length) => bytes.slice(offset, offset + length), { size: bytes.length }),
    (bytes) => new Blob([bytes]),
    (bytes, c, folder) => {
        const path = join(folder, `file-${c.below(2)}`);
        writeFileSync(path, bytes);
        return path;
    },
    (bytes, c) => {
        const late = c.below(8);
        let n = 0;
        return async (offset, length) => bytes.slice(offset, offset + length - (n++ === late ? 1 : 0));
    },
    (bytes, c) => {
        const late = c.below(8);
        let n = 0;
        return async (offset, length) => {
            if (n++ === late) throw new Error("a reader's own");
            return bytes.slice(offset, offset + length);
        };
    },
    (bytes, c) => {
        const odd = c.pick([undefined, null, 7, "text", {}, [], new Uint8Array(0), new Float64Array(4)]);
        return async () => odd;
    },
    (bytes, c) => Object.assign(async (offset, length) => bytes.slice(offset, offset + length), { size: c.edge() }),
];

/** @type {import("../loop.js").Target} */
export const files = {
    name: "files",
    guided: true,
    faults: ["a signal is not checked", "a reader is left"],
    async open(fault) {
        const load = (file) => new Uint8Array(readFileSync(fixture("mimc_tiny", file)));
        const key = load("circuit.zkey"),
            witness = load("witness.wtns"),
            folder = temporaryFolder("fuzz");
        const curve = await ours("bn128"),
            timers = [];
        /** The port: a proof, which a fault returns although the last value of the witness is another. */
        const proofOf = async (zkey, wtns, options) => {
            try {
                return await prove(zkey, wtns, { curve, ...options });
            } catch (error) {
                if (fault === "a reader is left" && error.code === "ERR_READ")
                    timers.push(setInterval(() => {}, 1e6));
                if (fault === "a signal is not checked" && error.code === "ERR_CHECK")
                    return prove(zkey, wtns, { curve, ...options, check: false });
                throw error;
            }
        };
        return {
            async run(c) {
                const which = c.below(3),
                    zkey = which === 1 ? { bytes: key, changes: 0 } : damaged(c, key, "zkey");
                const wtns = which === 0 ? { bytes: witness, changes: 0 } : damaged(c, witness, "wtns");
                const [keyFrom, witnessFrom] = [
                    c.pick(c.once(3) ? SOURCES : SOURCES.slice(0, 1)),
                    c.pick(c.once(4) ? SOURCES : SOURCES.slice(0, 1)),
                ];
                const options = { paranoid: c.once(3), memory: c.pick([2 ** 30, 2 ** 24]) };
                let result;
                try {
                    if (c.once(8)) await zkeyInfo(keyFrom(zkey.bytes, c, folder));
                    result = await proofOf(
                        keyFrom(zkey.bytes, c, folder),
                        witnessFrom(wtns.bytes, c, folder),
                        options,
                    );
                } catch (error) {
                    demand(
                        error instanceof ProverError && CODES.includes(error.code),
                        () => `expected an error with a code, got ${error?.stack ?? error}`,
                    );
                    demand(
                        /expected .+, got .+/s.test(error.message),
                        () => `expected a message that says what was expected, got ${error.message}`,
                    );
                    return;
                }
                const vkey = vkeyOf(zkey.bytes),
                    { proof, publicSignals } = result;
                const own = apart(wtns.bytes),
                    values = section(own, 2);
                const stated = publicSignals.map((_, i) =>
                    String(toBig(values.subarray((i + 1) * N8, (i + 2) * N8))),
                );
                demand(
                    String(stated) === String(publicSignals),
                    () => `expected the signals ${stated} of the witness, got ${publicSignals}`,
                );
                demand(
                    await verifyAlone(vkey, publicSignals, proof),
                    () => `a proof was returned that does not verify: ${JSON.stringify(result)}`,
                );
                if (c.once(8))
                    demand(
                        verifyOnBigInt(vkey, publicSignals, proof),
                        () => "a proof was returned that does not verify on BigInt",
                    );
            },
            async close() {
                for (const timer of timers) clearInterval(timer);
                rmSync(folder, { recursive: true, force: true });
                await endAll();
            },
        };
    },
};
