/**
 * What a proving key of any protocol says about itself. How to prove with it is in the folder of the protocol.
 * @module protocols/zkey_facts
 */
import { openBinFile } from "../files/binfile.js";
import { ensure } from "../files/errors.js";
import { readLE } from "../util/bytes.js";
import { protocolNamed } from "./index.js";
import { PROTOCOL_NAMES } from "./key/header.js";

/** @import { Source } from "../files/source.js" */

const sections = Object.freeze(Object.fromEntries(Array.from({ length: 17 }, (_, i) => [i + 1, "of a key"])));

/** All protocols of the format, for messages. */
const KNOWN = Object.values(PROTOCOL_NAMES).join(", ").replace(/, (?=\w+$)/, " or ");

/**
 * @param {Source} source
 * @returns
 *   {Promise<Readonly<{ kind: string, protocol: string, modulus?: bigint, field?: string, signals?: number,
 *   publicSignals?: number, domainSize?: number, additions?: number, constraints?: number }>>}
 */
export async function describeZkey(source) {
    const file = await openBinFile(source, { magic: "zkey", versions: [1], sections, required: [1, 2] });
    const id = Number(readLE(await file.read(1, 0, 4))), protocol = PROTOCOL_NAMES[id];
    ensure(
        protocol,
        "ERR_FILE",
        () => `${file.name}: expected a key of ${KNOWN}, got protocol ${id}; the file is damaged`,
    );
    if (protocolNamed(protocol)) return Object.freeze({ kind: "zkey", protocol });
    const header = await file.read(2, 0, Math.min(4096, /** @type {{ size: number }} */ (file.sections.get(2)).size));
    const n8q = Number(readLE(header, 0, 4)), n8r = Number(readLE(header, 4 + n8q, 4)), at = 8 + n8q + n8r;
    ensure(
        n8q <= 128 && n8r <= 128 && at + 20 <= header.length,
        "ERR_FILE",
        () => `${file.name}: expected a header of ${at + 20} bytes or more, got ${header.length}; the file is damaged`,
    );
    const [signals, publicSignals, domainSize, additions, constraints] = [0, 1, 2, 3, 4].map((i) =>
        Number(readLE(header, at + 4 * i, 4)),
    );
    return Object.freeze({
        kind: "zkey",
        protocol,
        field: "q",
        modulus: readLE(header, 4, n8q),
        signals,
        publicSignals,
        domainSize,
        additions,
        constraints,
    });
}
