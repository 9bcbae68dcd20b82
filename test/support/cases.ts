/**
 * Property-based tests look at other cases each time they run. Where a change is judged they look at the same ones each
 * time (`TRIMTAB_TEST_SEED`, set by `.ci/run`), so that the verdict is about the change. `npm run test:all` looks at ten
 * times as many where a test names no number.
 */
import { wholeMatrix } from './matrix.js';

const seed = process.env.TRIMTAB_TEST_SEED;
if (seed !== undefined || wholeMatrix) {
  const { configureGlobal } = await import('fast-check');
  configureGlobal({ ...(seed === undefined ? {} : { seed: Number(seed) }), ...(wholeMatrix ? { numRuns: 1000 } : {}) });
}
