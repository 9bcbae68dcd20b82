import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyzeDynamics } from '../../../src/analysis/dynamics/index.js';
import { severityGroups } from '../../../src/analysis/dynamics/severityTable.js';
import { analyzeTrace } from '../../../src/analysis/trace/index.js';
import { elementAt } from '../../../src/base/elements.js';
import { severityTitle } from '../../../src/model/dynamics/dynamicsText.js';
import type { RunSeries } from '../../../src/model/dynamics/series.js';
import { shippedProperties } from '../../../src/properties/index.js';
import { TraceBuilder } from '../../support/traceBuilder.js';
import { referenceFile } from './referenceData.js';

describe('severityGroups', () => {
  it('are partitions into ranks that are alike, from the largest on', () => {
    const severities = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(severities, fc.double({ min: 0.001, max: 0.1, noNaN: true }), (values, threshold) => {
        const groups = severityGroups(values, threshold);
        expect(groups.flat().sort((a, b) => a - b)).toEqual([...values.keys()]);
        let before = Infinity;
        for (const group of groups) {
          const own = group.map((index) => elementAt(values, index));
          const [least, most] = [Math.min(...own), Math.max(...own)];
          expect(most).toBeLessThan(before);
          expect(most - least).toBeLessThanOrEqual(Math.max(0.25 * most, threshold) + 1e-12);
          before = least;
        }
      }),
    );
  });

  it('are those of table 7.5 for its severities', () => {
    const values = Array.from({ length: 64 }, (_, rank) => ([0, 9, 18, 25].includes(rank) ? 0.096 : 0.15));
    expect(severityGroups(values, 0.01).map((group) => group.length)).toEqual([60, 4]);
  });
});

const ranks = referenceFile('ranks.f32');

describe.runIf(ranks !== undefined)('the table of ranks shaped like figure 7.5', () => {
  it('has amounts by groups of ranks, then how they change, as table 7.5 has them', () => {
    const bytes = readFileSync(ranks ?? '');
    const value = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
    const [locations, count] = [64, 2048];
    const builder = new TraceBuilder();
    for (let rank = 0; rank < locations; rank++)
      elementAt(builder.process(), 0)
        .enter(0, 'main')
        .enter(1, 'MPI_Alltoall')
        .leave(2, 'MPI_Alltoall')
        .leave(3, 'main');
    const trace = builder.build();
    const { callTree } = analyzeTrace(trace, { program: 'pepc' }).space;
    const node = Array.from(callTree.region).findIndex((region) => builder.regions[region]?.name === 'MPI_Alltoall');
    // Two seconds an iteration, as in the thesis.
    const starts = Float64Array.from({ length: count + 1 }, (_, i) => 2 * i);
    const level = {
      source: 'found',
      name: 'step',
      parent: 0,
      members: [node],
      count,
      coverage: 1,
      regularity: 1,
    } as const;
    const run: RunSeries = {
      levels: [level],
      iterations: { ...level, starts: Array.from({ length: locations }, () => starts) },
      series: {
        ...{ metrics: ['mpi_collective'], count, value },
        metric: new Uint32Array(locations),
        node: new Uint32Array(locations).fill(node),
        location: Uint32Array.from({ length: locations }, (_, rank) => rank),
        outside: new Float64Array(locations),
      },
      ...{ loopTime: 2 * count * locations, totalTime: 2 * count * locations },
    };
    const { definitions } = trace;
    // A low threshold, so that changes on few ranks are reported, too.
    const of = { callTree, definitions, properties: shippedProperties, threshold: 0.0001 };
    const { table: rows = [] } = analyzeDynamics(run, of);
    const amounts = rows.filter(({ property }) => property === undefined);
    const rises = rows.filter(({ property }) => property === 'dynamics_trends');
    const few = [0, 9, 18, 25];
    const all = Array.from({ length: locations }, (_, rank) => rank);
    expect(amounts.map((row) => row.locations)).toEqual([all.filter((rank) => !few.includes(rank)), few]);
    expect(amounts[0]?.severity).toBeCloseTo(0.15, 2);
    expect(amounts[1]?.severity).toBeLessThan(0.1);
    // Ranks of the table that rise alike, and from when on.
    const groups = [[22], [1, 2, 6, 8, 20, 28], [26, 32, 37], [0, 25]];
    const others = all.filter((rank) => ![...groups.flat(), 9, 18, 45, 54].includes(rank));
    const found = new Map(rises.map((row) => [row.locations.length > 32 ? 'most' : row.locations.join(), row]));
    expect([...found.keys()].sort()).toEqual(['most', ...groups.map(String)].sort());
    expect(found.get('most')?.locations).toEqual(expect.arrayContaining(others));
    const extentsOf = (ranks: string): readonly (readonly [number, number])[] => found.get(ranks)?.extents ?? [];
    const near = (ranks: string, expected: readonly (readonly [number, number])[]): void => {
      expect(extentsOf(ranks)).toHaveLength(expected.length);
      for (const [at, [first, last]] of expected.entries())
        for (const [is, should] of [
          [extentsOf(ranks)[at]?.[0], first],
          [extentsOf(ranks)[at]?.[1], last],
        ] as const)
          expect(Math.abs((is ?? NaN) - should)).toBeLessThanOrEqual(0.07 * count);
    };
    near('most', [[0, 2047]]);
    near('1,2,6,8,20,28', [
      [0, 1027],
      [1649, 2047],
    ]);
    near('26,32,37', [[521, 2047]]);
    near('22', [[0, 1027]]);
    near('0,25', [[421, 2047]]);
    expect(rows.indexOf(elementAt(rises, 0))).toBeGreaterThan(rows.indexOf(elementAt(amounts, amounts.length - 1)));
    for (const row of rises) expect(row.severity).toBeLessThan(elementAt(amounts, 0).severity);
    expect(severityTitle(elementAt(rises, 0), (name) => name)).toMatch(
      /^dynamics_trends of mpi_collective in iterations \[/,
    );
  });
});
