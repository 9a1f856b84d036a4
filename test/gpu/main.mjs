/**
 * `npm run cases:gpu`: hard sums on this machine's adapter, compared with the CPU and with known logarithms.
 *
 *     npm run cases:gpu -- --cases 500                       of each curve; prints its seed
 *     npm run cases:gpu -- --seed 7 --curve bn128            the same cases again, of one curve
 *     npm run cases:gpu -- --seed 7 --curve bn128 --from 41 --cases 1    one of them
 *
 * Deno runs this file as well: test/README.md says how. Which adapter is taken is a matter of the driver's environment.
 */
import process from "node:process";
import { parseArgs } from "node:util";
import { getCurveFromName } from "../../src/index.js";
import { CARD_CURVES } from "../../src/gpu/curves.js";
import { describeAdapter, openAdapter } from "../../src/gpu/device.js";
import { loadGpu } from "../../src/gpu/load_node.js";
import { runCases } from "./cases.js";

const { values } = parseArgs({
    options: {
        seed: { type: "string" }, cases: { type: "string", default: "100" }, from: { type: "string", default: "0" },
        curve: { type: "string" }, form: { type: "string", default: "table" },
        "limb-bits": { type: "string", default: "13" },
    },
});
const seed = Number(values.seed ?? Date.now() % 2 ** 32), names = values.curve?.split(",");
const chosen = CARD_CURVES.filter(({ name }) => !names || names.includes(name));
const kernels = { form: values.form, limbBits: Number(values["limb-bits"]) };
const runtime = globalThis.Deno ? `Deno ${globalThis.Deno.version.deno}` : `Node ${process.versions.node}`;

/** The exit code where there is no adapter. */
const NO_ADAPTER = 2;

async function open() {
    try {
        const gpu = await loadGpu();
        console.log(`seed ${seed}; ${runtime}; ${describeAdapter(await openAdapter(gpu)).name}`);
        return gpu;
    } catch (error) {
        console.log(`no adapter: ${error.message}`);
        return process.exit(NO_ADAPTER);
    }
}

const gpu = await open();
let all = 0, wrong = 0;
for (const record of chosen) {
    const curve = await getCurveFromName(record.name, { threads: 0 });
    try {
        const what = { seed, from: Number(values.from), cases: Number(values.cases), kernels };
        const result = await runCases(gpu, { record, curve }, what, (done, bad) => {
            if (done % 100 === 0) console.log(`  ${record.name}: ${done} cases, ${bad} wrong`);
        });
        for (const each of result.wrong) console.log(`  WRONG ${JSON.stringify(each)}`);
        console.log(`${record.name}: ${result.cases} cases, ${result.wrong.length} wrong, ${result.ms} ms`);
        all += result.cases;
        wrong += result.wrong.length;
    } finally {
        await curve.terminate();
    }
}
console.log(`${all} cases, ${wrong} wrong; seed ${seed}; ${runtime}`);
process.exitCode = wrong || !all ? 1 : 0;
