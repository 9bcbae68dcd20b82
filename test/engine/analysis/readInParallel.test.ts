import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyzeArchive, type AnalyzeOptions } from '../../../src/engine/analysis/analyzeArchive.js';
import { readersFor } from '../../../src/engine/analysis/readInParallel.js';
import { FILES } from '../../../src/experiments/store/experiment.js';
import { openArchive } from '../../../src/formats/otf2/index.js';
import { CancelledError } from '../../../src/base/problem.js';
import { removeArchives } from '../../formats/otf2/otf2Writer.js';
import { expectSame } from '../../support/expectSame.js';
import { usually, wholeMatrix } from '../../support/matrix.js';
import { contents } from '../../support/parts.js';
import { archiveWithWrongClock } from '../support/wrongClock.js';
import { bundleEngine, type EngineBundle } from '../support/bundle.js';

const EXAMPLES = resolve(import.meta.dirname, '../../../examples');
let folder: string;
let bundle: EngineBundle;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trimtab-parallel-'));
  bundle = await bundleEngine();
});
afterAll(() => {
  bundle.remove();
  removeArchives();
  rmSync(folder, { recursive: true });
});

const analyze = async (archive: string, options: Partial<AnalyzeOptions>) =>
  contents(await analyzeArchive(archive, { program: 'test', workerPath: bundle.worker, ...options }));

describe('reading in several threads', () => {
  it.each(usually(['heat2d-mpi', 'hybrid', 'sweep-mpi'], 'heat2d-mpi'))(
    'gives the same results to the last bit: %s',
    async (example) => {
      const archive = join(EXAMPLES, example, 'recorded', 'traces.otf2');
      const alone = await analyze(archive, { threads: 1 });
      for (const threads of wholeMatrix ? [2, 5] : [5]) expectSame(await analyze(archive, { threads }), alone);
    },
  );

  it.each(usually(['heat2d-mpi', 'hybrid'], 'hybrid'))(
    'keeps the same space, timeline and series: %s',
    async (example) => {
      const archive = join(EXAMPLES, example, 'recorded', 'traces.otf2');
      const kept = async (threads: number): Promise<readonly (readonly [string, string])[]> => {
        const results = mkdtempSync(join(folder, 'kept-'));
        await analyze(archive, { threads, spaceFile: join(results, FILES.space) });
        return readdirSync(results).map((name) => [
          name,
          createHash('sha256')
            .update(readFileSync(join(results, name)))
            .digest('hex'),
        ]);
      };
      const alone = await kept(1);
      expect(alone.map(([name]) => name)).toContain(FILES.timeline);
      expect(await kept(3)).toEqual(alone);
    },
  );

  it('reads again with corrected times in all threads where clocks disagree', async () => {
    const archive = archiveWithWrongClock(50);
    const alone = await analyze(archive, { threads: 1 });
    expect(JSON.stringify(alone)).toMatch(/clocks of the processes disagree.*Times were corrected/);
    expect(JSON.stringify(await analyze(archive, { threads: 1, correctClocks: false }))).not.toEqual(
      JSON.stringify(alone),
    );
    for (const threads of wholeMatrix ? [2, 4] : [2]) expectSame(await analyze(archive, { threads }), alone);
  });

  it('subtracts measurement overhead in all threads, even if clocks disagree', async () => {
    const compensate = { cost: 2e-7 };
    for (const archive of [join(EXAMPLES, 'hybrid', 'recorded', 'traces.otf2'), archiveWithWrongClock(50)]) {
      const alone = await analyze(archive, { threads: 1, compensate });
      expect(JSON.stringify(alone)).toMatch(/Measurement overhead \(.*was subtracted from all times/);
      expect(alone).not.toEqual(await analyze(archive, { threads: 1 }));
      for (const threads of wholeMatrix ? [2, 4] : [2])
        expectSame(await analyze(archive, { threads, compensate }), alone);
    }
  });

  it('reports that costs are unknown', async () => {
    const archive = archiveWithWrongClock(50);
    await expect(analyze(archive, { threads: 2, compensate: {} })).rejects.toThrow(
      /does not contain its measurement overhead.*--compensate --cost 100/,
    );
  });

  it('reports the same damage of the trace as one thread does', async () => {
    const damaged = join(folder, 'damaged');
    cpSync(join(EXAMPLES, 'heat2d-mpi', 'recorded'), damaged, { recursive: true });
    const events = readdirSync(join(damaged, 'traces')).filter((name) => name.endsWith('.evt'));
    for (const name of events.slice(1)) truncateSync(join(damaged, 'traces', name), 3000);
    const alone = await analyze(join(damaged, 'traces.otf2'), { threads: 1 });
    expect(JSON.stringify(alone)).toMatch(/event files of \d+ locations .* are cut/);
    expectSame(await analyze(join(damaged, 'traces.otf2'), { threads: 3 }), alone);
  });

  it('ends when it is cancelled', async () => {
    const abort = new AbortController();
    const archive = join(EXAMPLES, 'heat2d-mpi', 'recorded', 'traces.otf2');
    const work = analyze(archive, { threads: 3, signal: abort.signal, onProgress: () => abort.abort() });
    await expect(work).rejects.toThrow(CancelledError);
  });

  it('is for large traces of several processes', () => {
    const { definitions } = openArchive(join(EXAMPLES, 'heat2d-mpi', 'recorded', 'traces.otf2'));
    const having = (announcedEvents: number) => ({
      ...definitions,
      locations: definitions.locations.map((location) => ({ ...location, announcedEvents })),
    });
    expect(readersFor(having(1000), 8)).toBe(1);
    expect(readersFor(having(10_000_000), 2)).toBe(2);
    expect(readersFor(having(10_000_000), 1)).toBe(1);
    expect(readersFor(having(100_000_000), 64)).toBe(definitions.locations.length);
  });
});
