/**
 * The mutants of a file: small changes of its syntax tree, each of which some test should notice.
 * In sources, messages of errors are left alone; in the generator of kernels, whose product is
 * text, the words of WebAssembly in strings are changed too.
 */
import { parse } from "acorn";
import { fullAncestor } from "acorn-walk";

/**
 * @typedef {object} Mutant
 * @property {string} file
 * @property {number} start - characters
 * @property {number} end
 * @property {number} line - from 1
 * @property {string} kind
 * @property {string} replacement
 * @property {string} was - the lines of code
 * @property {string} becomes - the same with the change
 */

const COMPARE = { "<": "<=", "<=": "<", ">": ">=", ">=": ">", "===": "!==", "!==": "===", "==": "!=", "!=": "==" };
const ARITHMETIC = {
    "+": "-", "-": "+", "*": "+", "/": "*", "%": "*", "**": "*", "<<": ">>", ">>": "<<", ">>>": "<<",
    "&": "|", "|": "&", "^": "|",
};
const NAMES = { min: "max", max: "min", every: "some", some: "every", floor: "ceil", ceil: "floor", race: "all" };

/** Words of WebAssembly, the first match at a place counts. */
const WORDS = [
    [/\b(i32|i64|f64|f64x2|i64x2|i32x4)\.(add|sub)\b/g, ([, type, word]) => `${type}.${word === "add" ? "sub" : "add"}`, "arithmetic"],
    [/\b(i32|i64|f64|f64x2)\.(lt|le|gt|ge)(_[us])?\b/g,
        ([, type, word, sign = ""]) => `${type}.${{ lt: "le", le: "lt", gt: "ge", ge: "gt" }[word]}${sign}`, "border"],
    [/\b(i32|i64|i64x2|i32x4)\.(lt|le|gt|ge|shr|div|rem)_([us])\b/g,
        ([, type, word, sign]) => `${type}.${word}_${sign === "u" ? "s" : "u"}`, "sign"],
    [/\b(i32|i64)\.(eq|ne)\b/g, ([, type, word]) => `${type}.${word === "eq" ? "ne" : "eq"}`, "compare"],
    [/\b(i32|i64)\.eqz\b/g, ([, type]) => (type === "i64" ? "i32.wrap_i64" : "i32.popcnt"), "compare"],
    [/\b(i32|i64|v128)\.(and|or|xor)\b/g, ([, type, word]) => `${type}.${{ and: "or", or: "and", xor: "or" }[word]}`, "logic"],
    [/\b(i32|i64|i64x2|i32x4)\.(shl|shr)(_[us])?\b/g,
        ([, type, word]) => `${type}.${word === "shl" ? "shr_u" : "shl"}`, "shift"],
    [/\b(?:i32|i64)\.const (\d+)\b/g, ([all, value]) => all.replace(/\d+$/, String(Number(value) + 1)), "constant"],
    [/\boffset=(\d+)\b/g, ([, value]) => `offset=${Number(value) + 8}`, "constant"],
    [/\.extend_i32_u\b/g, () => ".extend_i32_s", "sign"],
    [/\bf64x2\.relaxed_(n?)madd\b/g, ([, n]) => `f64x2.relaxed_${n ? "" : "n"}madd`, "sign"],
    [/\b(load8|load16|load32)_u\b/g, ([, word]) => `${word}_s`, "sign"],
];

/** Is a node part of what an error says? @param {any[]} ancestors - root first, the node last */
const inMessage = (ancestors) => ancestors.some((node, i) => {
    const parent = ancestors[i - 1];
    if (node.type === "TemplateLiteral") return true;
    if (parent?.type === "ThrowStatement") return true;
    return parent?.type === "CallExpression" && parent.callee.name === "ensure" && parent.arguments.indexOf(node) > 0;
});

const isString = (node) => (node.type === "Literal" && typeof node.value === "string") || node.type === "TemplateLiteral";
const isBooleanLike = ({ type, operator }) =>
    (type === "BinaryExpression" && operator in COMPARE) || (type === "UnaryExpression" && operator === "!");

