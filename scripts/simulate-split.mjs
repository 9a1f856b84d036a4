/**
 * A model, not a measurement: how long one proof takes on 1 to 64 workers of one thread, cut as ffturbo/queue cuts it.
 * The costs are measured here, on this machine, at the size of a circuit that is there, and scaled to the size asked
 * for; the network is what the options say.
 *
 *     node scripts/simulate-split.mjs circuit.zkey witness.wtns [--power 22] [--gbit 10] [--child 20]
 *
 * power: of the domain; gbit: bandwidth of each machine, Gbit/s; child: milliseconds that a job costs beside its work
 * (a queue, a connection). Model: coefficients and transforms are one job and go first; sums over A, B1, B2 and C run
 * beside; sums over H wait for the transforms; the last step adds and verifies. Jobs go to the first worker that is
 * free, in the order of the queue. Each job reads its points and scalars over the network, unless the key is in its
 * cache (--cached).
 */
import { parseArgs } from "node:util";
import { combine, quotientScalars, sumRange, zkeyInfo } from "../src/protocols/groth16/index.js";
import { getCurveFromName } from "../src/index.js";
import { planRanges } from "../src/queue/tasks.js";

const WORKERS = [1, 2, 4, 8, 16, 32, 64];
/** Sums per worker, as ffturbo/queue cuts. */
const PER_WORKER = 2;

/**
 * How a cost grows from 2^from to 2^to: sums as n / log n (buckets are reduced less often per point), transforms as
 * n log n.
 */
const grow = {
    sum: (from, to) => 2 ** (to - from) * (from / to),
    transforms: (from, to) => 2 ** (to - from) * (to / from),
};

/** Milliseconds of processor time, the least of three. */
async function cost(work) {
    let least = Infinity;
    for (let round = 0; round < 3; round++) {
        const { user, system } = process.cpuUsage();
        await work();
        const used = process.cpuUsage({ user, system });
        least = Math.min(least, (used.user + used.system) / 1000);
    }
    return least;
}

/** Costs on one thread, of whole parts. */
async function measure(zkey, witness) {
    const info = await zkeyInfo(zkey), curve = await getCurveFromName(info.curve, { threads: 0, logger: {} });
    const options = { curve }, quotient = await quotientScalars(zkey, witness, options), parts = {}, sums = [];
    const transforms = await cost(() => quotientScalars(zkey, witness, options));
    for (const range of planRanges(info, 1)) {
        const scalars = range.part === "H" ? quotient : witness;
        parts[range.part] = await cost(async () => {
            sums[range.part] = { ...range, point: await sumRange(zkey, scalars, range, options) };
        });
    }
    const join = await cost(() => combine(zkey, witness, Object.values(sums), options));
    return { info, transforms, parts, join, power: Math.log2(info.domainSize) };
}

/**
 * @param {{ info: any, transforms: number, parts: Record<string, number>, join: number, power: number }} measured
 * @param {number} workers
 * @param {{ power: number, gbit: number, child: number, cached: boolean }} options
 * @returns {number} milliseconds
 */
export function simulate({ info, transforms, parts, join, power: from }, workers, { power, gbit, child, cached }) {
    const scale = 2 ** (power - from), perByte = 8 / (gbit * 1e6); // ms
    const large = {
        signals: Math.round(info.signals * scale), publicSignals: info.publicSignals, domainSize: 2 ** power,
    };
    const free = new Array(workers).fill(0);
    /** The first worker that is free takes it; resolves to when it is done. */
    const run = (ready, ms) => {
        const index = free.indexOf(Math.min(...free)), begin = Math.max(ready, free[index]);
        return (free[index] = begin + child + ms);
    };
    const whole = (part) => grow.sum(from, power) * parts[part];
    const count = (part) => (part === "H" ? large.domainSize : large.signals);
    const sum = ({ part, from: first, to }) => {
        const n = to - first, share = n / count(part), point = part === "B2" ? 128 : 64;
        // a shorter sum has fewer points per bucket
        const loss = Math.log2(count(part)) / Math.max(1, Math.log2(n));
        return whole(part) * share * loss + n * (cached ? 32 : 32 + point) * perByte;
    };
    const ranges = planRanges(large, PER_WORKER * workers), over = ranges.filter(({ part }) => part === "H");
    const scalars = large.domainSize * 32;
    const coefficients = cached ? 0 : (info.sections.coefficients ?? 0) * scale;
    const read = (large.signals * 32 + coefficients + scalars) * perByte;
    const ready = run(0, grow.transforms(from, power) * transforms + read);
    const ends = ranges.filter(({ part }) => part !== "H").map((range) => run(0, sum(range)));
    ends.push(...over.map((range) => run(ready, sum(range))));
    return Math.max(...ends) + child + join;
}

async function main() {
    const { values, positionals: [zkey, witness] } = parseArgs({
        allowPositionals: true,
        options: {
            power: { type: "string", default: "22" }, gbit: { type: "string", default: "10" },
            child: { type: "string", default: "20" }, cached: { type: "boolean", default: false },
        },
    });
    const options = {
        power: Number(values.power), gbit: Number(values.gbit), child: Number(values.child), cached: values.cached,
    };
    const measured = await measure(zkey, witness), { power, transforms, parts, join } = measured;
    const shown = Object.entries(parts).map(([name, ms]) => `${name} ${ms.toFixed(0)}`).join(", ");
    console.log(`measured at 2^${power}, ms on one thread: transforms ${transforms.toFixed(0)}, ${shown}, join ${join.toFixed(0)}`);
    console.log(`model of 2^${options.power}, ${options.gbit} Gbit/s, ${options.child} ms per job, ${options.cached ? "keys in caches" : "keys read"}`);
    const one = simulate(measured, 1, { ...options, child: 0 });
    console.table(WORKERS.map((workers) => {
        const ms = simulate(measured, workers, options);
        return { workers, seconds: Number((ms / 1000).toFixed(1)), speedUp: Number((one / ms).toFixed(1)) };
    }));
}

if (process.argv[1] && import.meta.url.endsWith(process.argv[1].split("/").pop())) await main();
