import { ceremonySuite } from "../support/ceremony_suite.js";

ceremonySuite("bls12381", 8);
