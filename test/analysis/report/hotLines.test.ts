import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hotLinesOf, interval, withHottestLines } from '../../../src/analysis/report/hotLines.js';
import { SampleCounts } from '../../../src/analysis/trace/samples/sampleCounts.js';
import { EventKind } from '../../../src/model/events.js';
import { type CallingContext, type Definitions, NO_INDEX } from '../../../src/model/definitions.js';
import type { Finding, RootCause } from '../../../src/model/findings/findings.js';
import type { PerformanceSpace } from '../../../src/model/performanceSpace.js';
import { TraceBuilder } from '../../support/traceBuilder.js';

/** Regions 0 and 1 with 10 s and 30 s exclusive; lines 0 and 1 of a file, 2 of the system. */
const definitions: Definitions = (() => {
  const builder = new TraceBuilder();
  builder.region('f');
  builder.region('g');
  builder.site('/src/a.c', 4);
  builder.site('/src/a.c', 5);
  builder.site('/usr/include/math.h', 9);
  return builder.build().definitions;
})();

const space: PerformanceSpace = {
  metrics: [],
  callTree: {
    size: 3,
    parent: Int32Array.of(-1, 0, 1),
    region: Uint32Array.of(0, 1, 1),
    site: new Uint32Array(3),
  },
  locationCount: 2,
  severities: new Map([
    [
      'time',
      { callPath: Uint32Array.of(0, 1, 2), location: Uint32Array.of(0, 0, 1), value: Float64Array.of(10, 10, 20) },
    ],
  ]),
};

function found(contexts: readonly CallingContext[], samples: readonly number[], total = 100) {
  const known = { ...definitions, callingContexts: new Map(contexts.map((context, id) => [id * 7, context])) };
  return hotLinesOf(space, known, { sampled: new Map(samples.map((count, id) => [id * 7, count])) }, total);
}

const at = (region: number, sourceCodeLocation: number): CallingContext => ({ region, sourceCodeLocation });

describe('hot lines', () => {
  it("have the part of a function's own time that they have of its samples, over all its call paths", () => {
    const lines = found([at(1, 0), at(1, 1), at(0, 0), at(1, NO_INDEX)], [60, 20, 5, 20]);
    expect(lines.map(({ region, place, seconds, share }) => [region, place.line, seconds, share])).toEqual([
      ['g', 4, 18, 0.18],
      ['f', 4, 10, 0.1],
      ['g', 5, 6, 0.06],
    ]);
    expect(lines[0]).toMatchObject({ samples: 60, ofSamples: 100 });
    expect(lines[0]?.least).toBeCloseTo(30 * 0.502, 2);
    expect(lines[0]?.most).toBeCloseTo(30 * 0.6906, 2);
  });

  it('are one where several contexts are of one line', () => {
    expect(found([at(1, 0), at(1, 0)], [3, 4])).toMatchObject([{ samples: 7, ofSamples: 7, seconds: 30 }]);
  });

  it('count samples of a denser stretch for less', () => {
    const known = { ...definitions, callingContexts: new Map([at(1, 0), at(1, 1)].entries()) };
    const run = {
      sampled: new Map([
        [0, 100],
        [1, 10],
      ]),
      // A hundred at 1,000 Hz on one line, ten at 100 Hz on the other: each has half of the time.
      sampledTimes: new Map([
        [0, { sum: 0.1, squares: 1e-4 }],
        [1, { sum: 0.1, squares: 1e-3 }],
      ]),
    };
    const lines = hotLinesOf(space, known, run, 100);
    expect(lines.map(({ samples, ofSamples }) => [samples, ofSamples])).toEqual([
      [100, 110],
      [10, 110],
    ]);
    const [least, most] = interval(0.2 ** 2 / 1.1e-3 / 2, 0.2 ** 2 / 1.1e-3);
    for (const line of lines) {
      expect(line.seconds).toBeCloseTo(15, 9);
      expect(line.least).toBeCloseTo(30 * least, 9);
      expect(line.most).toBeCloseTo(30 * most, 9);
    }
  });

  it('are exact where amounts were counted and not sampled', () => {
    const known = { ...definitions, callingContexts: new Map([at(1, 0), at(1, 1)].entries()) };
    const sampled = new Map([
      [0, 0],
      [1, 0],
    ]);
    const sampledTimes = new Map([
      [0, { sum: 3, squares: 0 }],
      [1, { sum: 1, squares: 0 }],
    ]);
    const lines = hotLinesOf(space, known, { sampled, sampledTimes }, 100);
    expect(lines.map(({ seconds, least, most, ofSamples }) => [seconds, least, most, ofSamples])).toEqual([
      [22.5, 22.5, 22.5, 0],
      [7.5, 7.5, 7.5, 0],
    ]);
  });

  it('are none of the system, of unknown regions and lines, nor of lines that take next to nothing', () => {
    expect(found([at(1, 2), at(99, 0), at(NO_INDEX, 0), at(1, 77)], [10, 10, 10, 10])).toEqual([]);
    expect(found([at(0, 0), at(0, 1)], [1, 9999]).map(({ place }) => place.line)).toEqual([5]);
    expect(hotLinesOf(space, definitions, {}, 100)).toEqual([]);
  });
});

