/**
 * The storage of the host, as `#storage` in package.json chooses it.
 * @module util/host_storage
 */
export { openStorage } from "#storage";
