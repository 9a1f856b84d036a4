/**
 * How much of their tables the suites take. TEST_EXTENT says it: "quick" for `npm test`; "all", as `.ci/run` sets it;
 * "full" also has what takes minutes, as `npm run test:full` sets it.
 */
const EXTENTS = ["quick", "all", "full"];
export const EXTENT = process.env.TEST_EXTENT ?? "quick";
if (!EXTENTS.includes(EXTENT)) throw new Error(`TEST_EXTENT: expected ${EXTENTS.join(" or ")}, got ${EXTENT}`);

/** The environment of the quick run, for a program that runs suites: what it says is what it says on every day. */
export const DAILY = { ...process.env, TEST_EXTENT: "quick" };

/** Is no row to be left out that takes seconds and says what another says? */
export const ALL_ROWS = EXTENT !== "quick";
/** Is none to be left out, however long it takes? */
const WHOLE = EXTENT === "full";

/** A test that the quick run leaves out: CI makes it. @param {string} title @param {() => unknown} body */
export const itInAll = (title, body) => { if (ALL_ROWS) it(title, body); };

/** Tests that take long, of what cheaper ones see too. @param {string} title @param {(this: any) => unknown} body */
export const describeInAll = (title, body) => { if (ALL_ROWS) describe(title, body); };

/**
 * `it` for what is the same on every curve: the quick run asks one curve. @param {string} curve
 * @returns {(title: string, body: () => unknown) => void}
 */
export const itOnOne = (curve) => (curve === "bn128" ? it : itInAll);

/**
 * A test that the full run alone makes: cheaper ones of CI see what it sees.
 * @param {string} title @param {() => unknown} body
 */
export const itInFull = (title, body) => { if (WHOLE) it(title, body); };

/**
 * What the full run alone takes, where some of it says nearly all.
 * @template T @param {T} all @param {T} some @returns {T}
 */
export const rowsInFull = (all, some) => (WHOLE ? all : some);

/** What all runs take but the quick one, which takes less. @template T @param {T} all @param {T} few @returns {T} */
export const rowsOf = (all, few) => (ALL_ROWS ? all : few);

/** @template T @param {readonly T[]} rows @param {number} n @returns {readonly T[]} */
const everyOf = (rows, n) => rows.filter((_, i) => i % n === 0);

/**
 * Rows of a long table in which all say alike: the quick run takes every n-th.
 * @template T @param {readonly T[]} rows @param {number} n @returns {readonly T[]}
 */
export const thinned = (rows, n) => rowsOf(rows, everyOf(rows, n));

/**
 * Rows of which the full run alone takes all, and CI every n-th as the quick run does.
 * @template T @param {readonly T[]} rows @param {number} n @returns {readonly T[]}
 */
export const thinnedInAll = (rows, n) => rowsInFull(rows, everyOf(rows, n));
