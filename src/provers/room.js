/**
 * Decides who may wait where tenants share a limited number of places.
 *
 * A tenant with no waiting job gets a place as long as fewer tenants wait than there are places,
 * even if one tenant has taken them all. Any other tenant gets one while there are free places and
 * it has less than its fair part: the places, divided by the tenants that wait. So one tenant alone
 * may have every place, others still find one when they come, and a tenant with more than its fair
 * part gets no further place until its jobs are done. In all, fewer than twice as many jobs wait as
 * there are places.
 * @module provers/room
 */

/**
 * @param {number} places
 * @param {number} taken - by all tenants
 * @param {number} own - of them, by this tenant
 * @param {number} others - how many other tenants have places
 */
export const mayEnter = (places, taken, own, others) =>
    own === 0 ? others < places : taken < places && own * (others + 1) < places;

/** The places of one process. */
export class Room {
    /** @param {number} places */
    constructor(places) {
        this.places = places;
        this.taken = 0;
        /** @type {Map<string, number>} */
        this.tenants = new Map();
    }

    /** @param {string} tenant */
    admits(tenant) {
        const own = this.tenants.get(tenant) ?? 0;
        return mayEnter(this.places, this.taken, own, this.tenants.size - (own > 0 ? 1 : 0));
    }

    /** @param {string} tenant @param {number} [places] */
    enter(tenant, places = 1) {
        this.taken += places;
        this.tenants.set(tenant, (this.tenants.get(tenant) ?? 0) + places);
    }

    /** @param {string} tenant @param {number} [places] - as many as it entered with */
    leave(tenant, places = 1) {
        const left = /** @type {number} */ (this.tenants.get(tenant)) - places;
        this.taken -= places;
        if (left > 0) this.tenants.set(tenant, left);
        else this.tenants.delete(tenant);
    }
}
