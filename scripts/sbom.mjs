/**
 * Prints the bill of materials (CycloneDX) of the package: what package-lock.json says, without
 * what is only there for development, and without the packages beside it. npm calls the package by
 * the name of its folder, which may be any.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { NAMES } from "./workspaces.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const { name } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

const bill = JSON.parse(execFileSync(
    "npm", ["sbom", "--sbom-format", "cyclonedx", "--omit", "dev", "--package-lock-only"],
    { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], shell: process.platform === "win32" },
));
bill.metadata.component.name = name;
const isOurs = (/** @type {string} */ ref) => NAMES.some((own) => own !== name && ref.startsWith(`${own}@`));
bill.components = bill.components.filter((component) => !isOurs(component["bom-ref"]));
bill.dependencies = bill.dependencies.filter(({ ref }) => !isOurs(ref))
    .map((row) => ({ ...row, dependsOn: row.dependsOn.filter((ref) => !isOurs(ref)) }));
console.log(JSON.stringify(bill, null, 2));