/** What may replace a node: [kind, replacement] or [kind, replacement, start, end]. */
const RULES = {
    BinaryExpression(node, code) {
        const { left, right, operator } = node, between = code(left.end, right.start);
        const swap = (to) => `${code(left.start, left.end)}${between.replace(operator, () => to)}${code(right.start, right.end)}`;
        if (operator in COMPARE) return [["compare", swap(COMPARE[operator])]];
        if (!(operator in ARITHMETIC) || isString(left) || isString(right)) return [];
        return [["arithmetic", swap(ARITHMETIC[operator])]];
    },
    LogicalExpression({ left, right, operator, start, end }, code) {
        const [a, b] = [code(left.start, left.end), code(right.start, right.end)];
        if (operator === "??") return [["default", `(${a})`], ["default", `(${b})`]];
        const other = operator === "&&" ? "||" : "&&";
        const whole = code(start, end);
        const cut = left.end - start;
        const changed = `(${a}) ${other} (${whole.slice(cut).replace(operator, "")})`;
        return [["logic", changed], ["part", `(${a})`], ["part", `(${b})`]];
    },
    IfStatement: ({ test }, code) => [
        ...(isBooleanLike(test) ? [] : [negated(test, code)]), ["condition", "false", test.start, test.end],
    ],
    ConditionalExpression: ({ test, consequent, alternate }, code) => [
        ...(isBooleanLike(test) ? [] : [negated(test, code)]),
        ...[consequent, alternate].map(({ start, end }) => ["branch", `(${code(start, end)})`]),
    ],
    WhileStatement: ({ test }) => [["condition", "false", test.start, test.end]],
    UnaryExpression: ({ operator, argument }, code) =>
        (operator === "!" || operator === "-" ? [["sign", `(${code(argument.start, argument.end)})`]] : []),
    UpdateExpression: ({ operator, prefix, argument }, code) => {
        const to = operator === "++" ? "--" : "++";
        const name = code(argument.start, argument.end);
        return [["arithmetic", prefix ? `${to}${name}` : `${name}${to}`]];
    },
    AssignmentExpression: ({ operator, left, right }, code) => {
        const word = operator.slice(0, -1);
        if (["??", "||", "&&"].includes(word))
            return [["default", `${code(left.start, left.end)} = ${code(right.start, right.end)}`]];
        if (!(word in ARITHMETIC)) return [];
        return [["arithmetic", `${code(left.start, left.end)} ${ARITHMETIC[word]}= ${code(right.start, right.end)}`]];
    },
    ThrowStatement: () => [["removed", ";"]],
    ExpressionStatement: ({ directive }) => (directive ? [] : [["removed", ";"]]),
    ReturnStatement: ({ argument }) => {
        if (!argument) return [["removed", ";"]];
        if (isBooleanLike(argument) || argument.type === "Literal") return [];
        return [["result", "return undefined;"]];
    },
    TryStatement: ({ finalizer }) => (finalizer ? [["removed", "{}", finalizer.start, finalizer.end]] : []),
    ContinueStatement: () => [["removed", ";"]],
    BreakStatement: () => [["removed", ";"]],
    ArrowFunctionExpression: ({ body }) =>
        (body.type === "CallExpression" ? [["result", "undefined", body.start, body.end]] : []),
    AwaitExpression: ({ argument }, code) => [["await", `(${code(argument.start, argument.end)})`]],
    ArrayExpression: ({ elements }) => withoutLast(elements),
    ObjectExpression: ({ properties }) => withoutLast(properties),
    CallExpression: ({ callee }, code) => (["catch", "finally"].includes(callee.property?.name)
        ? [["removed", code(callee.object.start, callee.object.end)]] : []),
    AssignmentPattern: ({ left }, code) => [["default", code(left.start, left.end)]],
    Literal({ value, bigint, raw }) {
        if (bigint !== undefined) return [["constant", `${BigInt(bigint) + 1n}n`]];
        if (typeof value === "number") return [["constant", String(value + 1)], ["constant", String(value - 1)]];
        return typeof value === "boolean" ? [["constant", raw === "true" ? "false" : "true"]] : [];
    },
    MemberExpression: ({ object, property, computed, optional }) => [
        ...(!computed && property.name in NAMES ? [["function", NAMES[property.name], property.start, property.end]] : []),
        ...(optional ? [["optional", computed ? "" : ".", object.end, property.start - Number(computed)]] : []),
    ],
};

