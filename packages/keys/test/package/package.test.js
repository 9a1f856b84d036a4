/** The package as it is installed: for a program with types, and for one without. */
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nodeResolve } from "@rollup/plugin-node-resolve";
import { expect } from "chai";
import { rollup } from "rollup";
import { checkTarball } from "../../../../scripts/check-package.mjs";
import { fixture } from "../../../../test/support/circuits.js";
import { packCompanion, root, scratchProject } from "../../../../test/support/scratch.js";

const BOTH = { ffturbo: "file:ffturbo.tgz", "ffturbo-keys": "file:ffturbo-keys.tgz" };
const TYPED = `
import { openPackedKey, packKey, unpackKey } from "ffturbo-keys/packed";
import type { PackedReader } from "ffturbo-keys/packed";
import { openStore, ProverError } from "ffturbo-keys/store";
import { prove } from "ffturbo/groth16";
import type { FetchOptions, FetchProgress, FetchReader, Kept, KeptReader, Source, Store, StoredFile, StoreOptions, StoreUsage } from "ffturbo-keys/store";
export const open = (options: StoreOptions): Promise<Store> => openStore(options);
export const begin = (store: Store, source: Source, options: FetchOptions): Promise<FetchReader> => store.fetch(source, options);
export async function proved(store: Store, address: string): Promise<boolean> {
    const onProgress = ({ received, reused, size }: FetchProgress) => console.log((received + reused) / size);
    const key = await store.fetch(new URL("https://x.example/key"), { address, blockDigests: [new Uint8Array(32)], blockSize: 4096, onProgress });
    await prove(key, "witness.wtns");
    const { kept, reason, received }: Kept = await key.done;
    return kept && reason === undefined && received > 0;
}
export const bytesOf = async (store: Store, address: string): Promise<Uint8Array | undefined> => {
    const reader: KeptReader | undefined = await store.get(address, { signal: AbortSignal.timeout(5) });
    return reader?.read(0, reader.size);
};
export const sizes = async (store: Store): Promise<number> => (await store.usage() satisfies StoreUsage).bytes + (await store.list()).reduce((sum: number, { size }: StoredFile) => sum + size, 0);
export const unpacked = (packed: PackedReader, store: Store) => store.fetch(packed, { address: packed.digest });
export const both = async (): Promise<number> => (await packKey("a.zkey", "b.ffkey", { points: "whole" })).bytes + (await unpackKey("b.ffkey", { type: "mem" })).zkeyBytes;
export const reader = openPackedKey;
export const codes = (error: unknown): string | undefined => (error instanceof ProverError ? error.code : undefined);
// @ts-expect-error no place of this name
openStore({ keepIn: "disk" });
export const wrong = (store: Store): void => {
    // @ts-expect-error an address is text
    store.get(5);
};`;

describe("ffturbo-keys as it is installed", function () {
    this.timeout(300_000);
    let project;
    before(() => {
        project = scratchProject({ name: "keys", engine: "none", outside: true, dependencies: BOTH });
    });
    const run = (args) => {
        const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: project, encoding: "utf8", timeout: 120_000 });
        return { status, stdout: stdout.trim(), stderr };
    };

    it("opens a store, imported or required, whose errors are those of the provers", () => {
        const tried = "(async () => openStore({ keepIn: 'disk' }))().catch((error) => console.log(error instanceof ProverError, error.code));";
        const names = { openStore: "ffturbo-keys/store", ProverError: "ffturbo/groth16" };
        const imported = Object.entries(names).map(([name, from]) => `import { ${name} } from "${from}";`);
        const required = Object.entries(names).map(([name, from]) => `const { ${name} } = require("${from}");`);
        for (const [type, head] of [["module", imported], ["commonjs", required]]) {
            const code = [...head, tried].join("\n");
            expect(run([`--input-type=${type}`, "-e", code]).stdout, type).to.equal("true ERR_OPTION");
        }
    });

    it("lets provers and the command read packed keys, once it is imported or installed", () => {
        const lines = {
            module: 'import { packKey } from "ffturbo-keys/packed"; import { zkeyInfo } from "ffturbo/groth16";',
            commonjs: 'const { packKey } = require("ffturbo-keys/packed"), { zkeyInfo } = require("ffturbo/groth16");',
        };
        cpSync(fixture("xor_net", "circuit.zkey"), join(project, "circuit.zkey"));
        for (const [type, head] of Object.entries(lines)) {
            const code = `${head} packKey("circuit.zkey", "circuit.ffkey").then(({ root }) => zkeyInfo("circuit.ffkey").then((info) => console.log(info.root === root)));`;
            expect(run([`--input-type=${type}`, "-e", code]).stdout, type).to.equal("true");
        }
        const without = 'import { zkeyInfo } from "ffturbo/groth16"; zkeyInfo("circuit.ffkey").catch(({ code, message }) => console.log(code, message));';
        expect(run(["--input-type=module", "-e", without]).stdout)
            .to.match(/^ERR_FILE .*circuit\.ffkey: expected a zkey, got a packed key; to read it, import "ffturbo-keys\/packed" first$/);
        const command = (...args) => run([join(project, "node_modules/ffturbo/bin/ffturbo.mjs"), ...args]);
        expect(command("unpack", "circuit.ffkey", "-o", "same.zkey")).to.include({ status: 0 });
        expect(readFileSync(join(project, "same.zkey")).equals(readFileSync(join(project, "circuit.zkey")))).to.equal(true);
        renameSync(join(project, "node_modules/ffturbo-keys"), join(project, "away"));
        try {
            const { version } = JSON.parse(readFileSync(join(project, "node_modules/ffturbo/package.json"), "utf8"));
            const advice = `It is in another package: npm install ffturbo-keys@${version}\n`;
            expect(command("pack", "circuit.zkey")).to.include({ status: 2, stderr: `ffturbo: pack: not installed. ${advice}` });
            expect(command("info", "circuit.ffkey"))
                .to.include({ status: 3, stderr: `ffturbo: circuit.ffkey: expected a zkey, got a packed key. ${advice}` });
        } finally {
            renameSync(join(project, "away"), join(project, "node_modules/ffturbo-keys"));
        }
    });

    it("keeps what reads packed keys in a bundle that only imports it", async () => {
        writeFileSync(join(project, "page.js"), 'import "ffturbo-keys/packed";\n');
        for (const browser of [true, false]) {
            const plugins = [nodeResolve({ browser, exportConditions: [browser ? "browser" : "node"] })];
            const external = browser ? [] : [/\.cjs$/];
            const bundle = await rollup({ input: join(project, "page.js"), plugins, external, onwarn: () => {} });
            const { output } = await bundle.generate({ format: "es" });
            await bundle.close();
            const text = output.map(({ code }) => code).join("\n");
            expect(text, `${browser}`).to.match(browser ? /the SHA-256 of the zkey/ : /import .*packed\.cjs/);
        }
    });

    it("has types that a strict program can name", () => {
        const compiler = join(root, "node_modules/typescript/bin/tsc");
        writeFileSync(join(project, "main.mts"), TYPED);
        const flags = "--strict --declaration --outDir declared --module nodenext --target es2022 --types".split(" ");
        expect(run([compiler, ...flags, "", "main.mts"]).stdout).to.equal("");
    });

    it("is a package that publint and arethetypeswrong accept", async () => {
        expect(await checkTarball(packCompanion("ffturbo-keys.tgz"))).to.deep.equal([]);
    });
});
