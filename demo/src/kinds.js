/** What kind of work the tasks and phases of a proof are, for colours and the legend. */
export const KINDS = Object.freeze({
    g1: "MSMs over G1", g2: "MSMs over G2", fft: "FFTs", other: "coefficients, other", check: "verification",
});

/** @param {string} task - the functions that it calls */
export function kindOf(task) {
    if (/(^|, )g[12]\w*_(msm|multiexp)/.test(task)) return task.includes("g2") ? "g2" : "g1";
    return /fft|_join/i.test(task) ? "fft" : "other";
}

const OF_PHASES = Object.freeze({
    fft: "fft", A: "g1", B2: "g2", C: "g1", H: "g1", check: "check",
});
/** @param {string} phase */
export const kindOfPhase = (phase) => OF_PHASES[phase] ?? "other";
