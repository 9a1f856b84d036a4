/** Primes whose elements differ from all others: one word, and no spare bit. test/full has all eight. */
import { primesSuite } from "../support/primes_suite.js";

primesSuite(["goldilocks", "secq256r1"], false);
