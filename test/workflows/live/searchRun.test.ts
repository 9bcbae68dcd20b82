/**
 * Search of a real program while it runs. Its results are those of a trace of the whole run, and a stopped search
 * continues. When the program is gone, the results remain.
 */
import { execa } from 'execa';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { analyzeTrace } from '../../../src/analysis/trace/index.js';
import { openArchive } from '../../../src/formats/otf2/index.js';
import { isSearchedElsewhere } from '../../../src/engine/live/liveSearch.js';
import { LiveSearches } from '../../../src/engine/live/liveSearches.js';
import { causesOf } from '../../../src/measurement/search/bursts.js';
import { searchGraphOf, type SearchHistory } from '../../../src/measurement/search/history.js';
import { createTarget } from '../../../src/targets/create.js';
import { LOCAL } from '../../../src/targets/description.js';
import { dynamicsIn, readSearch, searchRun } from '../../../src/workflows/live/searchRun.js';
import { processOf } from '../../probe/held.js';
import { buildOnce, environment, fresh, mpis, patient, prepare, run } from '../../probe/support.js';

const mpi = mpis.find((name) => name === 'openmpi');
const build = buildOnce();
const RANKS = 4;
const FROM = 64;
/** Iterations of 10 ms, and of 40 ms from FROM on: far more than a thread waits for a processor on a busy machine. */
const argumentsOf = (steps: number): string[] => [steps, 10_000, 30_000, FROM].map(String);

/** Starts it as a profile; it is held in its first iteration until it is released, and continues until it is ended. */
function begin(program: string, args: readonly string[] = argumentsOf(100_000)) {
  const folder = fresh('searched');
  const [hold, over] = [`${folder}.hold`, `${folder}.over`];
  const files = { DRIFT_HOLD: hold, DRIFT_OVER: over };
  const env = { ...environment, TRIMTAB_EXPERIMENT_DIR: folder, TRIMTAB_MODE: 'profile', ...files };
  const running = execa(`mpirun.${mpi}`, ['-n', String(RANKS), program, ...args], {
    env,
    reject: false,
    timeout: 400_000,
  });
  return { folder, running, release: () => writeFileSync(hold, ''), end: () => writeFileSync(over, '') };
}

/** Whether the time that was built in was looked at: iterations of it were traced, and it is most of the run. */
function hasSeenIt(file: string): boolean {
  if (!existsSync(file)) return false;
  const { experiments, iterations } = readSearch(file);
  return experiments.some(({ kind, first }) => kind === 'burst' && first >= FROM) && iterations >= 4 * FROM;
}

function searching(
  folder: string,
  signal: AbortSignal,
  log: (sentence: string) => void = () => undefined,
): Promise<SearchHistory> {
  const target = createTarget(LOCAL);
  return searchRun({ target, folder }, { file: `${folder}.json`, log, signal, every: 500 });
}

const truths = ({ hypotheses }: SearchHistory) => hypotheses.filter(({ state }) => state === 'true');

