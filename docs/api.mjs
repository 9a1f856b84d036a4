/**
 * The API reference, from the types that the package ships: a page per entry point, a section per name. Reads
 * build/types with TypeScript's compiler, writes docs/api.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { exampleOf } from "./examples.mjs";
import { pagesOfEntries } from "./entries.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const FORMAT = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope;
const ORDER = ["function", "class", "type", "value"];
const TITLES = { function: "Functions", class: "Classes", type: "Types", value: "Values" };

const plain = (text) => text.replace(/import\("[^"]*"\)\./g, "").replaceAll("<ArrayBufferLike>", "");
const code = (text) => `\`${plain(text)}\``;
/** What is optional need not be said to be undefined as well. */
const given = (text, optional) =>
    (optional ? text.replace(/^\((.*)\)(?= \| undefined$)/, "$1").replace(/ \| undefined$/, "") : text);
/** A line of a contract: what goes in and out, in units. */
const CONTRACT = /^ *(in|out|owns|memory|throws|cost|alias|source)\s{2,}/;
/** Prose for Markdown that is also a template. */
const prose = (text) => text.replace(/\s*\n\s*/g, " ").replaceAll("{{", "{ {").replace(/<(?=[a-z/!])/gi, "&lt;")
    .replace(/{@link (\S+?)}/g, "`$1`").replace(/^{(\w+)}/, "`$1`").trim();

/** Prose, with a list of the contract's lines. */
function body(text) {
    const lines = text.split("\n"), first = lines.findIndex((line) => CONTRACT.test(line));
    if (first < 0) return [prose(text), ""];
    const items = [];
    for (const line of lines.slice(first)) {
        const [found, word] = CONTRACT.exec(line) ?? [];
        if (word) items.push(`- **${word}**: ${line.slice(found.length)}`);
        else items.push(`${items.pop()} ${line}`);
    }
    const list = items.map(prose);
    return [prose(lines.slice(0, first).join("\n")), "", ...list, ""];
}
const cell = (text) => prose(text).replace(/^- /, "");
const rowText = (row) => `| ${row.map((text) => text.replaceAll("|", "\\|")).join(" | ")} |`;
const table = (head, rows) => rows.length
    ? [`| ${head.join(" | ")} |`, `|${"---|".repeat(head.length)}`, ...rows.map(rowText), ""]
    : [];

