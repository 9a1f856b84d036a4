import { ceremonySuite } from "../support/ceremony_suite.js";
import { rowsOf } from "../support/extent.js";

ceremonySuite("bn128", rowsOf(8, 5));
