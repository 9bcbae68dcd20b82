/** Fate of steps whose process ended, according to their declarations; and runs that earlier versions left. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { actions } from '../../../src/workflows/actions/index.js';
import { analyzeDeclaration } from '../../../src/workflows/declarations/analyze.js';
import { runDeclaration, savedBy } from '../../../src/workflows/declarations/run.js';
import { latestOutputs, neededOutputs } from '../../../src/workflows/language/declaration.js';
import { answerRun, readRun, resumeRun, startRun } from '../../../src/workflows/runner/index.js';
import { project, surroundingsOf } from './support.js';

const COMMAND = 'echo x >> ran; if [ ! -e once ]; then touch once; sleep 300; fi';
const WORKFLOW = `steps:\n  - shell: { command: [sh, -c, "${COMMAND}"] }\n`;
const never = new AbortController().signal;
const WAIT = { timeout: 30_000, interval: 50 };

/** A run whose process leaves it while its command is under way. */
async function left(): Promise<{ folder: string; id: string }> {
  const folder = project(WORKFLOW);
  const leave = new AbortController();
  const { id, ended } = startRun('w.yaml', {}, surroundingsOf(folder), { signal: leave.signal });
  await vi.waitFor(() => expect(existsSync(join(folder, 'once'))).toBe(true), WAIT);
  leave.abort('leave');
  await ended;
  expect(readRun(folder, id)).toMatchObject({ state: 'interrupted', steps: [{ state: 'running' }] });
  return { folder, id };
}

const times = (folder: string): number => readFileSync(join(folder, 'ran'), 'utf8').trim().split('\n').length;

describe('a command that was under way when its process ended', { timeout: 90_000 }, () => {
  it.each([
    ['Do it again', 'succeeded', 2],
    ['Stop here', 'failed', 1],
  ])('is asked about where the run is picked up: %s', async (answer, state, count) => {
    const { folder, id } = await left();
    const { ended } = resumeRun(id, surroundingsOf(folder), { signal: never }, { unattended: true });
    await vi.waitFor(() => expect(readRun(folder, id).state).toBe('asking'), WAIT);
    expect(readRun(folder, id).steps[0]?.question).toEqual({
      text: '"Run a command" was running when its process ended. Running it twice may have side effects. Do it again?',
      choices: ['Do it again', 'Stop here'],
    });
    expect(times(folder)).toBe(1);
    answerRun(folder, id, 'shell', answer);
    expect((await ended).state.state).toBe(state);
    expect(times(folder)).toBe(count);
  });

  it('is done again where a person resumes the run', async () => {
    const { folder, id } = await left();
    const { state } = await resumeRun(id, surroundingsOf(folder), { signal: never }).ended;
    expect(state.state).toBe('succeeded');
    expect(times(folder)).toBe(2);
  });
});

describe('what steps of earlier versions gave', () => {
  const run = { experiment: 'e', target: 'local', ranks: 4, trace: '/t', jobFolder: '/j', seconds: 1 };

  it('is read if it contains less than the current format', () => {
    const done = [{ id: 'run', kind: 'run', outputs: run }];
    expect(neededOutputs(runDeclaration, done, undefined)).toEqual(run);
    expect(latestOutputs(runDeclaration, done)?.project).toBeUndefined();
  });

  it('is not taken for what it is not', () => {
    const done = [
      { id: 'first', kind: 'analyze', outputs: {} },
      { id: 'second', kind: 'run', outputs: run },
    ];
    expect(latestOutputs(analyzeDeclaration, done)).toBeUndefined();
    expect(() => neededOutputs(runDeclaration, done, 'first')).toThrow(
      'The step "first" before this one has no output experiment; it is no "run" step, or was skipped.',
    );
    expect(() => neededOutputs(runDeclaration, [], undefined)).toThrow('There is no "run" step before this one');
    expect(savedBy({ job: 'x' })).toEqual({});
  });
});

it('every action that continues after a crash submits jobs, which run independently', () => {
  expect(actions.filter(({ afterCrash }) => afterCrash === 'goesOn').map(({ kind }) => kind)).toEqual(
    actions.filter(({ handsInJobs }) => handsInJobs).map(({ kind }) => kind),
  );
});