/** @param {ts.TypeChecker} checker */
function writer(checker) {
    const comment = (symbol) => ts.displayPartsToString(symbol.getDocumentationComment(checker));
    const typeText = (type) => checker.typeToString(type, undefined, FORMAT);
    const typeOf = (symbol) => checker.getTypeOfSymbol(symbol);
    const tags = (symbol, name) => symbol.getJsDocTags(checker).filter((tag) => tag.name === name)
        .map(({ text }) => ts.displayPartsToString(text));

    /** What it takes, gives and throws; a function of a factory has its description in its signature. */
    function call(signature, symbol) {
        const told = comment(symbol) ? symbol : signature;
        const named = tags(told, "param").map((text) => /^\w+/.exec(text)?.[0]);
        const rows = signature.getParameters().map((parameter, i) => {
            const optional = checker.isOptionalParameter(parameter.valueDeclaration) ? "?" : "";
            const name = parameter.name.startsWith("__") ? named[i] ?? "value" : parameter.name;
            const type = given(typeText(typeOf(parameter)), optional);
            return [code(name + optional), code(type), cell(comment(parameter))];
        });
        const returned = tags(told, "returns").map(prose).join(" "), thrown = tags(told, "throws").map(prose);
        return [
            ...body(comment(told)),
            ...table(["parameter", "type", ""], rows),
            `Returns ${code(typeText(signature.getReturnType()))}${returned ? `: ${returned}` : ""}`, "",
            ...thrown.flatMap((text) => [`Throws ${text}`, ""]),
        ];
    }

    const membersOf = (type) => type.getProperties()
        .filter((member) => !member.name.startsWith("_"))
        .map((member) => {
            const optional = member.flags & ts.SymbolFlags.Optional ? "?" : "";
            const type = given(typeText(typeOf(member)), optional);
            return [code(member.name + optional), code(type), cell(comment(member))];
        });

    /** An alias leads to where the type is described. */
    function described(symbol) {
        const text = comment(symbol), node = symbol.declarations?.[0]?.type;
        if (text || !node || !ts.isImportTypeNode(node)) return text;
        const original = node.qualifier && checker.getSymbolAtLocation(node.qualifier);
        return original ? comment(original) : "";
    }

    function type(symbol) {
        const found = checker.getDeclaredTypeOfSymbol(symbol);
        const isRecord = found.flags & ts.TypeFlags.Object && found.getProperties().length
            && !checker.isArrayLikeType(found) && !found.getCallSignatures().length;
        const flags = FORMAT | ts.TypeFormatFlags.InTypeAlias;
        const body = isRecord
            ? table(["property", "type", ""], membersOf(found))
            : [code(checker.typeToString(found, undefined, flags)), ""];
        return [prose(described(symbol)), "", ...body];
    }

    /** @returns {{ kind: string, lines: string[] }} */
    return function section(name, symbol) {
        if (symbol.flags & ts.SymbolFlags.Class) {
            const instance = checker.getDeclaredTypeOfSymbol(symbol);
            const members = table(["member", "type", ""], membersOf(instance));
            return { kind: "class", lines: [prose(comment(symbol)), "", ...members] };
        }
        if (symbol.flags & ts.SymbolFlags.TypeAlias) return { kind: "type", lines: type(symbol) };
        const [signature] = typeOf(symbol).getCallSignatures();
        if (signature) return { kind: "function", lines: call(signature, symbol) };
        const members = table(["member", "type", ""], membersOf(typeOf(symbol)));
        return { kind: "value", lines: [prose(comment(symbol)), "", ...members] };
    };
}

/** @param {string} entry @param {string} name @returns {string[]} */
function exampleLines(entry, name) {
    const example = exampleOf(entry, name);
    return example === undefined ? [] : ["```js", example, "```", ""];
}

/** The page of an entry point. @param {ts.Program} program */
function pageText(program, { entry, purpose, types }) {
    const checker = program.getTypeChecker(), section = writer(checker);
    const module = checker.getSymbolAtLocation(program.getSourceFile(types));
    const sections = checker.getExportsOfModule(module).map((symbol) => {
        const real = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
        return { name: symbol.name, ...section(symbol.name, real) };
    });
    const lines = [`# ${entry}`, "", prose(purpose), ""];
    for (const kind of ORDER) {
        const own = sections.filter((one) => one.kind === kind).sort((a, b) => (a.name < b.name ? -1 : 1));
        if (own.length) lines.push(`## ${TITLES[kind]}`, "");
        for (const one of own) lines.push(`### ${one.name}`, "", ...one.lines, ...exampleLines(entry, one.name));
    }
    return lines.join("\n").replace(/\n{3,}/g, "\n\n");
}

/** Writes docs/api. @returns {string[]} its pages */
export function makeApi(out = join(here, "api")) {
    const pages = pagesOfEntries();
    const program = ts.createProgram(pages.map(({ types }) => types), {
        target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.NodeNext,
        moduleResolution: ts.ModuleResolutionKind.NodeNext, lib: ["lib.es2022.d.ts", "lib.dom.d.ts"], types: [], skipLibCheck: true, strict: true, noEmit: true,
    });
    rmSync(out, { recursive: true, force: true });
    mkdirSync(out, { recursive: true });
    const rows = pages.map(({ entry, page, purpose }) => [`[${entry}](${page}.md)`, prose(purpose)]);
    const list = table(["import", "what it is"], rows);
    const index = ["# Entry points", "", "Made from the types that the package ships.", "", ...list, ""];
    writeFileSync(join(out, "index.md"), index.join("\n"));
    for (const one of pages) writeFileSync(join(out, `${one.page}.md`), pageText(program, one));
    return pages.map(({ page }) => page);
}
