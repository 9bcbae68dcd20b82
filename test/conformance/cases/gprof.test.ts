/** gprof's files of the shared cases, with the exact results that follow from them. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatOf, openMeasurement } from '../../../src/formats/registry.js';
import { flatOf, profileAt, reportOf, totalOf } from '../../formats/stacks/support.js';
import { sharedCases } from '../../support/sharedCases.js';

const folder = sharedCases();
const at = (name: string): string => join(folder ?? '', name);

function rowsOf(name: string): Record<string, number[]> {
  return Object.fromEntries(
    [...flatOf(profileAt(at(name)))].map(([region, { exclusive, inclusive, calls }]) => [
      region,
      [exclusive, inclusive].map((value) => Number(value.toFixed(6))).concat(Math.round(calls)),
    ]),
  );
}

const LOCK = {
  lift_gate: [0.5, 0.65, 10],
  count_logs: [0.3, 0.3, 60],
  turn_wheel: [0.15, 0.85, 5],
  main: [0.05, 1, 0],
};

describe.skipIf(folder === undefined)('cases of gprof', () => {
  it.each([
    [
      'gprof-cycles/gnu.gprof',
      10_000,
      { lift_gate: 5000, count_logs: 3000, turn_wheel: 1500, main: 500 },
      [10, 60, 5, 0],
    ],
    ['gprof-cycles/thousands.gprof', 2e6, { fill_trough: 1.2e6, press_grain: 6e5, main: 2e5 }, [300, 100, 1]],
  ])('%s: cycles, no time', (name, total, own, calls) => {
    const report = reportOf(profileAt(at(name)));
    expect(report.main).toMatchObject({ name: 'cycles', unit: 'cycles', total });
    expect([report.span, report.totalTime]).toEqual([0, 0]);
    expect(Object.fromEntries((report.flat ?? []).map(({ region, exclusive }) => [region, exclusive]))).toEqual(own);
    expect((report.flat ?? []).map((row) => row.calls)).toEqual(calls);
  });

  it.each(['gprof-forms/bsd.gprof', 'gprof-forms/bsd-brief.gprof', 'controls/d-usual.gprof'])('%s', (name) => {
    expect(rowsOf(name)).toEqual(LOCK);
    expect(formatOf(at(name))?.title).toBe('gprof output');
  });

  it('a graph alone with a cycle', () => {
    expect(rowsOf('gprof-forms/graph-only.gprof')).toMatchObject({
      main: [0.4, 2.4, 0],
      spill_left: [1.2, 2, 6],
      count_logs: [0, 0, 12],
    });
    expect(rowsOf('gprof-forms/graph-only.gprof').spill_right?.filter((_, i) => i !== 1)).toEqual([0.8, 6]);
  });

  it('AIX', () => {
    expect(rowsOf('gprof-forms/aix.gprof')).toMatchObject({
      '.grind_sack': [0.5, 0.7, 25],
      '.shake_sieve': [0.35, 0.35, 175],
      '.mill_main': [0.15, 1, 1],
    });
  });

  it('without time', () => {
    expect(() => openMeasurement(at('gprof-no-time/no-time.gprof'))).toThrow(/no time was sampled.*0\.01 s.*-pg/);
    const profile = profileAt(at('gprof-no-time/calls-only.gprof'));
    expect(reportOf(profile).main).toMatchObject({ name: 'visits', total: 75 });
    expect(rowsOf('gprof-no-time/calls-only.gprof')).toMatchObject({
      count_logs: [60, 60, 60],
      lift_gate: [10, 40, 10],
      turn_wheel: [5, 55, 5],
    });
  });

  it('seconds', () => {
    const profile = profileAt(at('controls/a-seconds.gprof'));
    expect(totalOf(profile, 'time')).toBeCloseTo(1, 12);
    expect(totalOf(profile, 'samples')).toBeCloseTo(100, 9);
  });
});
