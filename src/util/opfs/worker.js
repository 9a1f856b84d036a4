/**
 * Entry point of the worker that reads and writes files of the origin. It is used as a string, from
 * worker_source.js.
 * @module util/opfs/worker
 */
import { openPort } from "../host_port.js";
import { serveHandles } from "./serve.js";

serveHandles(openPort());