describe("the interval of a part, by Wilson's score", () => {
  // Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('of %i of %i is %f to %f', (count, all, least, most) => {
    const [from, to] = interval(count, all);
    expect(from).toBeCloseTo(least, 4);
    expect(to).toBeCloseTo(most, 4);
  });

  it('holds the part, stays within 0 and 1, and is the mirror of that of the rest', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.double({ min: 0, max: 1, noNaN: true }), (all, share) => {
        const count = Math.round(all * share);
        const [least, most] = interval(count, all);
        expect(least).toBeGreaterThanOrEqual(0);
        expect(most).toBeLessThanOrEqual(1);
        expect(least).toBeLessThanOrEqual(count / all + 1e-12);
        expect(most).toBeGreaterThanOrEqual(count / all - 1e-12);
        const [from, to] = interval(all - count, all);
        expect(from).toBeCloseTo(1 - most, 9);
        expect(to).toBeCloseTo(1 - least, 9);
      }),
    );
  });
});

describe('counting samples', () => {
  it('gives the same however locations are divided', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(5), fc.nat(9), fc.nat(2))), fc.nat(5), (samples, border) => {
        const count = (own: (location: number) => boolean): SampleCounts => {
          const pass = new SampleCounts();
          const recorder = pass.record();
          for (const [location, context, generator] of samples)
            if (own(location))
              recorder.add(EventKind.CallingContextSample, 0, Float64Array.of(0, context, 1, generator), 0, -1);
          return pass;
        };
        const whole = count(() => true).part();
        const divided = count((location) => location < border);
        divided.merge(count((location) => location >= border).part());
        const asMap = ({ counts }: ReturnType<SampleCounts['part']>) =>
          new Map(
            Array.from({ length: counts?.length ?? 0 }, (_, row) => [
              counts?.columns.key?.[row],
              counts?.columns.samples?.[row],
            ]),
          );
        expect(asMap(divided.part())).toEqual(asMap(whole));
      }),
    );
  });
});

describe('hottest lines of causes', () => {
  const hot = (region: string, line: number) => ({
    ...{ region, place: { file: '/src/a.c', line }, samples: 1, ofSamples: 2 },
    ...{ seconds: 1, least: 0, most: 2, share: 0.1 },
  });
  const cause = (region: string, line: number): RootCause => ({
    ...{ region, callPath: [{ region }], place: { file: '/src/a.c', line } },
    ...{ seconds: 1, share: 1, locations: [] },
  });
  const finding: Finding = {
    ...{ property: 'mpi_latesender', title: 'Late Sender', callPath: [], seconds: 1, severity: 0.1, confidence: 1 },
    ...{ locations: [], explanation: '', advice: '' },
    rootCauses: [cause('f', 4), cause('g', 5), cause('h', 6)],
  };

  it('are the first ones of their region, at another line than the cause', () => {
    const [result] = withHottestLines([finding], [hot('f', 7), hot('f', 8), hot('g', 5)]);
    expect(result?.rootCauses?.map(({ hottest }) => hottest?.line)).toEqual([7, undefined, undefined]);
  });
});
