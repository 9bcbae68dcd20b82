/** The local machine as a target: the same contract as for a cluster. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { elementAt } from '../../src/base/elements.js';
import { createTarget } from '../../src/targets/create.js';
import { LOCAL, parseTargets } from '../../src/targets/description.js';
import type { JobHandle, JobRequest, JobStatus } from '../../src/targets/target.js';
import { ofLength } from '../support/ofLength.js';
import { isRunning, processesIn } from '../support/processes.js';

const folder = mkdtempSync(join(tmpdir(), 'trimtab-local-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const target = createTarget(LOCAL);
let jobs = 0;
const job = (argv: string[], more: Partial<JobRequest> = {}): JobRequest => ({
  argv,
  folder,
  environment: {},
  jobFolder: join(folder, `job ${jobs++}'s`),
  name: 'test',
  resources: { ranks: 1 },
  ...more,
});

async function end(handle: JobHandle): Promise<JobStatus> {
  for (;;) {
    const status = elementAt(await target.status([handle]), 0);
    if (status.phase !== 'running' && status.phase !== 'pending') return status;
    await delay(50);
  }
}

describe('the local target', () => {
  it('is the project folder itself', async () => {
    expect(await target.folderOf(folder)).toBe(folder);
    expect(await target.send(folder, folder)).toEqual({ files: 0, bytes: 0 });
    expect(target.launchCommand(['mpirun', '-n', '2', 'x'], { ranks: 2 })).toEqual(['mpirun', '-n', '2', 'x']);
  });

  it('runs commands, after the set-up script where there is one', async () => {
    const withSetup = elementAt(
      parseTargets({
        here: { kind: 'local', setup: 'GREETING=hello; export GREETING', environment: { OWN: 1 } },
      }),
      0,
    );
    const command = { argv: ['sh', '-c', 'echo "$GREETING $OWN $0"', "it's"], folder, environment: {} };
    expect(await createTarget(withSetup).run(command)).toMatchObject({ exitCode: 0, tail: "hello 1 it's" });
    expect(await target.run({ argv: ['sh', '-c', 'exit 3'], folder, environment: {} })).toMatchObject({ exitCode: 3 });
  });

  it('runs jobs that report how they ended', async () => {
    const handle = await target.submit(job(['sh', '-c', 'echo "ä$1"; exit 7', 'sh', "a 'b' $HOME"]));
    expect(await end(handle)).toMatchObject({
      phase: 'failed',
      exitCode: 7,
      sentence: 'The program ended with exit code 7.',
    });
    const [size, none] = await target.sizes([handle.jobFolder, `${handle.jobFolder}/is it there?`]);
    expect(size).toBeGreaterThan(0);
    expect(none).toBe(0);
    const all = await target.output(handle, 0);
    expect(all.text).toBe("äa 'b' $HOME\n");
    expect(await target.output(handle, 1)).toMatchObject({ next: all.next });
    expect(await target.output(handle, all.next)).toEqual({ text: '', next: all.next });
  });

  it('starts the job of a folder once', async () => {
    const request = job(['sh', '-c', 'echo started']);
    const handles = await Promise.all([target.submit(request), target.submit(request), target.submit(request)]);
    expect(new Set(handles.map(({ id }) => id)).size).toBe(1);
    await end(handles[0]);
    expect(await target.submit(request)).toEqual(handles[0]);
    expect((await target.output(handles[0], 0)).text).toBe('started\n');
  });

  it('reports what was missing', async () => {
    expect(await end(await target.submit(job(['./absent'])))).toMatchObject({
      phase: 'failed',
      exitCode: 127,
      sentence: expect.stringMatching(/not found there/) as string,
    });
    expect(await end(await target.submit(job(['true'], { folder: join(folder, 'absent') })))).toMatchObject({
      sentence: expect.stringMatching(/working folder does not exist/) as string,
    });
  });

  it('ends a job at its time limit, and all it started when cancelled', async () => {
    const limited = await target.submit(job(['sleep', '100'], { resources: { ranks: 1, timeLimit: 1 } }));
    expect(await end(limited)).toMatchObject({
      phase: 'failed',
      sentence: 'Ended at its time limit; ask for more time.',
    });
    // Ignores being asked to end.
    const file = join(folder, 'stubborn');
    const stubborn = `trap "" TERM; echo $$ >'${file}.new'; mv '${file}.new' '${file}'; while :; do sleep 0.1; done`;
    const handle = await target.submit(job(['sh', '-c', `sh -c "$0" & wait`, stubborn]));
    await expect.poll(() => existsSync(file)).toBe(true);
    const pid = Number(readFileSync(file, 'utf8'));
    await target.cancel(handle);
    expect(await end(handle)).toMatchObject({ phase: 'cancelled', sentence: 'Cancelled.' });
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it('starts jobs after others, when those ended well', async () => {
    const seen = join(folder, 'seen running');
    const first = await target.submit(job(['sh', '-c', `until [ -e '${seen}' ]; do sleep 0.1; done`]));
    const bad = await target.submit(job(['false']));
    const added = [job(['true'], { after: [first] }), job(['true'], { after: [bad] })];
    const [after, never] = ofLength(await target.submitAll(added), 2);
    expect((await target.status([after]))[0]).toMatchObject({ phase: 'running' });
    writeFileSync(seen, '');
    expect(await end(after)).toMatchObject({ phase: 'succeeded' });
    expect(await end(never)).toMatchObject({
      phase: 'failed',
      sentence: expect.stringMatching(/^The job was not started, because/) as string,
    });
  });

  it('calls a job lost that was killed without a word', async () => {
    const handle = await target.submit(job(['sleep', '100']));
    process.kill(-Number(handle.id), 'SIGKILL');
    expect(await end(handle)).toMatchObject({ phase: 'lost' });
  });

  it('leaves no clock behind a program that ends at once', async () => {
    // Many in parallel, so that clocks are late.
    const requests = Array.from({ length: 60 }, () => job(['true'], { resources: { ranks: 1, timeLimit: 3600 } }));
    await Promise.all(requests.map(async (request) => end(await target.submit(request))));
    await expect.poll(() => processesIn(folder)).toEqual([]);
  });

  it('refuses what its limits do not allow', async () => {
    const limited = elementAt(parseTargets({ small: { kind: 'local', limits: { ranks: 4, time: 1 } } }), 0);
    const small = createTarget(limited);
    await expect(small.submit(job(['true'], { resources: { ranks: 5 } }))).rejects.toThrow(
      /5 ranks are more than the 4 that "limits" of the target small allows/,
    );
    await expect(small.submit(job(['true'], { jobFolder: '../x' }))).rejects.toThrow(/not an absolute path/);
    // Of several times the shortest holds.
    const handle = await small.submit(job(['sleep', '100'], { resources: { ranks: 1, timeLimit: 3600 } }));
    expect(await end(handle)).toMatchObject({ sentence: expect.stringMatching(/^Ended at its time limit/) as string });
  });

  it('is polled often, since that only reads files here', async () => {
    const handle = await target.submit(job(['sleep', '100']));
    const [first] = await target.status([handle]);
    expect(first?.askAgainAfter).toBeGreaterThan(0);
    expect(first?.askAgainAfter).toBeLessThanOrEqual(1);
    await target.cancel(handle);
    expect((await end(handle)).askAgainAfter).toBeUndefined();
  });
});
