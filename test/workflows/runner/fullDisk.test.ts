/** A disk that is full at any write of a run: the run ends, and one sentence reports it. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TrimtabError } from '../../../src/base/problem.js';
import { ExperimentStore, isOwned } from '../../../src/experiments/index.js';
import type { JobHandle, Target } from '../../../src/targets/target.js';
import { readRuns, startRun, type WorkflowRunState } from '../../../src/workflows/runner/index.js';
import { onFullDisk, type WriteCall } from '../../support/fullDisk.js';
import { rounds } from '../../support/matrix.js';
import { project, resumed, surroundingsOf, told, whole } from './support.js';

const FULL = /^(?:[^:]+: )?There is no space left to write \/\S+; free some space on that disk and run again\.$/;
const never = new AbortController().signal;

afterEach(() => void vi.restoreAllMocks());

const SHELLS = `steps:
  - id: one
    shell: { command: [echo, one] }
  - id: both
    parallel:
      steps:
        - id: left
          shell: { command: [echo, left] }
        - id: right
          shell: { command: [echo, right] }
  - id: not
    shell: { command: ['false'] }
    when: 1 == 2
`;
const JOB = 'steps:\n  - run: { ranks: 1 }\n';

interface Outcome {
  readonly state?: WorkflowRunState;
  readonly error: unknown;
}

/** Starts a run; one that cannot be written at all is refused at once. */
async function outcomeOf(folder: string): Promise<Outcome> {
  try {
    const { state, error } = await startRun('w.yaml', {}, surroundingsOf(folder), { signal: never }).ended;
    return { state, error };
  } catch (error) {
    return { error };
  }
}

/** Returns folders of a kind that have an owner. */
function ownedIn(folder: string, kind: 'runs' | 'experiments'): string[] {
  const all = join(folder, '.trimtab', kind);
  return existsSync(all) ? readdirSync(all).filter((name) => isOwned(join(all, name))) : [];
}

/** Checks the invariants after each run, wherever the disk was full. */
async function expectEnded(folder: string, { state, error }: Outcome): Promise<void> {
  expect(ownedIn(folder, 'runs')).toEqual([]);
  const runs = readRuns(folder);
  if (state === undefined) {
    expect(error).toBeInstanceOf(TrimtabError);
    expect((error as Error).message).toMatch(FULL);
    expect(runs).toEqual([]);
    return;
  }
  expect(runs.map(({ id }) => id)).toEqual([state.id]);
  expect(['succeeded', 'failed', 'interrupted']).toContain(runs[0]?.state);
  // A log is not worth a step: it ends where the disk was full.
  if (state.state === 'succeeded') return;
  expect(state.state).toBe('failed');
  expect(state.sentence).toMatch(FULL);
  expect(error).toBeInstanceOf(TrimtabError);
  const again = await resumed(folder, state.id);
  expect(again, again.sentence).toMatchObject({ state: 'succeeded' });
}

/**
 * Runs a workflow once for each write, which fails; in `npm test` for one of three.
 * @param isLasting whether all later ones fail too
 * @param counts the calls that are looked at
 * @returns how many failed
 */
async function eachWrite(
  workflow: string,
  command: string,
  { isLasting, counts }: { readonly isLasting: boolean; readonly counts: readonly WriteCall[] },
): Promise<number> {
  for (let n = 1; ; n += rounds(3, 1)) {
    const folder = project(workflow, command);
    let calls = 0;
    const fails = (call: WriteCall): boolean => {
      if (counts.includes(call)) calls++;
      return isLasting ? calls >= n : counts.includes(call) && calls === n;
    };
    const outcome = await onFullDisk(fails, () => outcomeOf(folder));
    if (calls < n) return calls;
    await expectEnded(folder, outcome);
  }
}

