/** A profile ranked by another metric than its time, from the file to what a person sees. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyzeProfile, analyzeProfileBy } from '../../../src/analysis/profile/index.js';
import { mainMetrics } from '../../../src/analysis/profile/mainMetric.js';
import { flatLines } from '../../../src/cli/text/flatLines.js';
import { reportLines } from '../../../src/cli/text/reportText.js';
import { shownReport } from '../../../src/engine/wire/report.js';
import { checkReport } from '../../../src/experiments/report/reportSchema.js';
import { findingRows } from '../../../src/extension/findings/findingRows.js';
import { ProfileBuilder } from '../../../src/formats/profile/index.js';
import type { FindingsReport } from '../../../src/model/findings/findings.js';
import type { Profile } from '../../../src/model/profile.js';
import { shippedProperties } from '../../../src/properties/index.js';

const same = (text: string): string => text;
const layout = { width: 160, style: { bold: same, dim: same, severity: same }, folder: '/src' };

/** Two functions on two ranks: `compute` takes the time, `copy` moves the bytes. */
function profile(bytes = [1024, 3072]): Profile {
  const builder = new ProfileBuilder();
  for (const rank of [0, 1]) builder.system.thread(builder.system.process(`Rank ${rank}`), 0);
  builder.metric({ name: 'time', unit: 'seconds' });
  builder.metric({ name: 'visits', semantic: 'visits' });
  builder.metric({ name: 'moved', title: 'Bytes moved', unit: 'bytes' });
  const main = builder.calls.callPath(builder.calls.region({ name: 'main', file: '/src/a.c', beginLine: 1 }));
  const at = (name: string, line: number): number =>
    builder.calls.callPath(builder.calls.region({ name, file: '/src/a.c', beginLine: line }), main);
  const [compute, copy] = [at('compute', 10), at('copy', 20)];
  for (const rank of [0, 1]) {
    builder.exclusive('time', compute, rank, 9);
    builder.exclusive('time', copy, rank, 1);
    builder.exclusive('visits', copy, rank, 2);
    builder.exclusive('moved', copy, rank, bytes[rank] ?? 0);
    builder.exclusive('moved', main, rank, 256);
  }
  return builder.build();
}

/** Returns the report after it was stored and read again. */
function ranked(metric: string, of = profile()): FindingsReport {
  const { report } = analyzeProfileBy(metric, of, 'app');
  return checkReport(JSON.parse(JSON.stringify(report)), 'findings.json');
}

describe('a profile that is ranked by a metric', () => {
  it('shows its findings, functions, lines and flat profile in the unit of that metric', () => {
    const report = ranked('Bytes MOVED');
    expect(report.main).toEqual({ name: 'moved', title: 'Bytes moved', unit: 'bytes', total: 4608 });
    expect(report.totalTime).toBe(20);
    expect(report.findings.map(({ property, unit, seconds, place }) => [property, unit, seconds, place?.line])).toEqual(
      [
        ['moved', 'bytes', 4096, 20],
        ['moved', 'bytes', 512, 1],
      ],
    );
    expect(report.findings[0]?.locations.map(({ location, seconds }) => [location, seconds])).toEqual([
      [1, 3072],
      [0, 1024],
    ]);
    expect(report.profile?.map(({ region, exclusive }) => [region, exclusive])).toEqual([
      ['copy', 4096],
      ['main', 512],
    ]);
    expect(report.functions.find(({ region }) => region === 'main')?.inclusive).toBe(4608);
    expect(report.lines.find(({ place }) => place.line === 20)?.share).toBeCloseTo(4096 / 4608, 12);
  });

  it('is shown with it in terminal and workbench, and no amount of it as a time', () => {
    const report = ranked('moved');
    const text = [...reportLines(report, layout), ...flatLines(report.flat ?? [], report, layout)].join('\n');
    expect(text).toContain('ranked by Bytes moved: 4,608 B of all ranks together');
    expect(text).toMatch(/1\. 88\.9 % +4,096 B +Bytes moved/);
    expect(text).toMatch(/88\.9 % +4,096 B +4,096 B +4 +1,024 B +copy/);
    expect(text).not.toMatch(/\d (m|µ|n)?s\b(?! run time)/);
    const rows = findingRows(shownReport(report, shippedProperties));
    const [run, first] = rows;
    expect(run?.description).toContain('by Bytes moved: 4,608 B in all');
    expect(first?.description).toMatch(/4,608 B$/);
    expect(first?.children[0]?.tooltip).toContain('of all Bytes moved, 4,096 B');
    expect(first?.children[0]?.children.find(({ label }) => label === 'Rank 1')?.tooltip).toContain('has 3,072 B here');
  });

  it('by time is what it is without a choice', () => {
    const of = profile();
    expect(ranked('time')).toEqual(checkReport(JSON.parse(JSON.stringify(analyzeProfile(of, 'app').report)), 'x'));
    expect(ranked('time').main).toBeUndefined();
  });

  it('names what there is where there is no such metric', () => {
    expect(() => ranked('nothing')).toThrow(
      'The profile has no metric "nothing" that it could be ranked by; it has time, visits, moved.',
    );
    expect(mainMetrics(profile().space).map(({ name }) => name)).toEqual(['time', 'visits', 'moved']);
  });

  it('has findings that add up to what the call paths have, whatever that is', () => {
    const value = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e300, max: 1e300 }), fc.nat());
    fc.assert(
      fc.property(value, value, (one, other) => {
        const { main, findings } = ranked('moved', profile([one, other]));
        const whole = main?.total ?? 0;
        const sum = findings.reduce((all, { seconds }) => all + seconds, 0);
        for (const { severity } of findings) expect(severity).toBeGreaterThanOrEqual(0.01);
        if (one >= 0 && other >= 0) expect(sum).toBeGreaterThanOrEqual(0.98 * whole);
      }),
    );
  });
});

/** One function with values of some metrics, and no time. @param metrics name, unit and value in file order */
function withoutTime(metrics: readonly (readonly [name: string, unit: string, value: number])[]): Profile {
  const builder = new ProfileBuilder();
  builder.system.thread(builder.system.process('Rank 0'), 0);
  builder.metric({ name: 'visits', semantic: 'visits' });
  const main = builder.calls.callPath(builder.calls.region({ name: 'main' }));
  builder.exclusive('visits', main, 0, 7);
  for (const [name, unit, value] of metrics) {
    builder.metric({ name, unit });
    builder.exclusive(name, main, 0, value);
  }
  return builder.build();
}

describe('a profile without time whose reader names no metric', () => {
  it.each([
    [
      'its first counter',
      [
        ['items', 'count', 5],
        ['PAPI_L1_DCM', 'count', 0],
        ['PAPI_TOT_CYC', 'count', 9],
      ],
      'PAPI_TOT_CYC',
    ],
    [
      'its first other metric',
      [
        ['Squares', 'sec^2', 4],
        ['items', 'count', 5],
      ],
      'items',
    ],
    ['nothing if it has only calls', [], undefined],
  ] as const)('is ranked by %s', (_, metrics, expected) => {
    const { report } = analyzeProfile(withoutTime(metrics), 'app');
    expect(report.main?.name).toBe(expected);
    const title = expected === undefined ? 'no time in the profile' : `no time in the profile, ranked by ${expected}`;
    expect(report.doubts?.map((doubt) => doubt.title)).toContain(title);
  });

  it('is not ranked by another metric if its time could not be read', () => {
    const profile = withoutTime([['PAPI_TOT_CYC', 'count', 9]]);
    expect(analyzeProfile({ ...profile, lost: ['time'] }, 'app').report.main).toBeUndefined();
  });
});
