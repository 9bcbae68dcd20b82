/** Jobs of this machine, looked at with and without a shell. */
import { createHook } from 'node:async_hooks';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createTarget } from '../../src/targets/create.js';
import { LOCAL } from '../../src/targets/description.js';
import { inheritedEnvironment } from '../../src/targets/environment.js';
import { ShellObserver } from '../../src/targets/jobs/observer.js';
import { LocalObserver } from '../../src/targets/local/localObserver.js';
import { LocalShell } from '../../src/targets/shell/localShell.js';
import type { JobHandle } from '../../src/targets/target.js';

const folder = mkdtempSync(join(tmpdir(), "trimtab observer's-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const target = createTarget(LOCAL);
const shell = new LocalShell(inheritedEnvironment());
const observer = LocalObserver.on(shell);

const submit = (name: string, script: string): Promise<JobHandle> =>
  target.submit({
    ...{ argv: ['sh', '-c', script], folder, environment: {}, jobFolder: join(folder, name), name: 'test' },
    resources: { ranks: 1 },
  });

async function untilEnded(job: JobHandle): Promise<void> {
  await expect.poll(async () => (await target.status([job]))[0]?.phase).toMatch(/succeeded|failed|cancelled/);
}

describe.skipIf(!(observer instanceof LocalObserver))('jobs of this machine', () => {
  it('are the same to both observers: running, ended, cancelled, never started, and with the number of another process', async () => {
    const go = join(folder, 'go');
    const running = await submit('running', `until [ -e "$PWD/go" ]; do sleep 0.05; done`);
    const ended = await submit('ended', 'exit 3');
    const cancelled = await submit('cancelled', 'sleep 100');
    await target.cancel(cancelled);
    await untilEnded(ended);
    await untilEnded(cancelled);
    mkdirSync(join(folder, 'empty'));
    const absent = { id: '1', jobFolder: join(folder, 'empty') };
    const other = { id: String(process.pid), jobFolder: running.jobFolder };
    const noNumber = { id: '1/../self', jobFolder: running.jobFolder };
    const jobs = [running, ended, cancelled, absent, other, noNumber];
    const seen = await observer.observe(jobs);
    expect(seen).toEqual(await new ShellObserver(shell).observe(jobs));
    expect(seen.jobs.map(({ isAlive }) => isAlive)).toEqual([true, false, false, false, false, false]);
    expect(seen.jobs[1]?.exit).toMatch(/^code=3\n/);
    writeFileSync(go, '');
    await untilEnded(running);
  });

  it('are looked at and read without starting a program', async () => {
    const job = await submit('printing', 'echo printed');
    await untilEnded(job);
    const started: string[] = [];
    const hook = createHook({ init: (_id, type) => void (type === 'PROCESSWRAP' && started.push(type)) }).enable();
    try {
      expect((await target.status([job]))[0]?.phase).toBe('succeeded');
      expect((await target.output(job, 0)).text).toBe('printed\n');
      expect(started).toEqual([]);
      // The hook does see a program that is started.
      await shell.execute('true');
      expect(started).toEqual(['PROCESSWRAP']);
    } finally {
      hook.disable();
    }
  });
});
