/**
 * Entry point of a worker. Pages with a strict Content-Security-Policy serve
 * this file (`ffturbo/worker`); everybody else gets it as a string, from
 * worker_source.js.
 * @module pool/worker
 */
import { openPort } from "../util/host_port.js";
import { serve } from "./serve.js";

serve(openPort());
