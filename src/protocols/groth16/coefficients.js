/**
 * A w, B w and their product on the domain, from the coefficients of a proving key. These are read
 * in chunks; each is checked and summed by a worker, which copies the values that it names from
 * shared memory. Where there is none, or the key is not ordered by constraint, this thread checks
 * the chunk and sends the values with it.
 * @module protocols/groth16/coefficients
 */
import { addRows, sumCoefficients, sumInOrder } from "../../batch/qap.js";
import { clear } from "../../util/bytes.js";
import { freeBuffers } from "../../util/host_memory.js";
import { isShared } from "../../util/shared.js";
import { ensure } from "../../files/errors.js";
import { SECTION } from "./zkey.js";

/** @import { Context } from "./context.js" */

/**
 * Bytes of coefficients per chunk. A chunk of 2 MiB takes a worker about 10 ms, which is far
 * more than posting it costs, and takes the thread that reads it less.
 */
const CHUNK_BYTES = 1 << 21;

/**
 * Chunks per worker, at least, so that the first is ready soon, which is all that the workers wait
 * for.
 */
const ROUNDS = 3;

/**
 * Bytes up to which the whole witness is sent with every chunk. Copying it takes less time than
 * finding the values that a chunk names, for which the workers of a circuit of 2^16 would wait 40
 * of 580 ms. A witness in shared memory is copied by the workers alone, so that this holds for all
 * of them: at 2^18 with 2^20 coefficients this thread is busy for 26 ms instead of 79, and all
 * threads together for 177 instead of 192.
 */
const SMALL_WITNESS = 1 << 22;

/** A chunk with fewer coefficients is not worth a separate task. */
const CHUNK_COEFFICIENTS = 1 << 11;

/** @import { Chunk } from "../../batch/qap.js" */

/** @param {Uint8Array} witness */
const isSentWhole = (witness) => isShared(witness) || witness.length <= SMALL_WITNESS;

/** Gives every chunk all values, under their own numbers. @param {Context} context */
const wholeWitness = ({ witness }) => ({
    start() {},
    number: undefined,
    collect: () => (isShared(witness) ? witness : new Uint8Array(witness)),
});

/**
 * Numbers the signals of each chunk from zero, and collects their values: a chunk names few
 * signals, and a copy of a large witness for each chunk would cost more than the sums.
 * @param {Context} context
 */
function signalGatherer({ zkey: { nVars, curve: { n8r } }, witness }) {
    const seen = new Uint32Array(nVars);
    const local = new Uint32Array(nVars);
    const values = new Uint32Array(witness.buffer, witness.byteOffset, witness.length / 4);
    const step = n8r / 4;
    let round = 0, count = 0;
    let named = new Uint32Array(1 << 12);
    return {
        start() { round++; count = 0; },
        /** @param {number} signal @returns {number} its number in this chunk */
        number(signal) {
            if (seen[signal] === round) return local[signal];
            seen[signal] = round;
            local[signal] = count;
            if (count === named.length) {
                const larger = new Uint32Array(2 * count);
                larger.set(named);
                named = larger;
            }
            named[count] = signal;
            return count++;
        },
        /** @returns {Uint8Array} */
        collect() {
            const out = new Uint32Array(count * step);
            for (let i = 0, to = 0; i < count; i++) {
                const from = named[i] * step;
                for (let k = 0; k < step; k++) out[to++] = values[from + k];
            }
            return new Uint8Array(out.buffer);
        },
    };
}

/**
 * @param {Context} context
 * @param {number} index - of the coefficient in the file
 * @param {number} matrix
 * @param {number} constraint
 * @param {number} signal
 */
function checkRecord({ zkey: { file, domainSize, nVars } }, index, matrix, constraint, signal) {
    const where = `${file.name}: expected coefficient ${index} to`;
    ensure(matrix <= 1, "ERR_FILE", () => `${where} be of matrix 0 or 1, got ${matrix}; the key is damaged`);
    ensure(
        constraint < domainSize,
        "ERR_FILE",
        () => `${where} name one of ${domainSize} constraints, got ${constraint}; the key is damaged`,
    );
    ensure(
        signal < nVars,
        "ERR_FILE",
        () => `${where} name one of ${nVars} signals, got ${signal}; the key is damaged`,
    );
}

