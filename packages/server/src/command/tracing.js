/**
 * Where requests and jobs belong in a trace. The header `traceparent` (W3C Trace Context) is handed
 * on to the worker and is in all lines of logs. Where the package @opentelemetry/api is installed,
 * and the process has registered an SDK for it, requests and jobs are spans as well.
 */
import { randomBytes } from "node:crypto";
import { traceparent } from "../options.js";

const newTrace = () => `00-${randomBytes(16).toString("hex")}-${randomBytes(8).toString("hex")}-00`;

/** @param {any} context - of a span @returns {string | undefined} */
function written(context) {
    const text = context && `00-${context.traceId}-${context.spanId}-0${context.traceFlags & 1}`;
    return traceparent.test(text) ? text : undefined;
}

/** @param {any} api - of OpenTelemetry @param {string | undefined} parent */
function contextOf(api, parent) {
    if (parent === undefined) return api.ROOT_CONTEXT;
    const [, traceId, spanId, flags] = parent.split("-");
    return api.trace.setSpanContext(api.ROOT_CONTEXT, {
        traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true,
    });
}

/** @param {any} [api] - the package @opentelemetry/api, where it is installed */
export function createTracing(api) {
    const tracer = api?.trace.getTracer("ffturbo");
    /**
     * @param {any} span
     * @param {string | undefined} failed
     * @param {object} attributes
     * @param {number | undefined} time
     */
    const finish = (span, failed, attributes, time) => {
        span.setAttributes(Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined)));
        if (failed) span.setStatus({ code: api.SpanStatusCode.ERROR, message: failed });
        span.end(time);
    };
    return {
        /**
         * Begins a request.
         * @param {string} name
         * @param {unknown} header - the traceparent of the client, if it sent a valid one
         * @returns {{ traceparent: string, end: (failed: string | undefined, attributes: object) =>
         *   void }}
         */
        begin(name, header) {
            const parent = traceparent.test(header) ? /** @type {string} */ (header) : undefined;
            const span = tracer?.startSpan(name, { kind: api.SpanKind.SERVER }, contextOf(api, parent));
            return {
                traceparent: written(span?.spanContext()) ?? parent ?? newTrace(),
                end: (failed, attributes) => span && finish(span, failed, attributes, undefined),
            };
        },
        /**
         * A job that has ended just now, as a span of its own.
         * @param {import("../queue/worker.js").WorkerEvent} event
         */
        ended({ id, tenant, kind, circuit, code, ms = 0, traceparent: parent }) {
            if (!tracer) return;
            const now = Date.now();
            const options = { kind: api.SpanKind.CONSUMER, startTime: now - ms };
            finish(tracer.startSpan(`job ${kind}`, options, contextOf(api, parent)), code, {
                "ffturbo.job": id, "ffturbo.tenant": tenant, "ffturbo.circuit": circuit, "ffturbo.code": code,
            }, now);
        },
    };
}

/** @param {() => Promise<any>} [load] @returns {Promise<ReturnType<typeof createTracing>>} */
export const loadTracing = async (load = () => import("@opentelemetry/api")) =>
    createTracing(await load().catch(() => undefined));
