/** Targets that send other things than files: nothing outside of the destination is written or moved. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
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
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { Incoming } from '../../../src/targets/files/incoming.js';
import type { FileEntry } from '../../../src/targets/files/listing.js';
import { copyFolder, moveFolder } from '../../../src/targets/files/localTransfer.js';
import { tarFetch } from '../../../src/targets/files/tar.js';
import type { Shell } from '../../../src/targets/shell/shell.js';
import { sshdOrReason } from '../../support/cluster/sshd.js';

const all = mkdtempSync(join(tmpdir(), 'trimtab-hostile-'));
const { server, reason } = await sshdOrReason();
afterAll(async () => {
  await server?.stop();
  rmSync(all, { recursive: true, force: true });
});

/** Files of the person who fetches. */
let victim: string;
let destination: string;
beforeEach(() => {
  const folder = mkdtempSync(join(all, 'case-'));
  [victim, destination] = [join(folder, 'victim'), join(folder, 'experiment', 'trace')];
  put(victim, 'bashrc', 'mine');
  put(victim, 'id_rsa', 'secret');
});

function put(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** Of paths, with the bytes of files. */
const listed = (paths: readonly string[], bytes = 1): FileEntry[] => paths.map((path) => ({ path, bytes }));
const numbered = (count: number): string[] => Array.from({ length: count }, (_, i) => `f${i}`);

/** The bytes of an archive. @param fill puts into a folder what the archive holds */
function archive(fill: (folder: string) => void): Buffer {
  const folder = mkdtempSync(join(all, 'archive-'));
  fill(folder);
  return execFileSync('tar', ['-C', folder, '-cf', '-', '.'], { maxBuffer: 1 << 24 });
}

/** A target that sends these archives, one for each batch. */
function sending(...archives: readonly Buffer[]): Shell {
  const rest = [...archives];
  return {
    place: 'far',
    execute: async (script, { onOutput } = {}) => {
      if (script.includes('tar -cf -')) await onOutput?.(rest.shift() ?? Buffer.alloc(0));
      return { code: 0, stdout: '', stderr: '' };
    },
    close: () => Promise.resolve(),
  };
}

const fetched = (shell: Shell, files: readonly FileEntry[]) =>
  tarFetch(shell, '/job', { kind: 'folder', files }, destination, {});

/** The person's files are as they were, and none of them is in the destination. */
function expectUnharmed(): void {
  expect(readdirSync(victim).sort()).toEqual(['bashrc', 'id_rsa']);
  expect(readFileSync(join(victim, 'bashrc'), 'utf8')).toBe('mine');
  expect(readFileSync(join(victim, 'id_rsa'), 'utf8')).toBe('secret');
  expect(treeOf(destination).filter(([, kind]) => kind !== 'file' && kind !== 'folder')).toEqual([]);
}

function treeOf(folder: string, below = ''): [string, string][] {
  return readdirSync(join(folder, below)).flatMap((name): [string, string][] => {
    const path = join(below, name);
    const facts = lstatSync(join(folder, path));
    if (facts.isDirectory()) return [[path, 'folder'], ...treeOf(folder, path)];
    return [[path, facts.isFile() ? 'file' : facts.isSymbolicLink() ? 'link' : 'special']];
  });
}

describe('an archive with something else than files', () => {
  it('does not lead a later batch through a link of an earlier one', async () => {
    const names = numbered(499);
    const first = archive((folder) => {
      for (const name of names) put(folder, name, 'x');
      symlinkSync(victim, join(folder, 'a'));
    });
    const second = archive((folder) => put(folder, 'a/bashrc', 'theirs'));
    const transfer = await fetched(sending(first, second), listed([...names, 'a', 'a/bashrc']));
    expectUnharmed();
    expect(transfer).toEqual({
      files: 500,
      bytes: 500,
      remark:
        'Not fetched from far:/job: "a", because it is no regular file (any more). The other files were fetched; check the folder there.',
    });
    expect(readFileSync(join(destination, 'a/bashrc'), 'utf8')).toBe('theirs');
    expect(readdirSync(destination).filter((name) => name.startsWith('.trimtab'))).toEqual([]);
  });

  it('does not move files that a link leads to', async () => {
    const sent = archive((folder) => {
      symlinkSync(victim, join(folder, 'l'));
      put(folder, 'kept', 'x');
    });
    const transfer = await fetched(sending(sent), listed(['l/id_rsa', 'kept']));
    expectUnharmed();
    expect(transfer).toMatchObject({ files: 1, remark: expect.stringContaining('"l/id_rsa"') as string });
    expect(treeOf(destination)).toEqual([['kept', 'file']]);
  });

  it('brings no links and no FIFOs', async () => {
    const sent = archive((folder) => {
      symlinkSync('kept', join(folder, 'link'));
      execFileSync('mkfifo', [join(folder, 'fifo')]);
      put(folder, 'kept', 'x');
      mkdirSync(join(folder, 'folder'));
    });
    const transfer = await fetched(sending(sent), listed(['link', 'fifo', 'folder', 'absent', 'kept']));
    expect(transfer.remark).toContain(
      '"link", "fifo", "folder" and 1 more, because they are no regular files (any more)',
    );
    expect(treeOf(destination)).toEqual([['kept', 'file']]);
  });

  it('is not written through links that the destination has already', async () => {
    mkdirSync(destination, { recursive: true });
    symlinkSync(victim, join(destination, 'a'));
    const sent = archive((folder) => put(folder, 'a/bashrc', 'theirs'));
    await expect(fetched(sending(sent), listed(['a/bashrc'], 6))).rejects.toThrow(
      `${join(destination, 'a')} is a link, and nothing is written through links; remove it and run again.`,
    );
    rmSync(join(destination, 'a'));
    expectUnharmed();
  });

  it('replaces a link that has the name of a file', async () => {
    mkdirSync(destination, { recursive: true });
    symlinkSync(join(victim, 'bashrc'), join(destination, 'a'));
    await fetched(sending(archive((folder) => put(folder, 'a', 'theirs'))), listed(['a'], 6));
    expectUnharmed();
    expect(readFileSync(join(destination, 'a'), 'utf8')).toBe('theirs');
  });

  it('leaves files with permissions of no use to others', async () => {
    const sent = archive((folder) => {
      put(folder, 'closed/a', 'x');
      chmodSync(join(folder, 'closed/a'), 0o4111);
      chmodSync(join(folder, 'closed'), 0o555);
    });
    await fetched(sending(sent), listed(['closed/a']));
    expect(lstatSync(join(destination, 'closed/a')).mode & 0o7777).toBe(0o711);
  });
});

describe('files that arrived', () => {
  it('are no other names of files of this machine', () => {
    const incoming = new Incoming(destination);
    linkSync(join(victim, 'id_rsa'), join(incoming.folder, 'a'));
    put(incoming.folder, 'b', 'x');
    linkSync(join(incoming.folder, 'b'), join(incoming.folder, 'c'));
    expect(incoming.adopt(listed(['a', 'b', 'c'])).map(({ path }) => path)).toEqual(['a']);
    incoming.remove();
    expectUnharmed();
    expect(treeOf(destination)).toEqual([
      ['b', 'file'],
      ['c', 'file'],
    ]);
  });

  it.each(['../victim/bashrc', '/etc/passwd', '.', 'a/../../x', 'a//b', ''])('are not looked for at %j', (path) => {
    const incoming = new Incoming(destination);
    put(incoming.folder, 'a/b', 'x');
    expect(incoming.adopt(listed([path]))).toHaveLength(1);
    incoming.remove();
    expectUnharmed();
  });
});

describe('folders of this machine', () => {
  it('are moved without links and FIFOs', async () => {
    const from = join(dirname(victim), 'job');
    put(from, 'sub/kept', 'x');
    symlinkSync(join(victim, 'id_rsa'), join(from, 'sub/link'));
    symlinkSync(victim, join(from, 'all'));
    execFileSync('mkfifo', [join(from, 'fifo')]);
    expect(await moveFolder(from, destination)).toEqual({ files: 1, bytes: 1 });
    expectUnharmed();
    expect(treeOf(destination)).toEqual([
      ['sub', 'folder'],
      ['sub/kept', 'file'],
    ]);
  });

  it('are copied without links, and not through them', async () => {
    const from = join(dirname(victim), 'job');
    put(from, 'a/bashrc', 'theirs');
    symlinkSync(join(victim, 'id_rsa'), join(from, 'link'));
    mkdirSync(destination, { recursive: true });
    expect(await copyFolder(from, destination)).toEqual({ files: 1, bytes: 6 });
    expect(treeOf(destination).map(([path]) => path)).toEqual(['a', 'a/bashrc']);
    rmSync(join(destination, 'a'), { recursive: true });
    symlinkSync(victim, join(destination, 'a'));
    await expect(copyFolder(from, destination)).rejects.toThrow(/is a link, and nothing is written through links/);
    rmSync(join(destination, 'a'));
    put(destination, 'a/x', '');
    symlinkSync(join(victim, 'bashrc'), join(destination, 'a/bashrc.trimtab-part'));
    expect(await copyFolder(from, destination)).toEqual({ files: 1, bytes: 6 });
    expectUnharmed();
  });
});

describe.skipIf(server === undefined)(
  `a hostile ssh server${reason === undefined ? '' : ` (skipped: ${reason})`}`,
  () => {
    if (server === undefined) return;
    /** A program of the target that does not do as asked. */
    const program = (name: string, script: string): void => {
      server.replace(name, `#!/bin/sh\n${script}`);
    };
    beforeEach(() => server.restore());
    const jobOf = (): string => mkdtempSync(join(server.home, 'job-'));

    it('overwrites nothing with a link in the first batch and a file below it in the second', async () => {
      const job = jobOf();
      const files = [...numbered(499), 'a', 'a/bashrc'];
      // It lists files that are none, and sends a link with the first batch.
      program('find', files.map((name) => `echo '6 ./${name}'\n`).join(''));
      const [first, second] = [join(server.home, 'first.tar'), join(server.home, 'second.tar')];
      const link = archive((folder) => {
        for (const name of numbered(499)) put(folder, name, 'theirs');
        symlinkSync(victim, join(folder, 'a'));
      });
      writeFileSync(first, link);
      writeFileSync(
        second,
        archive((folder) => put(folder, 'a/bashrc', 'theirs')),
      );
      program('tar', `case "$*" in *bashrc*) cat '${second}';; *) cat '${first}';; esac\n`);
      const target = server.target({ transfer: 'tar' });
      const transfer = await target.take(job, destination);
      await target.close();
      expectUnharmed();
      expect(transfer).toMatchObject({ files: 500, remark: expect.stringContaining('"a"') as string });
      expect(existsSync(job)).toBe(true);
    });

    it('moves nothing of this machine with a link above a listed file', async () => {
      const job = jobOf();
      program('find', "echo '6 ./l/id_rsa'; echo '4 ./kept'\n");
      const sent = join(server.home, 'sent.tar');
      writeFileSync(
        sent,
        archive((folder) => {
          symlinkSync(victim, join(folder, 'l'));
          put(folder, 'kept', 'data');
        }),
      );
      program('tar', `cat '${sent}'\n`);
      const target = server.target({ transfer: 'tar' });
      const told: string[] = [];
      const transfer = await target.fetch(job, destination, { onProgress: (message) => told.push(message) });
      await target.close();
      expectUnharmed();
      expect(treeOf(destination)).toEqual([['kept', 'file']]);
      expect(transfer).toMatchObject({ files: 1, bytes: 4 });
      expect(told.at(-1)).toBe(transfer.remark);
    });

    it.each(['rsync', 'tar'])('brings no links and no FIFOs by %s', async (transfer) => {
      const job = jobOf();
      put(job, 'kept', 'data');
      put(job, 'sub/deep', 'data');
      symlinkSync(join(victim, 'id_rsa'), join(job, 'link'));
      execFileSync('mkfifo', [join(job, 'fifo')]);
      // They were files when they were listed.
      program('find', 'for f in kept sub/deep link fifo; do echo "4 ./$f"; done\n');
      const target = server.target({ transfer });
      const first = await target.fetch(job, destination);
      expect(first).toMatchObject({ files: 2, bytes: 8, remark: expect.stringContaining('"link", "fifo"') as string });
      expectUnharmed();
      expect(treeOf(destination).map(([path]) => path)).toEqual(['kept', 'sub', 'sub/deep']);
      expect(await target.fetch(job, destination)).toMatchObject({ files: 0, bytes: 0 });
      await target.close();
    });

    it.each(['rsync', 'tar'])('writes by %s through no link that the destination has', async (transfer) => {
      const job = jobOf();
      put(job, 'a/bashrc', 'theirs');
      put(job, 'kept', 'data');
      mkdirSync(destination, { recursive: true });
      symlinkSync(victim, join(destination, 'a'));
      const target = server.target({ transfer });
      await expect(target.take(job, destination)).rejects.toThrow(/is a link, and nothing is written through links/);
      expect(existsSync(join(job, 'a/bashrc'))).toBe(true);
      rmSync(join(destination, 'a'));
      expectUnharmed();
      expect(await target.take(job, destination)).toEqual({ files: 2, bytes: 10 });
      expect(readFileSync(join(destination, 'a/bashrc'), 'utf8')).toBe('theirs');
      expect(existsSync(job)).toBe(false);
      await target.close();
    });
  },
);
