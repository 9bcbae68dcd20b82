import { describe, expect, it } from 'vitest';
import { checkReport } from '../../src/experiments/report/reportSchema.js';
import { doubtsOf, sortedDoubts } from '../../src/model/findings/doubts.js';
import { sampleReport } from './support.js';

describe('stored findings', () => {
  it('of version 1 report their incomplete trace as a warning', () => {
    const said = { title: 'Incomplete trace', explanation: 'Rank 1 ends early.', advice: 'Measure again.' };
    const former = { ...sampleReport(), version: 1, uncertainty: { ...said, locations: [], leftOut: 3 } };
    const report = checkReport(former, 'findings.json');
    expect(doubtsOf(report)).toEqual([
      {
        kind: 'incomplete-trace',
        severity: 'warning',
        title: 'Incomplete trace',
        sentence: 'Rank 1 ends early.',
        advice: 'Measure again.',
        uncertainty: { locations: [], leftOut: 3 },
      },
    ]);
    expect(report).not.toHaveProperty('uncertainty');
    expect(doubtsOf(checkReport({ ...sampleReport(), version: 1 }, 'findings.json'))).toEqual([]);
    expect(() => checkReport({ ...former, uncertainty: 'much' }, 'findings.json')).toThrow(
      /^findings\.json cannot be read: doubts/,
    );
  });

  it('of newer versions are read if something was only added, such as another kind of warning', () => {
    const doubt = { kind: 'full-moon', severity: 'warning', title: 'a', sentence: 'b', advice: 'c' } as const;
    const known = { ...doubt, kind: 'no-functions' };
    const newer = { ...sampleReport({ doubts: [doubt] }), moon: { phase: 'full' } };
    expect(checkReport(newer, 'findings.json')).toEqual(newer);
    expect(sortedDoubts([doubt, known]).map(({ kind }) => kind)).toEqual(['no-functions', 'full-moon']);
    expect(() => checkReport({ ...newer, version: 3 }, 'findings.json')).toThrow(/written by a newer Trimtab/);
  });
});
