import { describe, expect, it } from 'vitest';
import type { PropertyStatistics } from '../../../src/model/findings.js';
import { distributionText, instanceText } from '../../../src/engine/presentation/singleWaits.js';

const statistics: PropertyStatistics = {
  property: 'mpi_latesender',
  title: 'Late Sender',
  count: 1200,
  sum: 5,
  mean: 0.004,
  standardDeviation: 0.01,
  minimum: 0.0001,
  lowerQuartile: 0.001,
  median: 0.003,
  upperQuartile: 0.02,
  maximum: 1.2,
  worst: [],
};

describe('single waits in words', () => {
  it('say how they are distributed', () => {
    expect(distributionText(statistics)).toBe(
      '1,200 waits, half of them below 3.00 ms, a quarter above 20.0 ms, the longest 1.20 s',
    );
    expect(distributionText({ ...statistics, count: 1 })).toBe('1 wait of 1.20 s');
  });

  it('say where and when one was', () => {
    expect(instanceText({ location: 3, name: 'MPI Rank 3', enter: 4.53, leave: 6, seconds: 1.2 })).toBe(
      '1.20 s on MPI Rank 3, entered 4.53 s after the start',
    );
  });
});
