/**
 * WebAssembly text as nested arrays.
 * @module scripts/wasm/sexpr
 */

/** @typedef {(string | Node)[]} Node */

/**
 * @param {string} text - any number of expressions
 * @returns {Node[]}
 */
export function parse(text) {
    /** @type {Node} */
    const root = [];
    const stack = [root];
    for (const [token] of text.matchAll(/"[^"]*"|[()]|[^\s()"]+/g)) {
        if (token === "(") {
            /** @type {Node} */
            const node = [];
            stack[stack.length - 1].push(node);
            stack.push(node);
        } else if (token === ")") stack.pop();
        else stack[stack.length - 1].push(token);
    }
    if (stack.length !== 1)
        throw new Error(`proof: expected as many closing as opening brackets, got ${stack.length - 1} open`);
    return /** @type {Node[]} */ (root);
}

/** @param {Node | string} node @returns {string} */
export const textOf = (node) => (typeof node === "string" ? node : `(${node.map(textOf).join(" ")})`);

/**
 * The same expression on other locals.
 * @param {Node} node
 * @param {(name: string) => string} rename
 * @returns {Node}
 */
export function withLocals(node, rename) {
    if (node[0] === "local.get") return ["local.get", `$${rename(String(node[1]).slice(1))}`];
    const [op, ...rest] = node.map((part) => (typeof part === "string" ? part : withLocals(part, rename)));
    return op === "local.set" ? [op, `$${rename(String(rest[0]).slice(1))}`, ...rest.slice(1)] : [op, ...rest];
}
