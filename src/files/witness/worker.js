/**
 * Entry point of a witness worker. It is used as a string, from worker_source.js, and is also in
 * the file `ffturbo/worker`, together with the worker of the pool.
 * @module files/witness/worker
 */
import { openPort } from "../../util/host_port.js";
import { serve } from "./serve.js";

serve(openPort());
