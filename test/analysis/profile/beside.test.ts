/** Other metrics of profiles than times, calls and counters, from the file to the user interface. */
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { eventsOf, unitOf } from '../../../src/analysis/profile/otherMetrics/events.js';
import { analyzeProfile } from '../../../src/analysis/profile/index.js';
import { isOutermost } from '../../../src/model/outermost.js';
import { otherMetricsLines } from '../../../src/cli/text/otherMetricsLines.js';
import { digestByFile } from '../../../src/engine/presentation/lineDigest.js';
import { shownReport } from '../../../src/engine/wire/report.js';
import { checkReport } from '../../../src/experiments/report/reportSchema.js';
import { countedRows } from '../../../src/extension/findings/countedRows.js';
import { ProfileBuilder } from '../../../src/formats/profile/index.js';
import { openMeasurement } from '../../../src/formats/registry.js';
import type { CallTree } from '../../../src/model/callTree.js';
import type { FindingsReport } from '../../../src/model/findings/findings.js';
import type { Profile } from '../../../src/model/profile.js';
import { shippedProperties } from '../../../src/properties/index.js';
import { conformanceData } from '../../support/conformanceData.js';

const same = (text: string): string => text;
const style = { bold: same, dim: same, severity: same };
const data = conformanceData('tau');
const packed = conformanceData('tau_ppk');

function begun(): ProfileBuilder {
  const builder = new ProfileBuilder();
  for (const rank of [0, 1]) builder.system.thread(builder.system.process(`Rank ${rank}`), 0);
  builder.metric({ name: 'time', unit: 'seconds' });
  return builder;
}

function open(...path: string[]): Profile {
  const opened = openMeasurement(join(...path));
  if (opened.kind !== 'profile') throw new Error('no profile');
  return opened.profile;
}

/** Returns the report after it was stored and read again. */
function stored(profile: Profile): FindingsReport {
  const { report } = analyzeProfile(profile, 'app');
  return checkReport(JSON.parse(JSON.stringify(report)), 'findings.json');
}

