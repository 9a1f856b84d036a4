/**
 * What `npm run soak` does, in Node and in pages alike: builds and ends curves, proves many times at once, and kills
 * workers at random under load. Each part resolves to what it did, or rejects with what went wrong.
 */

/**
 * @typedef {object} Host
 * @property {(source: string, onEnd?: () => void) => any} start - a worker; says when it has
 *   ended, as far as the host tells
 * @property {(worker: any) => unknown} kill - ends a worker behind the engine's back, so that it can notice
 */

/**
 * @typedef {object} Engine
 * @property {any} buildBn128
 * @property {any} prove
 * @property {any} verify
 * @property {any} ProverError
 */

/** @typedef {{ zkey: Uint8Array, wtns: Uint8Array, vkey: any, signals: string[] }} Claim */

/** Operations that are under way at once while workers are killed. */
const AT_ONCE = 6;
const POINTS = 2048;

/** @param {boolean} ok @param {() => string} what */
export function demand(ok, what) {
    if (!ok) throw new Error(`soak: ${what()}`);
}
const sleep = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });
const same = (a, b) => a.length === b.length && a.every((byte, i) => byte === b[i]);

/** One task on the only worker. @param {any} curve */
async function product({ tm, Fr }) {
    const [out] = await tm.queueAction([
        { cmd: "ALLOCSET", var: 0, buff: Fr.e(3) },
        { cmd: "ALLOCSET", var: 1, buff: Fr.e(5) },
        { cmd: "ALLOC", var: 2, len: Fr.n8 },
        { cmd: "CALL", fnName: "frm_mul", params: [{ var: 0 }, { var: 1 }, { var: 2 }] },
        { cmd: "GET", out: 0, var: 2, len: Fr.n8 },
    ]);
    demand(Fr.eq(out, Fr.e(15)), () => `expected 15, got ${Fr.toString(out)}`);
}

/** Elements, and points of the generator alone. @param {any} curve */
function inputs({ G1 }) {
    const ones = new Uint8Array(32 * POINTS),
        points = new Uint8Array(64 * POINTS);
    for (let i = 0; i < POINTS; i++) {
        ones[32 * i] = 1;
        points.set(G1.gAffine, 64 * i);
    }
    return { ones, points };
}

/**
 * @param {Host} host
 * @param {Engine} engine
 * @param {Claim} claim
 * @param {() => number} next - 32 random bits
 */
export function parts(host, engine, { zkey, wtns, vkey, signals }, next) {
    const { start, kill } = host, { buildBn128, prove, verify, ProverError } = engine;
    /** Builds, uses and ends a curve, each with a worker of its own. @param {number} n */
    async function cycles(n) {
        let started = 0,
            ended = 0;
        for (let i = 0; i < n; i++) {
            const curve = await buildBn128({
                threads: 1,
                createWorker: ({ source }) => {
                    started++;
                    return start(source, () => { ended++; });
                },
            });
            await product(curve);
            await curve.terminate();
        }
        for (let turns = 0; ended < started && turns < 6000; turns++) await sleep(10);
        const counts = `${started} and ${ended}`;
        demand(counts === `${n} and ${n}`, () => `expected ${n} workers to start and end, got ${counts}`);
        return `${n} curves built and ended, as many workers`;
    }

    /** @param {number} n */
    async function manyProofs(n) {
        const curve = await buildBn128({ threads: 2, terminationTimeout: 600_000 });
        const all = await Promise.all(Array.from({ length: n }, () => prove(zkey, wtns, { curve })));
        const first = new Set(all.map(({ proof }) => proof.pi_a[0]));
        demand(first.size === n, () => `expected ${n} different proofs, got ${first.size}`);
        for (const { proof, publicSignals } of all) {
            demand(
                String(publicSignals) === String(signals),
                () => `expected the signals ${signals}, got ${publicSignals}`,
            );
            demand(await verify(vkey, publicSignals, proof), () => "a proof does not verify");
        }
        await curve.terminate();
        return `${n} proofs at once, all verify`;
    }

    /** A curve whose workers are killed after a number of messages that is drawn. */
    async function killable() {
        const counts = { killed: 0, started: 0 };
        const curve = await buildBn128({
            threads: 2,
            terminationTimeout: 600_000,
            createWorker: ({ source }) => {
                counts.started++;
                const worker = start(source),
                    post = worker.postMessage.bind(worker);
                let left = 2 + (next() % 60);
                worker.postMessage = (message, transfers) => {
                    post(message, transfers);
                    if (--left !== 0) return;
                    counts.killed++;
                    // before the answer, or with it
                    if (next() & 1) void kill(worker);
                    else setTimeout(() => kill(worker), 0);
                };
                return worker;
            },
        });
        return { curve, counts };
    }

    /** Operations that say whether their results are right. @param {any} curve @param {any} given */
    function operations(curve, { ones, points, spectrum }) {
        const { G1, Fr } = curve,
            sum = G1.timesScalar(G1.g, POINTS);
        return [
            async () => G1.eq(await G1.multiExpAffine(points, ones), sum),
            async () => same(await Fr.ifft(spectrum), ones),
            async () => {
                const { proof, publicSignals } = await prove(zkey, wtns, { curve });
                return verify(vkey, publicSignals, proof);
            },
        ];
    }

    /** @param {number} seconds */
    async function killed(seconds) {
        const safe = await buildBn128(true),
            { curve, counts } = await killable(),
            end = performance.now() + 1000 * seconds;
        // what is right is found where nothing is killed
        const given = inputs(safe),
            results = { right: 0, failed: 0 };
        given.spectrum = await safe.Fr.fft(given.ones);
        const list = operations(curve, given);
        for (const operation of operations(safe, given))
            demand(await operation(), () => "expected a right result without a fault");
        const lane = async () => {
            while (performance.now() < end || counts.killed < 2 || results.right < 2) {
                const outcome = await list[next() % list.length]().catch((error) => error);
                if (outcome === true) results.right++;
                else results.failed++;
                const known =
                    outcome === true ||
                    (outcome instanceof Error && (outcome.code === "ERR_WORKER" || /worker/i.test(outcome.message)));
                demand(
                    known && (outcome === true || !(outcome instanceof ProverError) || outcome.code === "ERR_WORKER"),
                    () => `expected a right result or the error of a worker, got ${outcome?.stack ?? outcome}`,
                );
            }
        };
        await Promise.all(Array.from({ length: AT_ONCE }, lane));
        demand(
            counts.killed > 0 && results.right > 0,
            () =>
                `expected workers to be killed and results to be right, got ${JSON.stringify({ ...counts, ...results })}`,
        );
        await curve.terminate();
        return `${seconds} s: ${counts.killed} of ${counts.started} workers killed, ${results.right} results right, ${results.failed} refused with the error of a worker`;
    }

    return { cycles, manyProofs, killed };
}
