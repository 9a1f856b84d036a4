/** The library in Chromium. */
import { engineSuite } from "../support/browser_suite.js";

describe("Chromium", function () {
    this.timeout(120_000);
    engineSuite("chromium");
});
