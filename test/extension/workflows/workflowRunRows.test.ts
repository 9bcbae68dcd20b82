import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { workflowRunRows } from '../../../src/extension/workflows/workflowRunRows.js';
import type { WorkflowRunSummary } from '../../../src/protocol/workflows.js';

const began = '2026-11-21T10:00:00.000Z';
const now = Date.parse(began) + 90_000;

function run(change: Partial<WorkflowRunSummary>): WorkflowRunSummary {
  return {
    id: 'r1',
    name: 'Scalability study',
    workflow: 'scalability-study',
    state: 'running',
    began,
    folder: '/p/.trimtab/runs/r1',
    elsewhere: false,
    series: [],
    steps: [
      {
        key: 'study[ranks=2]/run',
        title: 'Run',
        state: 'running',
        began,
        attempt: 2,
        job: '17',
        sentence: 'Waits for a node.',
        log: 'run.log',
      },
      { key: 'ask', title: 'Ask', state: 'asking', began, attempt: 1 },
    ],
    ...change,
  };
}

describe('the rows of workflow runs', () => {
  it('mark external ones, which do not open automatically', () => {
    const [row] = workflowRunRows([run({ elsewhere: true })], now);
    expect(row?.description).toMatch(/^running · external · /);
    expect(row?.expanded).toBe(false);
  });

  it('show state, time, attempt, job and reason, and lead to the log', () => {
    const row = elementAt(workflowRunRows([run({})], now), 0);
    expect(row).toMatchObject({ label: 'Scalability study', context: 'workflowRun.active', expanded: true });
    expect(row.children[0]).toMatchObject({
      label: 'Run [ranks=2]',
      description: 'running · 90.0 s · try 2 · job 17 · Waits for a node.',
      command: { id: 'trimtab.showStepLog' },
    });
    expect(row.children[1]).toMatchObject({ context: 'workflowStep.asking' });
    expect(elementAt(row.children, 1).command).toBeUndefined();
  });

  it('show in their menu that a table of the measurement overhead exists', () => {
    const [row] = workflowRunRows([run({ state: 'asking', table: '/p/.trimtab/runs/r1/overheads.md' })], now);
    expect(row?.context).toBe('workflowRun.active.table');
  });

  it('distinguish an interrupted run, which can continue, from a running one', () => {
    const [row] = workflowRunRows([run({ state: 'interrupted' })], now);
    expect(row).toMatchObject({ context: 'workflowRun.stopped', icon: { id: 'debug-pause' } });
    expect(row?.children[0]?.description).toContain('interrupted');
    expect(row?.children[0]?.context).toBe('workflowStep.ended');
  });

  it('show a damaged run with its reason and no date that was not', () => {
    const damaged = run({
      state: 'damaged',
      sentence: 'state.yaml is damaged.',
      steps: [],
      began: new Date(0).toISOString(),
    });
    const [row] = workflowRunRows([damaged], now);
    expect(row).toMatchObject({ context: 'workflowRun.damaged', children: [] });
    expect(row?.description).toContain('state.yaml is damaged.');
  });
});
