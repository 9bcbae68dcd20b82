import { describe, expect, it } from 'vitest';
import { seriesOf } from '../../../src/extension/workflows/series.js';
import type { WorkflowRunSummary } from '../../../src/protocol/messages.js';

const step = (kind: string, outputs?: WorkflowRunSummary['steps'][number]['outputs']) => ({
  key: kind,
  id: kind,
  kind,
  title: kind,
  state: 'succeeded' as const,
  began: '2026-11-02T09:00:00Z',
  attempt: 1,
  outputs,
});

describe('the series of a workflow run', () => {
  it('is what its comparison of a series is about', () => {
    const points = [
      { ranks: 1, experiments: ['a'] },
      { ranks: 2, experiments: ['b', 'c'] },
    ];
    expect(seriesOf({ steps: [step('analyze', { experiment: 'a' }), step('compare', { points })] })).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  it('is empty for other runs, and for what a stranger wrote', () => {
    expect(seriesOf({ steps: [step('run'), step('compare', { accepted: true })] })).toEqual([]);
    expect(seriesOf({ steps: [step('compare', { points: [null, 3, { experiments: [1, 'a'] }] })] })).toEqual(['a']);
  });
});
