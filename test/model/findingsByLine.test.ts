import { describe, expect, it } from 'vitest';
import { findingsByLine } from '../../src/model/findings/findingsByLine.js';
import { finding } from '../extension/report.js';

describe('findings of one line', () => {
  const cause = { region: 'relax', callPath: [], locations: [] };

  it('are summed over their call paths, with their causes weighted again', () => {
    const one = finding({ seconds: 3, severity: 0.3, rootCauses: [{ ...cause, seconds: 3, share: 1 }] });
    const other = finding({
      seconds: 1,
      severity: 0.1,
      confidence: 0.8,
      callPath: [{ region: 'elsewhere' }],
      locations: [{ location: 0, name: 'MPI Rank 0', seconds: 1 }],
      rootCauses: [{ ...cause, region: 'init', seconds: 0.5, share: 0.5 }],
    });
    const [sum, ...rest] = findingsByLine([other, one]);
    expect(rest).toEqual([]);
    expect(sum).toMatchObject({ paths: 2, seconds: 4, confidence: 0.8, callPath: one.callPath });
    expect(sum?.severity).toBeCloseTo(0.4, 12);
    expect(sum?.locations).toEqual([
      { location: 0, name: 'MPI Rank 0', seconds: 1.25 },
      { location: 2, name: 'MPI Rank 2', seconds: 0.75 },
    ]);
    expect(sum?.rootCauses?.map(({ region, share }) => [region, share])).toEqual([
      ['relax', 0.75],
      ['init', 0.125],
    ]);
  });

  it('stay apart by property, line and called function, and where no line is known', () => {
    const { place, ...nowhere } = finding();
    expect(place).toBeDefined();
    const cost = (region: string) => finding({ property: 'mpi_cost', kind: 'cost', callPath: [{ region }] });
    const apart = [
      finding(),
      finding({ property: 'mpi_wait_nxn' }),
      finding({ place: { file: '/far/heat2d.c', line: 88 } }),
      nowhere,
      nowhere,
      cost('MPI_Test'),
      cost('MPI_Send'),
    ];
    expect(findingsByLine(apart)).toHaveLength(apart.length);
    expect(findingsByLine([cost('MPI_Test'), cost('MPI_Test')])).toHaveLength(1);
  });
});
