/**
 * Selects the combinations of compilers, options, MPI libraries and languages that a test runs. `npm run test:all` uses
 * all of them; `npm test` a selection in which each value of each column occurs at least once.
 */

/** Whether all combinations are wanted. */
export const wholeMatrix = process.env.TRIMTAB_TEST_TIER === 'all';

/**
 * One MPI library, compiler or other kind, where the behavior under test does not depend on it.
 * @param installed all of them
 * @param named the one that `npm test` takes where it is installed; the tests name different ones, so that each is used
 */
export function usually<T extends string>(installed: readonly T[], named: T): readonly T[] {
  if (wholeMatrix) return installed;
  return installed.includes(named) ? [named] : installed.slice(0, 1);
}

/**
 * Some of the combinations in `npm test`, all of them in `npm run test:all`. The matrices here have two columns that do not
 * depend on each other, compiler and options: all pairs of them would be the whole matrix.
 */
export function combinations<T extends readonly unknown[]>(all: readonly T[]): readonly T[] {
  return wholeMatrix ? all : selection(all);
}

/**
 * Returns a selection in which each value of each column occurs at least once. Greedy: the combination with the most
 * new values comes next, the first of those in the order given. The selection is thus the same each time.
 */
export function selection<T extends readonly unknown[]>(all: readonly T[]): readonly T[] {
  const valuesOf = (row: T): string[] => row.map((value, column) => JSON.stringify([column, value]));
  const open = new Set(all.flatMap(valuesOf));
  const chosen = new Set<T>();
  while (open.size > 0) {
    const news = all.map((row) => valuesOf(row).filter((value) => open.has(value)));
    const most = news.reduce((best, values, index) => (values.length > (news[best]?.length ?? 0) ? index : best), 0);
    const row = all[most];
    if (row === undefined) break;
    chosen.add(row);
    for (const value of valuesOf(row)) open.delete(value);
  }
  return all.filter((row) => chosen.has(row));
}

/** How many generated cases a test looks at, or which of its cases: fewer in `npm test`. */
export function rounds(usual: number, whole: number): number {
  return wholeMatrix ? whole : usual;
}
