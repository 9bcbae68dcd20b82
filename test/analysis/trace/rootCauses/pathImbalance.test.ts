import { describe, expect, it } from 'vitest';
import { PairSums } from '../../../../src/analysis/trace/tables/pairSums.js';
import { bookPath } from '../../../../src/analysis/trace/rootCauses/pathImbalance.js';
import { Severities } from '../../../../src/analysis/trace/severities/severities.js';
import { elementAt } from '../../../../src/base/elements.js';
import { shippedProperties } from '../../../../src/properties/index.js';

/** A program (0) that calls two functions (1 and 2) on two locations. */
const parents = [-1, 0, 0];

/** Books a path that takes 3 s in function 1, 4 s in function 2, after the given time of each location. */
function book(
  time: readonly [node: number, location: number, seconds: number][],
  waiting: readonly [node: number, location: number, seconds: number][] = [],
): Severities {
  const severities = new Severities(shippedProperties);
  for (const [node, location, seconds] of waiting) severities.of('mpi_latesender_wo').add(node, location, seconds);
  for (const [node, location, seconds] of time) severities.of('comp').add(node, location, seconds);
  const path = new PairSums();
  path.add(1, 0, 3);
  path.add(2, 0, 1);
  path.add(2, 1, 3);
  bookPath(path, Float64Array.of(0, 3, 4), parents, 2, severities);
  return severities;
}

const amounts = ({ size, callPath, location, value }: PairSums): number[][] =>
  Array.from({ length: size }, (_, i) => [elementAt(callPath, i), elementAt(location, i), elementAt(value, i)]);

describe('the imbalance of the critical path', () => {
  it('is what a call path takes longer than on average, where the path runs', () => {
    const severities = book([
      [1, 0, 3],
      [1, 1, 1],
      [2, 0, 4],
      [2, 1, 4],
    ]);
    expect(amounts(severities.of('critical_path_imbalance'))).toEqual([
      [1, 0, 1],
      [2, 0, 0],
      [2, 1, 0],
    ]);
    expect(amounts(severities.of('critical_path'))).toEqual([
      [1, 0, 2],
      [2, 0, 1],
      [2, 1, 3],
    ]);
  });

  it('does not count waiting as work', () => {
    const severities = book(
      [
        [1, 0, 3],
        [2, 0, 4],
        [2, 1, 4],
      ],
      [[1, 1, 3]],
    );
    expect(amounts(severities.of('critical_path_imbalance'))[0]).toEqual([1, 0, 1.5]);
  });

  it.each([
    'omp_lock_contention_critical',
    'omp_lock_contention_api',
    'pthread_lock_contention_mutex_lock',
    'pthread_lock_contention_conditional',
    'mpi_rma_sync_lock_competition',
  ] as const)('does not count waiting for a lock as work, regardless of the releasing thread: %s', (metric) => {
    const severities = new Severities(shippedProperties);
    for (const location of [0, 1]) severities.of('comp').add(0, location, 2);
    severities.of(metric).add(0, 1, 6);
    const path = new PairSums();
    path.add(0, 0, 3);
    bookPath(path, Float64Array.of(3, 0, 0), parents, 2, severities);
    expect(amounts(severities.of('critical_path_imbalance'))).toEqual([[0, 0, 1]]);
  });

  it('compares inclusive values of call paths', () => {
    const severities = new Severities(shippedProperties);
    for (const location of [0, 1]) severities.of('comp').add(0, location, 2);
    severities.of('comp').add(1, 0, 2);
    const path = new PairSums();
    path.add(0, 0, 2);
    path.add(1, 0, 2);
    bookPath(path, Float64Array.of(2, 2, 0), parents, 2, severities);
    // The program spends 4 s on the path and 3 s on average: a quarter of its 2 s.
    expect(amounts(severities.of('critical_path_imbalance'))).toEqual([
      [0, 0, 0.5],
      [1, 0, 1],
    ]);
  });
});
