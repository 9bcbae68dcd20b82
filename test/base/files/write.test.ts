import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { ExperimentStore } from '../../../src/experiments/index.js';
import { writeAtomically, writeError } from '../../../src/base/files/index.js';
import { fill, temporaryFolder } from '../../experiments/support.js';
import { smallDisk } from '../../support/smallDisk.js';

describe('writeAtomically', () => {
  it('replaces a file and leaves nothing else behind', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'a.txt');
    writeAtomically(path, 'one');
    writeAtomically(path, 'two');
    expect(readFileSync(path, 'utf8')).toBe('two');
    expect(readdirSync(folder)).toEqual(['a.txt']);
  });

  it('takes content piece by piece, and leaves nothing behind when that fails', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'a.txt');
    writeAtomically(path, [Buffer.from('one '), Buffer.from('two')]);
    function* failing(): Generator<Uint8Array> {
      yield Buffer.from('three');
      throw new RangeError('no more');
    }
    expect(() => writeAtomically(path, failing())).toThrow(new RangeError('no more'));
    expect(readFileSync(path, 'utf8')).toBe('one two');
    expect(readdirSync(folder)).toEqual(['a.txt']);
  });

  it('reports in one sentence why it cannot write', () => {
    const path = join(temporaryFolder(), 'absent', 'a.txt');
    expect(() => writeAtomically(path, 'x')).toThrow(/a\.txt could not be written: there is no folder .*absent\./);
    const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
    expect(writeError('/data/x', full).message).toBe(
      'There is no space left to write /data/x; free some space on that disk and run again.',
    );
  });

  it('keeps the old content on a full disk', ({ skip }) => {
    const folder = smallDisk('256k');
    if (folder === undefined) return skip('needs the right to mount a small tmpfs');
    const path = join(folder, 'a.txt');
    writeAtomically(path, 'old');
    fill(folder);
    expect(() => writeAtomically(path, 'x'.repeat(100_000))).toThrow(/no space left to write/);
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(folder).sort()).toEqual(['a.txt', 'filler']);
    expect(statfsSync(folder).bavail).toBe(0);
  });

  it('lets an experiment end on a full disk without losing what it has', ({ skip }) => {
    const folder = smallDisk('256k');
    if (folder === undefined) return skip('needs the right to mount a small tmpfs');
    const store = new ExperimentStore(folder);
    const recorder = store.create({ program: 'p', target: 'local' });
    fill(folder);
    expect(recorder.finishQuietly('failed', 'no space')?.message).toMatch(/no space left/);
    expect(store.list()).toMatchObject([{ id: recorder.id, state: 'failed' }]);
    expect(() => store.create({ program: 'q', target: 'local' })).toThrow(/no space left/);
    rmSync(join(folder, 'filler'));
    store.delete(recorder.id);
    expect(store.list().filter(({ state }) => state !== 'damaged')).toEqual([]);
  });

  it('leaves the old or the new content whole when killed in the middle', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'a.txt');
    const script = join(folder, 'writer.cjs');
    const source = `import { writeAtomically } from './src/base/files/index.js';
      for (let i = 0; ; i++) { writeAtomically(${JSON.stringify(path)}, String(i % 10).repeat(3_000_000)); if (i === 0) console.log('going'); }`;
    await build({
      stdin: { contents: source, resolveDir: process.cwd(), loader: 'ts' },
      bundle: true,
      platform: 'node',
      format: 'cjs',
      outfile: script,
      logLevel: 'error',
    });
    for (let round = 0; round < 6; round++) {
      const writer = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
      await once(writer.stdout, 'data');
      await delay(7 * round);
      writer.kill('SIGKILL');
      await once(writer, 'exit');
      const content = readFileSync(path, 'utf8');
      expect(content.length).toBe(3_000_000);
      expect(new Set(content).size).toBe(1);
    }
  });
});

describe('a crash while an experiment is made', () => {
  it('leaves a folder without manifest as interrupted, next to readable ones', () => {
    const store = new ExperimentStore(temporaryFolder());
    const good = store.create({ program: 'p', target: 'local' });
    good.finish('complete');
    mkdirSync(join(store.folder, '20260101-000000-p-abcd'));
    writeFileSync(join(store.folder, '20260101-000000-p-abcd', '.0123.tmp'), 'format: trim');
    expect(store.list()).toMatchObject([
      { id: good.id, state: 'complete' },
      { id: '20260101-000000-p-abcd', state: 'failed', problem: expect.stringContaining('interrupted') as string },
    ]);
  });

  it('shows a manifest that lost its end as damaged', () => {
    const store = new ExperimentStore(temporaryFolder());
    const recorder = store.create({ program: 'p', target: 'local' });
    recorder.finish('complete');
    const file = openSync(join(recorder.folder, 'manifest.yaml'), 'r+');
    ftruncateSync(file, 90);
    closeSync(file);
    expect(store.list()).toMatchObject([{ id: recorder.id, state: 'damaged' }]);
  });
});
