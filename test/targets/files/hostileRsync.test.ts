/**
 * An rsync server that breaks its protocol: fetching ends, touches nothing of this machine, and continues with an
 * honest one.
 */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { CancelledError, TrimtabError } from '../../../src/base/problem.js';
import { sshdOrReason } from '../../support/cluster/sshd.js';
import { wholeMatrix } from '../../support/matrix.js';

const all = mkdtempSync(join(tmpdir(), 'trimtab-hostile-rsync-'));
const { server, reason } = await sshdOrReason();
afterAll(async () => {
  await server?.stop();
  rmSync(all, { recursive: true, force: true });
});

const FILES = ['kept', 'sub/deep'];
const CONTENT = 'data\n'.repeat(2000);

/**
 * The program `rsync` of the target. The client sends the arguments on standard input (--protect-args), each ended by a
 * zero byte and all by an empty one: what follows belongs to the protocol.
 * @param change of the arguments, a JavaScript expression over `args`
 * @param damage of what the server sends, a JavaScript expression over `chunk`, a Buffer, and `sent`, the bytes before it
 */
function changedServer(change: string, damage = 'chunk'): string {
  return `#!${process.execPath}
const { spawn } = require('node:child_process');
let [head, child, sent] = [Buffer.alloc(0), undefined, 0];
const options = process.argv.slice(2).map((word) => word.replace(/^-s/, '-'));
process.stdin.on('data', (data) => {
  if (child !== undefined) return void child.stdin.write(data);
  head = Buffer.concat([head, data]);
  const end = head.indexOf('\\0\\0');
  if (end < 0) return;
  const args = head.subarray(0, end).toString().split('\\0').slice(1);
  child = spawn('/usr/bin/rsync', [...options, ...(${change})], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.on('error', () => undefined);
  child.stdout.on('data', (chunk) => {
    const changed = ${damage};
    sent += chunk.length;
    if (changed === undefined) process.exit(0);
    process.stdout.write(changed);
  });
  child.once('close', (code) => process.exit(code ?? 1));
  child.stdin.write(head.subarray(end + 2));
});
`;
}

/** Bytes: within the version, the arguments, the list of files, and their content. */
const CUTS = wholeMatrix ? [1, 4, 40, 60, 120, 5000] : [1, 120];
const FLIPS = wholeMatrix ? [2, 30, 45, 60, 75, 90, 105, 120, 6000] : [60, 6000];

const cutAt = (bytes: number): string =>
  changedServer('args', `sent >= ${bytes} ? undefined : chunk.subarray(0, ${bytes} - sent)`);

const flippedAt = (place: number): string =>
  changedServer('args', `Buffer.from(chunk.map((byte, at) => (sent + at === ${place} ? byte ^ 0x55 : byte)))`);

describe.skipIf(server === undefined)(
  `an rsync server that breaks its protocol${reason === undefined ? '' : ` (skipped: ${reason})`}`,
  () => {
    if (server === undefined) return;
    let [victim, job, destination] = ['', '', ''];
    beforeEach(() => {
      server.restore();
      const folder = mkdtempSync(join(all, 'case-'));
      [victim, destination] = [join(folder, 'victim'), join(folder, 'experiment/trace')];
      job = mkdtempSync(join(server.home, 'job-'));
      for (const made of [victim, join(job, 'sub')]) mkdirSync(made);
      writeFileSync(join(victim, 'id_rsa'), 'secret');
      for (const file of FILES) writeFileSync(join(job, file), CONTENT);
    });

    const serve = (script: string): void => server.replace('rsync', script);

    /** Never answers while the job's folder exists. */
    const silent = (): string => `#!/bin/sh\nwhile [ -e '${job}' ]; do sleep 0.1; done\n`;

    /** Only whole files that were listed are in the destination, and nothing of the user has changed. */
    function expectUnharmed(): void {
      expect(readdirSync(victim)).toEqual(['id_rsa']);
      expect(readFileSync(join(victim, 'id_rsa'), 'utf8')).toBe('secret');
      if (!existsSync(destination)) return;
      const found = readdirSync(destination, { recursive: true }).map(String);
      expect([...FILES, 'sub']).toEqual(expect.arrayContaining(found));
      for (const path of found) {
        const facts = lstatSync(join(destination, path));
        expect([path, facts.isFile() || facts.isDirectory()]).toEqual([path, true]);
        if (facts.isFile()) expect(readFileSync(join(destination, path), 'utf8')).toBe(CONTENT);
      }
    }

    /**
     * Fetches from the current server, which may fail with a sentence, and then from one that keeps to the protocol.
     */
    const fetchTwice = async (): Promise<string | undefined> => {
      const target = server.target({}, 1);
      const first = await target.fetch(job, destination).then(
        () => undefined,
        (error: unknown) => {
          expect(error).toBeInstanceOf(TrimtabError);
          return error instanceof Error ? error.message : '';
        },
      );
      expectUnharmed();
      await target.close();
      server.restore();
      const honest = server.target();
      expect((await honest.fetch(job, destination)).remark).toBeUndefined();
      await honest.close();
      expectUnharmed();
      expect(readdirSync(destination).sort()).toEqual(['kept', 'sub']);
      return first;
    };

    it('is replaced by tar where it sends something else than rsync', async () => {
      serve('#!/bin/sh\nhead -c 65536 /dev/urandom\n');
      expect(await fetchTwice()).toBeUndefined();
    });

    it('is replaced by tar where it sends zeros without end', async () => {
      serve('#!/bin/sh\nexec cat /dev/zero\n');
      expect(await fetchTwice()).toBeUndefined();
    });

    it.each(CUTS)('ends in whole files where it closes after %d bytes', async (bytes) => {
      serve(cutAt(bytes));
      await fetchTwice();
    });

    it.each(FLIPS)('ends where byte %d is another', async (place) => {
      serve(flippedAt(place));
      await fetchTwice();
    });

    it('brings no links that were not requested, and nothing that a link leads to', async () => {
      const other = mkdtempSync(join(server.home, 'other-'));
      for (const file of FILES) {
        mkdirSync(join(other, 'sub'), { recursive: true });
        writeFileSync(join(other, file), CONTENT);
      }
      symlinkSync(victim, join(other, 'stolen'));
      serve(changedServer(`['-rl', '.', ${JSON.stringify(`${other}/`)}]`));
      await fetchTwice();
    });

    it('brings no files of other folders', async () => {
      serve(changedServer(`['-r', '.', ${JSON.stringify(`${victim}/`)}]`));
      await fetchTwice();
    });

    it('is replaced by tar where it never answers', async () => {
      serve(silent());
      expect(await fetchTwice()).toBeUndefined();
    });

    it('is left when the user cancels, also where it never answers', async () => {
      serve(silent());
      const target = server.target();
      const cancelling = new AbortController();
      const fetching = target.fetch(job, destination, {
        signal: cancelling.signal,
        onProgress: (message) => {
          if (message.startsWith('Comparing')) setTimeout(() => cancelling.abort(), 50);
        },
      });
      await expect(fetching).rejects.toThrow(CancelledError);
      await target.close();
      expectUnharmed();
    });
  },
);
