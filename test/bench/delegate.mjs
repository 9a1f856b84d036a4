/**
 * What a device spends on a proof whose sums two servers make, beside what it spends on the whole proof: processor time
 * of all its threads. The servers are processes of their own on this machine, so their time is not the device's, but
 * wall times are as long as if one machine did everything.
 *
 *     node test/bench/make_circuits.mjs FOLDER dense:16 bits:16 dense:18
 *     node test/bench/delegate.mjs FOLDER [--proofs 5] [--circuits dense_16,…]
 *
 * `first` is the first proof of a process, with the start of the curve and its workers; `next` the median of the others
 * in it. A proof is verified after the clock has stopped; a delegated one also before.
 */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { circuitsIn } from "../support/circuits.js";
import { startServer, serverOf } from "../support/delegation.js";
import { delegateProof } from "../../packages/keys/src/delegate.js";
import { prove } from "../../src/protocols/groth16/index.js";

const SELF = fileURLToPath(import.meta.url);
const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
        proofs: { type: "string", default: "5" }, circuits: { type: "string" },
        serve: { type: "boolean" }, device: { type: "string" },
    },
});

/** A server that runs until its standard input ends. */
async function serve([folder]) {
    const server = await startServer({ allow: [folder], threads: undefined });
    process.stdout.write(`${server.port}\n`);
    await new Promise((resolve) => { process.stdin.on("end", resolve).resume(); });
    await server.close();
}

/** A device: `count` proofs, and what each took, in milliseconds of the processor and of the wall. */
async function device([zkey, witness, ...ports]) {
    const servers = ports.map((port) => serverOf({ port: Number(port) }, zkey));
    const ways = {
        prove: () => prove(zkey, witness),
        delegate: () => delegateProof({ zkey, witness, servers, timeout: 3_600_000 }), // this machine may be busy
    };
    const taken = [];
    for (let i = 0; i < Number(values.proofs); i++) {
        const began = performance.now(), before = process.cpuUsage();
        await ways[values.device]();
        const { user, system } = process.cpuUsage(before);
        taken.push({ cpu: (user + system) / 1000, wall: performance.now() - began });
    }
    process.stdout.write(JSON.stringify(taken));
    process.exit();
}

/** @param {string[]} args @param {"pipe" | "ignore"} stdin */
function start(args, stdin) {
    const child = spawn(process.execPath, [SELF, ...args], { stdio: [stdin, "pipe", "inherit"] });
    const text = new Promise((resolve, reject) => {
        let out = "";
        child.stdout.on("data", (chunk) => { out += chunk; if (stdin === "pipe") resolve(out); });
        child.on("close", (code) => (code === 0 ? resolve(out) : reject(new Error(`expected exit code 0, got ${code}`))));
    });
    return { child, text };
}

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

/** Both ways of one circuit, one after the other. */
async function compare({ name, zkey, wtns }, folder) {
    const servers = [1, 2].map(() => start(["--serve", folder], "pipe"));
    const ports = (await Promise.all(servers.map(({ text }) => text))).map((text) => text.trim());
    const rows = {};
    for (const way of ["prove", "delegate"])
        rows[way] = JSON.parse(await start(["--device", way, "--proofs", values.proofs, zkey, wtns, ...ports], "ignore").text);
    for (const { child } of servers) child.stdin.end();
    for (const [what, of] of [["first", (list) => list[0]], ["next", (list) => ({
        cpu: median(list.slice(1).map(({ cpu }) => cpu)), wall: median(list.slice(1).map(({ wall }) => wall)),
    })]]) {
        const [alone, helped] = [of(rows.prove), of(rows.delegate)];
        console.log(`${name.padEnd(12)} ${what.padEnd(6)} alone ${alone.cpu.toFixed(0)} ms of processor (${alone.wall.toFixed(0)} wall), delegated ${helped.cpu.toFixed(0)} (${helped.wall.toFixed(0)}), share ${(helped.cpu / alone.cpu).toFixed(3)}`);
    }
}

if (values.serve) await serve(positionals);
else if (values.device) await device(positionals);
else {
    const [folder] = positionals, wanted = values.circuits?.split(",");
    for (const circuit of circuitsIn(folder).filter(({ system, name }) => system === "groth16" && (!wanted || wanted.includes(name))))
        await compare(circuit, folder);
}
