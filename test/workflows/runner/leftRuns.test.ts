/** Runs without an executing process: the progress of their jobs, and repeated steps. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { ExperimentStore } from '../../../src/experiments/index.js';
import { createTarget } from '../../../src/targets/create.js';
import { LOCAL } from '../../../src/targets/description.js';
import {
  answerRun,
  cancelLeftRun,
  hasJobs,
  readRun,
  resumeRun,
  startRun,
  type WorkflowRunState,
} from '../../../src/workflows/runner/index.js';
import { project, surroundingsOf, told, whole } from './support.js';

const observer = { signal: new AbortController().signal };

/** Starts the project's workflow, and leaves it as soon as `when` returns true. */
async function left(folder: string, when: (state: WorkflowRunState) => boolean): Promise<WorkflowRunState> {
  const leave = new AbortController();
  return whole(
    folder,
    {},
    {
      signal: leave.signal,
      onChange: (state) => {
        if (when(state)) leave.abort('leave');
      },
    },
  );
}

describe('a run that was left', () => {
  it('is canceled with its job, which was still running', async () => {
    const folder = project('steps:\n  - run:\n', '[sleep, "600"]');
    const state = await left(folder, ({ steps }) => steps.at(0)?.saved?.job !== undefined);
    expect(hasJobs(readRun(folder, state.id))).toBe(true);
    const handle = v.parse(v.object({ id: v.string(), jobFolder: v.string() }), elementAt(state.steps, 0).saved?.job);
    const target = createTarget(LOCAL);
    expect((await target.status([handle]))[0]?.phase).toMatch(/pending|running/);

    const cancelled = await cancelLeftRun(state.id, surroundingsOf(folder), observer).ended;
    expect([cancelled.state.state, ...told(cancelled.state)]).toEqual(['cancelled', 'run: cancelled']);
    expect((await target.status([handle]))[0]?.phase).toBe('cancelled');
    const [experiment] = new ExperimentStore(folder).list();
    expect(experiment?.state).toBe('cancelled');
    await target.close();
  });

  it('is cancelled without beginning what had not begun', async () => {
    const folder = project(
      'steps:\n  - ask: { question: Go on? }\n  - shell: { command: [sh, -c, "echo x > begun"] }\n',
    );
    const state = await left(folder, ({ steps }) => steps.at(0)?.state === 'asking');
    const cancelled = await cancelLeftRun(state.id, surroundingsOf(folder), observer).ended;
    expect([cancelled.state.state, ...told(cancelled.state)]).toEqual(['cancelled', 'ask: cancelled']);
    expect(existsSync(join(folder, 'begun'))).toBe(false);
  });
});

describe('a run that is done again from a step', () => {
  it('asks again', async () => {
    const folder = project(
      'steps:\n  - ask: { question: What? }\n  - shell: { command: [sh, -c, "echo $0 >> said", "${{ steps.ask.answer }}"] }\n',
    );
    const answering = (answer: string) => ({
      ...observer,
      onChange: ({ id, steps }: WorkflowRunState): void => {
        if (steps.at(0)?.state === 'asking') answerRun(folder, id, 'ask', answer);
      },
    });
    const { state } = await startRun('w.yaml', {}, surroundingsOf(folder), answering('one')).ended;
    expect(state.state).toBe('succeeded');
    const again = await resumeRun(state.id, surroundingsOf(folder), answering('two'), { from: 'ask' }).ended;
    expect(again.state.state).toBe('succeeded');
    expect(readFileSync(join(folder, 'said'), 'utf8')).toBe('one\ntwo\n');
  });

  it('has all its retries again', async () => {
    const folder = project('steps:\n  - shell: { command: [sh, -c, "echo x >> tries; exit 1"] }\n    retries: 1\n');
    const state = await whole(folder);
    expect(state.state).toBe('failed');
    expect((await resumeRun(state.id, surroundingsOf(folder), observer).ended).state.state).toBe('failed');
    expect(readFileSync(join(folder, 'tries'), 'utf8')).toBe('x\n'.repeat(4));
  });
});
