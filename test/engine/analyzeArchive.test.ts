import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyzeArchive, type AnalyzeOptions } from '../../src/engine/analysis/analyzeArchive.js';
import { memoryLimit } from '../../src/engine/analysis/memoryLimit.js';
import { CancelledError, TrimtabError } from '../../src/base/problem.js';

/** Workers that misbehave in the ways a real one can; what the real one does well is tested over the server. */
let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'trimtab-worker-'))));
afterAll(() => rmSync(folder, { recursive: true }));

function analyze(script: string, options: Partial<AnalyzeOptions> = {}) {
  const workerPath = join(folder, `${Math.random().toString(36).slice(2)}.cjs`);
  writeFileSync(workerPath, `const { parentPort, workerData } = require('node:worker_threads');\n${script}`);
  return analyzeArchive('/data/traces.otf2', { program: 'heat', workerPath, ...options });
}

async function failureOf(work: Promise<unknown>): Promise<Error> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('it did not fail as expected');
}

describe('analyzeArchive', () => {
  it('hands the task over, passes progress on and returns the result', async () => {
    const said: [number, string][] = [];
    const result = await analyze(
      `parentPort.postMessage({ kind: 'progress', fraction: 0.5, message: 'half' });
       parentPort.postMessage({ kind: 'done', result: { report: workerData.program, space: workerData.archive } });`,
      { onProgress: (fraction, message) => said.push([fraction, message]) },
    );
    expect(result).toEqual({ report: 'heat', space: '/data/traces.otf2' });
    expect(said).toEqual([[0.5, 'half']]);
  });

  it('does not wait for the worker to end once it has the result', async () => {
    const mark = join(folder, 'received');
    const result = await analyze(
      `parentPort.postMessage({ kind: 'done', result: 'found' });
       while (!require('node:fs').existsSync(${JSON.stringify(mark)})) {}`,
    );
    writeFileSync(mark, '');
    expect(result).toBe('found');
  });

  it('passes a problem on as its sentence', async () => {
    const error = await failureOf(
      analyze(`parentPort.postMessage({ kind: 'problem', message: 'The archive is empty.', details: 'x' });`),
    );
    expect(error).toBeInstanceOf(TrimtabError);
    expect(error).toMatchObject({ message: 'The archive is empty.', details: 'x' });
  });

  it('ends a worker that does not listen', async () => {
    const abort = new AbortController();
    const work = analyze(`parentPort.postMessage({ kind: 'progress', fraction: 0, message: '' }); for (;;) {}`, {
      signal: abort.signal,
      onProgress: () => abort.abort(),
    });
    expect(await failureOf(work)).toBeInstanceOf(CancelledError);
  });

  it('lets a worker that listens exit on its own', async () => {
    const abort = new AbortController();
    const work = analyze(
      `const flag = new Int32Array(workerData.cancelled);
       parentPort.postMessage({ kind: 'progress', fraction: 0, message: '' });
       while (Atomics.load(flag, 0) === 0) {}
       parentPort.postMessage({ kind: 'cancelled' });`,
      { signal: abort.signal, onProgress: () => abort.abort() },
    );
    expect(await failureOf(work)).toBeInstanceOf(CancelledError);
  });

  it('starts nothing when it was cancelled before', async () => {
    expect(await failureOf(analyze('process.exit(3)', { signal: AbortSignal.abort() }))).toBeInstanceOf(CancelledError);
  });

  const TOO_MUCH =
    /^The analysis of \/data\/traces\.otf2 needs more than 67\.1 MB of memory, which is the limit here; raise it \([^\n]*\), or record fewer functions or a shorter run\.$/;

  it.each([
    ['objects', `const hold = []; for (;;) hold.push(Array.from({ length: 1000 }, (_, i) => ({ i })));`],
    // Outside the heap that the thread's own limit is about; ever the same few hundred megabytes are kept.
    [
      'arrays',
      `const hold = Array.from({ length: 50 }, () => new Float64Array(1 << 20).fill(1)); for (;;) hold[0][0]++;`,
    ],
  ])('ends a worker that takes more memory than it may, with the limit: %s', async (_, script) => {
    const error = await failureOf(analyze(script, { memoryLimit: 64 << 20 }));
    expect(error).toBeInstanceOf(TrimtabError);
    expect(error.message).toMatch(TOO_MUCH);
  });

  it('reports in one sentence that memory did not suffice', async () => {
    const { message } = await failureOf(analyze(`parentPort.postMessage({ kind: 'memory' });`));
    expect(message).toMatch(/^The analysis of \/data\/traces\.otf2 needs more memory than is free; [^\n]*\.$/);
  });

  it('has a limit from the machine, or from the environment', () => {
    expect(memoryLimit({}, 24 * 2 ** 30)).toBe(12 * 2 ** 30);
    expect(memoryLimit({ TRIMTAB_MEMORY_LIMIT: '512' }, 24 * 2 ** 30)).toBe(512 * 2 ** 20);
    for (const text of ['much', '-1', '0'])
      expect(() => memoryLimit({ TRIMTAB_MEMORY_LIMIT: text })).toThrow(
        `TRIMTAB_MEMORY_LIMIT is "${text}"; write a number of MiB, such as 4096, or remove it.`,
      );
  });

  it('reports a worker that throws with its own stack, and one that leaves in a sentence', async () => {
    const thrown = await failureOf(analyze(`function culprit() { throw new TypeError('oops'); } culprit();`));
    expect(thrown).not.toBeInstanceOf(TrimtabError);
    expect(thrown.stack).toContain('culprit');
    const left = await failureOf(analyze('process.exit(3)'));
    expect(left.message).toBe('The analysis of /data/traces.otf2 ended unexpectedly (code 3); start it again.');
  });
});