describe('a profile with metrics, events, groups, parameters and moments', () => {
  const builder = begun();
  const work = builder.calls.region({ name: 'work', file: '/src/app.c', beginLine: 20 });
  const main = builder.calls.callPath(builder.calls.region({ name: 'main', file: '/src/app.c', beginLine: 10 }));
  const path = builder.calls.callPath(work, main);
  for (const location of [0, 1]) {
    builder.exclusive('time', main, location, 1);
    builder.exclusive('time', path, location, 3);
  }
  builder.metric({ name: 'bytes_sent', title: 'Bytes sent', unit: 'bytes' });
  builder.exclusive('bytes_sent', path, 1, 4096);
  builder.metric({ name: 'longest', title: 'Longest call', unit: 'seconds', combine: 'max' });
  builder.exclusive('longest', path, 0, 0.25);
  builder.exclusive('longest', path, 1, 0.5);
  builder.group('COMPUTE', work);
  builder.group('MAIN', builder.calls.regionAt(main));
  builder.slice({
    region: work,
    parameters: [['n', '4']],
    location: 0,
    calls: 2,
    exclusive: new Map([['time', 1]]),
    inclusive: new Map([['time', 1.5]]),
  });
  builder.snapshot('after start', 0.5).exclusive('time', main, 0, 0.5);
  const event = builder.events.event('Message size sent', ['main', 'work']);
  builder.events.add(event, 0, { count: 2, min: 8, max: 24, mean: 16, sumOfSquares: 640 });
  const report = stored(builder.build());

  it('are listed in the report', () => {
    expect(report.beside).toEqual({
      quantities: [
        {
          name: 'Bytes sent',
          unit: 'bytes',
          total: 4096,
          functions: [
            { region: 'work', place: { file: '/src/app.c', line: 20 }, calls: 0, own: 4096, inclusive: 4096 },
            { region: 'main', place: { file: '/src/app.c', line: 10 }, calls: 0, own: 0, inclusive: 4096 },
          ],
        },
      ],
      ranges: [
        {
          name: 'longest',
          title: 'Longest call',
          unit: 'seconds',
          combine: 'max',
          functions: [{ region: 'work', place: { file: '/src/app.c', line: 20 }, least: 0.25, most: 0.5 }],
        },
      ],
      events: [
        {
          name: 'Message size sent',
          context: ['main', 'work'],
          place: { file: '/src/app.c', line: 20 },
          unit: 'bytes',
          count: 2,
          min: 8,
          max: 24,
          mean: 16,
          deviation: 8,
          locations: 1,
        },
      ],
      groups: [
        { name: 'COMPUTE', functions: 1, calls: 0, seconds: 6, share: 0.75 },
        { name: 'MAIN', functions: 1, calls: 0, seconds: 2, share: 0.25 },
      ],
      slices: [
        {
          region: 'work',
          place: { file: '/src/app.c', line: 20 },
          parameters: 'n = 4',
          calls: 2,
          exclusive: 1,
          inclusive: 1.5,
        },
      ],
      moments: [{ name: 'after start', time: 0.5, seconds: 0.5 }],
    });
  });

  it('are tables in a terminal, rows of Findings, and shown at their lines', () => {
    const lines = [...otherMetricsLines(report, { width: 100, style, folder: '/src', metrics: true })].join('\n');
    for (const text of ['Bytes sent: 4,096 B in total', 'Longest call, by function', '250 ms  500 ms  work', 'n = 4'])
      expect(lines).toContain(text);
    expect(lines).toMatch(/2 +8 B +16 B +24 B +8 B +Message size sent: main → work +app\.c:20/);
    const [row] = countedRows(shownReport(report, shippedProperties));
    expect(row?.children.map(({ label }) => label)).toEqual([
      'Bytes sent',
      'Events',
      'Longest call',
      'Groups of Functions',
      'Functions by Parameters',
      'Moments of the Run',
    ]);
    expect(row?.children[1]?.children[0]).toMatchObject({
      label: 'Message size sent: main › work',
      description: '2 times · 16 B on average · app.c:20',
    });
    const line = digestByFile(report)
      .get('/src/app.c')
      ?.find((one) => one.line === 20);
    expect(line?.events?.map(({ name }) => name)).toEqual(['Message size sent']);
    expect(line?.counted?.map(({ counter }) => counter.name)).toEqual(['Bytes sent']);
  });
});

it('a profile of times alone has no other metrics', () => {
  const builder = begun();
  builder.exclusive('time', builder.calls.callPath(builder.calls.region({ name: 'main' })), 0, 1);
  expect(stored(builder.build()).beside).toBeUndefined();
});

describe('statistics of events', () => {
  const numbers = fc.array(fc.array(fc.integer({ min: -1000, max: 1000 }), { maxLength: 8 }), {
    minLength: 2,
    maxLength: 2,
  });

  it('over all locations are those of all numbers', () => {
    fc.assert(
      fc.property(numbers, (lists) => {
        const builder = begun();
        const event = builder.events.event('n');
        lists.forEach((list, location) => {
          const mean = list.reduce((sum, one) => sum + one, 0) / list.length;
          const sumOfSquares = list.reduce((sum, one) => sum + one * one, 0);
          const [min, max] = [Math.min(...list), Math.max(...list)];
          builder.events.add(event, location, { count: list.length, min, max, mean, sumOfSquares });
        });
        const all = lists.flat();
        const [found] = eventsOf(builder.build());
        if (all.length === 0) {
          expect(found).toBeUndefined();
          return;
        }
        const mean = all.reduce((sum, one) => sum + one, 0) / all.length;
        const variance = all.reduce((sum, one) => sum + (one - mean) ** 2, 0) / all.length;
        expect(found).toMatchObject({
          count: all.length,
          min: Math.min(...all),
          max: Math.max(...all),
          locations: lists.filter((list) => list.length > 0).length,
        });
        expect(found?.mean).toBeCloseTo(mean, 9);
        // The cancellation error of a difference of squares is the root of that of a single number.
        expect(Math.abs((found?.deviation ?? NaN) ** 2 - variance)).toBeLessThan(1e-8 * 1e6);
      }),
    );
  });

  it('that can be none leave the report readable', () => {
    const builder = begun();
    builder.exclusive('time', builder.calls.callPath(builder.calls.region({ name: 'main' })), 0, 1);
    const told = [NaN, Infinity, 1e308].map((mean, at) => ({ name: `n${at}`, mean }));
    for (const { name, mean } of told)
      builder.events.add(builder.events.event(name), 0, { count: 1e9, min: 0, max: 1, mean, sumOfSquares: 1 });
    expect(stored(builder.build()).beside).toBeUndefined();
  });

  it('have the unit in their name', () => {
    expect(unitOf('Message size for reduce')).toBe('bytes');
    expect(unitOf('Bytes Written <file=/tmp/x>')).toBe('bytes');
    expect(unitOf('Heap Memory Used (KB)')).toBe('count');
    expect(unitOf('Write Bandwidth (MB/s) bytes')).toBe('count');
  });
});

