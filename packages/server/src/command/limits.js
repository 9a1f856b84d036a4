/** What one tenant may have at once, and how long it may wait. */

/**
 * Requests of one tenant at once: each may hold a body in memory until its last byte arrives, so
 * many slow ones could hold much memory. A client that submits one job after another needs few.
 */
export const OPEN = 64;

/**
 * Event streams of one tenant at once, and requests that wait for the end of a job: each looks
 * after its job.
 */
export const STREAMS = 256;

/**
 * Seconds that a request may wait for the end of its job: proxies end what is silent for longer.
 */
export const LONGEST_WAIT = 60;

/**
 * Webhooks of one tenant that are under way at once: a receiver that is slow keeps others of its
 * tenant waiting.
 */
export const HOOKS = 8;

/** Milliseconds that Redis may take to answer, before a request is refused that needs it. */
export const ANSWER_MS = 5000;

/** Milliseconds for the last answers, when the server stops and the time for requests is over. */
export const LAST_WORD_MS = 250;

/**
 * Milliseconds of a grace in which work goes on; in the rest, jobs are given back and all is
 * closed.
 * @param {number} seconds
 */
export const graceOf = (seconds) => 1000 * seconds - Math.min(2000, 200 * seconds);

/** Milliseconds until a queue that has not answered counts as out of reach. */
export const SILENT_MS = 1000;

/** Proofs of one request to verify them: a second of work. */
export const MOST_PROOFS = 1024;

/**
 * Public signals of all proofs of such a request: reading and weighing so many takes a part of a
 * second at once.
 */
export const MOST_SIGNALS = 2 ** 16;

/** Bytes of a file with a verification key: one of some hundred thousand public signals. */
export const LONGEST_KEY = 2 ** 24;

/**
 * Milliseconds without a byte after which a share is given up, and bytes per millisecond on average
 * after these.
 */
export const SILENT_SHARE_MS = 10_000, LEAST_RATE = 10;

/**
 * Milliseconds that a request may take to arrive; and a share, the largest of which arrives at the
 * least rate.
 */
export const ARRIVAL_MS = 60_000, SHARE_ARRIVAL_MS = 3_600_000;

/** Milliseconds without a byte after which the download of a verification key fails. */
export const SILENT_KEY_MS = 10_000;
