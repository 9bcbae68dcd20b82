import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { analyzeTrace, exclusive } from '../../../src/analysis/trace/index.js';
import { addAt, elementAt } from '../../../src/base/elements.js';
import { openArchive } from '../../../src/formats/otf2/index.js';
import type { PerformanceSpace, SeverityColumn } from '../../../src/model/performanceSpace.js';
import { violatedCauses } from '../../support/causeInvariants.js';
import { conformanceData, LARGE_TRACES, usualTraces } from '../../support/conformanceData.js';
import { inclusive } from '../../support/spaceValues.js';
import { shippedProperties } from '../../../src/properties/index.js';

const { metrics } = shippedProperties;

const archives = usualTraces(
  ['otf2', 'otf2-with-scalasca'].flatMap((name) => archivesIn(conformanceData(name))),
  LARGE_TRACES.filter((name) => name !== 'clover_hyb.2x2'),
);

function archivesIn(folder: string | undefined): string[] {
  if (folder === undefined) return [];
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.otf2')).map((file) => path.join(folder, file));
}

/** Seconds that sums of rounded numbers may be off, for a trace of `span` seconds. */
const tolerance = (span: number): number => 1e-9 * Math.max(1, span);

const byPair = ({ callPath, location, value }: SeverityColumn): Map<string, number> =>
  new Map(Array.from(value, (amount, i) => [`${callPath[i]} ${location[i]}`, amount]));

/**
 * Metrics that are negative, or are less than the sum of their sub-metrics. The latter for times only: waiting
 * messages are counted where they wait, sends where they start, and that need not be the same call (as in Scalasca).
 */
function violations(space: PerformanceSpace, span: number): string[] {
  const found: string[] = [];
  for (const { name, unit } of metrics) {
    const whole = byPair(exclusive(space, name));
    for (const [pair, value] of whole) if (value < -tolerance(span)) found.push(`${name} at ${pair} is ${value}`);
    if (unit !== 'seconds') continue;
    const parts = new Map<string, number>();
    for (const child of metrics.filter(({ parent }) => parent === name)) {
      for (const [pair, value] of byPair(exclusive(space, child.name))) parts.set(pair, (parts.get(pair) ?? 0) + value);
    }
    for (const [pair, sum] of parts) {
      const value = whole.get(pair) ?? 0;
      if (sum > value + tolerance(span)) found.push(`${name} at ${pair} is ${value}, its parts are ${sum}`);
    }
  }
  return found;
}

describe.skipIf(archives.length === 0)('every trace there is', () => {
  test.each(archives)('%s', (file) => {
    const trace = openArchive(file);
    const result = analyzeTrace(trace, { program: file });
    const { space, report } = result;
    expect(violatedCauses(result)).toEqual([]);
    expect(violations(space, report.span)).toEqual([]);

    // No location's time exceeds the duration of the trace.
    const perLocation = new Float64Array(space.locationCount);
    const { location, value } = exclusive(space, 'time');
    value.forEach((seconds, i) => addAt(perLocation, elementAt(location, i), seconds));
    for (const seconds of perLocation) expect(seconds).toBeLessThanOrEqual(report.span + tolerance(report.span));

    // No wait is longer than the call it sits in, and all of them together are the severity.
    const time = inclusive(space, 'time');
    for (const { property, sum, maximum, worst } of report.statistics ?? []) {
      const column = exclusive(space, property);
      column.value.forEach((seconds, i) => {
        const whole = time.get(`${column.callPath[i]} ${column.location[i]}`) ?? 0;
        expect(seconds, property).toBeLessThanOrEqual(whole + tolerance(report.span));
      });
      expect(column.value.reduce((total, seconds) => total + seconds, 0)).toBeCloseTo(sum, 6);
      expect(worst[0]?.seconds).toBe(maximum);
      for (const { seconds, enter, leave } of worst) expect(seconds).toBeLessThanOrEqual(leave - enter + 1e-12);
    }
  });
});
