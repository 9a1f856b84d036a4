/**
 * Ways in which a key, a proof or a signal is damaged, or written as no program writes it, with what each verifier
 * answers. The ways in which programs write them are in claim_forms.js.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ProverError as BigIntError, verify as verifyOnBigInt } from "../../src/protocols/bigint.js";
import { ProverError, verify as verifyOnCurve } from "../../src/protocols/groth16/index.js";
import { verify as verifyAlone } from "../../src/protocols/groth16/verify_alone.js";
import { fixtures } from "./circuits.js";
import { CURVES } from "./twin_curves.js";

export const VERIFIERS = {
    "ffturbo/groth16": verifyOnCurve,
    "ffturbo/verify": verifyAlone,
    "ffturbo/bigint": async (...args) => verifyOnBigInt(...args),
};
export const FIXTURES = { bn128: "mimc_tiny", bls12381: "mimc_bls" };

/** Key, public signals and proof of the fixture of a curve. @param {string} name */
export const load = (name) =>
    Object.fromEntries(
        ["vkey", "public", "proof"].map((file) => [
            file,
            JSON.parse(readFileSync(join(fixtures, FIXTURES[name], `${file}.json`), "utf8")),
        ]),
    );

/** `text` is a decimal below `bound`; nothing here is one. @returns {[title: string, value: unknown][]} */
function oddNumbers(text, bound) {
    const value = BigInt(text), hole = [text];
    hole.length = 2;
    return [
        ["empty", ""],
        ["a space", " "],
        ["space before", ` ${text}`],
        ["space after", `${text} `],
        ["tab", `\t${text}`],
        ["line", `${text}\n`],
        ["no-break space", `\u00a0${text}`],
        ["plus", `+${text}`],
        ["minus", `-${text}`],
        ["two signs", `--${text}`],
        ["minus zero", "-0"],
        ["0x with a sign", `-0x${value.toString(16)}`],
        ["0x and the bound", `0x${bound.toString(16)}`],
        ["0x and beyond", `0x${(value + bound).toString(16)}`],
        ["0x and 10^7 digits", `0x${"f".repeat(10_000_000)}`],
        ["0x and 10^7 zeros", `0x${"0".repeat(10_000_000)}1`],
        ["0o", `0o${value.toString(8)}`],
        ["0b", `0b${value.toString(2)}`],
        ["hexadecimal", `${value.toString(16)}f`],
        ["0x alone", "0x"],
        ["BigInt literal", `${text}n`],
        ["fraction", `${text}.0`],
        ["exponent", `${text}e0`],
        ["thousand", "1e3"],
        ["underscore", `1_${text}`],
        ["comma", `${text},${text}`],
        ["two numbers", `${text} ${text}`],
        ["full width", "\uff11\uff12"],
        ["arabic", "\u0661"],
        ["superscript", "\u00b2"],
        ["zero byte", `${text}\0`],
        ["byte order mark", `\ufeff${text}`],
        ["NaN", "NaN"],
        ["Infinity", "Infinity"],
        ["word", "abc"],
        ["null as text", "null"],
        ["true as text", "true"],
        ["the bound", String(bound)],
        ["beyond", String(value + bound)],
        ["twice beyond", String(value + 2n * bound)],
        ["2^512", String(2n ** 512n)],
        ["10^7 digits", "9".repeat(10_000_000)],
        ["10^7 zeros", `${"0".repeat(10_000_000)}1`],
        ["the bound, bigint", bound],
        ["beyond, bigint", value + bound],
        ["negative, bigint", -1n],
        ["2^10000, bigint", 2n ** 10_000n],
        ["negative", -1],
        ["half", 1.5],
        ["not safe", 2 ** 53],
        ["1e300", 1e300],
        ["NaN number", NaN],
        ["infinite", Infinity],
        ["null", null],
        ["undefined", undefined],
        ["true", true],
        ["false", false],
        ["a list of it", [text]],
        ["a list of a list", [[text]]],
        ["an empty list", []],
        ["a list with a hole", hole],
        ["a record", {}],
        ["a record with toString", { toString: () => text }],
        ["a record with valueOf", { valueOf: () => value }],
        ["a record with a constructor", { constructor: { name: { toString: 1 } } }],
        ["no prototype", Object.create(null)],
        ["a String", new String(text)],
        ["an object BigInt", Object(value)],
        ["a function", () => text],
        ["a symbol", Symbol(text)],
        ["bytes", new Uint8Array([1])],
    ];
}

