/** The library in Firefox. */
import { engineSuite } from "../support/browser_suite.js";

describe("Firefox", function () {
    this.timeout(120_000);
    engineSuite("firefox");
});
