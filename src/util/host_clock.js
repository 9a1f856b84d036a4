/**
 * The clock that pages, workers and compartments have.
 * @module util/host_clock
 */

/**
 * Milliseconds since some fixed moment, for differences only; NaN where there is no clock
 * (compartments).
 */
export function now() {
    try {
        return globalThis.performance?.now?.() ?? Date.now();
    } catch {
        return NaN;
    }
}
