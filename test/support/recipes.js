/**
 * The pages of docs/, as a reader follows them. A block of code is a file when its first line names one
 * (` ```js prove.mjs `), a command when it is `sh`, and what the command before it printed when it is `text`; there `…`
 * stands for anything. `sh once` is for what takes long or has been done where tests run. A page runs in a folder with
 * the files of a circuit.
 */
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { fixture } from "./circuits.js";
import { RELEASE, tarballOf } from "../../bin/lib/doctor/install.mjs";
import { circuitFolder } from "./proving_app.js";
import { CLIENTS, root, scratchProject } from "./scratch.js";

export const docs = join(root, "docs");
const LIMIT_MS = 180_000;
const TARBALL = "file:ffturbo.tgz";

/** All that a page may leave to its reader. */
const ONCE = /^(git clone|cd|npm ci|npm test|npm run bench)\b/;

/** What readers have installed, when they have followed the page's `npm install`. */
const USUAL = {
    dependencies: {
        snarkjs: CLIENTS.snarkjs, ffturbo: TARBALL, "ffturbo-keys": "file:ffturbo-keys.tgz",
        "ffturbo-server": "file:ffturbo-server.tgz", "ffturbo-snarkjs": "file:ffturbo-snarkjs.tgz", ses: "2.3.0",
        react: "19.3.1", "react-dom": "19.3.1", esbuild: "0.28.2",
    },
};

/**
 * @param {string} page - path below docs/
 * @returns {{ suite: string, place: string, circuit: string, blocks: { lang: string, file?: string, text: string }[] }}
 *   suite: "fast", "full" or "hosts"; place: "project" or "repository"; circuit: the fixture whose files there are
 */
export function readPage(page) {
    const markdown = readFileSync(join(docs, page), "utf8");
    const head = /^---\n([\s\S]*?)\n---\n/.exec(markdown)?.[1] ?? "";
    const word = (name, usual) => new RegExp(`^${name}: (\\w+)$`, "m").exec(head)?.[1] ?? usual;
    const blocks = [...markdown.matchAll(/^```(\w+)(?: +(\S+))?\n([\s\S]*?)^```$/gm)]
        .map(([, lang, file, text]) => ({ lang, file, text }));
    const circuit = word("circuit", "mimc_example");
    return { suite: word("suite", "fast"), place: word("place", "project"), circuit, blocks };
}

/** The files of a page. */
export const filesOf = ({ blocks }) => blocks.filter(({ lang, file }) => file && lang !== "sh");

/** Commands of a block that is not run. @throws {Error} for one that could be */
function checkOnce(text) {
    const command = text.trim().split("\n").find((line) => !ONCE.test(line));
    if (command) throw new Error(`expected a block that tests run, got "once" for ${command}`);
}

/** A project as the page's package.json says, or the usual one, with this repository's tarball for ffturbo. */
export function projectOf(page) {
    const own = filesOf(page).find(({ file }) => file === "package.json")?.text;
    const { dependencies, devDependencies, overrides } = own ? JSON.parse(own.replaceAll(/"(npm:ffturbo@|file:\.\/ffturbo-)[^"]*"/g, `"${TARBALL}"`)) : USUAL;
    const folder = scratchProject({
        name: own ? "recipe-own" : "recipes", engine: own ? "none" : "turbo", outside: true,
        dependencies: { ...dependencies, ...devDependencies }, manifest: overrides ? { overrides } : {},
    });
    return folder;
}

/** What a reader has of the circuit. */
function putCircuit(circuit, folder) {
    const compiled = circuitFolder(circuit), tiny = (name) => fixture("mimc_tiny", name);
    for (const name of ["circuit.wasm", "circuit.r1cs", "circuit.sym", "circuit.zkey", "input.json", "witness.wtns"])
        cpSync(join(compiled, name), join(folder, name));
    cpSync(join(compiled, "vkey.json"), join(folder, "verification_key.json"));
    for (const system of ["plonk", "fflonk"]) {
        cpSync(tiny(`${system}.zkey`), join(folder, `${system}.zkey`));
        cpSync(tiny("witness.wtns"), join(folder, `${system}.wtns`));
    }
}

/** Did the page have these packages installed? Their registry has no such version yet. */
function checkInstalled(command, folder) {
    const names = command.split(" ").slice(2).map((word) => (word === `./${tarballOf(RELEASE)}` ? "ffturbo" : word));
    for (const name of names.filter((word) => !word.startsWith("-")))
        if (!existsSync(join(dirname(folder), "node_modules", name)))
            throw new Error(`${command}: expected ${name} in the project of the tests, got none`);
}

async function runCommand(text, folder) {
    const commands = text.trim().split("\n");
    for (const command of commands.filter((line) => line.startsWith("npm install"))) checkInstalled(command, folder);
    const rest = commands.filter((line) => !line.startsWith("npm install"));
    if (!rest.length) return "";
    const { stdout } = await promisify(execFile)("bash", ["-ec", rest.join("\n")], {
        cwd: folder, timeout: LIMIT_MS, maxBuffer: 1 << 26,
    }).catch((error) => {
        throw new Error(`${text}: expected exit code 0, got ${error.signal ?? error.code}\n${error.stdout}${error.stderr}`);
    });
    return stdout;
}

/** Does the output read as the page says? */
export function matches(output, expected) {
    const escape = (part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return new RegExp(`^${expected.trim().split("…").map(escape).join("[\\s\\S]*")}$`).test(output.trim());
}

/** Writes the page's files. */
export function putFiles(page, folder) {
    for (const { file, text } of filesOf(page)) {
        mkdirSync(dirname(join(folder, file)), { recursive: true });
        writeFileSync(join(folder, file), text);
    }
}

/** A folder in which the page can be followed, circuit and all; the caller removes it. */
export function openFolder(page) {
    const folder = mkdtempSync(join(projectOf(page), "page-"));
    putCircuit(page.circuit, folder);
    return folder;
}

/** Does all that a page says, in its order. @throws {Error} where it does not go as the page says */
export async function followIn({ blocks }, folder) {
    let output = "";
    for (const { lang, file, text } of blocks) {
        if (lang === "sh" && file === "once") checkOnce(text);
        else if (file) putFiles({ blocks: [{ file, text }] }, folder);
        else if (lang === "sh") output = await runCommand(text, folder);
        else if (lang === "text" && !matches(output, text))
            throw new Error(`expected the output\n${text}\ngot\n${output}`);
        else if (lang !== "text") throw new Error(`expected a file's name after ${lang}, got a block without one`);
    }
}

/** Follows a page of docs/. @param {string} name */
export async function followPage(name) {
    const page = readPage(name);
    if (page.place === "repository") {
        mkdirSync(join(root, ".scratch"), { recursive: true });
        await followIn(page, root);
        return;
    }
    const folder = openFolder(page);
    try {
        await followIn(page, folder);
    } finally {
        rmSync(folder, { recursive: true, force: true });
    }
}
