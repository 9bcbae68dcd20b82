import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type AnalysisResult, analyzeTrace, total } from '../../src/analysis/trace/index.js';
import { openArchive } from '../../src/formats/otf2/index.js';
import { causedWaiting } from '../../src/model/findings/causedWaits.js';
import { finding, report } from '../engine/presentation/fixtures.js';
import { exampleArchive } from '../engine/support/archives.js';
import { valuesByPath } from '../support/spaceValues.js';

function analyzed(example: string): AnalysisResult & { readonly delays: ReadonlyMap<string, number> } {
  const trace = openArchive(path.join(exampleArchive(example), 'traces.otf2'));
  const result = analyzeTrace(trace, { program: example });
  return { ...result, delays: valuesByPath(result.space, trace.definitions).get('delay') ?? new Map() };
}

describe('lines that make others wait', () => {
  it.each(['heat2d-mpi', 'sweep-mpi', 'hybrid'])('of %s cost together what all delays cost', (example) => {
    const { report, space } = analyzed(example);
    const made = causedWaiting(report);
    const cost = total(space, 'delay');
    const left = cost - made.reduce((all, { seconds }) => all + seconds, 0);
    // Lines that hardly matter are omitted from reports.
    expect(left).toBeGreaterThan(-1e-9 * cost);
    expect(left).toBeLessThan(0.001 * report.totalTime);
    expect(made.every(({ seconds, severity }) => severity === seconds / report.totalTime)).toBe(true);
  });

  it('have the delay costs of the call paths that end there, and know where they are waited for', () => {
    const { report, delays } = analyzed('heat2d-mpi');
    const [worst] = causedWaiting(report);
    expect([worst?.place.line, worst?.region]).toEqual([165, 'relax_rows']);
    expect(worst?.waits.map(({ title, at }) => [title, at?.line])).toEqual([
      ['Late Sender', 129],
      ['Wait at N×N', 182],
    ]);
    expect(worst?.locations[0]?.name).toMatch(/1$/);
    const costs = [...delays].filter(([key]) => key.split('\t')[0]?.endsWith('/relax_alloy/relax_rows') === true);
    expect(worst?.seconds).toBeCloseTo(
      costs.reduce((sum, [, seconds]) => sum + seconds, 0),
      9,
    );
  });

  it('are none if no delays are known, and are unspecific if no finding names them', () => {
    expect(causedWaiting(report())).toEqual([]);
    const place = { file: '/src/heat.c', line: 6 };
    const lines = [{ place, seconds: 1, share: 0.1, delays: 0.5 }];
    expect(causedWaiting(report({ lines, findings: [finding()] }))).toEqual([
      { place, seconds: 0.5, severity: 0.05, waits: [], locations: [] },
    ]);
    expect(causedWaiting(report({ lines, totalTime: 0 }))).toEqual([]);
  });
});
