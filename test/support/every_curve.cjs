/** For test:full: suites that run over a table of curves take all of it (twin_curves.js). */
process.env.TEST_EXTENT = "full";