const at = (object, path) => path.reduce((inner, key) => inner[key], object);
export const put = (path, value) => (files) => { at(files, path.slice(0, -1))[path.at(-1)] = value; };
const hole = (path) => (files) => { delete at(files, path.slice(0, -1))[path.at(-1)]; };

/**
 * @returns {[title: string, change: (files: any) => void, outcome: string][]} outcome: a reason, or the code of what is
 *   thrown
 */
export function variants(name, files) {
    const { fp, fr } = CURVES[name], list = [];
    const numbers = (path, bound, outcome) => {
        for (const [title, value] of oddNumbers(at(files, path), bound))
            list.push([`${path.join(".")}: ${title}`, put(path, value), outcome]);
        list.push([`${path.join(".")}: a hole`, hole(path), outcome]);
    };
    numbers(["public", 0], fr.p, "SIGNAL_VALUE");
    for (const path of [
        "pi_a.0",
        "pi_a.1",
        "pi_a.2",
        "pi_b.0.0",
        "pi_b.1.1",
        "pi_b.2.0",
        "pi_b.2.1",
        "pi_c.0",
        "pi_c.2",
    ])
        numbers(["proof", ...path.split(".")], fp.p, "PROOF_FORM");
    for (const path of [
        "vk_alpha_1.0",
        "vk_alpha_1.2",
        "vk_beta_2.0.1",
        "vk_gamma_2.2.0",
        "vk_delta_2.1.0",
        "IC.0.1",
        "IC.1.2",
    ])
        numbers(["vkey", ...path.split(".")], fp.p, "ERR_POINT");

    const add = (path, outcome, ...values) =>
        values.forEach((value, i) => list.push([`${path}: form ${i}`, put(path.split("."), value), outcome]));
    const [x, y, one] = files.proof.pi_a, [bx, by, bz] = files.proof.pi_b;
    const noLists = [
        undefined,
        null,
        "",
        "list",
        7,
        true,
        {},
        { 0: x, 1: y, 2: one, length: 3 },
        [],
        new Uint8Array(3),
    ];
    add("public", "SIGNAL_LIST", ...noLists.filter((value) => !Array.isArray(value)));
    add("public", "SIGNAL_COUNT", [], [...files.public, "0"], files.public.slice(1), new Array(1000), [files.public]);
    if (files.public.length === 1) list.at(-1)[2] = "SIGNAL_VALUE"; // [[signal]]: one, and none
    add("proof", "PROOF_FORM", undefined, null, "proof", 7, true, [], [x, y, one], {});
    for (const place of ["pi_a", "pi_c"])
        add(
            `proof.${place}`,
            "PROOF_FORM",
            ...noLists,
            [x],
            [x, y, one, one],
            [x, y, "0"],
            [x, y, "2"],
            ["0", "0", "0"],
            [x, y, one, undefined],
            [[x], [y], [one]],
            [
                ["0", x],
                [y, "0"],
                ["1", "0"],
            ],
        );
    add(
        "proof.pi_b",
        "PROOF_FORM",
        ...noLists,
        [bx],
        [bx, by, bz, bz],
        [bx, by, ["0", "1"]],
        [bx, by, ["1", "1"]],
        [bx, by, ["2", "0"]],
        [bx, by, ["0", "0"]],
        [bx, by, ["1"]],
        [bx, by, "1"],
        [bx, by, ["1", "0", "0"]],
        [[bx[0]], by, bz],
        [[...bx, "0"], by, bz],
        [bx[0], by[0], "1"],
    );
    add(
        "proof.pi_a",
        "POINT_CURVE",
        [x, x, one],
        ["0", "0", "1"],
        ["0", "1", "1"],
        [y, x, one],
        [x, String((BigInt(y) + 1n) % fp.p), one],
    );
    add(
        "proof.pi_b",
        "POINT_CURVE",
        [[bx[1], bx[0]], by, bz],
        [by, bx, bz],
        [["0", "0"], ["0", "0"], bz],
        [["0", "0"], ["1", "0"], bz],
    );
    add("proof.pi_a", "EQUATION", ["0", "1", "0"], files.proof.pi_c, [x, String(fp.p - BigInt(y)), one]);
    add(
        "proof.pi_b",
        "EQUATION",
        [
            ["0", "0"],
            ["1", "0"],
            ["0", "0"],
        ],
        [bx, by.map((c) => String((fp.p - BigInt(c)) % fp.p)), bz],
    );
    add("public.0", "EQUATION", "0", String(fr.p - 1n), String((BigInt(files.public[0]) + 1n) % fr.p));
    add(
        "proof.protocol",
        "PROOF_PROTOCOL",
        "plonk",
        "groth1",
        "16",
        "-",
        16,
        ["groth16"],
        {},
        "g".repeat(1000),
    );
    add(
        "proof.curve",
        "PROOF_CURVE",
        name === "bn128" ? "bls12381" : "bn128",
        `${name}0`,
        `a ${name}`,
        "254",
        "-",
        7,
        [name],
        {},
        "c".repeat(1000),
    );

    add("vkey", "ERR_OPTION", undefined, null, "key", 7, true, [], [files.vkey]);
    add("vkey.protocol", "ERR_FILE", "plonk", "fflonk", "groth1", 16, ["groth16"], {});
    add(
        "vkey.curve",
        "ERR_CURVE",
        undefined,
        null,
        "",
        "bn25",
        "-",
        `${name}0`,
        "c".repeat(1000),
        "constructor",
        "__proto__",
        "toString",
        [name],
        {},
        7,
    );
    add(
        "vkey.nPublic",
        "ERR_FILE",
        String(files.vkey.nPublic + 1),
        "x",
        true,
        files.vkey.nPublic + 1,
        files.vkey.nPublic - 1,
        files.vkey.nPublic + 0.5,
        -1,
        NaN,
        Infinity,
        [files.vkey.nPublic],
        BigInt(files.vkey.nPublic) + 2n ** 32n,
        {},
    );
    add("vkey.IC", "ERR_FILE", ...noLists, files.vkey.IC.slice(1), [...files.vkey.IC, files.vkey.IC[0]], {
        ...files.vkey.IC,
        length: files.vkey.IC.length,
    });
    const [kx, ky] = files.vkey.vk_alpha_1, infinity = { 1: ["0", "1", "0"], 2: [["0", "0"], ["1", "0"], ["0", "0"]] };
    add("vkey.vk_alpha_1", "ERR_POINT", ...noLists, [kx], [kx, kx, "1"], [kx, kx], [kx, ky, "0"], infinity[1]);
    for (const place of ["vk_beta_2", "vk_gamma_2", "vk_delta_2"])
        add(
            `vkey.${place}`,
            "ERR_POINT",
            ...noLists,
            files.vkey[place].slice(0, 1),
            [files.vkey[place][1], files.vkey[place][0], ["1", "0"]],
            infinity[2],
        );
    add("vkey.IC.0", "ERR_POINT", ...noLists, [kx], [kx, kx, "1"], [kx, ky, "0"]);
    add("vkey.IC.0", "EQUATION", infinity[1]);
    return list;
}

