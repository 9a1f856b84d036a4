/** zkey and wtns files, taken apart and put together again, to make the damaged ones. Written from the format alone. */

/** @returns {{ type: number, header: number, offset: number, size: number }[]} in the order of the file */
export function sectionsOf(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length), list = [];
    for (let i = 0, at = 12; i < view.getUint32(8, true); i++) {
        const size = Number(view.getBigUint64(at + 4, true));
        list.push({ type: view.getUint32(at, true), header: at, offset: at + 12, size });
        at += 12 + size;
    }
    return list;
}

/** The bytes of one section. */
export function sectionBytes(bytes, type) {
    const { offset, size } = sectionsOf(bytes).find((section) => section.type === type);
    return bytes.slice(offset, offset + size);
}

/** A file of these sections: [type, bytes] each. */
export function makeFile(magic, version, sections) {
    const total = sections.reduce((sum, [, body]) => sum + 12 + body.length, 12);
    const out = new Uint8Array(total), view = new DataView(out.buffer);
    out.set(new TextEncoder().encode(magic));
    view.setUint32(4, version, true);
    view.setUint32(8, sections.length, true);
    let at = 12;
    for (const [type, body] of sections) {
        view.setUint32(at, type, true);
        view.setBigUint64(at + 4, BigInt(body.length), true);
        out.set(body, at + 12);
        at += 12 + body.length;
    }
    return out;
}

/** The same file with its sections as `change` gives them back. */
export function withSections(bytes, change) {
    const list = sectionsOf(bytes).map(({ type, offset, size }) => [type, bytes.slice(offset, offset + size)]);
    return makeFile(new TextDecoder().decode(bytes.slice(0, 4)), bytes[4], change(list));
}

/** A copy with the byte at `offset` changed. */
export function flipped(bytes, offset, mask = 0x01) {
    const copy = Uint8Array.from(bytes);
    copy[offset] ^= mask;
    return copy;
}

/** Where each field of a Groth16 header stands in its section: [name, offset, length]. */
export function headerFields(n8q, n8r) {
    const sizes = [
        ["n8q", 4],
        ["q", n8q],
        ["n8r", 4],
        ["r", n8r],
        ["nVars", 4],
        ["nPublic", 4],
        ["domainSize", 4],
        ["alpha1", 2 * n8q],
        ["beta1", 2 * n8q],
        ["beta2", 4 * n8q],
        ["gamma2", 4 * n8q],
        ["delta1", 2 * n8q],
        ["delta2", 4 * n8q],
    ];
    let at = 0;
    return sizes.map(([name, length]) => [name, at, (at += length) && length]);
}
