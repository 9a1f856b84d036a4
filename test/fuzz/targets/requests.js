/**
 * Bodies of requests to the server: each member right or wrong on its own, with values that are deep, wide, long, or
 * named like something else. An answer is short, and says that the request was taken or that it was wrong, never that
 * the server failed; what is taken names no file, is its tenant's, and can be made into signals in bounded memory.
 */
import fastify from "fastify";
import client from "prom-client";
import { createFront } from "../../../packages/server/src/command/front.js";
import { signalsOf } from "../../../src/files/witness/inputs.js";
import { createHashes } from "../../../packages/server/src/references.js";
import { readRequest } from "../../../packages/server/src/request.js";
import { cut, demand } from "../support.js";

const TOKEN = "fuzz-0123456789abcdef", BODY = 2 ** 20;
/** Characters of an answer, whatever was sent; those of all names that are made of one request. */
const ANSWER = 2000, NAMES = 2 ** 24;

const KEYS = ["a", "b", "", "0", "__proto__", "constructor", "toString", "toJSON", "length", "path", "url", "href", "bytes",
    "sha256", "\\ud800", "\\u0000", "a.b", "a[0]"];
const WORDS = ["1", "0", "-1", "true", "null", "1e999", "1e-7", "9007199254740993", '""', '"x"', '" 7 "', '"-0x1"', '"\\ud800"',
    '"/etc/passwd"', '"https://x.example/"', '"AQI="', `"${"0".repeat(64)}"`, '"0x1F"', "-0", "[]", "{}", "[[],[]]"];

/** A key, as JSON. @param {import("../choices.js").Choices} c */
const keyOf = (c) => `"${c.once(6) ? "k".repeat(c.pick([100, 1000, 1024, 1025, 100_000])) : c.pick(KEYS)}"`;

