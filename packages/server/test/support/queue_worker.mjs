/**
 * A worker process of the queue's tests. Options come as JSON in WORKER; events go to the parent, one JSON line each.
 * LIES: the part of a proof, A to H or "quotient", that it gives wrongly: what it says in Redis is changed on the way.
 * TIMES: events carry the processor time of this process so far, in milliseconds.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { Job, Queue } from "bullmq";
import { buildBn128 } from "../../../../src/index.js";
import { createWorker } from "../../src/queue/index.js";

const say = (event) => process.stdout.write(`${JSON.stringify(event)}\n`);

/** A right point of the right group, for another sum. */
async function lie(part) {
    const { G1, G2 } = await buildBn128({ threads: 0 }), { moveToCompleted } = Job.prototype;
    Job.prototype.moveToCompleted = function (value, ...rest) {
        if (value?.part === part && value.to > value.from) {
            const G = part === "B2" ? G2 : G1, point = new Uint8Array(Buffer.from(value.point, "base64"));
            value = { ...value, point: Buffer.from(G.toAffine(G.add(point, G.g))).toString("base64") };
            say({ event: "lied" });
        }
        return moveToCompleted.call(this, value, ...rest);
    };
}

/** Other scalars of H, with their own right hash: the file, the sums that are queued over it, and what is returned. */
function lieOfScalars() {
    const { addBulk } = Queue.prototype, { moveToCompleted } = Job.prototype;
    let sha256;
    Queue.prototype.addBulk = function (jobs) {
        if (!jobs[0].opts.jobId.endsWith("-h-0")) return addBulk.call(this, jobs);
        const { path } = jobs[0].data.witness, bytes = readFileSync(path);
        bytes[bytes.length - 32] ^= 1;
        writeFileSync(path, bytes);
        sha256 = createHash("sha256").update(bytes).digest("hex");
        for (const { data } of jobs) data.witness.sha256 = sha256;
        say({ event: "lied" });
        return addBulk.call(this, jobs);
    };
    Job.prototype.moveToCompleted = function (value, ...rest) {
        const told = value?.quotient ? { ...value, quotient: { ...value.quotient, sha256 } } : value;
        return moveToCompleted.call(this, told, ...rest);
    };
}
if (process.env.LIES === "quotient") lieOfScalars();
else if (process.env.LIES) await lie(process.env.LIES);

const timed = (event) => {
    const { user, system } = process.cpuUsage();
    say({ ...event, cpu: (user + system) / 1000 });
};
const onEvent = process.env.TIMES ? timed : say;
const worker = createWorker({ ...JSON.parse(process.env.WORKER), onEvent });
let stopping;
process.on("SIGTERM", () => {
    stopping ??= worker.close({ grace: Number(process.env.GRACE ?? 60_000) }).then(() => process.exit(0));
});
await worker.ready();
say({ event: "ready", name: worker.name });
