import { expect } from "chai";
import * as oracle from "ffjavascript-oracle";
import * as own from "../../src/index.js";
import { thinned } from "../support/extent.js";
import { answer, operations, SHAPES } from "../support/input_shapes.js";

const N = 4;

/** Elements, scalars and points in all forms, made by our engine. @param {any} curve */
function inputs({ Fr, ...curve }) {
    const fr = new Uint8Array(32 * N), scalars = new Uint8Array(32 * N);
    for (let i = 0; i < N; i++) {
        fr.set(Fr.e(BigInt(i) * 12345678901234567890n + 3n), 32 * i);
        scalars.set([i + 2, 9, 8, 7], 32 * i);
    }
    const points = { G1: forms(curve.G1) }; // G2 is the same code
    return { fr, scalars, points };
}

function forms(G) {
    const { n8 } = G.F,
        [affine, uncompressed, jacobian, compressed] = [2, 2, 3, 1].map((k) => new Uint8Array(k * n8 * N));
    for (let i = 0; i < N; i++) {
        const point = G.toAffine(G.timesScalar(G.g, i + 3));
        affine.set(point, 2 * n8 * i);
        jacobian.set(G.toJacobian(point), 3 * n8 * i);
        G.toRprCompressed(compressed, n8 * i, point);
        G.toRprUncompressed(uncompressed, 2 * n8 * i, point);
    }
    return { affine, jacobian, compressed, uncompressed };
}

const ELEMENT_OF_ANOTHER_SIZE = [
    "a list with an element too short",
    "a list with an element too long",
    "a list that starts with an element too short",
    "a list with an empty element",
    "a list with a number",
    "a list of numbers",
    "a list with a DataView",
    "a list with a detached element",
];
const GOOD_LISTS = [
    "a list",
    "a list of views",
    "a list of Buffers",
    "a list with a list of numbers",
    "a list with an Int8Array",
];
/** Those that take lists. ffjavascript breaks down on a list in any other, and takes long to be made again. */
const TAKES_LISTS = /\.(i?fft|batchInverse|lagrangeEvaluations)\b/;
const LISTS = Object.keys(SHAPES).filter((shape) => /list/.test(shape));
const BYTES_IN_OTHER_CLOTHES = ["a Uint8ClampedArray", "an Int8Array"];

/** Where we differ on purpose: [operations, shapes, what we do, why]. */
const DIFFER = [
    [/./, ELEMENT_OF_ANOTHER_SIZE, "refuse", "an element of another size shifts or pads its neighbours there"],
    [/lagrangeEvaluations/, GOOD_LISTS, "answer", "lists are refused there, by a check of their byteLength"],
    [
        /\.(i?fft|lagrangeEvaluations|batchInverse)/,
        ["a Buffer"],
        "answer",
        "a slice of a Buffer is a view: the caller's own bytes are reversed there",
    ],
    [/multiExp/, BYTES_IN_OTHER_CLOTHES, "answer", "by class there"],
    [/./, ["a Uint32Array", "an ArrayBuffer"], "refuse", "bytes are counted there and words are read"],
    [/./, ["a BigBuffer of 0 bytes"], "answer", "no elements, as for 0 bytes"],
    [/batchInverse/, ["a BigBuffer"], "answer", "becomes a Uint8Array there"],
    [
        /./,
        ["a detached Uint8Array", "a detached Buffer"],
        "refuse",
        "counts as no elements there, and a sum over it as infinity",
    ],
    [/./, ["a list with a string of the length of an element"], "refuse", "its letters become zeros there"],
    [/fftMix/, ["a string", "a byte too few", "a byte too many"], "refuse", "the size is not looked at there"],
    [/multiExp|fftFinal/, ["a byte too many"], "refuse", "the size is rounded down there"],
];

/** @param {string} name @param {string} shape @param {string} mine */
function differsOnPurpose(name, shape, mine) {
    return DIFFER.some(
        ([operation, shapes, does]) =>
            operation.test(name) && shapes.includes(shape) && (does === "refuse") === mine.startsWith("!"),
    );
}

/** What ffjavascript answers, asked once; it is made again when an error has left its memory behind. */
function theirCurve(build, data) {
    let curve, rows;
    const known = new Map();
    const open = async () => { curve = await build(true); rows = operations(curve, data); };
    const sound = async () => (await answer(() => curve.Fr.batchToMontgomery(data.fr))) === sound.expected;
    return async (i, shape, input) => {
        if (known.has(`${i} ${shape}`)) return known.get(`${i} ${shape}`);
        if (!curve) {
            await open();
            sound.expected = await answer(() => curve.Fr.batchToMontgomery(data.fr));
        }
        const text = await answer(() => rows[i][3](input));
        known.set(`${i} ${shape}`, text);
        if (text.startsWith("!") && !await sound()) await open();
        return text;
    };
}

