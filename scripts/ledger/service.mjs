/**
 * What operators and pages rely on: metrics, routes, variables of the environment, codes of errors,
 * files that conditions choose, and pages.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import client from "prom-client";
import { createMetrics } from "../../packages/server/src/command/metrics.js";
import { ROUTES } from "../../packages/server/src/command/routes.js";
import { COMPANIONS, SOURCES } from "../workspaces.mjs";
import { placeOfPage } from "./places.mjs";

const SERVER = "ffturbo-server";

/** @param {string} root @param {string} folder @param {RegExp} pattern @returns {string[]} from the root */
const filesOf = (root, folder, pattern) => readdirSync(join(root, folder), { recursive: true })
    .map((name) => `${folder}/${String(name).replaceAll("\\", "/")}`)
    .filter((path) => pattern.test(path) && !/node_modules|\/(api|build|worker_source)\b/.test(path))
    .sort();

/** The names of all metrics but those of Node, and what each is about. */
function metrics() {
    const none = async () => ({}), stats = async () => ({ pool: {}, cache: {} });
    const names = [];
    class Metric {
        constructor({ name, labelNames = [] }) {
            names.push([name, ...labelNames]);
        }
    }
    const { Registry } = client, kinds = { Counter: Metric, Gauge: Metric, Histogram: Metric };
    createMetrics({ ...kinds, Registry, collectDefaultMetrics() {} }, { counts: none, oldest: none, stats }, [], none);
    return { kind: "metrics", name: "ffturbo serve, ffturbo work", place: SERVER, lines: names };
}

const routes = () => ({
    kind: "routes", name: "ffturbo serve", place: SERVER, lines: ROUTES.map(({ method, url }) => [`${method} ${url}`]),
});

/** Words of the sources that match. @param {string} root @param {RegExp} pattern */
function words(root, pattern) {
    const code = [...SOURCES.flatMap((folder) => filesOf(root, folder, /\.js$/)), ...filesOf(root, "bin", /\.mjs$/)];
    const texts = code.map((path) => readFileSync(join(root, path), "utf8"));
    return [...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, word]) => word)))].sort();
}

/** Where each condition leads. @param {any} target @param {string} [path] @returns {string[][]} */
const conditions = (target, path = "") => typeof target === "string"
    ? [[`${path} ${target}`.trim()]]
    : Object.entries(target).flatMap(([condition, one]) => conditions(one, path ? `${path}.${condition}` : condition));

/** @param {string} root @returns {import("./main.mjs").Entry[]} */
function files(root) {
    return [".", ...COMPANIONS].flatMap((folder) => {
        const { name: own, exports } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
        return Object.entries(exports).map(([entry, target]) => {
            const name = entry.replace(".", own);
            return { kind: "files", name, place: name, lines: conditions(target) };
        });
    });
}

/** @param {string} root @returns {import("./main.mjs").Entry[]} */
const pages = (root) => [...filesOf(root, "docs", /\.md$/), ...filesOf(root, "demo", /\.html$/), ...COMPANIONS.map((folder) => `${folder}/README.md`)]
    .map((name) => ({ kind: "page", name, place: placeOfPage(name), lines: [] }));

/** @param {string} root @returns {import("./main.mjs").Entry[]} */
export const serviceEntries = (root) => [
    metrics(), routes(),
    { kind: "environment", name: "all", place: "ffturbo", lines: words(root, /\b(FFTURBO_[A-Z_]+)\b/g).map((word) => [word]) },
    { kind: "codes", name: "all", place: "ffturbo", lines: words(root, /"(ERR_[A-Z_]+[A-Z])"/g).map((word) => [word]) },
    ...files(root), ...pages(root),
];
