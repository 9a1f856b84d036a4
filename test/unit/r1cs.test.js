/** Constraint systems, read: what r1csfile reads, at every size of a read, and nothing that the file does not have. */
import { expect } from "chai";
import * as r1csfile from "r1csfile";
import { openR1cs, readConstraints, readLabels } from "../../src/files/r1cs.js";
import { readGates, readGateUses } from "../../src/files/r1cs_gates.js";
import { openSource } from "../../src/files/source.js";
import { readLE, writeLE } from "../../src/util/bytes.js";
import { makeFile, sectionBytes, withSections } from "../support/binfiles.js";
import { itInAll } from "../support/extent.js";
import { failureOf } from "../support/failure.js";
import { compiled, compiledText } from "../support/real_files.js";

const R = 21888242871839275222246405745257275088548364400416034343698204186575808495617n, N8 = 32;

/** A header: field, then the counts. */
function header({ n8 = N8, signals = 6, outputs = 1, publicInputs = 1, privateInputs = 1, labels = 9n, constraints }) {
    const bytes = new Uint8Array(32 + n8), view = new DataView(bytes.buffer);
    view.setUint32(0, n8, true);
    writeLE(bytes, 4, R, n8);
    [signals, outputs, publicInputs, privateInputs].forEach((n, i) => view.setUint32(4 + n8 + 4 * i, n, true));
    view.setBigUint64(20 + n8, labels, true);
    view.setUint32(28 + n8, constraints, true);
    return bytes;
}

/** Constraints as three lists of [wire, value] each, as bytes. */
function encoded(constraints) {
    const sides = constraints.flat(), total = sides.reduce((sum, terms) => sum + 4 + terms.length * (4 + N8), 0);
    const bytes = new Uint8Array(total), view = new DataView(bytes.buffer);
    let at = 0;
    for (const terms of sides) {
        view.setUint32(at, terms.length, true);
        at += 4;
        for (const [wire, value] of terms) {
            view.setUint32(at, wire, true);
            writeLE(bytes, at + 4, value, N8);
            at += 4 + N8;
        }
    }
    return bytes;
}
const SOME = [[[[1, 1n], [2, R - 1n]], [[3, 5n]], [[0, 7n]]], [[], [], []], [[], [[0, 0n], [5, R - 2n]], [[4,
    2n ** 200n]]]];
const fileOf = (constraints, counts = {}, more = []) =>
    makeFile("r1cs", 1, [[2, encoded(constraints)], [1, header({ constraints: constraints.length, ...counts })],
        ...more]);
const open = async (bytes) => openR1cs(await openSource("file", bytes));

/** All constraints as lists of [wire, value]. */
async function listed(bytes) {
    const r1cs = await open(bytes), all = [];
    for await (const { first, count, starts, wires, values } of readConstraints(r1cs)) {
        expect(first).to.equal(all.length);
        expect([starts.length, starts[0], starts[3 * count], values.length]).to.deep.equal([
            3 * count + 1, 0, wires.length, wires.length * r1cs.n8,
        ]);
        const terms = (k) => Array.from({ length: starts[k + 1] - starts[k] }, (_, i) =>
            [wires[starts[k] + i], readLE(values, (starts[k] + i) * r1cs.n8, r1cs.n8)]);
        for (let i = 0; i < count; i++) all.push([0, 1, 2].map((side) => terms(3 * i + side)));
    }
    return all;
}
const refused = async (promise, words) => {
    const error = await failureOf(promise);
    expect(error, error.stack).to.include({ code: "ERR_FILE" });
    expect(error.message).to.match(/^file: expected .+, got .+ damaged$/).and.include(words);
};