/**
 * The first row of each place and outcome, and one in `every` of the others.
 * @param {ReturnType<typeof variants>} table
 * @param {number} every
 */
export function sample(table, every) {
    const seen = new Set();
    return table.filter(([title, , outcome], i) => {
        const kind = `${title.split(":")[0]} ${outcome}`, isNew = !seen.has(kind);
        seen.add(kind);
        return isNew || i % every === 0;
    });
}

/**
 * What a verifier answers otherwise than the table says, a line each.
 * @param {(...args: any[]) => Promise<any>} verify
 * @param {ReturnType<typeof variants>} table
 * @param {any} files
 */
export async function disagreements(verify, table, files) {
    const wrong = [];
    for (const [title, change, outcome] of table) {
        const copy = structuredClone(files);
        change(copy);
        const found = await verify(copy.vkey, copy.public, copy.proof, { reason: true }).catch((error) => error);
        const [first] = title.split(":")[0].split(".");
        if (found instanceof Error) {
            const proper =
                (found instanceof ProverError || found instanceof BigIntError) &&
                /^verify: expected .+, got .+/s.test(found.message);
            if (!proper || found.code !== outcome || first !== "vkey") wrong.push(`${title}: ${found.stack}`);
        } else if (
            found.valid !== false ||
            found.reason !== outcome ||
            found.message.length > 300 ||
            (found.input !== "equation" && found.input !== { public: "signals", proof: "proof" }[first])
        )
            wrong.push(`${title}: ${JSON.stringify(found)}`);
    }
    return wrong.join("\n");
}
