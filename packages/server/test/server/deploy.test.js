/**
 * The files of deploy/: every metric that they name is one that the code exports, with labels that it has; every option
 * and variable is one that the command knows. operator.test.js runs linters on them.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import client from "prom-client";
import { createMetrics } from "../../src/command/metrics.js";
import { createMonitor } from "../../src/command/monitor.js";
import { COMMANDS } from "../../../../bin/lib/usage.mjs";
import { root } from "../../../../test/support/scratch.js";

const folder = join(root, "packages/server/deploy"), read = (name) => readFileSync(join(folder, name), "utf8");

/** Names and labels of the metrics that a front and a worker export. */
function exported() {
    const kept = [], spy = { ...client, Registry: class extends client.Registry {
        constructor() {
            super();
            kept.push(this);
        }
    } };
    const stats = async () => ({});
    createMetrics(spy, { counts: async () => ({}), oldest: async () => 0, stats }, ["a"], async () => "ok");
    createMonitor({ client: spy, worker: { ping: async () => {}, stats } });
    const found = new Map();
    for (const register of kept) for (const { name, labelNames, type } of register.getMetricsAsArray()) {
        const suffixes = type === "histogram" ? ["_bucket", "_sum", "_count"] : [""];
        for (const suffix of suffixes) found.set(name + suffix, new Set([...labelNames, ...(suffix === "_bucket" ? ["le"] : [])]));
    }
    return found;
}

/** Labels that Prometheus adds, by deploy/prometheus.yaml. */
const ADDED = ["pod", "app", "instance", "job"];

const expressions = () => [
    ...[...read("alerts.yaml").matchAll(/^ +expr: (.*)$/gm)].map(([, text]) => text),
    ...JSON.parse(read("grafana.json")).panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
];

describe("the files of deploy/", () => {
    it("ask for metrics that the code exports, by labels that these have", () => {
        const known = exported(), asked = new Set();
        for (const text of expressions()) {
            const names = [...text.matchAll(/\b((?:ffturbo|process)_\w+)(?:\{([^}]*)\})?/g)];
            expect(names.length, text).to.be.above(0);
            for (const [, name, matchers = ""] of names) {
                expect([...known.keys()], text).to.include(name);
                asked.add(name.replace(/_(bucket|sum|count)$/, ""));
                for (const [, label] of matchers.matchAll(/(\w+)\s*[=!]/g)) expect([...known.get(name), ...ADDED], text).to.include(label);
                for (const [, labels] of text.matchAll(/\bby \(([^)]*)\)/g))
                    for (const label of labels.split(", ")) expect([...known.get(name), ...ADDED], text).to.include(label);
            }
        }
        const ours = new Set([...known.keys()].filter((name) => name.startsWith("ffturbo_")).map((name) => name.replace(/_(bucket|sum|count)$/, "")));
        expect([...ours].filter((name) => !asked.has(name)), "none is without a panel").to.deep.equal([]);
    });

    it("name in alerts and legends what their expressions keep", () => {
        for (const { targets, id } of JSON.parse(read("grafana.json")).panels)
            for (const { expr, legendFormat } of targets)
                for (const [, label] of legendFormat.matchAll(/\{\{(\w+)\}\}/g))
                    expect(/\b(sum|max)\b/.test(expr) ? /by \(([^)]*)\)/g.exec(expr)?.[1] ?? "" : [label, ...ADDED].join(), `panel ${id}`)
                        .to.include(label);
    });

    it("have panels of their own numbers and places, on a grid of 24", () => {
        const { panels } = JSON.parse(read("grafana.json")), taken = new Set();
        expect(new Set(panels.map(({ id }) => id)).size).to.equal(panels.length);
        for (const { gridPos: { x, y, w, h } } of panels) {
            expect(x + w).to.be.at.most(24);
            for (let i = x; i < x + w; i++) for (let j = y; j < y + h; j++) {
                expect(taken.has(`${i},${j}`), `${i},${j}`).to.equal(false);
                taken.add(`${i},${j}`);
            }
        }
    });

    it("call the command as it may be called, and give it longer to end than it takes", () => {
        for (const [file, command] of [["front.yaml", "serve"], ["worker.yaml", "work"]]) {
            const text = read(join("kubernetes", file));
            const [, list] = /^ +args:\n((?: +- .*\n)+)/m.exec(text);
            const args = [...list.matchAll(/- (.*)$/gm)].map(([, word]) => word.replace(/^"(.*)"$/, "$1"));
            const pairs = args.slice(1).flatMap((word, i, all) => (i % 2 ? [] : [[word, all[i + 1]]]));
            const values = Object.fromEntries(pairs);
            expect([args[0], values["--host"], values["--port"]], file).to.deep.equal([command, "0.0.0.0", "8080"]);
            for (const name of Object.keys(values)) expect(COMMANDS[command].options.map((one) => `--${one}`)).to.include(name);
            expect(Number(/terminationGracePeriodSeconds: (\d+)/.exec(text)[1])).to.be.above(Number(values["--grace"]));
            expect(text).to.match(/path: \/health[^]*path: \/ready/);
        }
    });

    it("use the packages in the versions that are tested", () => {
        const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
        const named = [...read("Dockerfile").matchAll(/([a-z-]+)@(\d[\w.]*)/g)].map(([, name, version]) => [name, version]);
        expect(named).to.deep.equal(["bullmq", "ioredis", "fastify", "prom-client"].map((name) => [name, devDependencies[name]]));
    });

    it("hold no secret, and are not in the package", () => {
        const names = readdirSync(folder, { recursive: true }).filter((name) => /\.\w+$|Dockerfile$/.test(name));
        for (const name of names) expect(read(name), name).not.to.match(/(password|token): *["']?[\w-]{8,}["']?$/m);
        const { files } = JSON.parse(readFileSync(join(folder, "../package.json"), "utf8"));
        expect(files.some((name) => name.startsWith("deploy"))).to.equal(false);
    });
});