/**
 * Checks the records, numbers their signals, finds the range of constraints.
 * @param {Context} context
 * @param {ReturnType<typeof signalGatherer> | ReturnType<typeof wholeWitness>} gatherer
 * @param {Uint8Array} records - from the start of their own buffer; the signals are replaced
 * @param {number} from - index of the first record in the file
 * @returns {Chunk}
 */
function prepare(context, gatherer, records, from) {
    const { domainSize, nVars, curve: { n8r } } = context.zkey;
    const step = 3 + n8r / 4,
        count = records.length / (4 * step),
        words = new Uint32Array(records.buffer, 0, count * step);
    const { number } = gatherer;
    let first = 0xffffffff, last = 0;
    gatherer.start();
    for (let i = 0, at = 0; i < count; i++, at += step) {
        const constraint = words[at + 1];
        const signal = words[at + 2];
        if (words[at] > 1 || constraint >= domainSize || signal >= nVars)
            checkRecord(context, from + i, words[at], constraint, signal);
        if (constraint < first) first = constraint;
        if (constraint > last) last = constraint;
        if (number) words[at + 2] = number(signal);
    }
    return { records, count, values: gatherer.collect(), first, last };
}

/**
 * How many records at the end belong to the last constraint, which may continue in the next chunk.
 * @param {Uint8Array} records
 * @param {number} size - bytes per record
 * @returns {number} 0 if all of them do
 */
function openEnd(records, size) {
    const view = new DataView(records.buffer, records.byteOffset);
    const constraint = (/** @type {number} */ i) => view.getUint32(i * size + 4, true);
    const count = records.length / size;
    const last = constraint(count - 1);
    let from = count - 1;
    while (from > 0 && constraint(from - 1) === last) from--;
    return from === 0 ? 0 : count - from;
}

/**
 * The records of the section in chunks that are cut between constraints. The records of an
 * incomplete constraint at the end are read again with the next chunk. Each chunk is read while the
 * one before is used.
 * @param {Context} context
 * @returns {AsyncGenerator<{ records: Uint8Array, from: number }>} records: from the start of their
 *   own buffer; from: index of the first in the file
 */
async function* chunks({ zkey: { file, nCoefficients, curve: { n8r } }, tm, signal }) {
    const size = 12 + n8r;
    const share = Math.ceil(nCoefficients / (ROUNDS * tm.concurrency));
    const per = Math.max(1, Math.min(Math.floor(CHUNK_BYTES / size), Math.max(CHUNK_COEFFICIENTS, share)));
    const read = (/** @type {number} */ at) => {
        const left = nCoefficients - at;
        const count = left < per + CHUNK_COEFFICIENTS ? left : per;
        const bytes = file.read(SECTION.COEFFICIENTS, 4 + at * size, count * size, signal);
        bytes.catch(() => {}); // the error is thrown where it is awaited
        return bytes;
    };
    let next = read(0);
    for (let at = 0; at < nCoefficients;) {
        const whole = await next, from = at;
        const count = whole.length / size;
        at += count - (from + count < nCoefficients ? openEnd(whole, size) : 0);
        if (at < nCoefficients) next = read(at);
        yield { records: whole.subarray(0, (at - from) * size), from };
    }
}

/**
 * Keeps the workers busy, and few chunks on their way.
 * @param {number} most
 */
function onTheWay(most) {
    /** @type {Set<Promise<void>>} */
    const running = new Set();
    return {
        /** @param {Promise<void>} task */
        add(task) {
            const watched = task.finally(() => running.delete(watched));
            watched.catch(() => {}); // it is awaited below
            running.add(watched);
        },
        room: async () => { while (running.size > most) await Promise.race(running); },
        all: () => Promise.all(running),
    };
}

/**
 * @param {Context} context
 * @param {Uint8Array[]} abc - the whole columns
 * @param {Chunk} chunk
 * @param {boolean} fresh - no earlier chunk has filled these rows. Keys are usually ordered by
 *   constraint; if one is not, the rows are added
 */
