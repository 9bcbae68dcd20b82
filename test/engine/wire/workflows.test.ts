import { expect, it } from 'vitest';
import { shownRun } from '../../../src/engine/wire/workflows.js';
import type { WorkflowRunSummary } from '../../../src/workflows/runner/index.js';

const run: WorkflowRunSummary = {
  format: 'trimtab-workflow-run',
  version: 1,
  id: '20260102-heat',
  name: 'heat',
  workflow: 'w.yaml',
  configuration: '/p/trimtab.yaml',
  inputs: { secret: 'x' },
  state: 'running',
  began: '2026-01-02T00:00:00.000Z',
  folder: '/p/.trimtab/runs/20260102-heat',
  elsewhere: false,
  series: [],
  steps: [
    {
      key: 'run',
      id: 'run',
      kind: 'run',
      title: 'Run',
      state: 'running',
      began: '2026-01-02T00:00:00.000Z',
      attempt: 1,
      job: '7',
      saved: { job: { id: '7', jobFolder: '/there' } },
      outputs: { trace: '/there/trace' },
      log: 'logs/run.log',
    },
  ],
};

it('a run on its way to clients has its state, but none of the values that its steps pass on', () => {
  expect(shownRun(run)).toEqual({
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
        began: '2026-01-02T00:00:00.000Z',
        attempt: 1,
        job: '7',
        log: 'logs/run.log',
      },
    ],
  });
});
