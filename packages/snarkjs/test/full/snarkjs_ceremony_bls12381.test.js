import { ceremonySuite } from "../../../../test/support/ceremony_suite.js";

ceremonySuite("bls12381", 8);
