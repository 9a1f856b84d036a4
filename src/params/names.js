/**
 * Names of curves as people and programs write them: bn254, BN254, BLS12-381.
 * @module params/names
 */

/** Characters: whoever wrote a file may have written a page of text. */
const LONGEST = 64;

/** @param {string} name @returns {string | undefined} its letters and digits, in upper case */
export const plainName = (name) => name.toUpperCase().match(/[A-Z0-9]+/g)?.join("");

/**
 * Is this its name or an alias, in upper or lower case and with any punctuation?
 * @param {{ name: string, aliases?: readonly string[] }} known
 * @param {unknown} name
 */
export function isNamed(known, name) {
    if (typeof name !== "string" || name.length > LONGEST) return false;
    const plain = plainName(name);
    return [known.name, ...(known.aliases ?? [])].some((one) => plainName(one) === plain);
}
