import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { analyzeTrace, recordingCosts } from '../../../src/analysis/trace/index.js';
import {
  analyzeDistributed,
  type DistributedOptions,
  readPart,
  reduceParts,
} from '../../../src/engine/distributed/index.js';
import { jobRunner } from '../../../src/engine/distributed/jobRunner.js';
import { processRunner } from '../../../src/engine/distributed/processRunner.js';
import { openArchive } from '../../../src/formats/otf2/index.js';
import { CancelledError, TrimtabError } from '../../../src/base/problem.js';
import { createTarget } from '../../../src/targets/create.js';
import { LOCAL } from '../../../src/targets/description.js';
import { removeArchives } from '../../formats/otf2/otf2Writer.js';
import { expectSame } from '../../support/expectSame.js';
import { rounds, wholeMatrix } from '../../support/matrix.js';
import { contents } from '../../support/parts.js';
import { archiveWithWrongClock } from '../support/wrongClock.js';
import { bundleTasks } from '../support/bundle.js';

const ROOT = resolve(import.meta.dirname, '../../..');
let folder: string;
let archive: string;
let command: string[];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trimtab-distributed-'));
  cpSync(join(ROOT, 'examples', 'heat2d-mpi', 'recorded'), join(folder, 'trace'), { recursive: true });
  archive = join(folder, 'trace', 'traces.otf2');
  command = await bundleTasks(folder);
});
afterAll(() => {
  removeArchives();
  rmSync(folder, { recursive: true });
});

const analyze = (options: Partial<DistributedOptions> = {}, trace = archive) =>
  analyzeDistributed(trace, {
    program: 'test',
    correctClocks: true,
    parts: rounds(2, 3),
    command,
    runner: processRunner,
    ...options,
  });

/**
 * Counts the threads that tasks start in addition to their first ones. For each a letter is written, even if its work
 * is done by others before it runs.
 */
async function withThreads<Result>(run: () => Promise<Result>): Promise<{ result: Result; begun: number }> {
  const begun = join(folder, 'threads');
  const hook = join(folder, 'hook.cjs');
  writeFileSync(begun, '');
  writeFileSync(
    hook,
    `const threads = require('node:worker_threads');
threads.Worker = class extends threads.Worker {
  constructor(...words) {
    require('node:fs').appendFileSync(${JSON.stringify(begun)}, 'x');
    super(...words);
  }
};
`,
  );
  vi.stubEnv('NODE_OPTIONS', `--require=${hook}`);
  try {
    return { result: await run(), begun: readFileSync(begun, 'utf8').length };
  } finally {
    vi.unstubAllEnvs();
  }
}

/** Results of one process for the trace. */
let wholeFound: unknown;
const wholeContents = (): unknown => (wholeFound ??= contents(analyzeTrace(openArchive(archive), { program: 'test' })));

/** The analysis by two processes of two threads each, in a separate folder. */
const search = () => withThreads(() => analyze({ parts: 2, threads: 2, exchange: join(folder, 'scratch') }));
let searching: ReturnType<typeof search> | undefined;
/** The same, once for all tests. */
const searched = () => (searching ??= search());

describe('the analysis by several processes', () => {
  it('gives the same results to the last bit, and leaves nothing behind', async () => {
    const before = readdirSync(join(folder, 'trace'));
    const whole = wholeContents();
    // There are more parts than processes; fewer are in the tests below.
    for (const parts of wholeMatrix ? [3, 1000] : [1000]) expectSame(contents(await analyze({ parts })), whole);
    expect(readdirSync(join(folder, 'trace'))).toEqual(before);
  });

  it('gives the same results as jobs of a target', async () => {
    const whole = wholeContents();
    const runner = jobRunner(createTarget(LOCAL), 'jobs of this machine');
    expect(contents(await analyze({ runner, parts: 2 }))).toEqual(whole);
  });

  it('reads again with corrected times in several threads where clocks disagree', async () => {
    const trace = archiveWithWrongClock(50);
    const whole = contents(analyzeTrace(openArchive(trace), { program: 'test' }));
    expect(JSON.stringify(whole)).toMatch(/Times were corrected/);
    if (wholeMatrix) expectSame(contents(await analyze({ parts: 2, threads: 1 }, trace)), whole);
    const { result, begun } = await withThreads(() => analyze({ parts: 2, threads: 3 }, trace));
    expect(contents(result)).toEqual(whole);
    // The one that analyzes, and two more.
    expect(begun).toBe(3);
  });

  it('subtracts measurement overhead, as one process does', async () => {
    const cost = 2e-7;
    // If clocks disagree, times are corrected and measurement overhead is subtracted from them.
    for (const trace of wholeMatrix ? [archive, archiveWithWrongClock(50)] : [archiveWithWrongClock(50)]) {
      const opened = openArchive(trace);
      const costs = recordingCosts(opened.definitions, cost);
      if (costs === undefined) throw new Error('costs that are given are known');
      const whole = contents(analyzeTrace(opened, { program: 'test', costs }));
      expect(JSON.stringify(whole)).toMatch(/was subtracted from all times/);
      expect(contents(await analyze({ parts: 2, threads: 1, compensate: { cost } }, trace))).toEqual(whole);
    }
  });

  it('searches what others read in several threads', async () => {
    const { result, begun } = await searched();
    expect(contents(result)).toEqual(wholeContents());
    expect(begun).toBe(2);
  });

  it('reports the same damage of the trace as one process does', async () => {
    const damaged = join(folder, 'damaged');
    cpSync(join(folder, 'trace'), damaged, { recursive: true });
    for (const name of readdirSync(join(damaged, 'traces')).slice(1)) truncateSync(join(damaged, 'traces', name), 3000);
    const trace = join(damaged, 'traces.otf2');
    const whole = analyzeTrace(openArchive(trace), { program: 'test' });
    expect(whole.report.problems.length).toBeGreaterThan(0);
    expect(contents(await analyze({}, trace))).toEqual(contents(whole));
  });

  it('exchanges files in the configured folder', async () => {
    await searched();
    expect(readdirSync(join(folder, 'scratch'))).toEqual([]);
    writeFileSync(join(folder, 'file'), '');
    await expect(analyze({ exchange: join(folder, 'file') })).rejects.toThrow(
      /name one that all machines can write to/,
    );
  });

  it('shows the output of a task that failed', async () => {
    const failing = [process.execPath, '-e', 'console.error("no such disk"); process.exit(3)'];
    const error: unknown = await analyze({ command: failing }).catch((reason: unknown) => reason);
    if (!(error instanceof TrimtabError)) throw new Error('it did not fail as expected');
    expect(error.message).toContain('exit code 3');
    expect(error.details).toContain('no such disk');
  });

  it('ends when it is cancelled', async () => {
    const abort = new AbortController();
    const waiting = [process.execPath, '-e', 'setTimeout(() => {}, 60_000)'];
    const work = analyze({ command: waiting, signal: abort.signal, onProgress: () => abort.abort() });
    await expect(work).rejects.toThrow(CancelledError);
  });

  it('refuses a folder that is none for the exchange', async () => {
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    expect(() => readPart(empty, 0)).toThrow(/is not the exchange folder/);
    await expect(reduceParts(empty)).rejects.toThrow(TrimtabError);
  });
});