describe.skipIf(mpi === undefined)('a search on a running program', patient, () => {
  if (mpi === undefined) return;
  let program = '';
  beforeAll(async () => {
    await prepare(mpi);
    program = await build(mpi, 'drift.c', ['-O2']);
  }, 600_000);

  it('finds the results of a trace of the whole run, and their start', async () => {
    const { folder, running, release, end } = begin(program);
    const over = new AbortController();
    const said: string[] = [];
    const searched = searching(folder, over.signal, (sentence) => said.push(sentence));
    while (!said.some((sentence) => sentence.startsWith('Its iterations are reported'))) await sleep(50);
    release();
    while (!hasSeenIt(`${folder}.json`)) await sleep(100);
    end();
    await running;
    over.abort();
    const history = await searched;
    const { iterations } = history;
    const whole = await run(mpi, program, { ranks: RANKS, args: argumentsOf(iterations) });
    const { report } = analyzeTrace(openArchive(join(whole.folder, 'traces.otf2')), { program: 'drift' });
    const told = new Map<string, number>();
    for (const { property, severity } of report.findings) told.set(property, (told.get(property) ?? 0) + severity);
    const waits = new Set(['mpi_point2point', 'mpi_collective'].flatMap(causesOf));
    // Values near the threshold are true in some iterations and not in all, especially on a busy machine.
    const strong = [...told].filter(([name, share]) => waits.has(name) && share >= 0.05).map(([name]) => name);
    expect(strong).toEqual(expect.arrayContaining(['mpi_latesender', 'mpi_wait_nxn']));
    const found = new Set(truths(history).map(({ property }) => property));
    for (const name of strong) expect(found, said.join('\n')).toContain(name);
    for (const name of found) if (waits.has(name)) expect(told.get(name) ?? 0, name).toBeGreaterThan(0.002);
    // Where: the calls, and the function that takes longer.
    const places = truths(history).map(({ property, path }) => `${property} ${path.join(' > ')}`);
    expect(places.some((place) => /^mpi_latesender .*step > exchange > MPI_Recv$/.test(place))).toBe(true);
    expect(places.some((place) => place.startsWith('comp step > extra'))).toBe(true);
    // On which ranks: those that receive.
    const late = truths(history).filter(({ property, ranks }) => property === 'mpi_latesender' && ranks.length > 0);
    expect(late.length).toBeGreaterThan(0);
    for (const { ranks } of late) expect([1, 3]).toEqual(expect.arrayContaining(ranks));
    // The function itself uses time from then on, as in the trace of a whole run.
    expect(
      places.some((place) => /^dynamics_trends .*step > extra/.test(place)),
      places.join('\n'),
    ).toBe(true);
    // Time: it begins where it was built in. Whole iterations also last longer if others use the processors; the
    // built-in drift is in a separate function.
    const begun = (dynamicsIn(readSearch(`${folder}.json`))?.findings ?? [])
      .filter(({ property }) => property === 'dynamics_trends')
      .map(({ patterns }) => patterns[0]?.first ?? 0);
    expect(Math.min(...begun.map((first) => Math.abs(first - FROM))), begun.join()).toBeLessThanOrEqual(
      0.02 * iterations,
    );
    expect(history.experiments.map(({ kind }) => kind)).toContain('burst');
    expect(history.cost).toBeLessThan(history.budget);
    expect(existsSync(join(folder, 'live/burst'))).toBe(false);
    const { steps } = searchGraphOf(history);
    for (const [index, { parents }] of steps.entries())
      for (const parent of parents) expect(parent).toBeLessThan(index);
  });

  it('continues after an interruption, and keeps the results when the program is killed', async () => {
    const { folder, running, release } = begin(program, ['100000', '2000', '2000', '50']);
    const first = new AbortController();
    const stopped = searching(folder, first.signal);
    while (!existsSync(join(folder, 'live/rank-0'))) await sleep(50);
    release();
    const isKnown = (): boolean => existsSync(`${folder}.json`) && truths(readSearch(`${folder}.json`)).length > 2;
    while (!isKnown()) await sleep(100);
    first.abort();
    const before = await stopped;
    const second = new AbortController();
    const goesOn = searching(folder, second.signal);
    while (readSearch(`${folder}.json`).iterations < before.iterations + 50) await sleep(100);
    for (let rank = 0; rank < RANKS; rank++) process.kill(processOf(folder, rank), 'SIGKILL');
    await running;
    second.abort();
    const after = await goesOn;
    const keys = truths(after).map(({ property, path }) => `${property} ${path.join()}`);
    for (const { property, path } of truths(before)) expect(keys).toContain(`${property} ${path.join()}`);
    expect(after.iterations).toBeGreaterThan(before.iterations);
    expect(readSearch(`${folder}.json`).hypotheses).toEqual(after.hypotheses);
  });

  it('is started once in a window, and ends when it is stopped there', async () => {
    const { folder, running, release, end } = begin(program, ['100000', '2000', '2000', '50']);
    const log: string[] = [];
    const searches = new LiveSearches((sentence) => log.push(sentence));
    const searched = { place: { target: createTarget(LOCAL), folder }, file: `${folder}.json` };
    searches.start('run', searched);
    expect(() => searches.start('run', searched)).toThrow('This run is searched already.');
    release();
    while (!existsSync(`${folder}.json`) || readSearch(`${folder}.json`).iterations === 0) await sleep(50);
    expect(isSearchedElsewhere(`${folder}.json`)).toBe(true);
    await searches.stop('run');
    expect(searches.has('run')).toBe(false);
    expect(readSearch(`${folder}.json`).ended).toMatch(/^The search stopped/);
    await expect(searches.stop('run')).rejects.toThrow('This run is not searched by this window.');
    end();
    await running;
  });
});
