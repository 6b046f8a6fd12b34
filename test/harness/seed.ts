/**
 * Loaded before the tests: random cases are drawn from one seed, so that a run says the same twice.
 * `TEST_SEED=random npm test` draws others, which is how new ones are found; a failure names its seed.
 */
import fc from "fast-check";

const FIXED = 20260101;
const { TEST_SEED } = process.env;

if (TEST_SEED !== "random") fc.configureGlobal({ seed: Number(TEST_SEED ?? FIXED) });
