/** Style and the rules that keep the library alive in hardened realms (SES). Built-in rules only. */
import globals from "globals";

const SES = [
    ["AssignmentExpression[left.object.name='globalThis']", "globalThis is assigned only in src/curves/registry.js"],
    ["CallExpression[callee.name='eval']", "no eval"],
    ["NewExpression[callee.name='Function']", "no new Function"],
    ["ImportExpression", "no dynamic import"],
    ["Program > ExpressionStatement > CallExpression", "importing does nothing: no call at module level"],
];
const without = (...hidden) => SES.filter(([, message]) => !hidden.some((word) => message.includes(word)))
    .map(([selector, message]) => ({ selector, message }));
const HOST = ["process", "navigator", "Worker", "Blob", "URL", "Buffer", "require", "crypto"]
    .map((name) => ({ name, message: "host objects are met only in src/util/host*.js" }));
const TEMPORARY = ["node:os", "os"].map((name) => ({
    name, importNames: ["tmpdir"], message: "temporary files are made in folders of scripts/temporary.mjs",
}));

export default [
    { ignores: ["build/**", "packages/*/build/**", "docs/.vitepress/cache/**", "node_modules/**", ".scratch/**", "src/**/worker_source.js", "src/util/noble_hashes.js", "**/src/wasm/**"] },
    {
        files: ["**/*.js", "**/*.mjs"],
        languageOptions: {
            ecmaVersion: 2022,
            sourceType: "module",
            globals: { ...globals.es2021, ...globals["shared-node-browser"], WebAssembly: "readonly" },
        },
        linterOptions: { reportUnusedDisableDirectives: "error" },
        rules: {
            "no-undef": "error",
            "no-unused-vars": ["error", { args: "after-used", caughtErrors: "none" }],
            "max-len": ["error", {
                code: 120, ignoreUrls: true, // and what cannot be cut without changing it
                ignorePattern: "0x[0-9a-f]{90}",
                ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true,
            }],
            "max-lines-per-function": ["error", { max: 80 }],
            "prefer-const": "error",
            "no-var": "error",
            eqeqeq: ["error", "always", { null: "ignore" }],
            "no-shadow-restricted-names": "error",
            "no-self-compare": "error",
            "no-unreachable": "error",
            "no-fallthrough": "error",
            "no-dupe-keys": "error",
            "no-const-assign": "error",
            semi: ["error", "always"],
            quotes: ["error", "double", { avoidEscape: true }],
        },
    },
    {
        files: ["src/**/*.js", "packages/*/src/**/*.js"],
        rules: {
            "no-restricted-syntax": ["error", ...without()],
            "no-restricted-globals": ["error", ...HOST],
            "no-console": "error",
        },
    },
    {
        files: ["src/util/host*.js"],
        languageOptions: { globals: { ...globals.node, ...globals.browser } },
        rules: { "no-restricted-globals": "off" },
    },
    {
        files: ["scripts/**", "**/test/**"],
        ignores: ["scripts/temporary.mjs"],
        rules: { "no-restricted-imports": ["error", { paths: TEMPORARY }] },
    },
    // suites, and programs that print
    {
        files: ["**/test/**", "examples/**", "demo/**", "docs/**"],
        rules: { "max-lines-per-function": "off" },
    },
    { files: ["src/curves/registry.js"], rules: { "no-restricted-syntax": ["error", ...without("globalThis")] } },
    {
        files: ["src/pool/worker.js", "src/files/witness/worker.js", "src/util/opfs/worker.js"],
        rules: { "no-restricted-syntax": ["error", ...without("importing does nothing")] },
    },
    // what these are for: one registers a curve or what reads packed keys, the other loads a curve when somebody asks
    {
        files: ["src/curves/on_demand/*.js", "packages/curves/src/*.js", "packages/keys/src/packed.js"],
        rules: { "no-restricted-syntax": ["error", ...without("importing does nothing")] },
    },
    {
        files: ["packages/curves/src/index.js"],
        rules: { "no-restricted-syntax": ["error", ...without("importing does nothing", "no dynamic import")] },
    },
    { files: ["packages/gpu/src/load_node.js", "src/curves/loaders_node.js"], rules: { "no-restricted-syntax": ["error", ...without("no dynamic import")] } },
    {
        // a program for Node, which loads what is asked for
        files: ["packages/server/src/command/*.js"],
        languageOptions: { globals: globals.node },
        rules: { "no-restricted-globals": "off", "no-restricted-syntax": ["error", ...without("no dynamic import")] },
    },
    { files: ["**/*.cjs"], languageOptions: { sourceType: "commonjs", globals: globals.node } },
    {
        files: ["scripts/**", "**/test/**", "examples/**", "**/bin/**", "demo/**", "docs/**", "*.mjs"],
        languageOptions: { globals: { ...globals.node, ...globals.browser, ...globals.mocha } },
    },
];
