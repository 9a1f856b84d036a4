/** All primes of circom, and snarkjs on files of each. */
import { PRIMES } from "../support/primes.js";
import { primesSuite } from "../support/primes_suite.js";

primesSuite(PRIMES, true);
