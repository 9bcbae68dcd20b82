/** Waits of POSIX threads for each other: only necessary ones, with the lines of their calls. */
import { execa } from 'execa';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { analyzeProfile } from '../../src/analysis/profile/index.js';
import { analyzeTrace } from '../../src/analysis/trace/index.js';
import { elementAt } from '../../src/base/elements.js';
import { openCube, toSpace } from '../../src/formats/cube/index.js';
import { openArchive } from '../../src/formats/otf2/index.js';
import type { Definitions } from '../../src/model/definitions.js';
import type { PerformanceSpace } from '../../src/model/performanceSpace.js';
import { environment, fresh, marked, mpis, patient, programs, wrapper } from './support.js';

const compiler = await execa('g++', ['--version'], { reject: false });
const isHere = mpis.length > 0 && compiler.exitCode === 0 && ['x64', 'arm64'].includes(process.arch);

async function build(): Promise<string> {
  const place = fresh('waiting');
  mkdirSync(place);
  const program = join(place, 'program');
  const command = ['g++', '-w', '-O1', '-pthread', '-o', program, join(programs, 'waiting.cpp')];
  await execa(wrapper, command, { env: environment, cwd: place });
  return program;
}

/** Seconds of a metric by function and line of its call, of regions of POSIX threads. */
function waits(space: PerformanceSpace, definitions: Definitions, metric: string): Map<string, number> {
  const column = space.severities.get(metric);
  const found = new Map<string, number>();
  for (const [entry, path] of (column?.callPath ?? new Uint32Array()).entries()) {
    const region = elementAt(definitions.regions, elementAt(space.callTree.region, path));
    const site = definitions.sourceCodeLocations[elementAt(space.callTree.site, path) - 1];
    if (region.paradigm !== 'pthread') continue;
    const key = `${region.name}:${site?.line ?? 0}`;
    found.set(key, (found.get(key) ?? 0) + (column?.value[entry] ?? 0));
  }
  return found;
}

describe.skipIf(!isHere)('waiting of POSIX threads', patient, () => {
  const program = isHere ? build() : Promise.resolve('');
  const measure = async (env: Record<string, string>) => {
    const folder = fresh('run');
    const { stdout } = await execa(await program, [], {
      env: { ...environment, TRIMTAB_EXPERIMENT_DIR: folder, ...env },
      timeout: 300_000,
    });
    return { folder, stdout };
  };
  const line = (name: string) => marked('waiting.cpp', name);
  const expected = {
    pthread_lock_api: [`pthread_mutex_lock:${line('mutex')}`, `pthread_rwlock_rdlock:${line('lock')}`],
    pthread_conditional: [`pthread_cond_wait:${line('condition')}`, `pthread_cond_wait:${line('cancelled')}`],
    pthread_synchronization: [`pthread_barrier_wait:${line('barrier')}`, `sem_wait:${line('semaphore')}`],
    pthread_management: [`pthread_join:${line('join')}`],
  };

  it.each(['trace', 'profile'])('is reported by line, of a %s', async (mode) => {
    const { folder } = await measure({ TRIMTAB_THREADS: '1', TRIMTAB_MODE: mode });
    const isTrace = mode === 'trace';
    const profile = isTrace ? undefined : toSpace(openCube(join(folder, 'profile.cubex')));
    const trace = isTrace ? openArchive(folder) : undefined;
    const result =
      trace !== undefined
        ? analyzeTrace(trace, { program: 'waiting' })
        : profile !== undefined && analyzeProfile(profile, 'waiting');
    const definitions = trace?.definitions ?? profile?.definitions;
    if (result === false || definitions === undefined) throw new Error('nothing was measured');
    for (const [metric, calls] of Object.entries(expected)) {
      const found = waits(result.space, definitions, metric);
      for (const call of calls) expect([call, (found.get(call) ?? 0) > 0]).toEqual([call, true]);
    }
    // A thousand acquisitions were uncontended; the second lock of the same thread failed at once.
    const visits = waits(result.space, definitions, 'visits');
    const locks = [...visits].filter(([key]) => key.startsWith('pthread_mutex_lock'));
    expect(locks.reduce((sum, [, count]) => sum + count, 0)).toBeLessThan(10);
    expect(result.report.doubts?.map(({ kind }) => kind)).not.toContain('unrecorded-waiting');
  });

  it('is absent unless requested, and the functions return the same', async () => {
    const without = await measure({});
    const { regions } = openArchive(without.folder).definitions;
    expect(regions.filter(({ paradigm }) => paradigm === 'pthread')).toEqual([]);
    const { stdout } = await measure({ TRIMTAB_THREADS: '1', TRIMTAB_MEMORY: '1' });
    expect(stdout).toBe(without.stdout);
    expect(stdout).toContain('errors Resource deadlock avoided, 0, -1 Connection timed out');
    expect(stdout).toContain('cancelled 1');
  });
});
