/**
 * Which curves there are: those that come with an entry point, then those that an import registered
 * or configure() added, then those that the host can load when they are asked for.
 * @module curves/known
 */
/** @import { CurveIdentity, FieldParams } from "../params/types.js" */
/** @import { CurveBase, CurveDefinition, CurveLoader } from "./types.js" */
import { LOADERS } from "#curves";
import { CURVES, ON_DEMAND } from "../params/curves.js";
import { isNamed } from "../params/names.js";
import { describe } from "../util/check.js";
import { knownElsewhere, store } from "./registry.js";

/**
 * @typedef {{ name: string } & Partial<CurveIdentity>} Recognised a curve that is still to be
 *   loaded is recognised by its name, and also by its fields if it is in the list of curves
 */

/** @returns {readonly (CurveDefinition | CurveLoader)[]} */
const further = () => [...store().registered, ...(store().defaults.curves ?? []), ...LOADERS];

/** @param {CurveBase | CurveLoader} curve @returns {Recognised} */
const identityOf = (curve) =>
    "load" in curve ? (CURVES.find(({ name }) => name === curve.name) ?? { name: curve.name }) : curve.record;

/** @returns {CurveIdentity[]} of every curve that a file can name */
const identities = () =>
    /** @type {CurveIdentity[]} */ ([...CURVES, ...further().map(identityOf)].filter(({ fr }) => fr));

/**
 * What a file in one of iden3's formats says about its curve.
 * @typedef {object} KnownCurve
 * @property {string} name
 * @property {readonly string[]} aliases
 * @property {bigint} q
 * @property {bigint} r
 * @property {number} n8q - bytes of an element of the base field
 * @property {number} n8r
 * @property {number} s - the largest domain is 2^s
 * @property {boolean} pairs - whether it has a pairing; a mere field has no q and no n8q
 */

/** Families without a pairing. */
const ALONE = Object.freeze(["field", "cycle", "embedded"]);

/** @param {CurveIdentity} identity */
const pairs = ({ family }) => !ALONE.includes(family);

/** @param {CurveIdentity | undefined} identity @returns {KnownCurve | undefined} */
const asFilesSay = (identity) => identity && Object.freeze({
    name: identity.name, aliases: identity.aliases, q: /** @type {FieldParams} */ (identity.fp)?.p, r: identity.fr.p,
    n8q: /** @type {FieldParams} */ (identity.fp)?.n8, n8r: identity.fr.n8, s: identity.fr.s, pairs: pairs(identity),
});

/** @param {bigint} q - order of the base field @returns {KnownCurve | undefined} */
export const identifyCurve = (q) => asFilesSay(identities().find(({ fp }) => fp?.p === q));

/**
 * The names of all curves whose coordinates are in this field.
 * @param {bigint} q
 * @returns {string[]}
 */
export const namesByQ = (q) => [...new Set(identities().filter(({ fp }) => fp?.p === q).map(({ name }) => name))];

/** @param {bigint} r - order of the groups @returns {KnownCurve | undefined} */
export const identifyByOrder = (r) => asFilesSay(identities().find(({ fr }) => fr.p === r));

/** @param {string} name @returns {KnownCurve | undefined} */
export const knownCurve = (name) => asFilesSay(identities().find((one) => one.name === name));

/**
 * As a caller may write it.
 * @param {unknown} name - or an alias
 * @returns {KnownCurve | undefined}
 */
export const curveByAnyName = (name) => asFilesSay(identities().find((one) => isNamed(one, name)));

/** The names of all curves with a pairing, for messages: "this or that". */
export const knownNames = () => [...new Set(identities().filter(pairs).map(({ name }) => name))].join(" or ");

/** @param {CurveLoader} loader @returns {Promise<CurveDefinition>} */
async function loadCurve({ name, load }) {
    // any: a caller's function
    const loaded = /** @type {any} */ (await load());
    const definition = loaded?.[name] ?? loaded;
    if (definition?.record?.name !== name)
        throw new TypeError(`configure: expected load of ${name} to give its definition, got ${describe(loaded)}`);
    return definition;
}

/**
 * The first curve that the test accepts, loaded if necessary.
 * @template {CurveBase} Found
 * @param {readonly Readonly<Found>[]} present - those that come with the entry point
 * @param {(identity: Recognised) => unknown} test
 * @returns {Promise<Readonly<Found> | CurveDefinition | undefined>}
 * @throws {Error} a curve that the package has, and that was not loaded
 */
export async function findCurve(present, test) {
    const found = [...present, ...further()].find((curve) => test(identityOf(curve)));
    if (found) return "load" in found ? loadCurve(found) : found;
    const known = CURVES.find(test);
    if (known) {
        const entry = `${ON_DEMAND.includes(known.name) ? "ffturbo/curves" : "ffturbo-curves"}/${known.name}`;
        throw new Error(`Curve not loaded: ${known.name}. Import "${entry}", or give configure({ curves }) a way to${knownElsewhere(known.name)}`);
    }
    return undefined;
}
