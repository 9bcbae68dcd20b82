/**
 * Stretches of iterations that a profile excludes, on all ranks alike, and a trace that ends at the start of the first
 * one.
 */
import { execa } from 'execa';
import { beforeAll, describe, expect, it } from 'vitest';
import { usually } from '../support/matrix.js';
import { readEvents } from './archive.js';
import { from, iterationsWith, RANKS, start } from './going.js';
import { profileValues } from './profiles.js';
import { buildOnce, environment, fresh, mpis, patient, prepare } from './support.js';

const build = buildOnce();
const STEPS = 60;

/** Requests to the run: iterations 25 to 34 and 41 to 49 are excluded. Twice off is off, and so is twice on. */
const LEFT_OUT = ['mode off at 25', 'mode off at 26', 'mode profile at 35', 'mode off at 41', 'mode profile at 50'];
const ASKED = [...LEFT_OUT, 'mode profile at 51', 'mode off at 55', 'mode profile at 55'];
const KEPT = STEPS - 10 - 9;

/** Sums of a metric over the paths that end with each region, by location. */
function byRegion(folder: string, metric: string): Map<string, Map<string, number>> {
  const found = new Map<string, Map<string, number>>();
  for (const [key, value] of profileValues(folder)(metric)) {
    const [, location = key] = /^(MPI Rank \d+ .*?thread(?: \d+)?) /.exec(key) ?? [];
    const [, name = key] = /(?:^|[ /])([^/()]+)\([^()]*:\d+\)(?:@[^()]*)?$/.exec(key) ?? [];
    const sums = found.get(location) ?? new Map<string, number>();
    found.set(location, sums.set(name, (sums.get(name) ?? 0) + value));
  }
  return found;
}

describe.each(usually(mpis, 'mpich'))('a run with %s that records nothing for a while', patient, (mpi) => {
  let program = '';
  let plain = '';
  beforeAll(async () => {
    await prepare(mpi);
    program = await build(mpi, 'live.c', ['-O2', '-pthread']);
    const env = { ...environment, TRIMTAB_FUNCTIONS: '0', TRIMTAB_LIVE: '0', TRIMTAB_EXPERIMENT_DIR: fresh('plain') };
    plain = (await execa(`mpirun.${mpi}`, ['-n', '4', program, String(STEPS)], { env })).stdout;
  }, 600_000);

  it.each(['profile', 'trace'])('as a %s excludes whole iterations', async (mode) => {
    const going = await start(mpi, program, [STEPS], { TRIMTAB_MODE: mode });
    going.ask(...ASKED);
    expect(await going.answers(ASKED.length)).toEqual(ASKED.map((request) => `ok ${/\d+$/.exec(request)?.[0]}`));
    const { stdout, remarks } = await going.end();
    const ends = remarks.filter((line) => !/the trace ends here|a profile was asked for/.test(line));
    expect([stdout, ends]).toEqual([plain, []]);
    const visits = byRegion(going.folder, 'visits');
    const bytes = byRegion(going.folder, 'bytes_sent');
    const times = byRegion(going.folder, 'time');
    expect(visits.size).toBe(RANKS.length);
    for (const [location, of] of visits) {
      const counted = ['step', 'step_once', 'relax_rows', 'compute', 'MPI_Sendrecv', 'MEASUREMENT OFF', 'main'];
      expect(counted.map((name) => of.get(name))).toEqual([KEPT, KEPT, KEPT, 21 * KEPT, KEPT, 3, 1]);
      expect(bytes.get(location)?.get('MPI_Sendrecv')).toBe(8 * KEPT);
      expect(times.get(location)?.get('MEASUREMENT OFF')).toBeGreaterThan(0);
    }
    if (mode === 'profile') return;
    const events = await readEvents(going.folder);
    for (const rank of RANKS) expect(iterationsWith(events.get(rank), 'compute')).toEqual(from(1, 24));
  });
});

const [mpi = 'openmpi'] = mpis;

describe.skipIf(mpis.length === 0)('threads of a run that records nothing for a while', patient, () => {
  it('exclude the parallel regions that begin there', async () => {
    await prepare(mpi);
    const program = await build(mpi, 'live-openmp.c', ['-O1', '-fopenmp']);
    const going = await start(mpi, program, [STEPS], { TRIMTAB_MODE: 'profile' });
    going.ask(...ASKED);
    await going.answers(ASKED.length);
    await going.end();
    const locations = [...byRegion(going.folder, 'visits')];
    expect(locations).toHaveLength(2 * RANKS.length);
    for (const [location, of] of locations) {
      const region = [...of].find(([name]) => name.startsWith('!$omp parallel'))?.[1];
      const left = location.includes('Master') ? 3 : STEPS - KEPT; // each region that another thread joins on its own
      expect([region, of.get('compute'), of.get('MEASUREMENT OFF')]).toEqual([KEPT, KEPT, left]);
    }
  });

  it('change nothing in what a program computes, however often it is switched', async () => {
    await prepare(mpi);
    const program = await build(mpi, 'live.c', ['-O2', '-pthread']);
    const going = await start(mpi, program, [STEPS, 0, 2], { TRIMTAB_MODE: 'profile', TRIMTAB_LIVE: '1' });
    const requests = from(0, 29).map((n) => `mode ${n % 2 === 0 ? 'off' : 'profile'} at ${25 + n}`);
    going.ask(...requests);
    expect(await going.answers(30)).toEqual(requests.map((_, n) => `ok ${25 + n}`));
    const { stdout } = await going.end();
    expect(stdout).toMatch(/, 0 wrong$/);
    const first = [...byRegion(going.folder, 'visits')].filter(([location]) => location.includes('Master'));
    const [step, off] = [STEPS - 15, 15];
    expect(first.map(([, of]) => [of.get('step'), of.get('MPI_Sendrecv'), of.get('MEASUREMENT OFF')])).toEqual(
      RANKS.map(() => [step, step, off]),
    );
  });

  it('are refused if only a part would be excluded, or counted elsewhere', async () => {
    await prepare(mpi);
    const program = await build(mpi, 'live.c', ['-O2', '-pthread']);
    const refused = async (args: readonly (string | number)[], env: Record<string, string>): Promise<string[]> => {
      const going = await start(mpi, program, args, { TRIMTAB_MODE: 'profile', ...env });
      going.ask('mode off');
      const [answer = ''] = await going.answers(1);
      await going.end();
      return [answer];
    };
    expect([
      ...(await refused([STEPS, 0, 0, 'named'], {})),
      ...(await refused([STEPS], { TRIMTAB_COUNTERS: 'page-faults' })),
    ]).toEqual([
      expect.stringMatching(/^error 6 only whole iterations can be excluded, and none are counted/),
      expect.stringMatching(/^error 6 what counters count meanwhile would be others'/),
    ]);
  });
});