async function fill({ zkey: { curve: { n8r } }, tm, signal }, abc, chunk, fresh) {
    const options = { signal, urgent: true }, from = chunk.first * n8r;
    const to = (chunk.last + 1) * n8r;
    const there = fresh && abc.every(isShared) ? abc.map((column) => column.subarray(from, to)) : undefined;
    let sums = await sumCoefficients(tm, n8r, chunk, options, there).finally(() => {
        // our copy; where it was transferred, nothing is left of it
        if (!isShared(chunk.values)) clear(chunk.values);
    });
    if (there) return;
    if (!fresh)
        sums = await addRows(tm, n8r, [abc[0].slice(from, to), abc[1].slice(from, to)], [sums[0], sums[1]], options);
    sums.forEach((bytes, k) => abc[k].set(bytes, from));
    freeBuffers(sums.map(({ buffer }) => buffer));
}

/**
 * The sums if the witness and the columns are in shared memory and the key is ordered by
 * constraint, as all keys are: workers check the records and look the values up, so that this
 * thread only reads.
 * @param {Context} context
 * @param {Uint8Array[]} abc - the whole columns, in shared memory
 * @param {(count: number) => void} advance
 * @returns {Promise<boolean>} false: it is not ordered, or damaged. Then the contents of the
 *   columns are undefined
 */
async function sumOrdered(context, abc, advance) {
    const { zkey: { domainSize, curve: { n8r } }, witness, tm, signal } = context, size = 12 + n8r;
    const tasks = onTheWay(tm.concurrency + 1);
    let next = 0, ordered = true;
    for await (const { records } of chunks(context)) {
        const count = records.length / size;
        const view = new DataView(records.buffer);
        const [first, last] = [0, count - 1].map((i) => view.getUint32(i * size + 4, true));
        ordered &&= first >= next && last >= first && last < domainSize;
        if (!ordered) break;
        next = last + 1;
        const chunk = { records, count, witness, first, last };
        const into = abc.map((column) => column.subarray(first * n8r, next * n8r));
        tasks.add(sumInOrder(tm, n8r, chunk, { signal, urgent: true }, into).then((right) => {
            ordered &&= right;
            advance(count);
        }));
        await tasks.room();
    }
    await tasks.all();
    return ordered;
}

/**
 * The sums of any key.
 * @param {Context} context
 * @param {Uint8Array[]} abc - the whole columns, all zeros
 * @param {(count: number) => void} advance
 * @throws {ProverError} on records that name signals or constraints that the circuit does not have
 */
async function sumAny(context, abc, advance) {
    const { witness, tm } = context, tasks = onTheWay(tm.concurrency + 1);
    const gatherer = (isSentWhole(witness) ? wholeWitness : signalGatherer)(context);
    let filled = 0;
    for await (const { records, from } of chunks(context)) {
        const chunk = prepare(context, gatherer, records, from), { count, first, last } = chunk;
        const fresh = first >= filled;
        if (!fresh) await tasks.all();
        filled = Math.max(filled, last + 1);
        tasks.add(fill(context, abc, chunk, fresh).then(() => advance(count)));
        await (fresh ? tasks.room() : tasks.all());
    }
    await tasks.all();
}

/**
 *   in      the coefficients of the key, the witness
 *   out     A w, B w and A w B w on the domain, LEM, each domainSize elements
 *   memory  three results, and about concurrency + 3 chunks on their way
 *   throws  on records that name signals or constraints that the circuit does not have
 * @param {Context} context
 * @returns {Promise<Uint8Array[]>}
 */
export async function buildABC(context) {
    const { zkey: { domainSize, nCoefficients, curve: { n8r } }, witness, columns, progress } = context;
    const abc = columns ?? [0, 1, 2].map(() => new Uint8Array(domainSize * n8r));
    const phase = progress.begin("coefficients", nCoefficients);
    let counted = 0;
    // What is summed once more counts from where the first time ended: the caller's progress never
    // goes back.
    const counter = (done = 0) => (/** @type {number} */ count) => {
        done += count;
        if (done <= counted) return;
        phase.advance(done - counted);
        counted = done;
    };
    if (!(columns && isShared(witness) && await sumOrdered(context, abc, counter()))) {
        if (columns) for (const column of abc) column.fill(0);
        await sumAny(context, abc, counter());
    }
    phase.end();
    return abc;
}
