/**
 * Every shape in which a caller may hand over many elements, and every operation that takes them: for tables that
 * compare two engines.
 */

/** @param {Uint8Array} bytes @param {number} shift */
function viewAt(bytes, shift) {
    const room = new Uint8Array(bytes.length + shift + 8).fill(0xee);
    room.set(bytes, shift);
    return room.subarray(shift, shift + bytes.length);
}

/** @param {Uint8Array} bytes */
function sharedCopy(bytes) {
    const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
    shared.set(bytes);
    return shared;
}

/** @param {Uint8Array} bytes */
function detached(bytes) {
    const gone = bytes.slice();
    structuredClone(gone.buffer, { transfer: [gone.buffer] });
    return gone;
}

/** @param {Uint8Array} bytes @param {number} size @param {{ BigBuffer: any }} engine */
function inBigBuffer(bytes, { BigBuffer }) {
    const big = new BigBuffer(bytes.length);
    big.set(bytes, 0);
    return big;
}

/** @param {Uint8Array} bytes @param {number} size */
const elements = (bytes, size) =>
    Array.from({ length: bytes.length / size }, (_, i) => bytes.slice(i * size, (i + 1) * size));

/** A list with one element replaced. @param {(element: Uint8Array) => unknown} change @param {number} [at] */
const changed = (change, at = 1) => (/** @type {Uint8Array} */ bytes, /** @type {number} */ size) => {
    const list = /** @type {unknown[]} */ (elements(bytes, size));
    list[at] = change(/** @type {Uint8Array} */ (list[at]));
    return list;
};

/** @param {number} at */
const withHole = (at) => (/** @type {Uint8Array} */ bytes, /** @type {number} */ size) => {
    const list = elements(bytes, size);
    delete list[at];
    return list;
};

/** @type {Record<string, (bytes: Uint8Array, size: number, engine: any) => unknown>} */
export const SHAPES = {
    "a Uint8Array": (bytes) => bytes.slice(),
    "a Buffer": (bytes) => Buffer.from(bytes),
    "a view with an offset": (bytes) => viewAt(bytes, 32),
    "a view that is not aligned": (bytes) => viewAt(bytes, 3),
    "a BigBuffer": (bytes, _size, engine) => inBigBuffer(bytes, engine),
    "shared memory": sharedCopy,
    "a detached Uint8Array": detached,
    "a detached Buffer": (bytes) => {
        const room = new ArrayBuffer(bytes.length),
            view = Buffer.from(room);
        structuredClone(room, { transfer: [room] });
        return view;
    },
    "nothing, 0 bytes": () => new Uint8Array(0),
    "a BigBuffer of 0 bytes": (_bytes, _size, engine) => inBigBuffer(new Uint8Array(0), engine),
    "a byte too few": (bytes) => bytes.slice(0, -1),
    "a byte too many": (bytes) => Uint8Array.from([...bytes, 0]),
    "a DataView": (bytes) => new DataView(bytes.slice().buffer),
    "a Uint8ClampedArray": (bytes) => new Uint8ClampedArray(bytes),
    "an Int8Array": (bytes) => new Int8Array(bytes),
    "a Uint32Array": (bytes) => new Uint32Array(bytes.slice().buffer),
    "an ArrayBuffer": (bytes) => bytes.slice().buffer,
    "a list": elements,
    "a list of views": (bytes, size) => elements(bytes, size).map((element) => viewAt(element, 5)),
    "a list of Buffers": (bytes, size) => elements(bytes, size).map((element) => Buffer.from(element)),
    "an empty list": () => [],
    "a list with a hole": withHole(1),
    "a list with a hole at its start": withHole(0),
    "a list with undefined": changed(() => undefined),
    "a list with null": changed(() => null),
    "a list with a number": changed(() => 7),
    "a list with a string of the length of an element": changed((element) => "x".repeat(element.length)),
    "a list with a list of numbers": changed((element) => [...element]),
    "a list with an element too short": changed((element) => element.slice(1)),
    "a list with an element too long": changed((element) => Uint8Array.from([...element, 0])),
    "a list that starts with an element too short": changed((element) => element.slice(1), 0),
    "a list with an empty element": changed(() => new Uint8Array(0)),
    "a list with a detached element": changed(detached),
    "a list with a DataView": changed((element) => new DataView(element.slice().buffer)),
    "a list with an Int8Array": changed((element) => new Int8Array(element)),
    "a list of numbers": () => [1, 2, 3, 4],
    "a record that looks like a list": (bytes, size) => ({ ...elements(bytes, size), length: bytes.length / size }),
    "a record that looks like bytes": (bytes) => ({
        byteLength: bytes.length,
        length: bytes.length,
        buffer: bytes.buffer,
        byteOffset: 0,
    }),
    undefined: () => undefined,
    null: () => null,
    "a number": () => 7,
    "a string": (bytes) => "x".repeat(bytes.length),
    "a record": () => ({}),
};

