/**
 * The bundlers that applications are built with, each as its users call it: the application's folder, no configuration
 * of ours.
 * They are installed apart from the application, in versions that run on Node 20.
 */
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { CLIENTS, root, scratchProject } from "./scratch.js";

const BUILD_LIMIT_MS = 180_000;
const APP = join(root, "test", "hosts", "scenario", "app.js");
const RESOLVE = "@rollup/plugin-node-resolve", COMMONJS = "@rollup/plugin-commonjs", TERSER = "@rollup/plugin-terser";

/** Rollup's plugins, as its command line takes them. @param {string} tool - where they are installed */
const pluginsOf = (tool) =>
    [[RESOLVE, "={browser:true}"], [COMMONJS, ""], [TERSER, ""]].flatMap(([plugin, options]) => [
        "-p",
        join(tool, "node_modules", plugin) + options,
    ]);

/** packages, the command to run in the application's folder, and the script that its page loads */
export const BUNDLERS = {
    esbuild: {
        packages: { esbuild: "0.28.2" },
        bin: "esbuild/bin/esbuild",
        args: ["app.js", "--bundle", "--minify", "--format=esm", "--outdir=dist"],
        script: "app.js",
    },
    Vite: { packages: { vite: "8.3.8" }, bin: "vite/bin/vite.js", args: ["build", "--logLevel", "warn"] },
    "webpack 5": {
        packages: { webpack: "5.112.2", "webpack-cli": "7.3.1" },
        bin: "webpack-cli/bin/cli.js",
        args: ["--mode", "production", "--entry", "./app.js", "--output-path", "dist"],
        script: "main.js",
    },
    rollup: {
        packages: { rollup: "4.68.7", [RESOLVE]: "16.0.3", [COMMONJS]: "29.0.0", [TERSER]: "1.0.2" },
        bin: "rollup/dist/bin/rollup",
        args: (tool) => ["app.js", "--dir", "dist", "--format", "es", ...pluginsOf(tool)],
        script: "app.js",
    },
    /** One script that is no module, as libraries ship it for pages without a build. */
    "rollup, UMD": {
        packages: { rollup: "4.68.7", [RESOLVE]: "16.0.3", [COMMONJS]: "29.0.0", [TERSER]: "1.0.2" },
        bin: "rollup/dist/bin/rollup",
        args: (tool) => [
            "app.js", "--file", "dist/app.js", "--format", "umd", "--name", "app", "--inlineDynamicImports",
            ...pluginsOf(tool),
        ],
        script: "app.js",
        classic: true,
    },
    /** snarkjs names its file for browsers only in "exports", which Parcel reads when told so. */
    Parcel: {
        packages: { parcel: "2.16.4" },
        bin: "parcel/lib/bin.js",
        args: ["build", "index.html", "--dist-dir", "dist", "--no-cache", "--log-level", "warn", "--no-autoinstall"],
        manifest: { "@parcel/resolver-default": { packageExports: true } },
    },
};

const short = (name) => name.toLowerCase().replace(/\W/g, "");
const page = (script, classic = false) => {
    const kind = classic ? "defer" : 'type="module"';
    return `<!doctype html><meta charset="utf-8"><title>app</title><script ${kind} src="./${script}"></script>\n`;
};

/** Every file under a folder with its size. */
export const filesIn = (folder) =>
    readdirSync(folder, { recursive: true })
        .map(String)
        .filter((name) => statSync(join(folder, name)).isFile())
        .map((name) => ({ name, bytes: statSync(join(folder, name)).size }));

/**
 * A project with snarkjs on ffturbo, away from this repository's own node_modules.
 * @param {string} name - a key of BUNDLERS
 */
export const appProject = (name) =>
    scratchProject({
        name: `app-${short(name)}`,
        engine: "turbo",
        dependencies: { snarkjs: CLIENTS.snarkjs, ffjavascript: "file:ffturbo.tgz" },
        manifest: BUNDLERS[name].manifest,
        outside: true,
    });

/**
 * Builds an application.
 * @param {string} name - a key of BUNDLERS
 * @param {string} project - from appProject
 * @param {object} [options]
 * @param {string} [options.app] - another program than the one that proves
 * @param {string[]} [options.more] - further arguments
 * @returns {Promise<{ dist: string, said: string }>} folder to serve
 */
export async function bundle(name, project, { app = APP, more = [] } = {}) {
    const { packages, bin, args, script, classic } = BUNDLERS[name];
    const tool = scratchProject({ name: `tool-${short(name)}`, engine: "plain", dependencies: packages });
    const folder = mkdtempSync(join(project, "app-"));
    cpSync(app, join(folder, "app.js"));
    writeFileSync(join(folder, "index.html"), page("app.js"));
    mkdirSync(join(folder, "dist"));
    const list = typeof args === "function" ? args(tool) : args;
    const command = [join(tool, "node_modules", bin), ...list, ...more];
    const native = name === "esbuild"; // its bin may be the program itself
    const { stdout, stderr } = await promisify(execFile)(
        native ? command[0] : process.execPath,
        native ? command.slice(1) : command,
        {
            cwd: folder,
            timeout: BUILD_LIMIT_MS,
            killSignal: "SIGKILL",
            maxBuffer: 1 << 26,
            env: { ...process.env, NODE_ENV: "production" },
        },
    ).catch((error) => {
        error.message += `\n${error.stdout}${error.stderr}`;
        throw error;
    });
    if (script) writeFileSync(join(folder, "dist", "index.html"), page(script, classic));
    return { dist: join(folder, "dist"), said: stdout + stderr };
}
