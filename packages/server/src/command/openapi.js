/**
 * The description of the API in OpenAPI 3.1, made from the routes and from the schemas that check
 * requests.
 */
import { ERROR, NAMED, WHOLE } from "./schemas.js";

/** As package.json has it: the routes are read from a bundle, too. */
const LICENSE = "MIT OR Apache-2.0";

/** What each status of an error means. @type {Readonly<Record<number, string>>} */
const REFUSALS = {
    400: "The request is wrong, or names a file that cannot be read, or a key that anybody can forge proofs of",
    401: "There is no token, or it is not known",
    404: "The tenant has no such job", 408: "The body came too slowly", 413: "The request, or a file in it, is too long", 415: "The body is of another type",
    422: "The Idempotency-Key is that of another request",
    429: "Too many jobs, requests or streams of the tenant; Retry-After says when to ask again",
    500: "The server failed",
    503: "The server does not reach its queue, or stops; Retry-After says when to ask again",
};

const names = new Map(Object.entries(NAMED).map(([name, schema]) => [/** @type {object} */ (schema), name]));

/**
 * Schemas that have names are referred to by them.
 * @param {any} schema
 * @param {object} [whole] - is not replaced
 * @returns {any}
 */
function referred(schema, whole) {
    if (typeof schema !== "object" || schema === null) return schema;
    if (schema !== whole && names.has(schema)) return { $ref: `#/components/schemas/${names.get(schema)}` };
    if (Array.isArray(schema)) return schema.map((one) => referred(one));
    return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, referred(value)]));
}

/** @param {string} where @param {any} [schema] */
const parametersIn = (where, schema) =>
    Object.entries(schema?.properties ?? {}).map(([name, whole]) => {
        const { description, ...own } = whole, required = where === "path" || (schema.required ?? []).includes(name);
        return { name, in: where, description, required, schema: WHOLE.get(whole) ?? referred(own) };
    });

/** @param {{ text: string, schema?: object, type?: string }} answer */
const answerOf = ({ text, schema = { type: "string" }, type = "application/json" }) =>
    ({ description: text, content: { [type]: { schema: referred(schema) } } });

/** @param {import("./routes.js").Route} route */
function operationOf({ who, id, text, schema = {}, bytes, answers, refusals = [] }) {
    const statuses = who === "anybody" ? [...refusals, 500] : [401, ...refusals, 429, 500, 503];
    const wrong = statuses.map((status) => [status, answerOf({ text: REFUSALS[status], schema: ERROR })]);
    const content = schema.body
        ? { "application/json": { schema: referred(schema.body) } }
        : bytes && { "application/octet-stream": { schema: bytes } };
    const body = content && { required: true, content };
    return {
        operationId: id, summary: text,
        ...(who === "anybody" && { security: [] }),
        parameters: [
            ...parametersIn("path", schema.params), ...parametersIn("query", schema.querystring),
            ...parametersIn("header", schema.headers),
        ],
        ...(body && { requestBody: body }),
        responses: Object.fromEntries([
            ...Object.entries(answers).map(([status, answer]) => [status, answerOf(answer)]), ...wrong,
        ]),
    };
}

/** @param {readonly import("./routes.js").Route[]} routes @param {string} version */
export function describeApi(routes, version) {
    /** @type {Record<string, Record<string, object>>} */
    const paths = {};
    for (const route of routes) {
        const path = route.url.replace(/:(\w+)/g, "{$1}");
        (paths[path] ??= {})[route.method.toLowerCase()] = operationOf(route);
    }
    return {
        openapi: "3.1.0",
        info: {
            title: "ffturbo serve", version, description: "Proofs over HTTP.",
            license: { name: LICENSE, identifier: LICENSE },
        },
        servers: [{ url: "/", description: "this server" }],
        security: [{ token: [] }],
        paths,
        components: {
            securitySchemes: { token: { type: "http", scheme: "bearer", description: "the token of a tenant" } },
            schemas: Object.fromEntries([...names].map(([schema, name]) => [name, referred(schema, schema)])),
        },
    };
}
