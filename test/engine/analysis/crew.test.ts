import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watchOver, type WatchMessage } from '../../../src/engine/analysis/watch.js';
import type { Problem } from '../../../src/base/problem.js';
import type { Wanted } from './crewWorker.js';

interface Found {
  readonly kind: 'found';
  readonly values: readonly number[];
  readonly problems: readonly Problem[];
}
type Said = Found | { readonly kind: 'defect'; readonly message: string };

let folder: string;
let path: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trimtab-crew-'));
  path = join(folder, 'crewWorker.cjs');
  const entry = join(import.meta.dirname, 'crewWorker.ts');
  await build({
    entryPoints: [entry],
    outfile: path,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'silent',
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

function ask(wanted: Omit<Wanted, 'kind'>): Promise<Said> {
  const worker = new Worker(path, { workerData: { kind: 'wanted', ...wanted } });
  return new Promise((resolve, reject) => {
    worker.on('message', (message: Said | WatchMessage) => {
      if (message.kind === 'watch') watchOver(message);
      else resolve(message);
    });
    worker.on('error', reject);
    worker.on('exit', (code) => reject(new Error(`ended without a word (code ${code})`)));
  });
}

const squares = (count: number): number[] => Array.from({ length: count }, (_, piece) => piece * piece);

describe('a crew of threads', { timeout: 120_000 }, () => {
  it.each([
    { threads: 1, pieces: 7, ahead: 2 },
    { threads: 2, pieces: 1000, ahead: 3 },
    { threads: 2, pieces: 1000, ahead: 1000 },
    { threads: 4, pieces: 333, ahead: 8 },
  ])('gives results in order of the pieces: %o', async (wanted) => {
    expect(await ask({ ...wanted, fate: 'work' })).toMatchObject({ values: squares(wanted.pieces), problems: [] });
  });

  it('processes the pieces of a thread that ends early, and reports so', async () => {
    const said = await ask({ threads: 2, pieces: 50, ahead: 4, fate: 'end' });
    expect(said).toMatchObject({ values: squares(50), problems: [{ level: 'warning' }] });
    expect(JSON.stringify(said)).toContain('"A thread of the analysis ended early');
  });

  it('fails with what a thread fails with', async () => {
    const said = await ask({ threads: 2, pieces: 50, ahead: 50, fate: 'throw' });
    expect(said.kind === 'defect' && said.message).toMatch(/^piece \d+ is wrong$/);
  });
});
