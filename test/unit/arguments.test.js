/** Numbers on the command line: at their bounds, and beside them. */
import { availableParallelism } from "node:os";
import { expect } from "chai";
import { readArguments, UsageError } from "../../bin/lib/arguments.mjs";

describe("command: arguments", () => {
    for (const [command, option, least, most] of [
        ["serve", "port", 0, 65535], ["serve", "waiting", 0, 999_999_999], ["work", "concurrency", 1, 1024],
        ["work", "grace", 0, 1_000_000],
    ])
        it(`${command} --${option}: from ${least} to ${most}`, () => {
            const read = (text) => readArguments([command, `--${option}`, text]);
            for (const value of [least, most])
                expect(JSON.stringify(read(String(value)))).to.include(`"${option}":${value}`);
            for (const text of [String(most + 1), "1e3", "1.5", "", " 1", "1234567890", ...(least > 0 ? [String(least - 1)] : [])])
                expect(() => read(text), text).to.throw(UsageError, `--${option}: expected a number from ${least} to`);
        });

    it("--threads: as many as asked, up to four per processor; it wins over FFTURBO_THREADS", () => {
        const most = 4 * availableParallelism(), old = process.env.FFTURBO_THREADS;
        const read = (option, variable) => {
            if (variable === undefined) delete process.env.FFTURBO_THREADS;
            else process.env.FFTURBO_THREADS = variable;
            const { threads, asked } = readArguments(["bench", ...(option === undefined ? [] : ["--threads", option])]);
            return [threads, asked];
        };
        try {
            expect(read(undefined, undefined)).to.deep.equal([undefined, undefined]);
            expect(read(undefined, "")).to.deep.equal([undefined, undefined]);
            expect(read(undefined, "2")).to.deep.equal([2, undefined]);
            expect(read("0", "2")).to.deep.equal([0, undefined]);
            expect(read(String(most), undefined)).to.deep.equal([most, undefined]);
            expect(read(String(most + 1), undefined)).to.deep.equal([most, most + 1]);
            expect(read(undefined, "999999999")).to.deep.equal([most, 999_999_999]);
            expect(() => read(undefined, "two")).to.throw(UsageError, "FFTURBO_THREADS: expected a number");
            for (const text of ["1.5", "1234567890", ""])
                expect(() => read(text, undefined), text).to.throw(UsageError, "--threads: expected a number");
        } finally {
            if (old === undefined) delete process.env.FFTURBO_THREADS;
            else process.env.FFTURBO_THREADS = old;
        }
    });

    it("sizes: bytes, or with a unit, and what a server has by default", () => {
        const body = (text) => readArguments(["serve", "--body", text]).body;
        for (const [text, bytes] of [["0", 0], ["7", 7], ["1b", 1], ["2k", 2048], ["1.5k", 1536], ["0.0001k", 0],
            ["3M", 3 << 20], ["1mib", 1 << 20], ["2GB", 2 ** 31]]) expect(body(text), text).to.equal(bytes);
        for (const text of ["", "k", "1t", "1.k", "1 m"])
            expect(() => body(text), text).to.throw(UsageError, /^--body: expected a size such as/);
        expect(readArguments(["serve"])).to.include({
            body: 1 << 20, "cache-size": 10 * 2 ** 30, concurrency: 1, port: 8080, waiting: 1000, grace: 25,
        });
        expect(readArguments(["work"])).to.include({ grace: 25 });
        expect(readArguments(["bench"])).not.to.have.property("grace");
    });
});
