import fc from 'fast-check';
import { elementAt } from '../../../src/base/elements.js';
import { shippedProperties } from '../../../src/properties/index.js';
import { describe, expect, it } from 'vitest';
import { CallPaths } from '../../../src/analysis/callPaths/callPaths.js';
import { linesOf } from '../../../src/analysis/report/lines.js';
import type { LineSummary, SourcePlace } from '../../../src/model/findings/findings.js';
import type { PerformanceSpace, SeverityColumn } from '../../../src/model/performanceSpace.js';
import { TraceBuilder } from '../../support/traceBuilder.js';

/** One call: its caller (any earlier call), its callee and call site, and its exclusive time. */
interface Call {
  readonly caller: number;
  readonly region: number;
  readonly site: number;
  readonly seconds: number;
  /** How many tenths of the time are waiting for a late sender. */
  readonly waiting: number;
}

const REGIONS = 4;
const SITES = 5;

/** f0 and f1 begin on the lines of two sites, f2 on a separate line; f3 has no known line. */
const definitions = (() => {
  const builder = new TraceBuilder();
  [3, 4, 30].forEach((beginLine, at) => builder.region(`f${at}`, { file: 'a.c', beginLine, endLine: beginLine + 9 }));
  builder.region('f3');
  for (let line = 1; line <= SITES; line++) builder.site('a.c', line);
  return builder.build().definitions;
})();
const regionNumbers = ['f0', 'f1', 'f2', 'f3'].map((name) =>
  definitions.regions.findIndex((region) => region.name === name),
);

const calls: fc.Arbitrary<Call[]> = fc
  .array(
    fc.record({
      // Mostly the call before, so that paths become deep and recursive.
      caller: fc.oneof(
        { weight: 3, arbitrary: fc.constant(1) },
        { weight: 1, arbitrary: fc.integer({ min: 1, max: 40 }) },
      ),
      region: fc.nat(REGIONS - 1),
      site: fc.nat(SITES),
      seconds: fc.integer({ min: 0, max: 1000 }),
      waiting: fc.nat(10),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((steps) => steps.map((step, node) => ({ ...step, caller: Math.max(-1, node - step.caller) })));

function column(values: readonly number[]): SeverityColumn {
  const nodes = [...values.keys()].filter((node) => values[node] !== 0);
  return {
    callPath: Uint32Array.from(nodes),
    location: new Uint32Array(nodes.length),
    value: Float64Array.from(nodes, (node) => elementAt(values, node)),
  };
}

function spaceOf(tree: readonly Call[]): PerformanceSpace {
  return {
    metrics: [],
    callTree: {
      size: tree.length,
      parent: Int32Array.from(tree, ({ caller }) => caller),
      region: Uint32Array.from(tree, ({ region }) => elementAt(regionNumbers, region)),
      site: Uint32Array.from(tree, ({ site }) => site),
    },
    locationCount: 1,
    severities: new Map([
      ['time', column(tree.map(({ seconds }) => seconds))],
      ['mpi_latesender', column(tree.map(({ seconds, waiting }) => (seconds * waiting) / 10))],
    ]),
  };
}

/** The definition, word by word: each call's time counts once for each line on its call path. */
function plainly(tree: readonly Call[], paths: CallPaths, amount: (call: Call) => number): Map<string, number> {
  const sums = new Map<string, number>();
  tree.forEach((call, node) => {
    const lines = new Set<string>();
    for (let at = node; at >= 0; at = elementAt(tree, at).caller)
      for (const place of [paths.callSite(at), paths.definition(at)]) if (place !== undefined) lines.add(name(place));
    for (const line of lines) sums.set(line, (sums.get(line) ?? 0) + amount(call));
  });
  return sums;
}

const name = ({ file, line }: SourcePlace): string => `${file}:${line}`;
const lateSender = ({ properties = [] }: LineSummary) =>
  properties.find(({ property }) => property === 'mpi_latesender');

describe('lines of generated call trees', () => {
  it('have every call path that passes them once, never more than the whole, and what is lost at them apart', () => {
    fc.assert(
      fc.property(calls, (tree) => {
        const whole = tree.reduce((sum, { seconds }) => sum + seconds, 0);
        const space = spaceOf(tree);
        const paths = new CallPaths(space.callTree, definitions);
        const lines = linesOf(space, paths, shippedProperties.waiting, whole);
        const seconds = plainly(tree, paths, (call) => call.seconds);
        const waiting = plainly(tree, paths, (call) => (call.seconds * call.waiting) / 10);
        const expected = [...seconds].filter(([, value]) => whole > 0 && value / whole >= 0.0005);
        expect(new Set(lines.map(({ place }) => name(place)))).toEqual(new Set(expected.map(([line]) => line)));
        for (const line of lines) {
          expect(line.seconds).toBeCloseTo(seconds.get(name(line.place)) ?? 0, 6);
          expect(line.share).toBeLessThanOrEqual(1 + 1e-12);
          expect(line.exclusive).toBeLessThanOrEqual(line.seconds + 1e-9);
          const lost = lateSender(line);
          const share = (waiting.get(name(line.place)) ?? 0) / whole;
          expect(lost?.severity ?? 0).toBeCloseTo(share >= 0.0005 ? share : 0, 9);
          expect(lost?.own ?? 0).toBeLessThanOrEqual((lost?.severity ?? 0) + 1e-12);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('have exclusive losses that add up to the loss with any known line', () => {
    fc.assert(
      fc.property(calls, (tree) => {
        const space = spaceOf(tree);
        const paths = new CallPaths(space.callTree, definitions);
        const whole = tree.reduce((sum, { seconds }) => sum + seconds, 0);
        const placed = tree.filter((_, node) => paths.place(node) !== undefined);
        const known = placed.reduce((sum, { seconds }) => sum + seconds, 0);
        const own = linesOf(space, paths, shippedProperties.waiting, whole).reduce(
          (sum, { exclusive = 0 }) => sum + exclusive,
          0,
        );
        // Lines of less than 0.05 % each are omitted, which are few.
        expect(own).toBeLessThanOrEqual(known + 1e-6);
        expect(own).toBeGreaterThanOrEqual(known - whole * 0.0005 * (SITES + REGIONS));
      }),
      { numRuns: 300 },
    );
  });
});