/** A list without its last item: what is wiped, checked or passed on may be one of several. */
const withoutLast = (items) => {
    const [before, last] = items.slice(-2);
    return before && last ? [["item", "", before.end, last.end]] : [];
};
const negated = (test, code) => ["condition", `!(${code(test.start, test.end)})`, test.start, test.end];

/** Code that a test sees only as a name: imports, exports of other files, keys. */
const isName = (ancestors) => ancestors.some(({ type }) =>
    /^(Import|ExportAll)/.test(type) || type === "ExportSpecifier");

/** @param {string} text @returns {boolean} whether it is still a program */
function parses(text) {
    try {
        parse(text, { ecmaVersion: "latest", sourceType: "module" });
        return true;
    } catch {
        return false;
    }
}

/** Words of WebAssembly in strings and templates. */
function* wordMutants(node) {
    const raw = node.type === "TemplateElement" ? node.value.raw : typeof node.value === "string" ? node.raw : "";
    for (const [pattern, change, kind] of WORDS) for (const match of raw.matchAll(pattern)) {
        yield [kind, change(match), node.start + match.index, node.start + match.index + match[0].length];
    }
}

/**
 * @param {string} file - from the root
 * @param {string} text
 * @param {[number, number][]} [only] - lines, from 1, both ends included
 * @returns {Mutant[]} in the order of the file, each once; not all of them are programs
 */
export function candidatesOf(file, text, only) {
    const isGenerator = file.startsWith("scripts/wasm/");
    const tree = parse(text, { ecmaVersion: "latest", sourceType: "module", locations: true });
    const code = (/** @type {number} */ from, /** @type {number} */ to) => text.slice(from, to);
    const found = new Map();
    fullAncestor(tree, (node, _state, ancestors) => {
        const line = node.loc.start.line;
        if (only && !only.some(([from, to]) => from <= node.loc.end.line && line <= to)) return;
        if (isName(ancestors) || (!isGenerator && inMessage(ancestors))) return;
        const rules = [...(RULES[node.type]?.(node, code) ?? []), ...(isGenerator ? wordMutants(node) : [])];
        for (const [kind, replacement, start = node.start, end = node.end] of rules) {
            if (code(start, end) === replacement) continue;
            const before = text.lastIndexOf("\n", start - 1) + 1;
            const after = (text.indexOf("\n", end) + 1 || text.length + 1) - 1;
            found.set(`${start} ${end} ${replacement}`, {
                file, start, end, kind, replacement,
                line: text.slice(0, start).split("\n").length,
                was: code(before, after).trim(),
                becomes: (code(before, start) + replacement + code(end, after)).trim(),
            });
        }
    });
    return [...found.values()]
        .sort((a, b) => a.start - b.start || a.end - b.end || (a.replacement < b.replacement ? -1 : 1));
}

/** Is the file a program with it? It is parsed. @param {string} text @param {Mutant} mutant */
export const isProgram = (text, mutant) => parses(applied(text, mutant));

/**
 * Those of the changes that are programs.
 * @param {string} file @param {string} text @param {[number, number][]} [only] @returns {Mutant[]}
 */
export const mutantsOf = (file, text, only) =>
    candidatesOf(file, text, only).filter((mutant) => isProgram(text, mutant));

/** @param {string} text @param {Mutant} mutant @returns {string} the file with it */
export const applied = (text, { start, end, replacement }) => text.slice(0, start) + replacement + text.slice(end);

/** A name that outlives changes elsewhere in the file. @param {Mutant} mutant */
export const keyOf = ({ was, becomes }) => [was, becomes].map((lines) => lines.replace(/\s+/g, " ")).join(" => ");
