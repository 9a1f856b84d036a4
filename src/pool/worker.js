/**
 * Entry point of a worker. Pages with a strict Content-Security-Policy serve
 * this file (`ffturbo/worker`); everywhere else it is used as a string, from
 * worker_source.js.
 * @module pool/worker
 */
import { openPort } from "../util/host_port.js";
import { openKernels } from "../kernels/table.js";
import { serve } from "./serve.js";

serve(openPort(), openKernels);
