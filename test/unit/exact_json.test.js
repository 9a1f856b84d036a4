/** JSON with all digits of its integers: the values that are written, and the refusals of JSON.parse. */
import { expect } from "chai";
import { exactJson, parseExactJson } from "../../src/util/exact_json.js";
import { below } from "../support/random.js";

const digits = (count) => String(1 + below(9)) + Array.from({ length: count - 1 }, () => below(10)).join("");
const pick = (list) => list[below(list.length)];
const space = () => pick(["", "", "", " ", "\n", "\t ", "\r\n  "]);
const attempt = (parse, text) => {
    try {
        return JSON.stringify(parse(text));
    } catch (error) {
        return error.name;
    }
};

describe("JSON with all digits of its integers", () => {
    it("integers, however they are written, from 2^53 on as texts of their digits", () => {
        for (const [written, value] of [
            ["0", 0], ["-0", -0], ["0e7", 0], ["-0.00E-9", -0], ["12", 12], ["-1.50e1", -15], ["1e2", 100],
            ["9007199254740991", 2 ** 53 - 1], ["9007199254740992", "9007199254740992"], ["9007199254740993", "9007199254740993"],
            ["-9007199254740993", "-9007199254740993"], ["1000000000000000000001", "1000000000000000000001"],
            ["1e18", `1${"0".repeat(18)}`], ["1E+23", `1${"0".repeat(23)}`], ["1.25e20", "125000000000000000000"],
            ["0.00000000000000000000012e43", "1200000000000000000000"], ["123456789012345678901.000", "123456789012345678901"],
            ["1e308", `1${"0".repeat(308)}`], [`${"9".repeat(400)}`, "9".repeat(400)],
        ]) for (const wrap of [(one) => one, (one) => [one, one], (one) => ({ a: one, b: [{ c: one }] })]) {
            const text = JSON.stringify(wrap("@")).replaceAll('"@"', `${space()}${written}${space()}`);
            expect(parseExactJson(text), text).to.deep.equal(wrap(value));
        }
    });

    it("what is no integer never becomes one", () => {
        for (const [written, value] of [["1.5", 1.5], ["5e-1", 0.5], ["9007199254740991.4", "9007199254740991.4"],
            ["1e-400", "1e-400"], ["10000000000000000000000.5", "10000000000000000000000.5"], ["1e309", Infinity],
            ["-1e999999999999999999999", -Infinity], ["1e-999999999999999999999", "1e-999999999999999999999"]])
            expect(parseExactJson(`[${written}]`), written).to.deep.equal([value]);
    });

    it("texts and names are left as they are", () => {
        const texts = ["9007199254740993", '"', '\\"9007199254740993', "\\", "\\\\", '1e30:"', "", "\u{1f600}1e30", "[1e30]"];
        for (const one of texts) for (const other of texts) {
            const value = { [one]: [other, { [other]: one }] }, text = JSON.stringify(value, null, below(3));
            expect(exactJson(text)).to.equal(text);
            expect(parseExactJson(text)).to.deep.equal(value);
        }
    });

    it("refuses what JSON.parse refuses, whatever of it is cut, doubled or changed", () => {
        const numbers = [() => digits(1 + below(40)), () => `-${digits(20)}`, () => `${digits(3)}.${digits(3)}e${digits(2)}`,
            () => `"${digits(20)}"`, () => "true", () => '"\\"\\\\"'];
        const make = (depth) => (depth === 0 ? pick(numbers)()
            : below(2) ? `[${space()}${Array.from({ length: below(4) }, () => make(depth - 1)).join(`${space()},${space()}`)}]`
                : `{${Array.from({ length: below(4) }, (_, i) => `"${i}"${space()}:${space()}${make(depth - 1)}`).join(",")}}`);
        const odd = ["", "1e30", ":", ",", '"', "\\", "-", "+", ".", "e", "0", "{", "]", " ", "1e30:"];
        for (let i = 0; i < 3000; i++) {
            const text = make(below(4)), at = below(text.length + 1);
            const changed = text.slice(0, at) + pick(odd) + text.slice(at + below(2));
            for (const one of [text, changed]) {
                const [exact, plain] = [attempt(parseExactJson, one), attempt(JSON.parse, one)];
                expect(exact === "SyntaxError", one).to.equal(plain === "SyntaxError");
            }
        }
        for (const text of ["{1e30:2}", '{"a":1,1e30 :2}', "[01e30]", "[1e30 1e30]", "[+1e30]", "1e30:", "[1.e30]", "[-]"])
            expect(() => parseExactJson(text), text).to.throw(SyntaxError);
    });

    it("takes texts of any length, and grows by no more than a number can have", () => {
        const long = `["${"x".repeat(1e6)}","${'\\"'.repeat(1e6)}","${"\\\\".repeat(1e6)}",9007199254740993]`;
        expect(parseExactJson(long)[3]).to.equal("9007199254740993");
        expect(exactJson(`[${Array(1000).fill("1e999").join()}]`)).to.have.length(6001);
        expect(exactJson(`[${Array(1000).fill("1e308").join()}]`).length).to.be.below(312 * 1000 + 2);
        const many = `[${Array(100_000).fill("1e308").join()}]`, exact = exactJson(many), numbers = JSON.parse(exact);
        expect(exact.length).to.be.below(6 * many.length);
        expect(numbers[0]).to.equal(`1${"0".repeat(308)}`);
        expect(numbers.at(-1), "as written, and no integer").to.equal("1e308");
        expect(parseExactJson(`[${Array(100_000).fill("1e18").join()}]`).at(-1)).to.equal(`1${"0".repeat(18)}`);
        for (const open of ['"'.repeat(100_001), `"${'\\"'.repeat(1e5)}`, "-".repeat(1e5), "1".repeat(1e5) + "e", "[".repeat(1e5)])
            expect(attempt(parseExactJson, open)).to.be.oneOf(["SyntaxError"]);
    });
});
