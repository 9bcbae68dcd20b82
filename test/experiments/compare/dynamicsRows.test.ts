import { describe, expect, it } from 'vitest';
import { dynamicsRows } from '../../../src/experiments/compare/dynamicsRows.js';
import { comparedChanges } from '../../../src/experiments/export/dynamicsWords.js';
import type { DynamicsReport } from '../../../src/model/dynamics/dynamics.js';
import { dynamicsFinding, dynamicsReport } from '../../support/dynamicsReport.js';

const group = (...reports: readonly (DynamicsReport | undefined)[]) => ({
  runs: reports.map((dynamics) => (dynamics === undefined ? {} : { dynamics })),
});
const slow = dynamicsReport({ findings: [dynamicsFinding()] });
const even = dynamicsReport({ findings: [] });

describe('changes by iteration of compared runs', () => {
  it('are side by side, with their cost and behavior, before and after', () => {
    const dynamics = dynamicsRows([group(slow), group(even)]);
    expect(comparedChanges({ dynamics }, 1)).toEqual([
      {
        title: 'Slowing Down of Late Sender',
        where: 'main › MPI_Recv',
        before: 'steps up at 120',
        after: '',
        excessBefore: 0.6,
        excessAfter: 0,
      },
    ]);
  });

  it('are the same where lines have moved, summed over clusters, as means of repeats', () => {
    const moved = dynamicsFinding({
      callPath: [{ region: 'main' }, { region: 'MPI_Recv', callSite: { file: '/src/heat.c', line: 99 } }],
      ...{ excess: 0.2, locations: [0], cluster: 1 },
    });
    const two = dynamicsReport({ findings: [dynamicsFinding(), moved] });
    const [row] = dynamicsRows([group(slow, even), group(two)]);
    expect(row?.values.map((value) => value?.excess)).toEqual([0.3, 0.8]);
  });

  it('are none where fewer than two groups were looked at, and not of a group that was not', () => {
    expect(dynamicsRows([group(slow), group(undefined)])).toEqual([]);
    const dynamics = dynamicsRows([group(slow), group(undefined), group(even)]);
    expect(comparedChanges({ dynamics }, 1)).toEqual([]);
    expect(comparedChanges({ dynamics }, 2)).toHaveLength(1);
  });
});
