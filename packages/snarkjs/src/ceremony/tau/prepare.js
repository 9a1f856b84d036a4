/**
 * Powers of tau for phase 2: the Lagrange points of all domains added, older files completed,
 * smaller ones cut.
 * @module ceremony/tau/prepare
 */
import {
    copySection, curveOfPtau, describe, ensure, openPtau, PTAU, readOptions, readRecords, refuseInputs, SERIES,
    withCeremony, writeTogether,
} from "../../../../../src/internal/snarkjs_ceremony.js";
import { LAGRANGE, lagrangePoints, writeLagrange } from "./lagrange.js";
import { PLAIN, PREPARED, tauWriter, writeHeader } from "./write.js";

/** @import { BinWriter, CeremonyOptions, Ptau } from "../../../../../src/internal/snarkjs_ceremony.js" */
/** @import { SinkLike, SourceLike } from "../../../../../src/internal/snarkjs_ceremony.js" */

/** The sections of a file before phase 2, in their order. */
const SECTIONS = Object.freeze([PTAU.HEADER, ...SERIES.map(({ type }) => type), PTAU.CONTRIBUTIONS]);

/** @param {BinWriter} writer @param {Ptau} ptau @param {AbortSignal} signal */
async function copyPlain(writer, { file }, signal) {
    for (const type of SECTIONS) await copySection(writer, file, type, signal);
}

/**
 * Adds the Lagrange points that set-ups of phase 2 need: `powersoftau prepare phase2`.
 *
 *   in      ptau     path, bytes, Blob, URL or reader; newPtau: path, { type: "mem" } or
 *                    WritableStream
 *   memory  that of one transform: some 400 bytes for each point of the largest domain
 * @param {SourceLike} ptau
 * @param {SinkLike} newPtau
 * @param {CeremonyOptions} [options]
 * @returns {Promise<void>}
 */
export async function preparePhase2(ptau, newPtau, options) {
    const where = "preparePhase2";
    const checked = readOptions(where, options);
    return withCeremony(where, checked, async ({ open, controller: { signal }, progress, curveOf, writeOutput }) => {
        refuseInputs(where, newPtau, [ptau]);
        const before = await openPtau(await open("ptau", ptau)), { power } = before;
        const known = curveOfPtau(before);
        await readRecords(before, signal);
        const points = LAGRANGE.reduce((sum, one) => sum + lagrangePoints(one, power), 0);
        const curve = await curveOf(known);
        const tracker = progress.only("points", points);
        await writeOutput(async (openSink) => {
            const writer = tauWriter(await openSink("newPtau", newPtau), PREPARED);
            const on = { curve, signal, tracker, writer };
            await copyPlain(writer, before, signal);
            for (const one of LAGRANGE) {
                await writer.begin(one.type, lagrangePoints(one, power) * 2 * curve[one.group].F.n8);
                await writeLagrange(on, before, one, 0, power + one.more);
                await writer.end();
            }
            await writer.finish();
        });
        tracker.end();
    });
}

/**
 * Completes a file that was prepared by a version of snarkjs before 0.4.6, whose powers of tau in
 * G1 lack the domain of twice the size: `powersoftau convert`.
 * @param {SourceLike} ptau
 * @param {SinkLike} newPtau
 * @param {CeremonyOptions} [options]
 * @returns {Promise<void>}
 */
export async function convertPowersOfTau(ptau, newPtau, options) {
    const where = "convertPowersOfTau", [first, ...others] = LAGRANGE;
    const checked = readOptions(where, options);
    return withCeremony(where, checked, async ({ open, controller: { signal }, progress, curveOf, writeOutput }) => {
        refuseInputs(where, newPtau, [ptau]);
        const before = await openPtau(await open("ptau", ptau), { older: true }), { power, file } = before;
        const has = before.points.get(first.type)?.points ?? 0;
        const points = 2 ** (power + 1);
        const known = curveOfPtau(before);
        await readRecords(before, signal);
        ensure(LAGRANGE.every(({ type }) => before.points.has(type)) && has === points - 1, "ERR_FILE", () =>
            `${file.name}: expected a file that an older version prepared, with ${points - 1} points in section ${first.type} (${first.name}), got ${has}${has > points ? "; it has all of them" : ""}`);
        const curve = await curveOf(known);
        const tracker = progress.only("points", points);
        await writeOutput(async (openSink) => {
            const writer = tauWriter(await openSink("newPtau", newPtau), PREPARED);
            const size = 2 * curve.G1.F.n8;
            await copyPlain(writer, before, signal);
            await writer.begin(first.type, lagrangePoints(first, power) * size);
            await writer.write(await file.read(first.type, 0, has * size, signal));
            await writeLagrange({ curve, signal, tracker, writer }, before, first, power + 1, power + 1);
            await writer.end();
            for (const { type } of others) await copySection(writer, file, type, signal);
            await writer.finish();
        });
        tracker.end();
    });
}

/**
 * A prepared or plain file for each smaller power, cut from a larger one: `powersoftau truncate`.
 * @param {SourceLike} ptau
 * @param {(power: number, curve: string) => SinkLike} placeOf - where the file of a power goes;
 *   curve: its name
 * @param {CeremonyOptions} [options]
 * @returns {Promise<readonly number[]>} the powers
 */
export async function truncatePowersOfTau(ptau, placeOf, options) {
    const where = "truncatePowersOfTau";
    ensure(typeof placeOf === "function", "ERR_OPTION", () =>
        `${where}: expected a function that gives the place for a power, got ${describe(placeOf)}`);
    return withCeremony(where, readOptions(where, options), async ({ open, controller: { signal } }) => {
        const before = await openPtau(await open("ptau", ptau));
        const powers = Array.from({ length: before.power - 1 }, (_, i) => i + 1);
        const { name, q } = curveOfPtau(before), { file, n8 } = before;
        await readRecords(before, signal);
        const prepared = LAGRANGE.filter(({ type }) => before.points.has(type));
        for (const power of powers) {
            const output = placeOf(power, name);
            refuseInputs(where, output, [ptau]);
            await writeTogether(signal, async (openSink) => {
                const writer = tauWriter(await openSink("newPtau", output), PLAIN + prepared.length);
                await writeHeader(writer, { q }, n8, power, before.ceremonyPower);
                for (const { type, count, group } of SERIES)
                    await copySection(writer, file, type, signal, count(power) * n8 * (group === "G1" ? 2 : 4));
                await copySection(writer, file, PTAU.CONTRIBUTIONS, signal);
                for (const one of prepared)
                    await copySection(writer, file, one.type, signal, lagrangePoints(one, power) * n8 * (one.group === "G1" ? 2 : 4));
                await writer.finish();
            });
        }
        return Object.freeze(powers);
    });
}