it('a call is the outermost one of its function when none of it is above', () => {
  const parents = fc.array(fc.nat(), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(parents, fc.array(fc.nat(3), { minLength: 40, maxLength: 40 }), (above, regions) => {
      const tree: CallTree = {
        size: above.length,
        parent: Int32Array.from(above, (one, node) => (one % (node + 1)) - 1),
        region: Uint32Array.from(above, (_, node) => elementAt(regions, node)),
        site: new Uint32Array(above.length),
      };
      const naive = (node: number): boolean => {
        for (let at = elementAt(tree.parent, node); at >= 0; at = elementAt(tree.parent, at))
          if (tree.region[at] === tree.region[node]) return false;
        return true;
      };
      above.forEach((_, node) => expect(isOutermost(node, tree)).toBe(naive(node)));
    }),
  );
});

const Counters = v.array(
  v.object({
    'process index': v.number(),
    'thread index': v.number(),
    Counter: v.string(),
    'Num Events': v.number(),
    'Max Value': v.number(),
    'Min Value': v.number(),
    'Mean Value': v.number(),
  }),
);

describe.skipIf(data === undefined || packed === undefined)('public profiles', () => {
  it("user events of a workflow are those of TAU's own conversion", () => {
    const folder = join(data ?? '', 'tau2_workflow_consolidation');
    const text = readFileSync(join(folder, 'merged_workflow.json'), 'utf8');
    const { xmain_0: of } = v.parse(v.object({ xmain_0: v.object({ Counters }) }), JSON.parse(text));
    const events = stored(open(folder, 'xmain_0')).beside?.events ?? [];
    // TAU wrote some lines twice, which adds nothing.
    const told = [...new Map(of.Counters.map((row) => [JSON.stringify(row), row])).values()];
    for (const { name, context, count, min, max, mean } of events) {
      const whole = context === undefined ? name : `${name} : ${context.join(' => ')}`;
      const rows = told.filter(({ Counter }) => Counter === whole);
      const all = rows.reduce((sum, one) => sum + one['Num Events'], 0);
      expect(count, name).toBe(all);
      expect(min).toBe(Math.min(...rows.map((one) => one['Min Value'])));
      expect(max).toBe(Math.max(...rows.map((one) => one['Max Value'])));
      const sum = rows.reduce((total, one) => total + one['Num Events'] * one['Mean Value'], 0);
      expect(Math.abs(mean - sum / all)).toBeLessThanOrEqual(1e-9 * Math.abs(mean));
    }
    expect(events).toHaveLength(new Set(of.Counters.map(({ Counter }) => Counter)).size);
  });

  it('samples of TAU reveal lines', () => {
    const report = stored(open(packed ?? '', 'matmult', 'matmult.ppk'));
    // Of the 24 threads' samples in the parallel region at line 86, those with a known line.
    expect(report.hotLines?.slice(0, 3).map(({ place }) => place.line)).toEqual([97, 118, 142]);
    expect(report.hotLines?.[0]).toMatchObject({ region: 'OpenMP_PARALLEL_REGION: [OPENMP] compute' });
  });
});
