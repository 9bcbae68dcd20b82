/**
 * Property-based tests use other cases in each run. To judge a change they use the same ones each time
 * (`TRIMTAB_TEST_SEED`, set by `.ci/run`), so that the verdict is about the change. `npm run test:all` uses ten times
 * as many if a test specifies no number.
 */
import { wholeMatrix } from './matrix.js';

const seed = process.env.TRIMTAB_TEST_SEED;
if (seed !== undefined || wholeMatrix) {
  const { configureGlobal } = await import('fast-check');
  configureGlobal({ ...(seed === undefined ? {} : { seed: Number(seed) }), ...(wholeMatrix ? { numRuns: 1000 } : {}) });
}
