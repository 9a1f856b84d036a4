/** Inputs of a circuit: flattened, named, and converted to integers; what is wrong is named by its path. */
import { expect } from "chai";
import { itInAll, rowsOf } from "../support/extent.js";
import { isRagged, isRecord, measureInputs, pathOf, signalsOf } from "../../src/files/witness/inputs.js";

const refusal = (inputs) => {
    try {
        signalsOf(inputs);
    } catch (error) {
        return [error.code, error.message];
    }
    return undefined;
};
/** Lists or records within each other. */
const nested = (depth, wrap) => Array.from({ length: depth }).reduce(wrap, 7);

describe("inputs of a circuit", () => {
    it("every way to write an integer", () => {
        const a = [5, -5, 7n, -(2n ** 300n), true, false, "12", " -12\n", "0x1F", "0Xff", "+5", "0b101", "0O17", "", " \t",
            Number.MAX_SAFE_INTEGER, 2 ** 60, -1e21];
        expect(signalsOf({ a })[0].values).to.deep.equal([
            5n, -5n, 7n, -(2n ** 300n), 1n, 0n, 12n, -12n, 31n, 255n, 5n, 5n, 15n, 0n, 0n,
            BigInt(Number.MAX_SAFE_INTEGER), 2n ** 60n, -(10n ** 21n),
        ]);
    });

    it("what is no integer is described", () => {
        const wrong = [1.5, NaN, Infinity, "1.5", "-0x1", "+0b1", "0b2", "0o8", "1 2", "0x", "+", "12n", "x", null,
            undefined, new Set([1]), {}];
        const { values } = signalsOf({ a: wrong })[0];
        for (const [i, value] of values.entries()) expect(value, String(wrong[i])).to.be.a("string");
    });

    it("lists keep their shape, and single values have none", () => {
        const cube = [[[1, 2], [3, 4], [5, 6]], [[7, 8], [9, 10], [11, 12]]];
        expect(signalsOf({ one: 1, list: [1, 2, 3], cube, none: [] })).to.deep.equal([
            { name: "one", values: [1n], shape: undefined },
            { name: "list", values: [1n, 2n, 3n], shape: [3] },
            { name: "cube", values: Array.from({ length: 12 }, (_, i) => BigInt(i + 1)), shape: [2, 3, 2] },
            { name: "none", values: [], shape: [0] },
        ]);
    });

    it("records name the parts of a bus, also in lists", () => {
        const inputs = { bus: { x: 1, y: [2, 3], inner: { z: 4 } }, list: [{ x: 5 }, { x: 6 }] };
        expect(signalsOf(inputs).map(({ name, values }) => [name, ...values])).to.deep.equal([
            ["bus.x", 1n], ["bus.y", 2n, 3n], ["bus.inner.z", 4n], ["list[0].x", 5n], ["list[1].x", 6n],
        ]);
        expect([{}, new Map(), [], null, 1, "a"].map(isRecord)).to.deep.equal([true, true, false, false, false, false]);
    });

    it("lists of different lengths are their values in order, without a shape", () => {
        for (const [a, count] of [[[[1, 2], [3, 4], [5]], 5], [[[1, 2], 3], 3], [[1, [2]], 2], [[[], 1], 1],
            [[[[1], [2]], [[3], [4, 5]]], 5], [[[[1, 2]], [[3]]], 3], [[[[1, 2], [3]], [4, 5]], 5]]) {
            const [signal] = signalsOf({ a });
            expect(signal, JSON.stringify(a)).to.deep.equal(
                { name: "a", values: Array.from({ length: count }, (_, i) => BigInt(i + 1)), shape: undefined });
            expect(isRagged(signal)).to.equal(count > 1);
        }
        for (const a of [5, [], [5], [1, 2], [[1], [2]], [[], []]])
            expect(isRagged(signalsOf({ a })[0])).to.equal(false);
    });

    for (const [what, wrap] of [["lists", (inner) => [inner]], ["records", (inner) => ({ x: inner })]]) {
        it(`64 ${what} within each other, and no more`, () => {
            expect(refusal({ a: nested(64, wrap) })).to.equal(undefined);
            const [code, message] = refusal({ a: nested(65, wrap) });
            expect(code).to.equal("ERR_INPUT");
            expect(message).to.match(/^input a.*: expected lists and records within each other 64 times at most/);
        });
    }
    it("as long names as circuits have, and no longer, alone or with those of their buses", () => {
        for (const make of [(name) => ({ [name]: 1 }), (name) => ({ a: { [name.slice(2)]: 1 } }),
            (name) => ({ [name.slice(3)]: [1] })]) {
            expect(refusal(make("k".repeat(1024)))).to.equal(undefined);
            const [code, message] = refusal(make("k".repeat(1025)));
            expect(code).to.equal("ERR_INPUT");
            expect(message).to.match(/expected a name of at most 1024 characters, got one of 1025$/).and.have.length.below(200);
        }
    });

    it("no more characters in all names than a circuit can have, whatever their buses add", () => {
        const parts = (count) => Object.fromEntries(Array.from({ length: count }, (_, i) => [i, 1]));
        const name = "k".repeat(1000), ones = Array.from({ length: 17_000 }, () => 1);
        const refused = ["ERR_INPUT", /^input k+…: expected names of at most 16777216 characters in all/];
        expect(refusal({ [name]: parts(16_000) })).to.equal(undefined);
        for (const inputs of [{ [name]: parts(17_000) }, { [name]: Array.from({ length: 17_000 }, () => ({})) },
            { [name]: [...ones, {}] }, { [name]: [[[{}]], ...ones] }]) {
            const [code, message] = refusal(inputs);
            expect([code, refused[1].test(message)], message).to.deep.equal([refused[0], true]);
        }
        expect(refusal({ [name]: Array.from({ length: 100_000 }, () => [1]) }), "one signal").to.equal(undefined);
    });

    itInAll("no more values than a circuit can have, also where lists are shared or empty", function () {
        this.timeout(120_000);
        const twice = (inner) => [inner, inner], refused = /expected at most 16777216 values in all inputs/;
        for (const a of [new Array(2 ** 32 - 1), nested(30, twice),
            ...rowsOf([Array.from({ length: 2 }, () => new Array(2 ** 23))], [])]) {
            const [code, message] = refusal({ a });
            expect([code, refused.test(message)], message).to.deep.equal(["ERR_INPUT", true]);
        }
    });

    it("each level counts its values, and each name the characters that it would have", () => {
        const of = (inputs) => {
            const { entries, characters, lists } = measureInputs(inputs);
            return [entries, characters, lists.size];
        };
        expect(of({})).to.deep.equal([0, 0, 0]);
        expect(of({ a: { x: 1, y: 2 } })).to.deep.equal([3, 1 + 3 + 3, 0]);
        expect(of({ b: [1, [2, 3], 4] })).to.deep.equal([1 + 3 + 2, 1, 0]);
        expect(of({ b: [1, 2, {}] })).to.deep.equal([4, 1 + 3 * 4, 1]);
        expect(of({ b: [[{ z: 1 }], []] })).to.deep.equal([1 + 2 + 1 + 1, 1 + 9 + 7 + 2 * 4, 2]);
    });

    it("numbers as long as values of a circuit can be, and no longer", () => {
        const written = (a) => {
            const [code, message] = refusal({ a }) ?? [];
            return code && [code, /expected an integer of at most (1024 characters|2048 bits), got -?a (string|bigint) of \d+/.test(message)];
        };
        for (const a of ["9".repeat(1024), `0x${"f".repeat(1022)}`, " ".repeat(1023) + "1", 2n ** 2048n - 1n, -(2n ** 2048n)])
            expect([written(a), written([[a]])]).to.deep.equal([undefined, undefined]);
        for (const a of ["9".repeat(1025), "9".repeat(4e6), `0x${"f".repeat(1e6)}`, " ".repeat(1024) + "1", 2n ** 2048n, -(2n ** 2048n) - 1n])
            expect([written(a), written([[a]])]).to.deep.equal([["ERR_INPUT", true], ["ERR_INPUT", true]]);
    });

    it("bytes are no inputs", () => {
        expect(isRecord(new Uint8Array(3))).to.equal(false);
        expect(signalsOf({ a: new Uint8Array(2 ** 20) })).to.deep.equal([
            { name: "a", values: ["Uint8Array of 1048576 bytes"], shape: undefined },
        ]);
    });

    it("64 lists and records by turns, and no more", () => {
        const wrap = (inner, _, i) => (i % 2 ? [inner] : { x: inner });
        expect(refusal({ a: nested(64, wrap) })).to.equal(undefined);
        expect(refusal({ a: nested(65, wrap) })[0]).to.equal("ERR_INPUT");
    });

    it("a value is named by all its indexes", () => {
        const [cube] = signalsOf({ cube: [[[1, 2], [3, 4], [5, 6]], [[7, 8], [9, 10], [11, 12]]] });
        expect([0, 1, 2, 5, 6, 11].map((i) => pathOf(cube, i))).to.deep.equal([
            "cube[0][0][0]", "cube[0][0][1]", "cube[0][1][0]", "cube[0][2][1]", "cube[1][0][0]", "cube[1][2][1]",
        ]);
        expect(pathOf({ name: "a", values: [1n, 2n] }, 1), "without a shape").to.equal("a, value 2 of 2");
        expect(pathOf({ name: "a", values: [1n], shape: [1, 1] }, 0), "of one").to.equal("a");
    });
});
