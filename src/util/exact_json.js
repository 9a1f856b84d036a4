/**
 * JSON whose integers keep all their digits: JSON.parse rounds those from 2^53 on. Node 20 has no
 * reviver that sees the text of a number, so such numbers become texts of their digits before the
 * text is parsed.
 * @module util/exact_json
 */

/** Its sign, digits, digits behind the point, exponent. */
const NUMBER = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** A number that JSON.parse reads exactly. */
const SHORT = /^-?\d{1,15}$/;

/**
 * The most digits that an exponent may stand for, as in the largest number of JSON.parse: a text
 * stays short.
 */
const MOST_DIGITS = 309;

/**
 * How many times its length a text may grow by: 1e18 grows by four times, and many of 1e308 would
 * by fifty. A short one may grow by ROOM.
 */
const GROWTH = 4, ROOM = 1 << 16;

/**
 * @param {RegExpExecArray} parts - of NUMBER
 * @param {number} most - digits that an exponent may stand for
 * @returns {string | undefined} its digits, if it is an integer
 */
function integerText([, sign, whole, fraction = "", exponent = "0"], most) {
    const digits = whole + fraction;
    const point = whole.length + Number(exponent);
    if (Number(digits) === 0) return "0";
    if (point <= 0 || point > Math.max(most, whole.length) || /[1-9]/.test(digits.slice(point))) return undefined;
    return sign + digits.slice(0, point).padEnd(point, "0").replace(/^0+/, "");
}

/**
 * A number as JSON.parse may read it: as it is, or as a text of its digits.
 * @param {string} token
 * @param {number} most - digits that its exponent may stand for
 * @returns {string}
 */
function exactNumber(token, most) {
    const parts = NUMBER.exec(token);
    if (!parts) return token; // JSON.parse refuses it
    const integer = integerText(parts, most);
    const rounded = Number(token);
    if (integer === undefined) return Number.isInteger(rounded) ? `"${token}"` : token;
    return Number.isSafeInteger(rounded) && BigInt(integer) === BigInt(rounded) ? token : `"${integer}"`;
}

/** Where a text ends that begins here. @param {string} json @param {number} at @returns {number} */
function endOfText(json, at) {
    for (let end = json.indexOf('"', at + 1); end >= 0; end = json.indexOf('"', end + 1)) {
        let slashes = 0;
        while (json[end - 1 - slashes] === "\\") slashes++;
        if (slashes % 2 === 0) return end + 1;
    }
    return json.length;
}

/**
 * The same JSON, with the integers that JSON.parse would round as texts of their digits. What is no
 * integer, but would be rounded to one, becomes a text as it is written, which is none; so does an
 * integer with an exponent, where many before it have made the text several times as long.
 * @param {string} json - of anybody
 * @returns {string} refused by JSON.parse if the given one is
 */
export function exactJson(json) {
    const begins = /["\d-]/g, number = /[\w.+-]+/y, pieces = [];
    let copied = 0, room = Math.max(ROOM, GROWTH * json.length);
    while (begins.test(json)) {
        const at = begins.lastIndex - 1;
        if (json[at] === '"') {
            begins.lastIndex = endOfText(json, at);
            continue;
        }
        number.lastIndex = at;
        const [token] = /** @type {RegExpExecArray} */ (number.exec(json));
        const end = at + token.length;
        begins.lastIndex = end;
        const exact = SHORT.test(token) ? token : exactNumber(token, Math.min(MOST_DIGITS, room));
        if (exact === token || isName(json, end)) continue;
        room -= exact.length - token.length;
        pieces.push(json.slice(copied, at), exact);
        copied = end;
    }
    return pieces.join("") + json.slice(copied);
}

/** Does a name of a record end here? None is a number. @param {string} json @param {number} at */
function isName(json, at) {
    while (" \t\r\n".includes(json[at] ?? "x")) at++;
    return json[at] === ":";
}

/** @param {string} json @returns {any} @throws {SyntaxError} as JSON.parse */
export const parseExactJson = (json) => JSON.parse(exactJson(json));