describe("files: r1cs", function () {
    this.timeout(120_000);

    describe("what circom writes", () => {
        const UNUSED = `pragma circom 2.0.0;
            template Inner() { signal input a; signal output b; signal c; c <== a * a; b <== c * a + 3; }
            template Main() {
                signal input pub; signal input unused; signal input priv; signal output out;
                component parts[3];
                for (var i = 0; i < 3; i++) { parts[i] = Inner(); parts[i].a <== pub + i * priv; }
                out <== parts[0].b * parts[1].b + parts[2].b;
            }
            component main { public [pub] } = Main();`;
        const PASSED_ON = `pragma circom 2.0.0;
            template Main() { signal input a, b; signal output x, y; x <== a; y <== b; }
            component main = Main();`;
        const cases = {
            "inputs that are outputs, and have no wire of their own": () => compiledText(PASSED_ON, "--O1"),
            "xor_net": () => compiled("xor_net"),
            "mimc_bls": () => compiled("mimc_bls", "bls12381"),
            "an input that is not used, --O0": () => compiledText(UNUSED, "--O0"),
            "an input that is not used, --O1": () => compiledText(UNUSED, "--O1"),
            "an input that is not used, --O2": () => compiledText(UNUSED, "--O2"),
        };
        for (const [name, make] of Object.entries(cases)) it(`${name}: is what r1csfile reads`, async () => {
            const [bytes] = make(), r1cs = await open(bytes);
            const theirs = await r1csfile.readR1cs({ type: "mem", data: bytes },
                { loadConstraints: true, loadMap: true, singleThread: true });
            const { signals, outputs, publicInputs, privateInputs, labels, constraints, n8, r } = r1cs;
            expect({ signals, outputs, publicInputs, privateInputs, labels, constraints, n8, r }).to.deep.equal({
                signals: theirs.nVars, outputs: theirs.nOutputs, publicInputs: theirs.nPubInputs,
                privateInputs: theirs.nPrvInputs, labels: Number(theirs.nLabels), constraints: theirs.nConstraints,
                n8: theirs.n8, r: theirs.prime,
            });
            const F = theirs.curve.Fr, wanted = theirs.constraints.map((sides) => sides.map((side) =>
                Object.entries(side).map(([wire, value]) => [Number(wire), F.toObject(value)])));
            const ours = (await listed(bytes)).map((sides) => sides.map((side) => side.sort(([a], [b]) => a - b)));
            expect(ours).to.deep.equal(wanted);
            expect([...await readLabels(r1cs)]).to.deep.equal(theirs.map.map(Number));
            await theirs.curve.terminate();
        });
    });

    it("sections in any order, sides without terms, the values 0 and r - 1", async () =>
        expect(await listed(fileOf(SOME))).to.deep.equal(SOME));

    it("no constraints", async () => expect(await listed(fileOf([]))).to.deep.equal([]));

    itInAll("many batches, and a constraint that is longer than a read", async () => {
        const long = Array.from({ length: 130_000 }, (_, i) => [i % 6, BigInt(i)]), short = [[[1, 2n]], [[2, 3n]],
            [[3, 4n]]];
        const all = [...Array(30_000).fill(short), [long, [], long], ...Array(30_000).fill(short)];
        const bytes = fileOf(all), r1cs = await open(bytes), counts = [];
        for await (const { count } of readConstraints(r1cs)) counts.push(count);
        expect(counts.length, "batches").to.be.at.least(3);
        const got = await listed(bytes);
        expect(got.length).to.equal(all.length);
        for (const [i, constraint] of got.entries())
            if (i === 30_000 || i % 5000 === 0) expect(constraint).to.deep.equal(all[i]);
    });

    it("values of other widths", async () => {
        const bytes = new Uint8Array(12 + 12), view = new DataView(bytes.buffer);
        view.setUint32(0, 1, true);
        view.setUint32(4, 2, true);
        view.setBigUint64(8, 77n, true);
        const small = header({ n8: 8, constraints: 1 });
        writeLE(small, 4, 2n ** 64n - 2n ** 32n + 1n, 8);
        expect(await listed(makeFile("r1cs", 1, [[1, small], [2, bytes]]))).to.deep.equal([[[[2, 77n]], [], []]]);
    });

    it("is stopped by a signal", async () => {
        const controller = new AbortController(), r1cs = await openR1cs(await openSource("file", async (at, length) =>
            fileOf(SOME).slice(at, at + length)));
        controller.abort(new Error("stopped"));
        const { read } = r1cs.file, far = { ...r1cs, file: { ...r1cs.file, read: (type, at, length, signal) => {
            signal?.throwIfAborted();
            return read(type, at, length, signal);
        } } };
        const error = await readConstraints(far, controller.signal).next().then(() => undefined, (reason) => reason);
        expect(error?.message).to.equal("stopped");
    });

    describe("refuses", () => {
        const labels = (values) => new Uint8Array(new BigUint64Array(values).buffer);

        it("counts that do not fit", async () => {
            await refused(open(fileOf(SOME, { signals: 2 })),
                "at least 3 signals for the constant, outputs and public inputs, got 2");
            await open(fileOf([], { signals: 3, privateInputs: 7 })); // which have no wires
            await refused(open(fileOf(SOME, { outputs: 2 ** 32 - 1 })), "signals");
            await refused(open(fileOf([], { constraints: 1 })), "12 bytes or more for 1 constraints, got 0");
            await refused(open(fileOf(SOME, { constraints: 2 ** 32 - 1 })), "for 4294967295 constraints");
            await refused(open(fileOf([], { labels: 2n ** 53n })), "labels below 2^53");
            const short = header({ constraints: 0 });
            for (const wrong of [short.slice(0, -1), Uint8Array.from([...short, 0]), new Uint8Array(5000)])
                await refused(open(makeFile("r1cs", 1, [[1, wrong], [2, new Uint8Array(0)]])), "");
        });

        it("constraints that do not fill their section, or end behind it", async () => {
            await refused(listed(fileOf(SOME, { constraints: 2 })), "got 120 more bytes");
            await refused(listed(fileOf(SOME, { constraints: 4 })), "an end within constraint 3");
            for (const cut of [1, 4, 36]) {
                const whole = encoded(SOME);
                const bytes = makeFile("r1cs", 1, [[1, header({ constraints: 3 })], [2, whole.slice(0,
                    whole.length - cut)]]);
                await refused(listed(bytes), "an end within constraint 2");
            }
            await refused(listed(withSections(fileOf(SOME), (list) => list.map(([type, old]) =>
                [type, type === 2 ? Uint8Array.from([...old, 0]) : old]))), "1 more bytes");
        });

        it("a count of terms beyond the file at once, without reading on", async () => {
            const whole = encoded(SOME);
            new DataView(whole.buffer).setUint32(0, 2 ** 32 - 1, true);
            const padded = new Uint8Array(2 ** 23);
            padded.set(whole);
            let most = 0;
            const bytes = makeFile("r1cs", 1, [[1, header({ constraints: 3 })], [2, padded]]);
            const reader = Object.assign((at, length) => {
                most = Math.max(most, at + length);
                return bytes.slice(at, at + length);
            }, { size: bytes.length });
            const r1cs = await openR1cs(await openSource("file", reader));
            await refused(readConstraints(r1cs).next(), "an end within constraint 0");
            expect(most).to.be.below(2 ** 22);
        });

        it("wires and values out of range, and says where", async () => {
            for (const [term, side, where] of [[[6, 1n], 0, "A"], [[0, R], 1, "B"], [[0, R + 2n ** 200n], 2, "C"],
                [[0, 2n ** 256n - 1n], 2, "C"]]) {
                const constraint = [[[1, 1n]], [[2, 2n]], [[3, 3n]]].map((terms, i) => (i === side ? [...terms, term]
                    : terms));
                await refused(listed(fileOf([SOME[0], constraint])), `another in ${where} of constraint 1`);
            }
        });

        it("labels that are not those of the circuit", async () => {
            const withLabels = (values) => fileOf(SOME, {}, [[3, labels(values)]]);
            expect([...await readLabels(await open(withLabels([0n, 1n, 2n, 3n, 4n, 8n])))]).to.deep.equal([0, 1, 2, 3,
                4, 8]);
            await refused(open(withLabels([0n, 1n, 2n, 3n, 4n])), "labels, 6 of 8 bytes");
            for (const wrong of [9n, 2n ** 32n, 2n ** 63n])
                await refused(open(withLabels([0n, 1n, 2n, 3n, 4n, wrong])).then(readLabels),
                    "label of wire 5 to be below 9");
            expect(await readLabels(await open(fileOf(SOME)))).to.equal(undefined);
            const error = await readLabels({ file: { name: "r1cs", sections: new Map([[3, {}]]) }, signals: 2 ** 52 }).catch((reason) => reason);
            expect(error).to.include({ name: "ProverError", code: "ERR_MEMORY" });
        });
    });

    describe("custom gates", () => {
        const u32 = (...values) => [...new Uint8Array(Uint32Array.from(values).buffer)];
        const value = (number) => {
            const bytes = new Uint8Array(N8);
            writeLE(bytes, 0, number, N8);
            return [...bytes];
        };
        const list = [...u32(2), ...Buffer.from("Foo\0"), ...u32(2), ...value(3n), ...value(R - 4n),
            ...Buffer.from("Barbar\0"), ...u32(0)];
        const uses = u32(3, 0, 2, 1, 0, 2, 0, 1, 0, 0, 1, 5, 0);
        const withGates = (gates = list, used = uses) =>
            fileOf(SOME, {}, [[3, new Uint8Array(48)], [4, Uint8Array.from(gates)], [5, Uint8Array.from(used)]]);

        it("are listed, as r1csfile lists them", async () => {
            const bytes = withGates(), r1cs = await open(bytes), gates = await readGates(r1cs);
            const theirs = await r1csfile.readR1cs({ type: "mem", data: bytes }, { loadConstraints: false,
                loadCustomGates: true, singleThread: true });
            const F = theirs.curve.Fr;
            expect(gates).to.deep.equal(theirs.customGates.map(({ templateName, parameters }) =>
                ({ template: templateName, parameters: parameters.map((one) => F.toObject(one)) })));
            expect(gates).to.deep.equal([{ template: "Foo", parameters: [3n, R - 4n] }, { template: "Barbar",
                parameters: [] }]);
            const { gates: used, starts, wires } = await readGateUses(r1cs, gates.length);
            expect([...used].map((id, k) => ({ id, signals: [...wires.slice(starts[k],
                starts[k + 1])] }))).to.deep.equal(
                theirs.customGatesUses.map(({ id, signals }) => ({ id, signals: signals.map(Number) })));
            await theirs.curve.terminate();
        });

        it("are none where the file has no such sections", async () => {
            const r1cs = await open(fileOf(SOME));
            expect(await readGates(r1cs)).to.deep.equal([]);
            const { gates, starts, wires } = await readGateUses(r1cs, 0);
            expect([gates.length, [...starts], wires.length]).to.deep.equal([0, [0], 0]);
        });

        it("that are damaged are refused", async () => {
            const gatesOf = (gates) => open(withGates(gates)).then(readGates);
            const usesOf = (used) => open(withGates(list, used)).then((r1cs) => readGateUses(r1cs, 2));
            for (let cut = 1; cut < list.length; cut++) await refused(gatesOf(list.slice(0, -cut)), "section 4");
            for (let cut = 1; cut < uses.length; cut++) await refused(usesOf(uses.slice(0, -cut)), "section 5");
            await refused(gatesOf([...list, 0]), "to end at");
            await refused(usesOf([...uses, 0]), "to end at");
            await refused(gatesOf([...u32(1), ...Buffer.from("Foo\0"), ...u32(2 ** 32 - 1)]),
                "4294967295 parameters of gate 0");
            await refused(gatesOf(u32(2 ** 32 - 1)), "the name of gate 0");
            await refused(usesOf(u32(2 ** 32 - 1)), "4294967295 uses of gates");
            await refused(usesOf(u32(1, 0, 2 ** 32 - 1)), "4294967295 wires of use 0");
            await refused(usesOf(u32(1, 2, 0)), "one of the 2 gates, got gate 2");
            await refused(usesOf(u32(1, 0, 1, 6, 0)), "wires below 6, got 6");
            await refused(usesOf(u32(1, 0, 1, 0, 1)), "wires below 6, got 4294967296");
        });
    });

    it("every section of a real file may be cut by a byte: an error with a code", async () => {
        const [bytes] = compiled("xor_net");
        for (const type of [1, 2, 3]) {
            const cut = withSections(bytes, (list) => list.map(([one, old]) => [one, one === type ? old.slice(0, -1)
                : old]));
            await refused(listed(cut), "");
        }
        expect(sectionBytes(bytes, 2).length % 4).to.equal(0);
    });
});
