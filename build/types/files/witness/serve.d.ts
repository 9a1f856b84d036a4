import type { Port } from "../../util/host_port.js";
/** @param {Port} port */
export declare function serve(port: Port): void;
