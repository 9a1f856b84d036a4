import type { OpenKernels } from "./open_executor.js";
import type { Port } from "../util/host_port.js";
/** @param {Port} port @param {OpenKernels} openKernels */
export declare function serve(port: Port, openKernels: OpenKernels): void;