/**
 * Operations on many elements, each with one argument in every shape: [name, bytes per element, call].
 * @param {any} curve
 * @param
 *   {{ fr: Uint8Array, points: Record<string, { affine: Uint8Array, jacobian: Uint8Array, compressed: Uint8Array,
 *   uncompressed: Uint8Array }>, scalars: Uint8Array }}
 *   data
 * @returns {[string, Uint8Array, number, (input: any) => Promise<unknown>][]}
 */
export function operations(curve, { fr, points, scalars }) {
    const { Fr } = curve, key = [Fr.e(5), Fr.e(7)];
    /** @type {[string, Uint8Array, number, (input: any) => Promise<unknown>][]} */
    const rows = [
        ["Fr.fft", fr, 32, (x) => Fr.fft(x)],
        ["Fr.ifft", fr, 32, (x) => Fr.ifft(x)],
        ["Fr.lagrangeEvaluations", fr, 32, (x) => Fr.lagrangeEvaluations(x)],
        ["Fr.batchApplyKey", fr, 32, (x) => Fr.batchApplyKey(x, ...key)],
        ["Fr.batchInverse", fr, 32, (x) => Fr.batchInverse(x)],
        ["Fr.batchToMontgomery", fr, 32, (x) => Fr.batchToMontgomery(x)],
        ["Fr.batchFromMontgomery", fr, 32, (x) => Fr.batchFromMontgomery(x)],
    ];
    for (const [name, { affine, jacobian, compressed, uncompressed }] of Object.entries(points)) {
        const G = curve[name], n8 = G.F.n8;
        const both = /** @type {const} */ ([["affine", affine, 2 * n8], ["jacobian", jacobian, 3 * n8]]);
        for (const [form, bytes, size] of both) {
            for (const fn of ["fft", "ifft", "lagrangeEvaluations"])
                rows.push([`${name}.${fn} ${form}`, bytes, size, (x) => G[fn](x, form, "affine")]);
            rows.push([
                `${name}.batchApplyKey ${form}`,
                bytes,
                size,
                (x) => G.batchApplyKey(x, ...key, form, "affine"),
            ]);
            const fn = form === "affine" ? "multiExpAffine" : "multiExp";
            rows.push([`${name}.${fn} bases`, bytes, size, async (x) => G.toAffine(await G[fn](x, scalars))]);
            rows.push([`${name}.${fn} scalars`, scalars, 32, async (x) => G.toAffine(await G[fn](bytes, x))]);
        }
        rows.push(
            [`${name}.fftMix`, jacobian, 3 * n8, async (x) => affineOf(G, await G.fftMix(x))],
            [
                `${name}.fftJoin first`,
                jacobian,
                3 * n8,
                async (x) =>
                    (await G.fftJoin(x, jacobian, ...key)).map((/** @type {Uint8Array} */ y) => affineOf(G, y)),
            ],
            [
                `${name}.fftJoin second`,
                jacobian,
                3 * n8,
                async (x) =>
                    (await G.fftJoin(jacobian, x, ...key)).map((/** @type {Uint8Array} */ y) => affineOf(G, y)),
            ],
            [`${name}.fftFinal`, jacobian, 3 * n8, (x) => G.fftFinal(x, key[0])],
            [`${name}.batchLEMtoC`, affine, 2 * n8, (x) => G.batchLEMtoC(x)],
            [`${name}.batchLEMtoU`, affine, 2 * n8, (x) => G.batchLEMtoU(x)],
            [`${name}.batchCtoLEM`, compressed, n8, (x) => G.batchCtoLEM(x)],
            [`${name}.batchUtoLEM`, uncompressed, 2 * n8, (x) => G.batchUtoLEM(x)],
            [`${name}.batchToJacobian`, affine, 2 * n8, (x) => G.batchToJacobian(x)],
            [`${name}.batchToAffine`, jacobian, 3 * n8, (x) => G.batchToAffine(x)],
        );
    }
    return rows;
}

/** Jacobian triples are equal as points. @param {any} G @param {any} bytes */
function affineOf(G, bytes) {
    const size = 3 * G.F.n8;
    return Array.from({ length: bytes.byteLength / size }, (_, i) => G.toAffine(bytes.slice(i * size, (i + 1) * size)));
}

/** What comes out, or that nothing does. @param {() => Promise<unknown>} run @returns {Promise<string>} */
export async function answer(run) {
    try {
        return text(await run());
    } catch (error) {
        return `!${/** @type {Error} */ (error)?.message ?? error}`;
    }
}

/** @param {any} value @returns {string} */
function text(value) {
    if (Array.isArray(value)) return `[${value.map(text).join()}]`;
    if (Array.isArray(value?.buffers))
        return `big ${value.buffers.map((/** @type {Uint8Array} */ page) => Buffer.from(page).toString("hex")).join("")}`;
    return ArrayBuffer.isView(value)
        ? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("hex")
        : String(value);
}
