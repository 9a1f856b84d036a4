/**
 * `npm run cases:gpu`: hard MSMs on this machine's adapter, compared with the CPU and with known logarithms, and
 * programs over columns of scalars, compared with the CPU.
 *
 *     npm run cases:gpu -- --cases 500                       of each group; prints its seed
 *     npm run cases:gpu -- --seed 7 --curve bn128            the same cases again, of one curve
 *     npm run cases:gpu -- --seed 7 --curve bn128 --group G2 --from 41 --cases 1    one of them
 *     npm run cases:gpu -- --seed 7 --curve bn128 --cases 0 --kept 20    only points that stay on the GPU
 *     npm run cases:gpu -- --curve bn128 --cases 0 --programs 500        only programs over columns of scalars
 *     npm run cases:gpu -- --curve bn128 --cases 0 --whole               only transforms of each size, and whole proofs
 *
 * The form of additions is the one that useGpu takes on this adapter, so that what is tried is what is used.
 * Deno runs this file as well: test/README.md says how. Which adapter is taken is a matter of the driver's environment.
 */
import { readFile } from "node:fs/promises";
import process from "node:process";
import { parseArgs } from "node:util";
import "../../../curves/src/index.js";
import { getCurveFromName } from "../../../../src/index.js";
import { GPU_CURVES, groupsOf } from "../../src/curves.js";
import { describeAdapter, formOn, openAdapter } from "../../src/device.js";
import { useGpu } from "../../src/index.js";
import { loadGpu } from "../../src/load_node.js";
import { runCases } from "./cases.js";
import { runColumns } from "./column_cases.js";
import { runKept } from "./kept.js";
import { tryWhole } from "./whole_cases.js";

const { values } = parseArgs({
    options: {
        seed: { type: "string" }, cases: { type: "string", default: "100" }, from: { type: "string", default: "0" },
        kept: { type: "string" }, programs: { type: "string" }, curve: { type: "string" }, group: { type: "string" },
        form: { type: "string" }, whole: { type: "boolean", default: false },
        "limb-bits": { type: "string", default: "13" },
    },
});
const seed = Number(values.seed ?? Date.now() % 2 ** 32), names = values.curve?.split(",");
const chosen = GPU_CURVES.filter(({ name }) => !names || names.includes(name));
const groups = chosen.flatMap((record) => groupsOf(record).map((group) => ({ record, group })))
    .filter(({ group: { key } }) => !values.group || values.group.split(",").includes(key));
const cases = Number(values.cases), kept = Number(values.kept ?? Math.ceil(cases / 10)), from = Number(values.from);
const programs = Number(values.programs ?? kept);
const runtime = globalThis.Deno ? `Deno ${globalThis.Deno.version.deno}` : `Node ${process.versions.node}`;

/** The exit code where there is no adapter. */
const NO_ADAPTER = 2;

async function open() {
    try {
        const gpu = await loadGpu();
        const { name, fallback } = describeAdapter(await openAdapter(gpu)), form = values.form ?? formOn({ fallback });
        console.log(`seed ${seed}; ${runtime}; ${name}; ${form}`);
        return { gpu, kernels: { form, limbBits: Number(values["limb-bits"]) } };
    } catch (error) {
        console.log(`no adapter: ${error.message}`);
        return process.exit(NO_ADAPTER);
    }
}

const title = ({ name }, { key }) => `${name} ${key}`;
const { gpu, kernels } = await open();
let wrong = 0;
for (const { record, group } of groups) {
    const curve = await getCurveFromName(record.name, { threads: 0 });
    try {
        for (const [run, what, count] of [[runCases, "cases", cases], [runKept, "cases of kept points", kept]]) {
            if (count === 0) continue;
            const result = await run(gpu, { group, curve }, { seed, from, cases: count, kernels }, (done, bad) => {
                if (done % 100 === 0) console.log(`  ${title(record, group)}: ${done} ${what}, ${bad} wrong`);
            });
            for (const each of result.wrong) console.log(`  WRONG ${JSON.stringify(each)}`);
            console.log(`${title(record, group)}: ${count} ${what}, ${result.wrong.length} wrong, ${result.ms} ms`);
            wrong += result.wrong.length;
        }
    } finally {
        await curve.terminate();
    }
}
const proving = chosen.filter(({ g2 }) => g2);
for (const record of proving) {
    if (programs === 0) continue;
    const curve = await getCurveFromName(record.name, { threads: 0 });
    try {
        const result = await runColumns(gpu, { curve, field: record.fr }, { seed, programs, kernels });
        for (const each of result.wrong) console.log(`  WRONG ${JSON.stringify(each)}`);
        console.log(`${record.name} Fr: ${programs} programs, ${result.wrong.length} wrong, ${result.ms} ms`);
        wrong += result.wrong.length;
    } finally {
        await curve.terminate();
    }
}
const fixtures = new URL("../../../../test/fixtures/", import.meta.url);
const read = async (file) => new Uint8Array(await readFile(new URL(file, fixtures)));
for (const record of values.whole ? proving : []) {
    const curve = await getCurveFromName(record.name, { threads: 0 });
    const keys = groupsOf(record).map(({ key }) => key).filter((key) => !values.group || values.group.split(",").includes(key));
    try {
        const found = await tryWhole(curve, useGpu, { gpu, read, keys });
        for (const what of found) console.log(`  WRONG ${what}`);
        console.log(`${record.name}: transforms and proofs, ${found.length} wrong`);
        wrong += found.length;
    } finally {
        await curve.terminate();
    }
}
const allPrograms = proving.length * programs;
const all = groups.length * cases, allKept = groups.length * kept;
const counted = `${all} cases, ${allKept} of kept points, and ${allPrograms} programs`;
console.log(`${counted}, ${wrong} wrong; seed ${seed}; ${runtime}`);
const ran = all + allKept + allPrograms + (values.whole ? proving.length : 0);
process.exitCode = wrong || !ran ? 1 : 0;
