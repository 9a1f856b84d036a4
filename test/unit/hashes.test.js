/** Hash functions: those of the host and those of the package give the same, in one piece and in many. */
import { createHash } from "node:crypto";
import { expect } from "chai";
import { blake2b, copyOfHash, sha256 } from "../../src/util/hashes.js";
import { blake2b as own } from "../../src/util/noble_hashes.js";
import { nativeHash } from "../../src/util/host_node.js";
import * as web from "../../src/util/host_web.js";
import { hex } from "../support/hex.js";

const data = Uint8Array.from({ length: 1000 }, (_, i) => (i * i) & 255);

describe("hashes", () => {
    it("BLAKE2b-512 of the empty text and of abc are those of RFC 7693", () => {
        for (const make of [blake2b, () => own.create()]) {
            expect(hex(make().digest()).slice(0, 32)).to.equal("786a02f742015903c6c6fd852552d272");
            const hasher = make();
            hasher.update(new TextEncoder().encode("abc"));
            expect(hex(hasher.digest()).slice(0, 32)).to.equal("ba80a53f981c4d0d6a2797b69f12f6e9");
        }
    });

    it("in pieces of any size, with the host's and with ours", () => {
        for (const size of [1, 127, 128, 129, 1000]) for (const hasher of [blake2b(), own.create()]) {
            for (let at = 0; at < data.length; at += size) hasher.update(data.subarray(at, at + size));
            expect(hex(hasher.digest())).to.equal(createHash("blake2b512").update(data).digest("hex"));
        }
    });

    it("a copy goes on from the same bytes, and leaves the other as it is", () => {
        for (const [which, hasher] of Object.entries({ host: blake2b(), own: own.create() })) {
            hasher.update(data.subarray(0, 150));
            const copy = copyOfHash(hasher);
            copy.update(data);
            hasher.update(data.subarray(150));
            expect(hex(hasher.digest()), which).to.equal(createHash("blake2b512").update(data).digest("hex"));
            const longer = createHash("blake2b512").update(data.subarray(0, 150)).update(data);
            expect(hex(copy.digest()), which).to.equal(longer.digest("hex"));
        }
    });

    it("SHA-256", () => {
        for (const length of [0, 1, 32, 55, 56, 64, 255])
            expect(hex(sha256(data.slice(0, length)))).to.equal(
                createHash("sha256").update(data.slice(0, length)).digest("hex"));
    });

    it("a host without a function has none", () => {
        expect(nativeHash("none")).to.equal(undefined);
        expect(web.nativeHash("blake2b512")).to.equal(undefined);
    });
});
