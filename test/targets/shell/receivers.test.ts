/** Scripts one after the other in sessions that stay open; what counts is what a session each would have given. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { CancelledError } from '../../../src/base/problem.js';
import { LocalShell } from '../../../src/targets/shell/localShell.js';
import { quote } from '../../../src/targets/shell/quote.js';
import { MANY_SCRIPTS, Receiver } from '../../../src/targets/shell/receiver.js';
import { Receivers } from '../../../src/targets/shell/receivers.js';
import { ConnectionLost } from '../../../src/targets/shell/shell.js';

const environment = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '/' };
const folder = mkdtempSync(join(tmpdir(), 'trimtab-receivers-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Sessions behind login files that print at the beginning, with the processes that were started for them. */
function sessions(login = 'echo welcome; echo "no newline at the end: id=42" >&2') {
  const open = vi.fn(() => new Receiver(['/bin/sh', '-c', `${login}; ${MANY_SCRIPTS}`], environment));
  return { open, receivers: new Receivers(open) };
}

describe('scripts in one session', () => {
  it('give what a session each gives', async () => {
    const alone = new LocalShell(environment);
    const { open, receivers } = sessions();
    const line = fc.oneof(
      fc.stringMatching(/^[ '"\\$`!*?\n\t;&|<>(){}[\]~#=-]{0,20}$/).map((text) => `printf %s ${quote(text)}`),
      fc.integer({ min: 0, max: 255 }).map((code) => `exit ${code}`),
      fc.constantFrom(
        'cat',
        'read line',
        'cd /',
        'pwd',
        'n=7; s=9',
        'exec true',
        'echo "$n$undefined"',
        'set -e; false',
      ),
      fc.constantFrom('echo bad >&2', 'trap "echo over" EXIT', 'exec >/dev/null', 'umask 077; umask', 'unset n s'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 5 }), async (lines) => {
        const script = `cd ${quote(folder)}; n=; ${lines.join('\n')}`;
        expect(await receivers.run(script, {})).toEqual(await alone.execute(script));
      }),
      { numRuns: 60 },
    );
    expect(open).toHaveBeenCalledOnce();
    receivers.close();
  });

  it('have a session each while they run in parallel', async () => {
    const { open, receivers } = sessions();
    const gate = join(folder, 'gate');
    execFileSync('mkfifo', [gate]);
    // Neither ends before the other has begun.
    const reader = receivers.run(`cat ${quote(gate)}`, {});
    const writer = receivers.run(`echo through >${quote(gate)}`, {});
    expect([(await reader).stdout, (await writer).code]).toEqual(['through\n', 0]);
    expect(open).toHaveBeenCalledTimes(2);
    await receivers.run('true', {});
    expect(open).toHaveBeenCalledTimes(2);
    receivers.close();
  });

  it('do not wait for what one of them left in the background', async () => {
    const { receivers } = sessions();
    const result = await receivers.run('sleep 1000 & echo $!', {});
    process.kill(Number(result.stdout));
    expect((await receivers.run('echo next', {})).stdout).toBe('next\n');
    receivers.close();
  });

  it('go on in another one when one is cancelled', async () => {
    const { open, receivers } = sessions();
    const cancel = new AbortController();
    const onOutput = (): undefined => {
      cancel.abort();
      return undefined;
    };
    await expect(receivers.run('echo begun; sleep 1000', { signal: cancel.signal, onOutput })).rejects.toThrow(
      CancelledError,
    );
    expect((await receivers.run('echo next', {})).stdout).toBe('next\n');
    expect(open).toHaveBeenCalledTimes(2);
    receivers.close();
  });

  it('report whether one that broke off had begun', async () => {
    const { receivers } = sessions();
    const broken = (script: string): Promise<boolean> =>
      receivers.run(script, {}).then(
        () => expect.fail('it came to its end'),
        (error: unknown) => (error instanceof ConnectionLost ? error.begun : expect.fail(String(error))),
      );
    expect(await broken('echo begun; kill -9 $$')).toBe(true);
    expect(await broken('echo )')).toBe(true);
    const gone = sessions('echo the node is gone >&2; exit 3').receivers;
    await expect(gone.run('true', {})).rejects.toThrow(new ConnectionLost('the node is gone', false));
  });

  it('wait for who takes their output', async () => {
    const { receivers } = sessions();
    const file = join(folder, 'taken');
    let taken = 0;
    await receivers.run('i=0; while [ $i -lt 200 ]; do echo "line $i"; i=$((i + 1)); done', {
      onOutput: async (data) => {
        await new Promise(setImmediate);
        taken += data.length;
      },
    });
    await receivers.run(`i=0; while [ $i -lt 200 ]; do echo "line $i"; i=$((i + 1)); done >${quote(file)}`, {});
    expect(taken).toBe(readFileSync(file).length);
    receivers.close();
  });
});
