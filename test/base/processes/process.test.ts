import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { absent } from '../../../src/base/elements.js';
import { inheritedEnvironment } from '../../../src/targets/environment.js';
import { runProcess, type ProcessOptions } from '../../../src/base/processes/process.js';
import { sessionMembers } from '../../../src/base/processes/processTree.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trimtab-process-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const start = (argv: string[], options?: ProcessOptions, where = folder) =>
  runProcess({ argv, folder: where, environment: inheritedEnvironment() }, options);

/** Runs a script that prints its process id first; stops it by `act` once it has printed `ready`. */
async function stopWhenReady(
  script: string,
  options: ProcessOptions = {},
): Promise<{ leader: number; result: Awaited<ReturnType<typeof start>> }> {
  const cancel = new AbortController();
  let output = '';
  const result = await start(['sh', '-c', `echo $$\n${script}`], {
    signal: cancel.signal,
    grace: 0.3,
    ...options,
    onOutput: (text) => {
      output += text;
      if (output.includes('ready')) cancel.abort();
    },
  });
  return { leader: Number(output.split('\n', 1)[0]), result };
}

describe('runProcess', () => {
  it('gives exit code and output of both streams', async () => {
    const pieces: string[] = [];
    const result = await start(['sh', '-c', 'echo out; echo err >&2; exit 3'], {
      onOutput: (text) => pieces.push(text),
    });
    expect(result).toMatchObject({ exitCode: 3, endedBy: undefined, stopped: undefined });
    expect(pieces.join('')).toContain('out\n');
    expect(pieces.join('')).toContain('err\n');
    expect(result.tail).toContain('err');
  });

  it('hands arguments over as they are, to no shell', async () => {
    const argument = '$HOME; echo *  "quoted" `id` \\ \n end';
    const result = await start([process.execPath, '-e', 'process.stdout.write(process.argv[1])', argument]);
    expect(result.tail).toBe(argument);
  });

  it('gives a file to standard input, and nothing where none is named', async () => {
    writeFileSync(join(folder, 'words'), 'first\nsecond\n');
    const input = { path: join(folder, 'words'), within: folder };
    const command = { argv: ['cat'], folder, environment: inheritedEnvironment() };
    expect((await runProcess({ ...command, input })).tail).toBe('first\nsecond');
    expect((await runProcess(command)).tail).toBe('');
  });

  it('gives nothing to standard input that leads out of its folder, or is no file', async () => {
    const own = join(folder, 'own');
    mkdirSync(own);
    symlinkSync('/etc/hostname', join(own, 'link'));
    execFileSync('mkfifo', [join(own, 'pipe')]);
    const read = (name: string) =>
      runProcess({
        argv: ['cat'],
        folder,
        environment: inheritedEnvironment(),
        input: { path: join(own, name), within: own },
      });
    await expect(read('link')).rejects.toThrow('it is a link out of');
    await expect(read('pipe')).rejects.toThrow('no regular file');
    await expect(read('../words')).rejects.toThrow();
    await expect(read('none')).rejects.toThrow('none');
  });

  it('names the signal that ended the program', async () => {
    const result = await start(['sh', '-c', 'kill -SEGV $$']);
    expect(result).toMatchObject({ exitCode: undefined, endedBy: 'SIGSEGV' });
  });

  it('keeps characters whole that arrive in two pieces', async () => {
    const script =
      'process.stdout.write(Buffer.from([0xc3])); setTimeout(() => process.stdout.write(Buffer.from([0xa4])), 50)';
    expect((await start([process.execPath, '-e', script])).tail).toBe('ä');
  });

  it('keeps only the end of endless output', async () => {
    const result = await start([process.execPath, '-e', "for (let i = 0; i < 200000; i++) console.log('line ' + i)"]);
    expect(result.tail.split('\n').at(-1)).toBe('line 199999');
    expect(result.tail.length).toBeLessThan(20_000);
  });

  it('finds programs in absolute folders of PATH only, and calls them by their name', async () => {
    const here = join(folder, 'beside');
    mkdirSync(here);
    writeFileSync(join(here, 'beside'), '#!/bin/sh\necho beside\n', { mode: 0o755 });
    const run = (argv: string[], PATH: string) => runProcess({ argv, folder: here, environment: { PATH } });
    for (const PATH of ['.', ':/bin', './'])
      await expect(run(['beside'], PATH)).rejects.toThrow(/^beside was not found on PATH/);
    expect((await run(['beside'], here)).tail).toBe('beside');
    expect((await run(['./beside'], '')).tail).toBe('beside');
    const { tail } = await run(['cat', '/proc/self/cmdline'], inheritedEnvironment().PATH ?? absent('PATH'));
    expect(tail).toMatch(/^cat\0/);
  });

  it('reports in one sentence what is missing', async () => {
    await expect(start(['mpicc.nowhere'])).rejects.toThrow(
      /^mpicc\.nowhere was not found on PATH; install an MPI library/,
    );
    await expect(start(['./absent'])).rejects.toThrow(
      './absent does not exist; build it first or correct the command in trimtab.yaml.',
    );
    await expect(start(['true'], {}, join(folder, 'absent'))).rejects.toThrow(
      /absent does not exist; correct "folder"/,
    );
    const file = join(folder, 'plain.txt');
    writeFileSync(file, 'x');
    chmodSync(file, 0o644);
    await expect(start([file])).rejects.toThrow(/may not be executed; check its permissions/);
  });

  it('starts nothing when it was cancelled before', async () => {
    const result = await start(['touch', 'started'], { signal: AbortSignal.abort() });
    expect(result.stopped).toBe('cancelled');
    expect(sessionMembers(process.pid)).not.toContain(-1);
  });

  it('stops children in separate process groups', async () => {
    const { leader, result } = await stopWhenReady('set -m; sleep 1001 & sleep 1002 & echo ready; wait');
    expect(result.stopped).toBe('cancelled');
    expect(leader).toBeGreaterThan(1);
    expect(sessionMembers(leader)).toEqual([]);
  });

  it('kills what ignores SIGTERM', async () => {
    const { leader, result } = await stopWhenReady("trap '' TERM; echo ready; while :; do sleep 0.05; done");
    expect(result).toMatchObject({ stopped: 'cancelled', endedBy: 'SIGKILL' });
    expect(sessionMembers(leader)).toEqual([]);
  });

  it('lets a program end in its own way after SIGTERM', async () => {
    const { result } = await stopWhenReady("trap 'echo saved; exit 7' TERM; echo ready; while :; do sleep 0.05; done", {
      grace: 30,
    });
    expect(result).toMatchObject({ stopped: 'cancelled', exitCode: 7 });
    expect(result.tail).toContain('saved');
  });

  it('stops after its time', async () => {
    const result = await start(['sleep', '1003'], { timeout: 0.2, grace: 1 });
    expect(result.stopped).toBe('timeout');
  });

  it('does not wait for what a program left behind', async () => {
    let leader = 0;
    const result = await start(['sh', '-c', 'echo $$; sleep 1004 & exit 0'], {
      onOutput: (text) => (leader = Number(text)),
    });
    expect(result.exitCode).toBe(0);
    expect(sessionMembers(leader)).toEqual([]);
  });
});