let theirs;
for (const options of [true, { threads: 2 }])
    describe(`many elements in every shape, ${options === true ? "on one thread" : "on workers"}, beside ffjavascript`, () => {
        let mine, rows, data;
        before(async () => {
            mine = await own.buildBn128(options);
            data = inputs(mine);
            rows = operations(mine, data);
            theirs ??= theirCurve(oracle.buildBn128, data);
        });
        after(() => mine.terminate());

        for (const shape of thinned(Object.keys(SHAPES), 3))
            it(shape, async () => {
                const different = [];
                for (const [i, [name, bytes, size, run]] of rows.entries()) {
                    const ours = await answer(() => run(SHAPES[shape](bytes, size, own)));
                    const reference =
                        LISTS.includes(shape) && !TAKES_LISTS.test(name)
                            ? "!"
                            : await theirs(i, shape, SHAPES[shape](bytes, size, oracle));
                    const same = ours === reference || (ours.startsWith("!") && reference.startsWith("!"));
                    if (!same && !differsOnPurpose(name, shape, ours))
                        different.push(`${name}\n  ours   ${ours.slice(0, 150)}\n  theirs ${reference.slice(0, 150)}`);
                    if (ours.startsWith("!")) expect(ours, name).to.match(/expected .*, got /);
                }
                expect(different.join("\n")).to.equal("");
            });
    });

describe("many elements in every shape, for functions that ffjavascript does not have", () => {
    let curve, data;
    before(async () => {
        curve = await own.buildBn128({ threads: 2 });
        data = inputs(curve);
    });
    after(() => curve.terminate());

    const hex = (bytes) => Buffer.from(bytes.slice(0, bytes.byteLength)).toString("hex");
    const GOOD = [
        "a Uint8Array",
        "a Buffer",
        "a view with an offset",
        "a view that is not aligned",
        "a BigBuffer",
        "shared memory",
        "a Uint8ClampedArray",
        "an Int8Array",
    ];

    for (const name of ["ifftShiftFft", "cosetQuotient"])
        it(`Fr.${name}: the same for all that are bytes, refused for all that are not`, async () => {
            const { fr } = data,
                { Fr } = curve;
            const run = (x) => (name === "ifftShiftFft" ? Fr.ifftShiftFft(x) : Fr.cosetQuotient(x, fr, x));
            const expected = hex(await run(fr));
            for (const [shape, make] of Object.entries(SHAPES)) {
                const out = await answer(async () => hex(await run(make(fr, 32, own))));
                if (GOOD.includes(shape)) expect(out, shape).to.equal(expected);
                else expect(out, shape).to.match(/^!.*expected .*, got /);
            }
        });

    it("G1.multiExpAffineChunked: the same for all scalars and all that a reader may return", async () => {
        const { points: { G1: { affine } }, scalars } = data, { G1 } = curve;
        const point = async (run) => hex(G1.toAffine(await run()));
        const expected = await point(() => G1.multiExpAffine(affine, scalars));
        const read = (offset, length) => affine.slice(offset, offset + length);
        for (const [shape, make] of Object.entries(SHAPES)) {
            const byScalars = await answer(() =>
                point(() => G1.multiExpAffineChunked(read, affine.length, make(scalars, 32, own))),
            );
            const byReader = await answer(() =>
                point(() => G1.multiExpAffineChunked(() => make(affine, 64, own), affine.length, scalars)),
            );
            if (GOOD.includes(shape)) expect(byScalars, shape).to.equal(expected);
            else if (!["nothing, 0 bytes", "a BigBuffer of 0 bytes"].includes(shape))
                expect(byScalars, shape).to.match(/^!.*expected .*, got /);
            if (GOOD.includes(shape) && shape !== "a BigBuffer") expect(byReader, shape).to.equal(expected);
            else expect(byReader, shape).to.match(/^!.*expected .*, got /);
        }
    });

    it("pairingEq: points of another kind are refused", async () => {
        const { G1, G2 } = curve;
        for (const [shape, make] of Object.entries(SHAPES)) {
            const out = await answer(() =>
                curve.pairingEq(make(G1.gAffine, 64, own), G2.gAffine, G1.neg(G1.gAffine), G2.gAffine),
            );
            if (
                [
                    "a Uint8Array",
                    "a Buffer",
                    "a view with an offset",
                    "a view that is not aligned",
                    "shared memory",
                    "a Uint8ClampedArray",
                    "an Int8Array",
                ].includes(shape)
            )
                expect(out, shape).to.equal("true");
            else if (out !== "false") expect(out, shape).to.match(/^!/);
        }
    });
});
