/**
 * What callers can name of each entry: its exports, the members of its types, and the options of
 * its functions, as the compiler of TypeScript finds them in the sources.
 */
import { basename, posix } from "node:path";
import { API } from "typescript/unstable/sync";
import { BUILT, ENTRIES } from "../entries.mjs";
import { SOURCES } from "../workspaces.mjs";

/** Flags of symbols: exported from elsewhere, and a type. */
const ALIAS = 2097152, TYPE = 524288;
/** Parameters whose members are options. */
const RECORD = /^(options|settings)$/;

/** Every module that callers import, by its name, and its source from the root. */
const MODULES = [{ name: "ffturbo", folder: ".", entries: ENTRIES },
    ...BUILT.map(({ folder, entries }) => ({ name: `ffturbo-${basename(folder)}`, folder, entries }))]
    .flatMap(({ name, folder, entries }) => entries.filter(({ entry }) => !/^\.\/(internal\/|command$)/.test(entry))
        .map(({ entry, source }) => ({ name: posix.join(name, entry), source: posix.join(folder, source) })));

/**
 * @param {any} checker
 * @param {string[]} sources - the folders of ours
 * @returns {(symbol: any) => string[]} the name of an export, and what is in it
 */
function reader(checker, sources) {
    const seen = new Set();
    const isInside = ({ path }) => sources.some((folder) => path.startsWith(folder));
    const isOurs = (symbol) => symbol.declarations?.some(isInside);
    const callsOf = (type) => checker.getSignaturesOfType(type, 0);

    /** A record without a name is described where it is used. */
    const isNameless = (type) => !type.getAliasSymbol?.() && type.getSymbol?.()?.name === "__type";

    const members = (type, name) => checker.getPropertiesOfType(checker.getNonNullableType(type))
        .filter((member) => isOurs(member) && !member.name.startsWith("_"))
        .flatMap((member) => {
            const path = `${name}.${member.name}`, own = checker.getTypeOfSymbol(member), calls = callsOf(own);
            const inner = calls.length === 0 && isNameless(checker.getNonNullableType(own)) ? members(own, path) : [];
            return [path, ...options(calls, path), ...inner];
        });

    const options = (calls, name) => calls.flatMap((call) => call.getParameters()
        .filter((parameter) => RECORD.test(parameter.name))
        .flatMap((parameter) => members(checker.getTypeOfSymbol(parameter), `${name}()`)));

    return (symbol) => {
        const { name } = symbol, real = symbol.flags & ALIAS ? checker.getAliasedSymbol(symbol) : symbol;
        const isType = real.flags & TYPE;
        if (isType && seen.has(real.id)) return [name]; // its members are those of the entry before
        seen.add(real.id);
        const type = isType ? checker.getDeclaredTypeOfSymbol(real) : checker.getTypeOfSymbol(real);
        const calls = callsOf(type);
        return [name, ...calls.length ? options(calls, name) : members(type, name)];
    };
}

/** @param {string} root @returns {import("./main.mjs").Entry[]} */
export function apiEntries(root) {
    const api = new API({ cwd: root });
    try {
        const [{ program, checker }] = api.updateSnapshot({ openProject: `${root}/tsconfig.json` }).getProjects();
        const read = reader(checker, SOURCES.map((folder) => `${root}/${folder}/`));
        return MODULES.map(({ name, source }) => {
            const module = checker.getSymbolAtLocation(program.getSourceFile(`${root}/${source}`));
            const own = module ? checker.getExportsOfModule(module) : []; // a module that only registers has none
            const lines = own.map((symbol) => [...new Set(read(symbol))]);
            return { kind: "entry", name, place: name, lines };
        });
    } finally {
        api.close();
    }
}
