import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS, readBundle, writeBundle } from '../../../src/experiments/bundle/bundle.js';
import { temporaryFolder } from '../support.js';

function put(folder: string, path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

describe('a bundle of files', () => {
  it('restores any files', () => {
    const name = fc.stringMatching(/^[a-zé_][a-z0-9é_. -]{0,20}$/).filter((text) => !/[. ]$/.test(text));
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => [...parts, 'f'].join('/'));
    fc.assert(
      fc.property(fc.dictionary(path, fc.uint8Array({ maxLength: 1500 }), { minKeys: 1, maxKeys: 5 }), (files) => {
        const [from, to] = [temporaryFolder(), temporaryFolder()];
        for (const [path, content] of Object.entries(files)) put(from, path, content);
        const target = join(to, 'all.tar.gz');
        const { omitted, files: count } = writeBundle(from, Object.keys(files), target);
        expect(omitted).toEqual([]);
        expect(count).toBe(Object.keys(files).length);
        expect(readBundle(target, join(to, 'out')).sort()).toEqual(Object.keys(files).sort());
        for (const [path, content] of Object.entries(files))
          expect(new Uint8Array(readFileSync(join(to, 'out', path)))).toEqual(content);
      }),
      { numRuns: 25 },
    );
  });

  it('is a tar archive for others too, with long names and programs', () => {
    const [from, to] = [temporaryFolder(), temporaryFolder()];
    const long = `${'folder/'.repeat(18)}${'n'.repeat(80)}.c`;
    put(from, long, 'int x;\n');
    put(from, 'configure', '#!/bin/sh\n');
    chmodSync(join(from, 'configure'), 0o755);
    const target = join(to, 'all.tar.gz');
    writeBundle(from, [long, 'configure'], target);
    expect(execFileSync('tar', ['tzf', target], { encoding: 'utf8' }).trim().split('\n')).toEqual(['configure', long]);
    readBundle(target, to);
    expect(statSync(join(to, 'configure')).mode & 0o111).not.toBe(0);
    expect(statSync(join(to, long)).mode & 0o111).toBe(0);
  });

  it('excludes, and lists, entries that are too large, no file, gone or of an impossible name', () => {
    const from = temporaryFolder();
    put(from, 'large', '');
    truncateSync(join(from, 'large'), LIMITS.file + 1);
    put(from, 'small', 'x');
    symlinkSync('/etc/passwd', join(from, 'link'));
    const endless = 'n'.repeat(150);
    put(from, endless, 'x');
    const target = join(from, 'all.tar.gz');
    const result = writeBundle(from, ['large', 'small', 'link', 'gone', endless], target);
    expect(result).toEqual({ files: 1, bytes: 1, omitted: ['gone', 'large', 'link', endless] });
    expect(writeBundle(from, ['gone'], join(from, 'none.tar.gz')).files).toBe(0);
    expect(existsSync(join(from, 'none.tar.gz'))).toBe(false);
  });

  it('is not unpacked through links, and holds nothing but files', () => {
    const [from, victim, to] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    put(from, 'a/bashrc', 'theirs');
    const target = join(from, 'all.tar.gz');
    writeBundle(from, ['a/bashrc'], target);
    put(victim, 'bashrc', 'mine');
    // A revision of a repository may hold such a link.
    symlinkSync(victim, join(to, 'a'));
    expect(() => readBundle(target, to)).toThrow(/a is a link, and nothing is written through links/);
    rmSync(join(to, 'a'));
    put(to, 'a/other', '');
    symlinkSync(join(victim, 'bashrc'), join(to, 'a/bashrc'));
    expect(() => readBundle(target, to)).toThrow(/bashrc is a link, and nothing is written through links/);
    expect(readFileSync(join(victim, 'bashrc'), 'utf8')).toBe('mine');
    symlinkSync(victim, join(from, 'link'));
    writeFileSync(target, execFileSync('tar', ['--format=ustar', '-C', from, '-czf', '-', 'link']));
    expect(() => readBundle(target, to)).toThrow(/is damaged: it holds something other than files/);
    expect(existsSync(join(to, 'link'))).toBe(false);
  });

  it('refuses damage and paths that lead outside', () => {
    const folder = temporaryFolder();
    put(folder, 'a/b.c', 'x'.repeat(600));
    const target = join(folder, 'all.tar.gz');
    writeBundle(folder, ['a/b.c'], target);
    const tar = gunzipSync(readFileSync(target));
    const attempt = (bytes: Uint8Array) => () => {
      writeFileSync(target, bytes);
      return readBundle(target, join(folder, 'out'));
    };
    expect(attempt(readFileSync(target).subarray(0, 40))).toThrow(/cannot be unpacked/);
    expect(attempt(gzipSync(tar.subarray(0, 700)))).toThrow(/ends too early/);
    const wrong = Buffer.from(tar);
    wrong[0] = 0x62;
    expect(attempt(gzipSync(wrong))).toThrow(/a header is wrong/);
    for (const name of ['../b.c', '/etc/x']) {
      const outside = Buffer.from(tar);
      const before = Buffer.from('a/b.c\0');
      const sum = (text: Uint8Array) => text.reduce((total, byte) => total + byte, 0);
      outside.fill(0, 0, before.length + 4);
      outside.write(name, 0, 'latin1');
      const old = Number.parseInt(tar.toString('latin1', 148, 154), 8);
      const checksum = old - sum(before) + sum(Buffer.from(name));
      outside.write(checksum.toString(8).padStart(6, '0'), 148, 'latin1');
      expect(attempt(gzipSync(outside))).toThrow(/outside its folder/);
    }
    expect(existsSync(join(folder, 'b.c'))).toBe(false);
  });
});