/** Any value, as JSON. @param {import("../choices.js").Choices} c @param {number} [depth] */
function valueOf(c, depth = 0) {
    const kind = depth > 4 ? c.below(3) : c.below(9), part = () => valueOf(c, depth + 1);
    if (kind <= 1) return c.pick(WORDS);
    if (kind === 2) return `"${c.pick(["", "-", "0x", " "])}${c.pick(["9", "f", " "]).repeat(c.pick([20, 617, 1023, 1025, 50_000]))}"`;
    if (kind === 3) return `[${Array.from({ length: c.below(5) }, part).join()}]`;
    if (kind === 4) return `{${Array.from({ length: c.below(5) }, () => `${keyOf(c)}:${part()}`).join()}}`;
    const count = c.pick([3, 62, 65, 3000, 20_000]), inner = c.pick(WORDS);
    if (kind === 5) return `${"[".repeat(count)}${inner}${"]".repeat(count)}`;
    if (kind === 6) return `${`{${keyOf(c).slice(0, 8).replace(/"?$/, '"')}:`.repeat(count)}${inner}${"}".repeat(count)}`;
    if (kind === 7) return `[${Array(count).fill(inner).join()}]`;
    return `{${keyOf(c)}:{${Array.from({ length: count }, (_, i) => `"${i}":${inner}`).join()}}}`;
}

const FILE = '{"bytes":"AQI="}';

/** A file by its place, or nearly. @param {import("../choices.js").Choices} c */
function placeOf(c) {
    const url = c.pick(['"https://x.example/"', '{"href":"https://x.example/"}', '{"href":"https://x.example/","toString":1}']);
    const place = c.pick(['"path":"/etc/passwd"', `"url":${url}`, `"path":${valueOf(c)}`, `"url":${valueOf(c)}`]);
    return `{${place},"sha256":${c.once(5) ? valueOf(c) : `"${"0".repeat(64)}"`}}`;
}

/** A body: mostly a request. @param {import("../choices.js").Choices} c */
function bodyOf(c) {
    const file = () => (c.once(8) ? valueOf(c) : c.once(8) ? placeOf(c) : FILE), members = [`"zkey":${file()}`];
    if (c.once(4)) members.push(`"witness":${file()}`);
    else members.push(`"wasm":${file()}`, `"inputs":${c.once(3) ? `{${keyOf(c)}:${valueOf(c)}}` : valueOf(c)}`);
    if (c.once(6)) members.push(`"${c.pick(["priority", "deadline", "protocol", "split", "tenant", "vkey", "inputs"])}":${valueOf(c)}`);
    const text = `{${members.join()}}`;
    return c.once(12) ? text.slice(0, c.below(text.length)) : text;
}

/** Characters of all names, without making them. @param {any} value @param {number} length @returns {number} */
const namesIn = (value, length) =>
    typeof value !== "object" || value === null
        ? length
        : Object.entries(value).reduce((sum, [key, part]) => sum + namesIn(part, length + key.length + 1), 0);

/**
 * What was taken.
 * @param {import("../../../packages/server/src/request.js").ProofData} data
 * @param {boolean} isFile - the inputs
 */
function check(data, isFile) {
    for (const name of ["zkey", "witness", "wasm", "inputs"])
        demand(data[name] === undefined || "bytes" in data[name], () => `${name}: a place was taken that nobody allowed`);
    demand(data.tenant === "a", () => `expected a job of the tenant that asked, got one of ${cut(data.tenant)}`);
    if (!data.inputs || isFile) return; // a file is read by its job
    const inputs = JSON.parse(Buffer.from(data.inputs.bytes, "base64").toString());
    const named = Object.values(inputs).filter((part) => typeof part === "object" && !Array.isArray(part));
    demand(
        named.every((part) => namesIn(part, 0) <= NAMES) && Object.entries(inputs).every(([key, part]) =>
            Array.isArray(part) || namesIn(part, key.length) <= NAMES),
        () => "names: more characters than memory may hold",
    );
    try {
        signalsOf(inputs);
    } catch (error) {
        const isShape = error.code === "ERR_INPUT" && !/ at most /.test(error.message);
        demand(isShape, () => `signals: ${cut(error.stack ?? error)}`);
    }
}

/** @type {import("../loop.js").Target} */
export const requests = {
    name: "requests",
    guided: true,
    faults: ["inputs are not measured", "a place is let through", "an answer says what was sent"],
    async open(fault) {
        /** @type {{ data: import("../../../packages/server/src/request.js").ProofData, isFile: boolean }[]} */
        const taken = [];
        /** The port: what reads a request. */
        const submit = async (request) => {
            const { inputs } = request, options = { hashes: createHashes(), inline: BODY, allow: [] };
            if (fault === "a place is let through") delete options.allow;
            if (fault === "an answer says what was sent" && JSON.stringify(inputs ?? "").length > ANSWER)
                throw Object.assign(new Error(`inputs: got ${JSON.stringify(inputs)}`), { code: "ERR_OPTION" });
            const unmeasured = fault === "inputs are not measured" && inputs && !("bytes" in inputs);
            const given = unmeasured
                ? { ...request, inputs: { bytes: Buffer.from(JSON.stringify(inputs)).toString("base64") } }
                : request;
            const { data } = await readRequest(given, options);
            taken.push({ data, isFile: Object.hasOwn(Object(inputs), "bytes") });
            return { id: "x" };
        };
        const { app } = createFront({
            fastify, client, body: BODY, tokens: { a: TOKEN, b: `${TOKEN}b` }, log: () => {},
            prover: /** @type {any} */ ({ submit, counts: async () => ({}) }),
        });
        await app.ready();
        const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
        return {
            async run(c) {
                const payload = bodyOf(c);
                taken.length = 0;
                const { statusCode, body } = await app.inject({ method: "POST", url: "/prove", headers, payload });
                demand([202, 400, 413].includes(statusCode), () => `status: got ${statusCode} for ${cut(payload)}`);
                demand(body.length <= ANSWER, () => `answer: got ${body.length} characters for ${cut(payload)}`);
                demand(taken.length === (statusCode === 202 ? 1 : 0), () => `taken: ${taken.length} with ${statusCode}`);
                for (const { data, isFile } of taken) check(data, isFile);
            },
            close: () => app.close(),
        };
    },
};
