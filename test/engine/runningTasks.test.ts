import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { RunningTasks } from '../../src/engine/requests/runningTasks.js';
import type { Notifications } from '../../src/protocol/messages.js';
import type { NotificationMethod } from '../../src/protocol/requests.js';

const NEVER = new AbortController().signal;

function makeJobs(): { tasks: RunningTasks; told: unknown[] } {
  const told: unknown[] = [];
  const notify = <M extends NotificationMethod>(method: M, params: Notifications[M]) => told.push([method, params]);
  return { tasks: new RunningTasks({ notify }), told };
}

/** Work that ends on request. */
async function untilAborted(signal: AbortSignal): Promise<string> {
  await delay(60_000, undefined, { signal }).catch(() => undefined);
  return 'stopped';
}

describe('RunningTasks', () => {
  it('passes on progress and output under the name of the task', async () => {
    const { tasks, told } = makeJobs();
    const result = await tasks.run('1', 'heat', NEVER, ({ onProgress, onOutput }) => {
      onProgress('build', 'Building');
      onProgress('analyze', 'Reading', 0.5);
      onOutput('cc\n');
      return Promise.resolve('done');
    });
    expect(result).toBe('done');
    expect(told).toEqual([
      ['trimtab/progress', { task: '1', stage: 'build', message: 'Building' }],
      ['trimtab/progress', { task: '1', stage: 'analyze', message: 'Reading', fraction: 0.5 }],
      ['trimtab/output', { task: '1', text: 'cc\n' }],
    ]);
  });

  it('refuses a second task of the same name or on the same subject, until the first has ended', async () => {
    const { tasks } = makeJobs();
    const stop = new AbortController();
    const first = tasks.run('1', 'heat', stop.signal, ({ signal }) => untilAborted(signal));
    const nothing = () => Promise.resolve('nothing');
    await expect(tasks.run('1', 'other', NEVER, nothing)).rejects.toThrow('A task named 1 is already running');
    await expect(tasks.run('2', 'heat', NEVER, nothing)).rejects.toThrow('heat is already being analyzed');
    expect(await tasks.run('3', 'other', NEVER, nothing)).toBe('nothing');
    stop.abort();
    expect(await first).toBe('stopped');
    expect(await tasks.run('1', 'heat', NEVER, nothing)).toBe('nothing');
  });

  it('forgets a task that failed', async () => {
    const { tasks } = makeJobs();
    const fail = () => Promise.reject(new Error('no'));
    await expect(tasks.run('1', 'heat', NEVER, fail)).rejects.toThrow('no');
    await expect(tasks.run('1', 'heat', NEVER, fail)).rejects.toThrow('no');
  });

  it('stops all tasks and waits for them, but not for one that does not listen', async () => {
    const { tasks } = makeJobs();
    let tidied = false;
    const listening = tasks.run('1', 'heat', NEVER, async ({ signal }) => {
      await untilAborted(signal);
      tidied = true;
    });
    await tasks.stopAll(60_000);
    expect(tidied).toBe(true);
    await listening;
    void tasks.run('2', 'deaf', NEVER, () => delay(3_600_000, undefined, { ref: false }));
    await tasks.stopAll(1);
  });
});
