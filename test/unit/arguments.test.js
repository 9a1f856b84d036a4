/** Numbers on the command line: at their bounds, and beside them. */
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
});
