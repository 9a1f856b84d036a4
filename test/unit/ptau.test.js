/** Powers of tau, read: what snarkjs writes has the points that the power asks for, and nothing else is opened. */
import { expect } from "chai";
import { openPtau, PTAU } from "../../src/files/ptau.js";
import { pointSection } from "../../src/files/point_section.js";
import { openSource } from "../../src/files/source.js";
import { sectionBytes, withSections } from "../support/binfiles.js";
import { failureOf } from "../support/failure.js";
import { openAny, powersOfTau } from "../support/real_files.js";

const open = async (bytes) => openPtau(await openSource("file", bytes));
const refused = async (bytes, words) => {
    const error = await failureOf(open(bytes));
    expect(error).to.include({ code: "ERR_FILE" });
    expect(error.message).to.match(/^file: expected .+, got .+/).and.include(words);
};

describe("files: ptau", function () {
    this.timeout(120_000);
    const POWER = 3, all = {};
    before(async () => {
        for (const [name, n8] of [["bn128", 32], ["bls12381", 48]]) all[name] = { n8, ...await powersOfTau(name,
            POWER) };
    });

    for (const name of ["bn128", "bls12381"]) it(`${name}: every section of snarkjs's, point by point`, async () => {
        const { n8, begun, prepared } = all[name], G1 = 2 * n8;
        const start = await open(begun);
        expect([start.n8, start.power, start.ceremonyPower, [...start.points.keys()]]).to.deep.equal([
            n8, POWER, POWER, [2, 3, 4, 5, 6],
        ]);
        const { points } = await open(prepared);
        expect([...points].map(([type, { points: count, pointBytes }]) => [type, count,
            pointBytes / G1])).to.deep.equal([
            [2, 15, 1], [3, 8, 2], [4, 8, 1], [5, 8, 1], [6, 1, 2], [12, 31, 1], [13, 15, 2], [14, 15, 1], [15, 15, 1],
        ]);
        for (const [type, section] of points) {
            const body = sectionBytes(prepared, type), { points: count, pointBytes } = section;
            for (const [from, to] of [[0, count], [0, 1], [count - 1, count], [count >> 1, count]])
                expect(Buffer.compare(await section.read(from, to - from), body.subarray(from * pointBytes,
                    to * pointBytes)),
                    `${type}: ${from} to ${to}`).to.equal(0);
        }
    });

    it("the domain 2^p has its Lagrange points from 2^p - 1 on: that of 2^0 is the first power itself", async () => {
        const { points } = await open(all.bn128.prepared), tau = points.get(PTAU.TAU_G1), lagrange =
            points.get(PTAU.LAGRANGE_TAU_G1);
        expect(await lagrange.read(0, 1)).to.deep.equal(await tau.read(0, 1));
    });

    it("refuses sections that are cut, by name", async () => {
        for (const [type, what] of [[2, "tau G1, 15 of 64"], [3, "tau G2, 8 of 128"], [4, "alpha tau G1"], [5,
            "beta tau G1"],
            [6, "beta G2, 1 of 128"], [12, "Lagrange tau G1, 31"], [13, "Lagrange tau G2, 15 of 128"], [14,
                "Lagrange alpha tau G1, 15"],
            [15, "Lagrange beta tau G1, 15"]])
            for (const change of [(old) => old.slice(0, -1), (old) => old.slice(64), () => new Uint8Array(0),
                (old) => Uint8Array.from([...old, ...new Uint8Array(128)])])
                await refused(withSections(all.bn128.prepared, (list) => list.map(([one, old]) => [one, one === type
                    ? change(old) : old])),
                    `section ${type} (${what}`);
    });

    it("older: Lagrange points of the domain alone, where a caller takes them, and no other number of them", async () => {
        const withFirst = (type, count) => withSections(all.bn128.prepared, (list) => list.map(([one, old]) =>
            [one, one === type ? old.slice(0, count * 64) : old]));
        const openOlder = async (bytes) => openPtau(await openSource("file", bytes), { older: true });
        const older = withFirst(PTAU.LAGRANGE_TAU_G1, 15), { points } = await openOlder(older);
        expect(points.get(PTAU.LAGRANGE_TAU_G1).points).to.equal(15);
        await refused(older, "section 12 (Lagrange tau G1, 31");
        expect((await openOlder(all.bn128.prepared)).points.get(PTAU.LAGRANGE_TAU_G1).points).to.equal(31);
        for (const [type, count] of [[12, 14], [12, 16], [14, 7]])
            expect((await openOlder(withFirst(type, count)).catch((error) => error)).code, `${type}`).to.equal("ERR_FILE");
    });

    it("refuses powers that are none", async () => {
        const withPowers = (power, of) => withSections(all.bn128.begun, (list) => list.map(([type, old]) => {
            if (type === 1) for (const [i, n] of [power, of].entries()) new DataView(old.buffer).setUint32(36 + 4 * i,
                n, true);
            return [type, old];
        }));
        for (const [power, of] of [[0, 3], [4, 3], [33, 33], [3, 33], [2 ** 32 - 1, 2 ** 32 - 1], [2 ** 31, 2 ** 31]])
            await refused(withPowers(power, of), `got ${power} of ${of}`);
        await refused(withPowers(32, 32), "section 2");
        await open(withPowers(3, 28));
    });

    it("points that a section does not have are not read", async () => {
        const section = (await open(all.bn128.begun)).points.get(PTAU.TAU_G2);
        for (const [from, count] of [[0, 9], [8, 1], [-1, 1], [0, -1], [9, 0], [NaN, 1]])
            expect(await section.read(from, count).then(() => "read", (error) => error.message)).to.equal(
                `file: expected points among the 8 of tau G2, got ${count} from ${from} on`);
        expect(await section.read(8, 0)).to.have.length(0);
        const file = await openAny(all.bn128.begun);
        expect(() => pointSection(file, 3, "points", 8,
            64)).to.throw("section 3 (points, 8 of 64 bytes) to have 512 bytes, got 1024");
    });
});