describe('a disk that is full', () => {
  const FILES = ['openSync', 'writeFileSync', 'mkdirSync'] as const;

  it('ends the run at each of its writes', async () => {
    const counts = [...FILES, 'writeSync', 'renameSync', 'fsyncSync'] as const;
    expect(await eachWrite(SHELLS, '["true"]', { isLasting: true, counts })).toBeGreaterThan(50);
  });

  it('for a moment, ends the run at each of its files', async () => {
    expect(await eachWrite(SHELLS, '["true"]', { isLasting: false, counts: FILES })).toBeGreaterThan(15);
  });

  it.each([true, false])('ends a run of the program at each of its files (lasting: %s)', async (isLasting) => {
    expect(await eachWrite(JOB, '[sleep, "0.1"]', { isLasting, counts: FILES })).toBeGreaterThan(10);
  });

  it('leaves no timer that keeps the process alive', async () => {
    const made = vi.spyOn(globalThis, 'setInterval');
    const cleared = vi.spyOn(globalThis, 'clearInterval');
    let calls = 0;
    const { state } = await onFullDisk(
      () => ++calls > 40,
      () => outcomeOf(project(SHELLS)),
    );
    expect(state?.state).toBe('failed');
    const timers = made.mock.results.map(({ value }) => value as unknown);
    expect(timers.length).toBeGreaterThan(1);
    expect(cleared.mock.calls.map(([timer]) => timer as unknown)).toEqual(expect.arrayContaining(timers));
  });

  it('ends the program that it keeps from being recorded', async () => {
    const folder = project(JOB, '[sleep, "600"]');
    const surroundings = surroundingsOf(folder);
    const target = surroundings.targetFor('local');
    let handle: JobHandle | undefined;
    const submit: Target['submit'] = async (request) => (handle = await target.submit(request));
    const watched = new Proxy(target, {
      get: (all, name): unknown => (name === 'submit' ? submit : bound(all, Reflect.get(all, name))),
    });
    const { state } = await onFullDisk(
      () => handle !== undefined,
      () => startRun('w.yaml', {}, { ...surroundings, targetFor: () => watched }, { signal: never }).ended,
    );
    expect([state.state, ...told(state)]).toEqual(['failed', 'run: failed']);
    expect(state.sentence).toMatch(FULL);
    expect(ownedIn(folder, 'experiments')).toEqual([]);
    expect(handle).toBeDefined();
    expect((await target.status(handle === undefined ? [] : [handle]))[0]?.phase).toBe('cancelled');
    await target.close();
  });

  it('does not end a program whose script cannot be kept at first, and keeps it at the end', async () => {
    const folder = project(JOB, '["true"]');
    let failed = 0;
    const fails = (call: WriteCall, [, to]: readonly unknown[]): boolean =>
      failed === 0 && call === 'renameSync' && String(to).endsWith('/job.sh') && ++failed > 0;
    const state = await onFullDisk(fails, () => whole(folder));
    expect(failed).toBe(1);
    expect(told(state)).toEqual(['run: succeeded']);
    const store = new ExperimentStore(folder);
    expect(store.list().map(({ id }) => store.get(id).manifest.job?.script)).toEqual(['job.sh']);
  });

  it('does not end a run while its program runs, when there is space again', async () => {
    const folder = project(JOB, "[sh, -c, 'until [ -e go ]; do echo waiting; sleep 0.05; done']");
    let [isRunning, failed] = [false, 0];
    const fails = (): boolean => isRunning && ++failed <= 3;
    const watch = ({ steps }: WorkflowRunState): void => {
      isRunning ||= steps[0]?.job !== undefined;
      if (failed >= 3) writeFileSync(join(folder, 'go'), '');
    };
    const state = await onFullDisk(fails, () => whole(folder, {}, { onChange: watch }));
    expect(failed).toBeGreaterThan(3);
    expect([state.state, ...told(state)]).toEqual(['succeeded', 'run: succeeded']);
    expect(new ExperimentStore(folder).list()[0]?.state).not.toBe('failed');
  });
});

function bound(of: object, value: unknown): unknown {
  return typeof value === 'function' ? (value.bind(of) as unknown) : value;
}
