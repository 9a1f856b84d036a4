import { ceremonySuite } from "../../../../test/support/ceremony_suite.js";

ceremonySuite("bn128", 8);
