import { expect } from "chai";
import * as oracle from "ffjavascript-oracle";
import * as twin from "../support/twin.js";
import { expectSame } from "../support/compare.js";
import { seed } from "../support/random.js";

const same = (call) => expectSame(twin, oracle, (library) => call(library.ChaCha));
const SEEDS = [
    undefined,
    null,
    [1, 2, 3, 4, 5, 6, 7, 8],
    [seed, 0xffffffff, 0, 1, 2 ** 31, 5, 6, 7],
    [1, 2, 3, 4, 5, 6, 7, 8, 9],
    [5],
    [1, 2],
    [-1, 2 ** 32 + 5, 1.5, 3],
];

describe("ChaCha", () => {
    it("has the methods of ffjavascript", () => {
        for (const key of Object.getOwnPropertyNames(oracle.ChaCha.prototype))
            expect(twin.ChaCha.prototype[key], key)
                .to.be.a("function")
                .with.length(oracle.ChaCha.prototype[key].length);
    });
    SEEDS.forEach((key, i) => it(`stream of seed ${i}`, () => {
        same((ChaCha) => {
            const rng = new ChaCha(key);
            return [rng.idx, Array.from({ length: 100 }, () => rng.nextU32()), rng.idx];
        });
        same((ChaCha) => {
            const rng = new ChaCha(key);
            return Array.from({ length: 40 }, () => [rng.nextU64(), rng.nextBool()]);
        });
    }));
    it("state, block and index", () => {
        same((ChaCha) => { const rng = new ChaCha(SEEDS[2]); rng.nextU64(); return [rng.state, rng.buff, rng.idx]; });
    });
    it("the counter carries into the next word", () => {
        for (const words of [
            [4294967295],
            [4294967295, 4294967295],
            [4294967295, 4294967295, 4294967295],
            [4294967295, 4294967295, 4294967295, 4294967295],
        ])
            same((ChaCha) => {
                const rng = new ChaCha();
                words.forEach((word, i) => {
                    rng.state[12 + i] = word;
                });
                rng.update();
                return [rng.state, rng.buff, rng.nextU32()];
            });
    });
    it("is the ChaCha20 of RFC 7539 with a zero key", () => {
        const rng = new twin.ChaCha();
        expect([rng.nextU32(), rng.nextU32()]).to.deep.equal([0xade0b876, 0x903df1a0]);
    });
});
