/** What the system, Node and V8 say of failures, in the words of the command. */

/** Codes of the system, and of fetch. @type {Readonly<Record<string, string>>} */
const WORDS = Object.freeze({
    ENOENT: "no such file or folder",
    ENOTDIR: "a path that leads through a file",
    EISDIR: "a folder",
    EACCES: "no permission",
    EPERM: "no permission",
    ENOSPC: "no space left on the device",
    EDQUOT: "no space left in the quota",
    EROFS: "a file system that cannot be written",
    EMFILE: "too many open files",
    ENFILE: "too many open files",
    ELOOP: "links that lead in a circle",
    ENAMETOOLONG: "a name that is too long",
    EBUSY: "a file that is in use",
    EFBIG: "a file that is larger than the system allows",
    EIO: "an error of the device",
    EADDRINUSE: "a port that is in use",
    EADDRNOTAVAIL: "an address that this machine does not have",
    ECONNREFUSED: "no server there",
    ECONNRESET: "a connection that was cut",
    EHOSTUNREACH: "a host that cannot be reached",
    ENETUNREACH: "a network that cannot be reached",
    ENOTFOUND: "no host of that name",
    EAI_AGAIN: "no answer from the name server",
    ETIMEDOUT: "no answer in time",
    UND_ERR_CONNECT_TIMEOUT: "no answer in time",
    UND_ERR_SOCKET: "a connection that was cut",
    DEPTH_ZERO_SELF_SIGNED_CERT: "a certificate that is not trusted",
    SELF_SIGNED_CERT_IN_CHAIN: "a certificate that is not trusted",
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: "a certificate that is not trusted",
    CERT_HAS_EXPIRED: "a certificate that has expired",
});

/** An error, and what caused it. @param {any} error @returns {any[]} */
const causesOf = (error) => {
    const found = [];
    for (let at = error; at instanceof Error && !found.includes(at); at = at.cause) found.push(at);
    return found;
};

/** @param {any} cause @param {string} message */
function wordsFor({ code, name, path }, message) {
    if (name === "CompileError" || name === "LinkError") return "bytes that are no such module";
    const words = Object.hasOwn(WORDS, code) ? WORDS[code] : undefined;
    return words && typeof path === "string" && !message.startsWith(path) ? `${words}: ${path}` : words;
}

/**
 * The message of an error; what it quotes of its causes is said in our words, where there are some.
 * @param {any} error
 * @returns {string}
 */
export function plainMessage(error) {
    const causes = causesOf(error), { message } = causes[0];
    const quoted = causes.find((cause) => message.indexOf(cause.message) > 0);
    if (!quoted) return message;
    const words = causes.slice(causes.indexOf(quoted)).map((cause) => wordsFor(cause, message)).find(Boolean);
    // a quote is the end of a message
    if (words) return message.slice(0, message.indexOf(quoted.message)) + words;
    return message.replace(/\bfetch failed(?:: (?=.))?/, (said) => (said.endsWith(" ") ? "" : "no answer"));
}

/** What stands at a place of JSON, each with its end; of a text, where it begins. */
const TOKEN = /[ \t\r\n]*(?:([{}[\],:])|(")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-]))/y;

/**
 * Where a text ends.
 * @param {string} json
 * @param {number} at - behind its first quote
 * @returns {number | undefined}
 */
function textEnd(json, at) {
    for (let i = at; i < json.length; i++) {
        const letter = json[i];
        if (letter === '"') return i + 1;
        if (letter < " ") return undefined;
        if (letter !== "\\") continue;
        const escape = /^(?:["\\/bfnrt]|u[\da-fA-F]{4})/.exec(json.slice(i + 1, i + 6));
        if (!escape) return undefined;
        i += escape[0].length;
    }
    return undefined;
}

/**
 * The next token: a mark, "text" or "plain" for values.
 * @param {string} json
 * @param {number} from
 * @returns {{ token?: string, at: number }} at: behind it
 */
function tokenAt(json, from) {
    TOKEN.lastIndex = from;
    const found = TOKEN.exec(json), at = TOKEN.lastIndex;
    if (!found) return { at: from };
    if (!found[2]) return { token: found[1] ?? "plain", at };
    const end = textEnd(json, at);
    return end === undefined ? { at: from } : { token: "text", at: end };
}

/**
 * What may follow, by what the parser waits for: words for it.
 * @type {Readonly<Record<string, string>>}
 */
const WAITS = Object.freeze({
    value: "a value", first: 'a value or "]"', name: "a name in double quotes", field: 'a name in double quotes or "}"',
    colon: '":"', item: '"," or "]"', pair: '"," or "}"', end: "the end of the file",
});

/**
 * The state after a token: what is waited for.
 * @param {string} state
 * @param {string} token
 * @param {string[]} open - brackets that are open, which this changes
 * @returns {string | undefined} undefined for a token that may not stand there
 */
function step(state, token, open) {
    const after = () => (open.length === 0 ? "end" : open.at(-1) === "[" ? "item" : "pair");
    const closes = { "]": ["first", "item"], "}": ["field", "pair"] }[token];
    if (closes?.includes(state)) {
        open.pop();
        return after();
    }
    if (state === "colon") return token === ":" ? "value" : undefined;
    if (state === "name" || state === "field") return token === "text" ? "colon" : undefined;
    if (state === "item" || state === "pair") return token !== "," ? undefined : state === "item" ? "value" : "name";
    if (state === "end") return undefined;
    if (token === "text" || token === "plain") return after();
    if (token !== "[" && token !== "{") return undefined;
    open.push(token);
    return token === "[" ? "first" : "field";
}

/**
 * Says where a text stops being JSON.
 * @param {string} text - that JSON.parse refuses
 * @returns {string}
 */
export function jsonFault(text) {
    const open = /** @type {string[]} */ ([]);
    let state = "value", at = 0;
    for (;;) {
        const { token, at: end } = tokenAt(text, at);
        const next = token && step(state, token, open);
        if (!next) break;
        state = next;
        at = end;
    }
    while (" \t\r\n".includes(text[at] ?? "x")) at++;
    const lines = text.slice(0, at).split("\n");
    const got = [...text.slice(at, at + 2)][0];
    const column = lines[lines.length - 1].length + 1;
    return `${got === undefined ? "the end of the file" : JSON.stringify(got)} at line ${lines.length}, column ${column}, in place of ${WAITS[state]}`;
}
