/** Traces: what is handed on without OpenTelemetry, and the spans with it. */
import * as api from "@opentelemetry/api";
import { expect } from "chai";
import { createTracing, loadTracing } from "../../src/command/tracing.js";

const TRACE = "00-0123456789abcdef0123456789abcdef-0123456789abcdef-01";
const FORM = /^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$/;

/** An SDK that keeps the spans that it is given, on the real package. */
function register() {
    const spans = [];
    api.trace.setGlobalTracerProvider({
        getTracer: (name) => ({
            startSpan(title, options, context) {
                const parent = api.trace.getSpanContext(context), number = String(spans.length + 1).padStart(16, "0");
                const span = {
                    name, title, options, parent, attributes: {},
                    spanContext: () => ({ traceId: parent?.traceId ?? "f".repeat(32), spanId: number, traceFlags: 1 }),
                    setAttributes: (more) => Object.assign(span.attributes, more),
                    setStatus: (status) => { span.status = status; },
                    end: (time) => { span.ended = time ?? "now"; },
                };
                spans.push(span);
                return span;
            },
        }),
    });
    return spans;
}

describe("traces", () => {
    afterEach(() => api.trace.disable());

    it("are handed on as they came, or begun, without OpenTelemetry and without an SDK for it", async () => {
        for (const tracing of [createTracing(), createTracing(api), await loadTracing(async () => { throw new Error("none"); })]) {
            expect(tracing.begin("x", TRACE).traceparent).to.equal(TRACE);
            const begun = [undefined, "", TRACE.toUpperCase(), [TRACE], `${TRACE}-x`, TRACE.replace("00-", "ff-")]
                .map((header) => tracing.begin("x", header).traceparent);
            for (const one of begun) expect(one).to.match(FORM).and.not.equal(TRACE);
            expect(new Set(begun).size).to.equal(begun.length);
            tracing.begin("x", TRACE).end("failed", {});
            tracing.ended({ event: "done" });
        }
    });

    it("have a span for each request, below that of the client", async () => {
        const spans = register(), tracing = await loadTracing();
        const { traceparent, end } = tracing.begin("POST /prove", TRACE);
        expect(traceparent).to.equal("00-0123456789abcdef0123456789abcdef-0000000000000001-01");
        end(undefined, { "http.route": "/prove", "ffturbo.job": undefined });
        tracing.begin("GET /jobs", undefined).end("status 500", {});
        const [first, second] = spans;
        expect([first.title, first.options.kind, first.parent.spanId, first.parent.isRemote, first.status, first.ended])
            .to.deep.equal(["POST /prove", api.SpanKind.SERVER, "0123456789abcdef", true, undefined, "now"]);
        expect(first.attributes).to.deep.equal({ "http.route": "/prove" });
        expect([second.parent, second.status]).to.deep.equal([undefined, { code: api.SpanStatusCode.ERROR, message: "status 500" }]);
    });

    it("have a span for each job, as long as it took, below that of its request", async () => {
        const spans = register(), tracing = await loadTracing();
        tracing.ended({ event: "failed", id: "x", tenant: "a", kind: "prove", circuit: "c", ms: 1500, code: "ERR_CHECK", traceparent: TRACE });
        const [{ title, options, parent, attributes, status, ended }] = spans;
        expect([title, options.kind, parent.traceId, ended - options.startTime])
            .to.deep.equal(["job prove", api.SpanKind.CONSUMER, "0123456789abcdef0123456789abcdef", 1500]);
        expect(attributes).to.deep.equal({ "ffturbo.job": "x", "ffturbo.tenant": "a", "ffturbo.circuit": "c", "ffturbo.code": "ERR_CHECK" });
        expect(status.code).to.equal(api.SpanStatusCode.ERROR);
    });

    it("have a span that begins when it ends for a job whose time is not known, and the flags of both sides", async () => {
        const spans = register(), tracing = await loadTracing();
        tracing.ended({ event: "done", id: "x", kind: "prove" });
        const [{ options, parent, attributes, status, ended }] = spans;
        expect([options.startTime, parent, status]).to.deep.equal([ended, undefined, undefined]);
        expect(attributes).to.deep.equal({ "ffturbo.job": "x" });
        tracing.begin("x", TRACE.replace(/01$/, "1f"));
        expect(spans[1].parent.traceFlags).to.equal(0x1f);
    });

    it("go on as the client said where a span has no name, as without an SDK, and say whether it is recorded", () => {
        const spanOf = (context) => ({ spanContext: () => context, setAttributes() {}, end() {} });
        const began = (context, header) => {
            const trace = { setSpanContext: () => ({}), getTracer: () => ({ startSpan: () => spanOf(context) }) };
            return createTracing({ ...api, trace }).begin("x", header).traceparent;
        };
        const [traceId, spanId] = ["a".repeat(32), "b".repeat(16)];
        expect([0, 1, 2, 3].map((traceFlags) => began({ traceId, spanId, traceFlags }, TRACE).slice(-2)))
            .to.deep.equal(["00", "01", "00", "01"]);
        for (const nameless of [undefined, { traceId: "0".repeat(32), spanId: "0".repeat(16), traceFlags: 0 }]) {
            expect(began(nameless, TRACE)).to.equal(TRACE);
            expect(began(nameless, undefined)).to.match(FORM);
        }
    });
});
