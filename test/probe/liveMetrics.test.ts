/** Live control of a run: samples are taken and counters read in chosen iterations only. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { usually } from '../support/matrix.js';
import { readDefinitions, readEvents, regionOf, type Event } from './archive.js';
import { from, RANKS, start } from './going.js';
import { build, mpis, patient, prepare } from './support.js';

/** Whether the kernel allows samples here. */
const samplesAllowed =
  Number(readFileSync('/proc/sys/kernel/perf_event_paranoid', 'utf8')) <= 2 || process.getuid?.() === 0;

/** Iterations in which a thread was sampled, with the generators of the samples. */
function sampledIn(events: readonly Event[] | undefined): {
  iterations: number[];
  generators: Map<number, Set<string>>;
} {
  const generators = new Map<number, Set<string>>();
  let iteration = 0;
  for (const event of events ?? []) {
    if (event.kind === 'ENTER' && regionOf(event) === 'step') iteration++;
    if (event.kind !== 'CALLING_CONTEXT_SAMPLE') continue;
    const known = generators.get(iteration) ?? new Set();
    generators.set(iteration, known.add(event.references.at(-1) ?? ''));
  }
  return { iterations: [...generators.keys()], generators };
}

describe.each(usually(mpis, 'openmpi'))('a run with %s and a control channel', patient, (mpi) => {
  let program = '';

  beforeAll(async () => {
    await prepare(mpi);
    program = await build(mpi, 'live.c', ['-O2', '-pthread']);
  }, 600_000);

  it.skipIf(!samplesAllowed)(
    'samples lines in chosen iterations, at changing rates, threads that come later too',
    async () => {
      const going = await start(mpi, program, [60, 0, 1], { LIVE_BURN: '12', LIVE_THREAD_AT: '36' });
      going.ask('sample 20000', 'sample 1000 at 30', 'sample 100 at 40', 'sample 0 at 50', 'sample 7 at 900');
      expect(await going.answers(5)).toEqual([
        'error 8 more than 10000 samples a second cost more than they show',
        'ok 30',
        'ok 40',
        'ok 50',
        'ok 900',
      ]);
      const { stdout, remarks } = await going.end();
      expect(stdout).toMatch(/, 0 wrong$/);
      expect(remarks).toEqual([
        expect.stringMatching(/"sample 7 at 900" was to happen at iteration 900; the run ended at iteration 60$/),
      ]);
      const periods = (await readDefinitions(going.folder, 'INTERRUPT_GENERATOR')).map(
        (line) => /Period: (\d+)/.exec(line)?.[1],
      );
      expect(new Set(periods)).toEqual(new Set(['1000000', '10000000']));
      const events = await readEvents(going.folder);
      for (const rank of RANKS) {
        const { iterations, generators } = sampledIn(events.get(rank));
        expect(iterations).toEqual(iterations.filter((iteration) => iteration >= 30 && iteration < 50));
        expect(iterations.filter((iteration) => iteration < 40)).toEqual(from(30, 39));
        expect(iterations.some((iteration) => iteration >= 40)).toBe(true);
        for (const [iteration, used] of generators)
          expect([...used].map((id) => periods[Number(id)])).toEqual([iteration < 40 ? '1000000' : '10000000']);
      }
      const threads = [...events].filter(([, some]) => some.some(({ kind }) => kind === 'CALLING_CONTEXT_SAMPLE'));
      // The main thread and the other one of each rank, and those that were created meanwhile.
      expect(threads.length).toBeGreaterThan(3 * RANKS.length);
    },
  );

  it("reads counters in chosen iterations only, and what they count meanwhile is the callers'", async () => {
    const going = await start(mpi, program, [100, 2000], { TRIMTAB_COUNTERS: 'task-clock,page-faults' });
    going.ask(
      'metric off task-* at 30',
      'metric off * at 40',
      'metric on page-faults at 60',
      'metric off instructions',
    );
    const [unknown, ...others] = (await going.answers(4)).toReversed();
    expect(others).toEqual(['ok 60', 'ok 40', 'ok 30']);
    expect(unknown).toMatch(/^error 12 no counter that is read has this name/);
    await going.end();
    const events = await readEvents(going.folder);
    for (const rank of RANKS) {
      const read = new Map<string, Set<number>>();
      let iteration = 0;
      for (const event of events.get(rank) ?? []) {
        if (event.kind === 'ENTER' && regionOf(event) === 'step') iteration++;
        const [, name = ''] = event.kind === 'METRIC' ? (/"([\w-]+)"/.exec(event.text) ?? []) : [];
        read.set(name, (read.get(name) ?? new Set()).add(iteration));
      }
      // The reading before an iteration's own enter is in the one before.
      expect(Math.max(...(read.get('task-clock') ?? []))).toBe(29);
      const faults = [...(read.get('page-faults') ?? [])].filter((n) => n > 0 && n < 100);
      expect([Math.max(...faults.filter((n) => n < 50)), Math.min(...faults.filter((n) => n > 50))]).toEqual([39, 59]);
    }
  });
});
