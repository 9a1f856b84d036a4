/**
 * Decides who may wait where tenants share a limited number of slots.
 *
 * A tenant with no waiting job gets a slot as long as fewer tenants wait than there are slots,
 * even if one tenant has taken them all. Any other tenant gets one while there are free slots and
 * it has less than its fair part: the slots, divided by the tenants that wait. So one tenant alone
 * may have every slot, others still find one when they come, and a tenant with more than its fair
 * part gets no further slot until its jobs are done. In all, fewer than twice as many jobs wait as
 * there are slots.
 * @module server/admission
 */

/**
 * @param {number} slots
 * @param {number} taken - by all tenants
 * @param {number} own - of them, by this tenant
 * @param {number} others - how many other tenants have slots
 */
export const mayEnter = (slots, taken, own, others) =>
    own === 0 ? others < slots : taken < slots && own * (others + 1) < slots;

/** The slots of one process. */
export class Admission {
    /** @param {number} slots */
    constructor(slots) {
        this.slots = slots;
        this.taken = 0;
        /** @type {Map<string, number>} */
        this.tenants = new Map();
    }

    /** @param {string} tenant */
    admits(tenant) {
        const own = this.tenants.get(tenant) ?? 0;
        return mayEnter(this.slots, this.taken, own, this.tenants.size - (own > 0 ? 1 : 0));
    }

    /** @param {string} tenant @param {number} [slots] */
    enter(tenant, slots = 1) {
        this.taken += slots;
        this.tenants.set(tenant, (this.tenants.get(tenant) ?? 0) + slots);
    }

    /** @param {string} tenant @param {number} [slots] - as many as it entered with */
    leave(tenant, slots = 1) {
        const left = /** @type {number} */ (this.tenants.get(tenant)) - slots;
        this.taken -= slots;
        if (left > 0) this.tenants.set(tenant, left);
        else this.tenants.delete(tenant);
    }
}
