/**
 * Shares of proofs of devices that do not trust this machine with their witnesses: it makes the
 * MSMs over a share, and keeps nothing. They wait among the proofs, and take slots as requests
 * that contain their files do.
 * @module server/delegated
 */
import { ensure, keyFacts } from "../../../src/internal/server.js";
import { msmShare, shareBytes } from "../../keys/src/delegate.js";
import { FullError } from "./failures.js";
import { checkAllowed } from "./allowlist.js";
import { readReference } from "./references.js";

/** @import { ProverPool } from "./pool/prover_pool.js" */
/** @import { Hashes, ReferenceLike } from "./references.js" */
/** @import { Admission } from "./admission.js" */
/** @import { Store } from "./store.js" */
/** @import { TellWeak } from "./weak_keys.js" */

/**
 * Reads the share of a request, once it is known how long it has to be: as one of these. The caller
 * clears it.
 * @typedef {(bytes: { seed: number, values: number }) => Promise<Uint8Array>} ReadShare
 */

/**
 * The MSMs over a share. The key is referred to by path or address.
 * @typedef {(zkey: ReferenceLike, read: ReadShare, options: { tenant: string, signal: AbortSignal
 *   }) => Promise<Uint8Array>} MsmShare
 */

/**
 * @param {object} options
 * @param {ProverPool} options.pool
 * @param {Store} options.store
 * @param {Hashes} options.hashes
 * @param {readonly string[] | undefined} options.allow - locations of keys
 * @param {Admission} options.room - of all that waits and runs
 * @param {number} options.bytes - of a slot
 * @param {number} options.most - bytes of a share
 * @param {TellWeak} [options.tellWeak] - hears of each key that is used
 * @returns {MsmShare}
 */
export function createDelegated({ pool, store, hashes, allow, room, bytes: slotBytes, most, tellWeak }) {
    /** @param {ReferenceLike} reference @param {AbortSignal} signal */
    async function open(reference, signal) {
        const zkey = await readReference("zkey", reference, { hashes, inline: 0, allow });
        checkAllowed("zkey", zkey, allow);
        const key = await store.get("zkey", zkey, signal);
        const { info } = await keyFacts(key, { signal });
        tellWeak?.(zkey, info.weakness);
        return { key, bytes: shareBytes(info) };
    }

    return async function msm(reference, read, { tenant, signal }) {
        const { key, bytes } = await open(reference, signal), { values } = bytes;
        ensure(values <= most, "ERR_LIMIT", () => `share: expected at most ${most} bytes, got ${values}; raise memory`);
        if (!room.admits(tenant)) throw new FullError(room.slots);
        const slots = Math.max(1, Math.ceil(values / slotBytes));
        room.enter(tenant, slots);
        /** @type {Uint8Array | undefined} */
        let share;
        try {
            share = await read(bytes);
            const own = share;
            return await pool.run(
                key,
                (source, resources) => msmShare(source, own, resources),
                { tenant, signal },
            );
        } finally {
            room.leave(tenant, slots);
            share?.fill(0);
        }
    };
}
