/** Caliper's files of the shared cases, with the exact results that follow from them. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { efficiencyStudy } from '../../../src/experiments/index.js';
import type { FindingsReport } from '../../../src/model/findings/findings.js';
import { flatOf, profileAt, reportOf, totalOf } from '../../formats/stacks/support.js';
import { sharedCases } from '../../support/sharedCases.js';

const folder = sharedCases();
const at = (name: string): string => join(folder ?? '', name);

function timesOf(name: string): Record<string, number> {
  return Object.fromEntries([...flatOf(profileAt(at(name)))].map(([region, { exclusive }]) => [region, exclusive]));
}

/** Efficiencies of runs by name, in percent with two digits. */
function efficienciesOf(reports: readonly FindingsReport[]): Record<string, (string | undefined)[]> {
  const { columns } = efficiencyStudy(reports, ({ efficiency }) => efficiency);
  const rows = columns[0]?.multiplicative ?? [];
  return Object.fromEntries(
    rows.map(({ name }, i) => [
      name,
      columns.map(({ multiplicative }) => {
        const value = multiplicative[i]?.value;
        return value === undefined ? undefined : (100 * value).toFixed(2);
      }),
    ]),
  );
}

describe.skipIf(folder === undefined)('cases of ranks that Caliper has summed up', () => {
  it.each([
    ['caliper-ranks/tidepool-4.cali', 4, 11, [30, 10, 2, 2]],
    ['caliper-ranks/tidepool-4-inclusive.cali', 4, 11, [30, 10, 2, 2]],
    ['caliper-ranks/tidepool-4-jobsize.cali', 4, 11, [30, 10, 2, 2]],
    ['controls/a-one-row-per-rank.cali', 4, 11, [30, 10, 2, 2]],
    ['caliper-ranks/tidepool-8.cali', 8, 8.5, [38, 22, 4, 4]],
  ])('%s', (name, ranks, span, [flux = 0, mpi = 0, main = 0, swap = 0]) => {
    const profile = profileAt(at(name));
    const report = reportOf(profile);
    expect(timesOf(name)).toEqual({ flux_pass: flux, MPI_Waitall: mpi, main, rim_swap: swap });
    expect([report.processes, report.span, report.totalTime]).toEqual([ranks, span, flux + mpi + main + swap]);
    expect(report.metrics.find(({ name: metric }) => metric === 'mpi')?.value).toBe(mpi);
    expect(report.counters ?? []).toEqual([]);
  });

  it('have the efficiencies of two sizes', () => {
    const reports = ['tidepool-4.cali', 'tidepool-8.cali'].map((name) =>
      reportOf(profileAt(at(`caliper-ranks/${name}`))),
    );
    expect(efficienciesOf(reports)).toMatchObject({
      global_efficiency: ['77.27', '50.00'],
      parallel_efficiency: ['77.27', '67.65'],
      load_balance: ['85.00', '76.67'],
      communication_efficiency: ['90.91', '88.24'],
      computation_scalability: ['100.00', '73.91'],
    });
  });

  it.each(['tidepool-4-inclusive.cali', 'tidepool-4-jobsize.cali'])('%s has the same efficiencies', (name) => {
    expect(efficienciesOf([reportOf(profileAt(at(`caliper-ranks/${name}`)))])).toMatchObject({
      parallel_efficiency: ['77.27'],
      load_balance: ['85.00'],
      communication_efficiency: ['90.91'],
    });
  });
});

describe.skipIf(folder === undefined)('cases of Caliper', () => {
  it('of a time series: sums of what adds up only, and the times of each snapshot', () => {
    const profile = profileAt(at('caliper-no-sums/snapshots.cali'));
    const times = timesOf('caliper-no-sums/snapshots.cali');
    expect(Object.keys(times).sort()).toEqual(['fold_cells', 'main', 'steps']);
    expect(times.fold_cells).toBeCloseTo(0.048, 12);
    expect(reportOf(profile).totalTime).toBeCloseTo(0.053, 12);
    expect(profile.space.metrics.map(({ name }) => name)).toEqual(['time', 'count', 'loop.iterations']);
    expect(totalOf(profile, 'loop.iterations')).toBe(12);
    expect(reportOf(profile).beside?.ranges).toMatchObject([
      { name: 'max#alloc.region.highwatermark', unit: 'bytes', functions: [{ region: 'fold_cells', most: 5e6 }] },
    ]);
    const moments = (profile.snapshots ?? []).map(({ severities }) =>
      (severities.get('time')?.value ?? new Float64Array()).at(-1),
    );
    const fold = moments.map((value = 0, i) => (i === 0 ? 0 : value - (i === 1 ? 0 : (moments[i - 1] ?? 0))));
    expect(fold.slice(1).map((seconds) => Math.round(seconds * 1e6))).toEqual([12_000, 16_000, 20_000]);
  });

  it('of an event trace: offsets and numbers of iterations are no counters', () => {
    const profile = profileAt(at('caliper-no-sums/trace.cali'));
    const times = timesOf('caliper-no-sums/trace.cali');
    const micro = Object.fromEntries(Object.entries(times).map(([name, value]) => [name, Math.round(value * 1e6)]));
    expect(micro).toEqual({ fold_cells: 24_000, steps: 4000, main: 1500, '(outside of regions)': 500 });
    expect(profile.space.metrics.map(({ name }) => name)).toEqual(['time', 'region.count']);
    expect(reportOf(profile).beside?.ranges).toMatchObject([{ unit: 'bytes', functions: [{ most: 6e6 }] }]);
  });

  it('without nested attributes: parts of a stage count once', () => {
    const rows = flatOf(profileAt(at('caliper-inclusive/stages.cali')));
    const micro = Object.fromEntries(
      [...rows].map(([name, { exclusive, inclusive }]) => [
        name,
        [exclusive, inclusive].map((seconds) => Math.round(seconds * 1e6)),
      ]),
    );
    expect(micro).toEqual({
      setup: [1500, 1500],
      sweep: [500, 4000],
      gather: [900, 900],
      apply: [2600, 2600],
      wrapup: [500, 500],
    });
    expect(profileAt(at('caliper-inclusive/stages.cali')).space.metrics.map(({ name }) => name)).toEqual(['time']);
  });

  it('of samples: one function with lines and without', () => {
    const profile = profileAt(at('caliper-sampled/cells.cali.json'));
    const report = reportOf(profile);
    const milli = [...flatOf(profile)].map(([name, { exclusive, inclusive }]) => [
      name,
      ...[exclusive, inclusive].map((seconds) => Math.round(seconds * 1e3)),
    ]);
    expect(milli).toEqual([
      ['fold_cells', 70, 85],
      ['main', 15, 100],
      ['fold_row', 15, 15],
    ]);
    expect(totalOf(profile, 'samples')).toBe(20);
    const lines = (report.hotLines ?? []).map(({ place, seconds }) => [
      `${place.file.split('/').at(-1) ?? ''}:${place.line}`,
      Math.round(seconds * 1e3),
    ]);
    expect(Object.fromEntries(lines)).toEqual({ 'cells.c:12': 40, 'cells.c:14': 20, 'main.c:40': 15, 'row.c:30': 15 });
  });
});
