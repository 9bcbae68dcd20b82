/** Waiting in traced iterations, added to the findings of a profile: parts of its values, and nothing more. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Finding, FindingsReport } from '../../../src/model/findings/findings.js';
import { emptyHistory, type Experiment, pathKey, type SearchHistory } from '../../../src/measurement/search/history.js';
import { withWaits } from '../../../src/measurement/search/waits.js';

const callSite = (line: number) => ({ file: 'drift.c', line });
const path = (line: number) => [
  { region: 'main' },
  { region: 'step' },
  { region: 'MPI_Recv', callSite: callSite(line) },
];
const texts = { explanation: 'Because.', advice: 'Mend it.' };

function finding(property: string, line: number, seconds: number, more: Partial<Finding> = {}): Finding {
  return {
    ...{ property, title: property, callPath: path(line), place: callSite(line), seconds, severity: seconds / 100 },
    ...{ confidence: 1, locations: [{ location: 0, name: 'rank 1', seconds }], ...texts, ...more },
  };
}

const cost = (line: number, seconds: number): Finding => finding('mpi_cost', line, seconds, { kind: 'cost' });

function profile(findings: readonly Finding[]): FindingsReport {
  return {
    ...{ format: 'trimtab-findings', version: 2, program: 'drift', measurement: 'profile', span: 50, totalTime: 100 },
    ...{ events: 0, processes: 2, locations: ['rank 0', 'rank 1'], metrics: [], findings, functions: [], lines: [] },
    ...{ problems: [] },
    doubts: [{ kind: 'sums-only', severity: 'warning', title: '', sentence: '', advice: '' }],
  };
}

/** @param waits by call site, each with the time in its calls */
function burst(first: number, waits: readonly Finding[], called: Readonly<Record<number, number>>): Experiment {
  return {
    ...{ kind: 'burst', first, count: 4, functions: [], cost: 0, waits: [...waits] },
    called: Object.fromEntries(Object.entries(called).map(([line, seconds]) => [pathKey(path(Number(line))), seconds])),
  };
}

const history = (experiments: Experiment[], iterations = 100): SearchHistory => ({
  ...emptyHistory(),
  experiments,
  iterations,
});

describe('what a search found of waiting', () => {
  it('is that part of the time in calls which it was in traced iterations, on its line', () => {
    const one = burst(20, [finding('mpi_latesender', 7, 3)], { 7: 4 });
    const { findings, doubts } = withWaits(profile([cost(7, 20), cost(9, 5)]), history([one]));
    expect(findings.map(({ property, seconds, place }) => [property, seconds, place?.line])).toEqual([
      ['mpi_latesender', 15, 7],
      ['mpi_cost', 5, 7],
      ['mpi_cost', 5, 9],
    ]);
    expect(findings[0]).toMatchObject({
      ...{ severity: 0.15, confidence: 0.5, advice: 'Mend it.' },
      locations: [{ location: 1, name: 'rank 1', seconds: 15 }],
      explanation: expect.stringContaining('iterations 20 to 23 of 100 iterations were traced while it ran') as string,
    });
    expect(doubts?.map(({ kind, title }) => [kind, title])).toEqual([
      ['parts-traced', 'waiting is estimated from 4 iterations'],
    ]);
  });

  it('counts as much as the iterations that it represents', () => {
    // Of 100 iterations the first 50 wait half of the time, the others not at all, with twice the time in calls.
    const bursts = [burst(0, [finding('mpi_latesender', 7, 2)], { 7: 4 }), burst(50, [], { 7: 8 })];
    const { findings } = withWaits(profile([cost(7, 30)]), history(bursts));
    expect(findings.map(({ property, seconds }) => [property, seconds])).toEqual([
      ['mpi_cost', 25],
      ['mpi_latesender', 5],
    ]);
    expect(findings[1]?.confidence).toBe(0.5);
  });

  it('is sure where all bursts agree, and leaves traces and other call paths alone', () => {
    const like = (first: number) => burst(first, [finding('mpi_latesender', 7, 1)], { 7: 2 });
    const report = profile([cost(7, 30)]);
    expect(withWaits(report, history([like(10), like(40)])).findings[0]?.confidence).toBeCloseTo(1, 12);
    const { measurement: _, ...trace } = report;
    expect(withWaits(trace, history([like(10)]))).toBe(trace);
    expect(withWaits(profile([cost(9, 30)]), history([like(10)])).findings).toEqual([cost(9, 30)]);
    expect(withWaits(report, history([])).findings).toEqual(report.findings);
  });

  it('never adds time, nor takes any away', () => {
    const seconds = fc.double({ min: 0, max: 10, noNaN: true });
    const wait = fc.record({ line: fc.integer({ min: 1, max: 3 }), property: fc.constantFrom('a', 'b', 'c'), seconds });
    const anyBurst = fc.record({ first: fc.nat(90), waits: fc.array(wait, { maxLength: 9 }), rest: seconds });
    fc.assert(
      fc.property(fc.array(anyBurst, { maxLength: 5 }), fc.array(seconds, { maxLength: 3 }), (all, costs) => {
        const bursts = all.map(({ first, waits, rest }) => {
          const called: Record<number, number> = {};
          for (const line of [1, 2, 3])
            called[line] = waits.reduce((sum, one) => sum + (one.line === line ? one.seconds : 0), rest);
          return burst(first, waits.map((one) => finding(one.property, one.line, one.seconds)), called); // prettier-ignore
        });
        const before = costs.map((own, index) => cost(index + 1, own));
        const after = withWaits(profile(before), history(bursts)).findings;
        for (const line of [1, 2, 3]) {
          const of = (list: readonly Finding[]) =>
            list.reduce((sum, one) => sum + (one.place?.line === line ? one.seconds : 0), 0);
          // Negligible values are not reported.
          expect(Math.abs(of(after) - of(before))).toBeLessThanOrEqual(0.0005 * 100 + 1e-9);
          expect(of(after)).toBeLessThanOrEqual(of(before) + 1e-9);
        }
        for (const { confidence, seconds: own, severity } of after) {
          expect(own).toBeGreaterThanOrEqual(0);
          expect(severity).toBeCloseTo(own / 100, 12);
          expect(confidence).toBeGreaterThanOrEqual(0.5);
          expect(confidence).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});
