/**
 * Prints the bill of materials (CycloneDX) of the package: what package-lock.json says, without
 * what is only there for development. npm calls the package by the name of its folder, which may be
 * any.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const { name } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

const bill = JSON.parse(execFileSync(
    "npm", ["sbom", "--sbom-format", "cyclonedx", "--omit", "dev", "--package-lock-only"],
    { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], shell: process.platform === "win32" },
));
bill.metadata.component.name = name;
console.log(JSON.stringify(bill, null, 2));
