/** The loop: makes inputs, runs them, keeps those that reach something new, and shortens those that fail. */
import { Choices, encode, shrunk, stream, varied } from "./choices.js";
import { openLeaks } from "./leaks.js";
import { openReach } from "./reach.js";

/**
 * @typedef {object} Subject
 * @property {(choices: Choices) => Promise<void>} run - throws what it finds
 * @property {() => Promise<void>} [close]
 */

/**
 * @typedef {object} Target
 * @property {string} name
 * @property {boolean} [guided] - its code runs on the main thread, and an execution takes longer than asking V8
 * @property {(fault?: string) => Promise<Subject>} open - with `fault`, one of its ports is broken in a way that only
 *   some inputs show
 * @property {string[]} faults
 */

/** @typedef {{ target: string, choices: number[], what: string }} Finding */

/** Inputs that are kept for variation. */
const MOST_KEPT = 512;
/** Attempts to shorten what fails. */
const ATTEMPTS = 300;
/** Milliseconds between two looks at memory and handles. */
const WINDOW_MS = 4000;

/** @param {Subject} subject @param {Choices} choices @returns {Promise<string | undefined>} what is wrong */
async function attempt(subject, choices) {
    try {
        await subject.run(choices);
        return undefined;
    } catch (error) {
        return error instanceof Error ? String(error.stack ?? error.message) : `thrown: ${String(error)}`;
    }
}

/** The same finding when the first words are the same. @param {string} what */
export const kindOf = (what) =>
    what
        .split("\n")[0]
        .replace(/[0-9a-f]{8,}|\d+/g, "#")
        .slice(0, 120);

/**
 * @param {Target} target
 * @param {object} options
 * @param {number} options.seed
 * @param {string} [options.fault]
 * @param {() => boolean} options.until - true: no more
 * @param {boolean} [options.guided]
 * @param {number} [options.most] - findings after which it ends
 * @param {number} [options.windowMs]
 * @param {number} [options.attempts] - to shorten what fails
 * @param {number} [options.patience] - turns that handles are waited for
 * @param {(finding: Finding) => void} [options.onFinding]
 * @param {ReturnType<typeof import("./watchdog.js").openWatchdog>} [options.watchdog]
 * @returns {Promise<{ executions: number, findings: Finding[], kept: number, blocks: number }>}
 */
export async function fuzz(target, options) {
    const {
        seed,
        fault,
        until,
        most = Infinity,
        windowMs = WINDOW_MS,
        attempts = ATTEMPTS,
        onFinding = () => {},
        watchdog,
    } = options;
    const subject = await target.open(fault),
        next = stream(seed),
        findings = [],
        kinds = new Set(),
        pool = [];
    const reach = (options.guided ?? target.guided) ? openReach() : undefined;
    let executions = 0,
        blocks = 0,
        newest = 0,
        leaks,
        looked = performance.now();
    const found = async (what, choices) => {
        if (kinds.has(kindOf(what))) return;
        kinds.add(kindOf(what));
        const short =
            choices.length === 0
                ? choices
                : await shrunk(
                      choices,
                      async (list) => {
                          const message = await attempt(subject, new Choices(list, undefined));
                          return message !== undefined && kindOf(message) === kindOf(what);
                      },
                      attempts,
                  );
        const finding = { target: target.name, choices: short, what };
        findings.push(finding);
        onFinding(finding);
    };
    const look = async () => {
        looked = performance.now();
        const left = (await leaks.handles()) ?? leaks.memory();
        if (left) await found(left, []);
    };
    const once = async () => {
        const own = next(),
            kept = pool.length > 0 && next() % 3 > 0;
        // every other time the last one, which has led furthest
        const from = pool[next() & 1 ? newest : next() % pool.length];
        const prefix = kept ? varied(from, pool[next() % pool.length], next) : [];
        watchdog?.begin({ seed: own, prefix });
        const choices = new Choices(prefix, stream(own)),
            what = await attempt(subject, choices);
        executions++;
        const fresh = reach?.fresh() ?? 0;
        blocks += fresh;
        if (fresh > 0 && !what && choices.taken.length < 2000) {
            newest = pool.length < MOST_KEPT ? pool.length : next() % MOST_KEPT;
            pool[newest] = choices.taken;
        }
        watchdog?.end();
        if (what) await found(what, choices.taken);
    };
    try {
        while (!until() && findings.length < most) {
            await once();
            // what is made at the first use has been made
            leaks ??= openLeaks(options.patience);
            if (performance.now() - looked >= windowMs) await look();
        }
        if (leaks && findings.length < most) await look();
    } finally {
        reach?.close();
        await subject.close?.();
    }
    return { executions, findings, kept: pool.length, blocks };
}

/** Runs one input again; what lacks is drawn from the seed. @param {Target} target @param {number[]} list */
export async function replay(target, list, seed, fault) {
    const subject = await target.open(fault);
    try {
        return await attempt(subject, new Choices(list, seed === undefined ? undefined : stream(seed)));
    } finally {
        await subject.close?.();
    }
}

export { encode };
