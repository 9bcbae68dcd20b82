import { describe, expect, test } from 'vitest';
import { timeMetrics } from '../../src/model/timeMetrics.js';
import { shippedProperties } from '../../src/properties/index.js';

const { metrics } = shippedProperties;

describe('metrics that are parts of the total time', () => {
  test('are those below it, and no costs, imbalances or times of devices', () => {
    const parts = timeMetrics(metrics);
    for (const name of ['time', 'mpi', 'mpi_latesender_wo', 'omp_idle_threads', 'overhead', 'acc_wait'])
      expect(parts).toContain(name);
    for (const name of [
      'imbalance',
      'delay',
      'delay_latesender',
      'performance_impact',
      'acc_kernel',
      'visits',
      'critical_path',
    ])
      expect(parts).not.toContain(name);
  });

  test('are recognized in any order, and end at cycles', () => {
    const [inner, outer, time] = [{ name: 'b', parent: 'a' }, { name: 'a', parent: 'time' }, { name: 'time' }];
    expect([...timeMetrics([inner, outer, time])].sort()).toEqual(['a', 'b', 'time']);
    expect([...timeMetrics([{ name: 'time', parent: 'a' }, outer])].sort()).toEqual(['a', 'time']);
    expect(timeMetrics([inner, outer]).size).toBe(0);
  });
});
