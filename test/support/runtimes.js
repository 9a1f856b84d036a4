/** Other runtimes than Node, from npm: the binaries of their packages, without their install scripts. */
import { join } from "node:path";
import process from "node:process";
import { scratchProject } from "./scratch.js";

const modules = () =>
    join(
        scratchProject({
            name: "tool-runtimes",
            engine: "plain",
            dependencies: { deno: "2.9.6", bun: "1.4.5", workerd: "1.20261117.1" },
        }),
        "node_modules",
    );

/** @returns {string} path of Deno */
export function denoPath() {
    const libc = process.platform === "linux" ? "-glibc" : "";
    return join(modules(), "@deno", `${process.platform}-${process.arch}${libc}`, "deno");
}

/** @returns {string} path of Bun */
export const bunPath = () => join(modules(), "@oven", `bun-${process.platform}-${process.arch}`, "bin", "bun");
