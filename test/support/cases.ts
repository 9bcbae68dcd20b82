/**
 * Property-based tests look at other cases each time they run. Where a change is judged they look at the same ones each
 * time (`TRIMTAB_TEST_SEED`, set by `.ci/run`), so that the verdict is about the change.
 */
const seed = process.env.TRIMTAB_TEST_SEED;
if (seed !== undefined) {
  const { configureGlobal } = await import('fast-check');
  configureGlobal({ seed: Number(seed) });
}
export {};
