import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { cksumFile } from '../../../src/targets/files/cksum.js';
import { ignoreFilter } from '../../../src/base/glob/ignore.js';
import { localFiles, remoteFiles } from '../../../src/targets/files/listing.js';
import { copyFolder } from '../../../src/targets/files/localTransfer.js';
import { remoteShell } from '../../../src/targets/ssh/rsync.js';
import { LocalShell } from '../../../src/targets/shell/localShell.js';
import { removeDeepFile, writeDeepFile, writeLatin1Name } from '../../support/oddNames.js';

const folder = mkdtempSync(join(tmpdir(), 'trimtab-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('cksum', () => {
  it('agrees with the program of that name', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (data) => {
        const file = join(folder, 'data');
        writeFileSync(file, data);
        const [sum] = execFileSync('cksum', [file]).toString().split(' ');
        expect(await cksumFile(file)).toBe(Number(sum));
      }),
      { numRuns: 25 },
    );
  });
});

describe('ignore patterns', () => {
  it('agree with git', () => {
    const repository = mkdtempSync(join(folder, 'git-'));
    execFileSync('git', ['init', '-q', repository]);
    const part = fc.constantFrom(
      'a',
      'b',
      'a.o',
      'dir',
      '*',
      '*.o',
      '?',
      '**',
      'a*',
      '[ab]',
      'a.[!o]',
      '[c-e]?r',
      '\\a',
    );
    const pattern = fc
      .tuple(fc.constantFrom('', '!', '/'), fc.array(part, { minLength: 1, maxLength: 3 }), fc.constantFrom('', '/'))
      .map(([start, parts, end]) => `${start}${parts.join('/')}${end}`);
    const path = fc
      .array(fc.constantFrom('a', 'b', 'a.o', 'dir', 'ab'), { minLength: 1, maxLength: 3 })
      .map((parts) => parts.join('/'));
    fc.assert(
      fc.property(fc.array(pattern, { minLength: 1, maxLength: 3 }), path, (patterns, file) => {
        writeFileSync(join(repository, '.gitignore'), patterns.join('\n'));
        let git = true;
        try {
          execFileSync('git', ['-C', repository, 'check-ignore', '-q', '--no-index', file], { stdio: 'ignore' });
        } catch {
          git = false;
        }
        const ignored = ignoreFilter(patterns);
        const parts = file.split('/');
        // A file below an ignored folder is never looked at.
        const ours = parts.some((_, i) => ignored(parts.slice(0, i + 1).join('/'), i < parts.length - 1));
        expect(ours, `${patterns.join(' ')} on ${file}`).toBe(git);
      }),
      { numRuns: 150 },
    );
  });

  // Each of these takes a regular expression, and libraries that make such, longer than a person can wait.
  it.each([
    [`${'*a'.repeat(300)}*b`, 'a'.repeat(4000)],
    [`${'**/a/'.repeat(300)}b`, `${'a/'.repeat(2000)}c`],
    [`x/${'a*'.repeat(300)}b`, `x/${'a'.repeat(4000)}`],
    [`${'**/'.repeat(100)}${'*?'.repeat(200)}b`, `${'aa/'.repeat(500)}c`],
  ])('are done with at once, however they are made (%#)', (pattern, path) => {
    expect(ignoreFilter([pattern])(path, false)).toBe(false);
  });

  it('leave histories, objects and what a project names behind', async () => {
    const project = join(folder, 'project');
    for (const path of ['.git/config', 'src/a.c', 'src/a.o', '.trimtab/x/y', 'data/big.bin', '.trimtabignore']) {
      mkdirSync(join(project, path, '..'), { recursive: true });
      writeFileSync(join(project, path), path === '.trimtabignore' ? 'data/\n' : 'x');
    }
    expect((await localFiles(project, [])).map(({ path }) => path)).toEqual(['.trimtabignore', 'src/a.c']);
    expect((await localFiles(project, ['/src'])).map(({ path }) => path)).toEqual(['.trimtabignore']);
    await expect(localFiles(join(project, 'absent'), [])).rejects.toThrow(/cannot be read \(ENOENT\)/);
  });
});

describe('names that cannot travel', () => {
  it('are reported, wherever they are, unless they stay behind', async () => {
    const project = mkdtempSync(join(folder, 'latin1-'));
    mkdirSync(join(project, 'sub'));
    writeFileSync(join(project, 'main.c'), 'x');
    writeLatin1Name(join(project, 'sub'), '.dat');
    const sentence =
      /The name of "sub\/caf\ufffd.dat" in .* is not encoded as UTF-8, so that it cannot travel; rename it/;
    await expect(localFiles(project, [])).rejects.toThrow(sentence);
    await expect(copyFolder(project, join(folder, 'latin1-copy'))).rejects.toThrow(sentence);
    const shell = new LocalShell({ PATH: process.env.PATH ?? '' });
    await expect(remoteFiles(shell, project, [])).rejects.toThrow(sentence);
    expect((await localFiles(project, ['caf*.dat'])).map(({ path }) => path)).toEqual(['main.c']);
    expect((await remoteFiles(shell, project, ['sub/'])).files.map(({ path }) => path)).toEqual(['main.c']);
  });

  it('are reported if a path exceeds the maximum length of paths', async () => {
    const project = mkdtempSync(join(folder, 'deep-'));
    const deep = writeDeepFile(project);
    try {
      await expect(localFiles(project, [])).rejects.toThrow(
        /^The folder .{100,200}… has a path that is too long for this system/,
      );
      expect(await localFiles(project, [`/${deep}/`])).toEqual([]);
    } finally {
      removeDeepFile(project);
    }
  });
});

describe('copying on one machine', () => {
  it('takes only what changed, with permissions', async () => {
    const [from, to] = [join(folder, 'from'), join(folder, 'to')];
    mkdirSync(join(from, 'bin'), { recursive: true });
    writeFileSync(join(from, 'bin/run'), 'one');
    chmodSync(join(from, 'bin/run'), 0o755);
    expect(await copyFolder(from, from)).toEqual({ files: 0, bytes: 0 });
    expect(await copyFolder(from, to)).toEqual({ files: 1, bytes: 3 });
    expect(statSync(join(to, 'bin/run')).mode & 0o777).toBe(0o755);
    expect(await copyFolder(from, to)).toEqual({ files: 0, bytes: 0 });
    writeFileSync(join(from, 'bin/run'), 'three');
    expect(await copyFolder(from, to)).toEqual({ files: 1, bytes: 5 });
    expect(readFileSync(join(to, 'bin/run'), 'utf8')).toBe('three');
    await copyFolder(join(from, 'bin/run'), join(to, 'one-file'));
    expect(existsSync(join(to, 'one-file'))).toBe(true);
  });
});

describe("rsync's remote shell", () => {
  it('keeps words with blanks together', () => {
    expect(remoteShell(['ssh', '-F', '/a b/c', '-o', 'X=y'])).toBe("ssh -F '/a b/c' -o X=y");
    expect(remoteShell(['ssh', "it's"])).toBe('ssh "it\'s"');
    expect(remoteShell(['ssh', `'"`])).toBeUndefined();
  });
});
