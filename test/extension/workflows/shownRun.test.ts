import { describe, expect, it } from 'vitest';
import { shownRun } from '../../../src/extension/workflows/shownRun.js';
import type { WorkflowRunSummary } from '../../../src/protocol/workflows.js';

const run: WorkflowRunSummary = {
  id: '20260102-heat',
  name: 'heat',
  workflow: 'w.yaml',
  state: 'running',
  began: '2026-01-02T00:00:00.000Z',
  folder: '/p/.trimtab/runs/20260102-heat',
  elsewhere: false,
  series: [],
  steps: [
    {
      key: 'run',
      title: 'Run',
      state: 'running',
      sentence: 'Running on n1.',
      began: '2026-01-02T00:00:00.000Z',
      attempt: 1,
      job: '7',
      log: 'logs/run.log',
    },
  ],
};

describe('a run as the page of its workflow shows it', () => {
  it('is the state of its steps, and nothing else that the engine keeps', () => {
    expect(shownRun(run)).toEqual({
      sentence: 'Run 20260102-heat: running.',
      steps: [{ key: 'run', state: 'running', sentence: 'Running on n1.', job: '7' }],
    });
  });

  it('is none where there is none', () => {
    expect(shownRun(undefined)).toBeNull();
  });
});
