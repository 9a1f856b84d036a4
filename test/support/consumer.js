/** The types of a package in the project of another, under `tsc --strict`. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./scratch.js";

/** What people set, and the ending of their files. */
export const RESOLUTIONS = {
    "nodenext, ES module": { ending: "mts", module: "nodenext", moduleResolution: "nodenext" },
    "node16, CommonJS": { ending: "cts", module: "node16", moduleResolution: "node16", esModuleInterop: true },
    bundler: { ending: "ts", module: "esnext", moduleResolution: "bundler" },
};

/**
 * What functions take and give, and what the members of their results do: tsc writes it down, if every type has a name
 * that the program can import.
 */
const CALLED = `
type Called<M> = { [K in keyof M]: M[K] extends (...args: infer A) => infer R ? { args: A, result: R }
    : M[K] extends abstract new (...args: infer A) => infer R ? { args: A, result: R } : M[K] };
declare const called: <M>(module: M) => Called<M extends object ? M : {}>;
declare const made: <F>(f: F) => F extends (...args: any) => infer R ? Awaited<R>
    : F extends abstract new (...args: any) => infer R ? R : never;
`;
const declaresMembers = (name, value) => {
    const exported = (path) => `export const of_${path.replaceAll(".", "_")}`;
    return [
        `${exported(name)} = { ...called(${name}) };`,
        ...Object.entries(value).flatMap(([key, member]) => {
            const own = `${name}.${key}`;
            if (member?.[Symbol.toStringTag] === "Module") return declaresMembers(own, member);
            return typeof member === "function" ? [`${exported(own)} = { ...called(made(${own})) };`] : [];
        }),
    ];
};
/** @param {string} entry @param {object} api - what it exports */
export const declares = (entry, api) =>
    [`import * as api from "${entry}";`, CALLED, ...declaresMembers("api", api)].join("\n");

/** From the folder of a project. */
export const COMPILER = "node_modules/typescript/bin/tsc";
let count = 0;

/** Compiles one file, with others beside it if need be; a failure's message holds what tsc said. */
export function compile(project, { ending, compiler = join(root, COMPILER), ...options }, text, beside = {}) {
    const name = `consumer${count++}`, files = [`${name}.${ending}`, ...Object.keys(beside)];
    writeFileSync(join(project, files[0]), text);
    for (const [file, content] of Object.entries(beside)) writeFileSync(join(project, file), content);
    const compilerOptions = {
        ...options,
        strict: true,
        target: "es2022",
        lib: ["es2022", "dom"],
        types: [],
        skipLibCheck: false,
        declaration: true,
        noEmit: false,
        emitDeclarationOnly: true,
        outDir: "declared",
    };
    writeFileSync(join(project, `${name}.json`), JSON.stringify({ compilerOptions, files }));
    const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [compiler, "-p", `${name}.json`],
        { cwd: project, encoding: "utf8", timeout: 60_000, killSignal: "SIGKILL" },
    );
    if (status !== 0) return `${stdout}${stderr}` || "tsc: expected exit code 0";
    return unreachable(join(project, "declared"), files);
}

/** The lines of what was declared that name a file by its path: no program can import it. tsc lets some pass. */
const unreachable = (folder, files) => files.filter((file) => !file.endsWith(".d.ts")).flatMap((file) =>
    readFileSync(join(folder, file.replace(/(?=[cm]?ts$)/, "d.")), "utf8").split("\n").filter((line) => line.includes("node_modules/")),
).join("\n");
