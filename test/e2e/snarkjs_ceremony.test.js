import { ceremonySuite } from "../support/ceremony_suite.js";

ceremonySuite("bn128", 8);
