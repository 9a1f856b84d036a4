/**
 * Hard cases in browsers: a page and a worker of it, in Chromium with its own driver for processors. Firefox is in
 * test/hosts/gpu.test.js. Without an adapter these are skipped, and with REQUIRE_GPU=1 they fail instead.
 */
import { browserCases } from "../support/gpu_pages.js";

describe("MSMs in Chromium", () => {
    browserCases("chromium", { args: ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"] }, ["G1", "G2"]);
});
