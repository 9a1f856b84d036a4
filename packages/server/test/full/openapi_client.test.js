/** A client that is generated from the description of the API: its types take the examples, and so does the server. */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import fastify from "fastify";
import client from "prom-client";
import { createFront } from "../../src/command/front.js";
import { scratchProject } from "../../../../test/support/scratch.js";

const TOKEN = "a-0123456789abcdef";
const PACKAGES = { "openapi-typescript": "7.13.0", "openapi-fetch": "0.17.0", typescript: "5.9.3" };

/** The example of a schema, or of the one that it refers to. */
const exampleOf = ({ components }, { $ref, ...own }) =>
    ($ref ? components.schemas[$ref.split("/").at(-1)] : own).examples?.[0];

/** A call of each operation with the examples of its parameters and its body, as a program in TypeScript. */
function callsOf(described, change = (value) => value) {
    const calls = [];
    for (const [path, methods] of Object.entries(described.paths)) {
        for (const [method, { parameters, requestBody }] of Object.entries(methods)) {
            const query = {}, body = requestBody && exampleOf(described, requestBody.content["application/json"].schema);
            for (const { in: where, name, schema } of parameters)
                if (where === "query" && schema.examples) query[name] = change(schema.examples[0]);
            if (!body && Object.keys(query).length === 0) continue; // it has no example
            const params = Object.keys(query).length > 0 ? { query } : undefined;
            const given = JSON.stringify({ params, body });
            calls.push(`    answers["${path}"] = (await api.${method.toUpperCase()}("${path}", ${given})).response.status;`);
        }
    }
    return calls;
}

const programOf = (calls) => `import createClient from "openapi-fetch";
import type { paths } from "./api.js";
export async function run(baseUrl: string, token: string): Promise<Record<string, number>> {
    const api = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${token}\` } });
    const answers: Record<string, number> = {};
${calls.join("\n")}
    return answers;
}
`;

describe("a client that is generated from the description of the API", function () {
    this.timeout(600_000);
    let project, folder, front, described, url;
    before(async () => {
        project = scratchProject({ name: "openapi", engine: "plain", dependencies: PACKAGES, manifest: { type: "module" } });
        folder = join(project, "client");
        mkdirSync(folder, { recursive: true });
        const job = { id: "x", tenant: "a", repeated: false, result: async () => {}, status: async () => ({ state: "done" }) };
        front = createFront({
            fastify, client, version: "1.0.0", tokens: { a: TOKEN }, body: 2 ** 16, log: () => {}, prover: {
                counts: async () => ({}), oldest: async () => 0, submit: async () => job, get: async () => job,
                list: async () => ({ jobs: [], next: undefined }),
            },
        });
        url = await front.app.listen({ port: 0, host: "127.0.0.1" });
        described = await (await fetch(`${url}/openapi.json`)).json();
        writeFileSync(join(folder, "api.json"), JSON.stringify(described));
        const bin = (name) => join(project, "node_modules", ".bin", name);
        execFileSync(bin("openapi-typescript"), ["api.json", "-o", "api.d.ts"], { cwd: folder, stdio: "pipe" });
    });
    after(async () => {
        await front?.close();
        if (folder) rmSync(folder, { recursive: true, force: true });
    });
    function compile(calls) {
        writeFileSync(join(folder, "program.ts"), programOf(calls));
        const options = ["--strict", "--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom", "--skipLibCheck"];
        try {
            execFileSync(join(project, "node_modules", ".bin", "tsc"), [...options, "program.ts"], { cwd: folder, stdio: "pipe" });
            return "";
        } catch ({ stdout }) {
            return stdout.toString();
        }
    }

    it("takes every example, in its types and from the server", async () => {
        const calls = callsOf(described);
        expect(calls.length).to.equal(3);
        expect(compile(calls)).to.equal("");
        const { run } = await import(join(folder, "program.js"));
        expect(await run(url, TOKEN)).to.deep.equal({
            "/prove": 200, "/jobs": 200, "/verify": 400, // the server allows no files
        });
    });

    it("does not take text where a number is meant", () => {
        expect(compile(callsOf(described, String))).to.match(/Type 'string' is not assignable to type 'number'/);
    });
});
