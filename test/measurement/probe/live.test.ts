/** Speaking to a run while it runs: what is switched, at which iteration, and what is refused. */
import { execa } from 'execa';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { trimtab } from '../../cli/support.js';
import { usually } from '../../support/matrix.js';
import { readDefinitions, readEvents, regionOf, type Event } from './archive.js';
import { from, iterationsWith, linesOf, named, RANKS, start } from './going.js';
import { buildOnce, environment, fresh, mpis, patient, prepare, programs, wrapper } from './support.js';

const build = buildOnce();

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

/** The values of the archive's properties. */
async function properties(folder: string): Promise<Map<string, string>> {
  const { stdout } = await execa('otf2-print', ['-A', join(folder, 'traces.otf2')]);
  const found = stdout.matchAll(/^Property name +TRIMTAB::(\S+)\nProperty value +(.*)$/gm);
  return new Map([...found].map(([, key, value]) => [key ?? '', value ?? '']));
}

describe.each(usually(mpis, 'openmpi'))('a run with %s that is spoken to', patient, (mpi) => {
  let program = '';
  let plain = '';

  beforeAll(async () => {
    await prepare(mpi);
    program = await build(mpi, 'live.c', ['-O2', '-pthread']);
    const ran = await execa(`mpirun.${mpi}`, ['-n', '4', program, '60'], {
      env: { ...environment, TRIMTAB_FUNCTIONS: '0', TRIMTAB_LIVE: '0', TRIMTAB_EXPERIMENT_DIR: fresh('plain') },
    });
    plain = ran.stdout;
  }, 600_000);

  it('switches functions at the same iteration on all ranks, with the same results', async () => {
    const going = await start(mpi, program, [60]);
    going.ask('function off relax_*', 'function on relax_rows at 50');
    const [off, on] = (await going.answers(2)).map(named);
    const { stdout, remarks } = await going.end();
    expect(on).toBe(50);
    expect(off).toBeGreaterThan(19);
    expect(stdout).toBe(plain);
    expect(remarks).toEqual([]);
    const events = await readEvents(going.folder);
    for (const rank of RANKS) {
      expect(iterationsWith(events.get(rank), 'relax_rows')).toEqual([...from(1, (off ?? 0) - 1), ...from(50, 60)]);
      expect(iterationsWith(events.get(rank), 'compute')).toEqual(from(1, 60));
    }
    expect((await properties(going.folder)).get('SWITCHES')).toBe('2');
  });

  it.skipIf(!samplesAllowed)(
    'samples lines in chosen iterations, at changing rates, threads that come later too',
    async () => {
      const going = await start(mpi, program, [60, 0, 1], { LIVE_BURN: '12', LIVE_THREAD_AT: '36' });
      going.ask('sample 20000', 'sample 1000 at 30', 'sample 100 at 40', 'sample 0 at 50', 'sample 7 at 900');
      expect(await going.answers(5)).toEqual([
        'error 8 more than 10000 samples a second cost more than they tell',
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
      // The main thread and the one beside of each rank, and those that were made meanwhile.
      expect(threads.length).toBeGreaterThan(3 * RANKS.length);
    },
  );

  // In the first case it is loaded between the request and the iteration at which it happens.
  it.each([20, 40])('holds for libraries that are loaded later, at step %d', async (at) => {
    const plugin = join(fresh('plugin'), 'libplugged.so');
    mkdirSync(join(plugin, '..'));
    const sources = join(programs, 'plugged.c');
    await execa(wrapper, [`mpicc.${mpi}`, '-O1', '-shared', '-fPIC', '-o', plugin, sources], { env: environment });
    const going = await start(mpi, program, [60], { LIVE_PLUGIN: plugin, LIVE_PLUGIN_AT: String(at) });
    // The library has `plugged`, and `plugged_inner`, which the second names too.
    going.ask('function off *p*', 'function on *r*');
    const last = Math.max(...(await going.answers(2)).map(named));
    expect(last).toBeLessThan(60);
    const { stdout, remarks } = await going.end();
    expect([stdout.endsWith(', 0 wrong'), remarks]).toEqual([true, []]);
    const events = await readEvents(going.folder);
    for (const rank of RANKS) {
      expect(iterationsWith(events.get(rank), 'plugged').filter((iteration) => iteration > last)).toEqual([]);
      expect(iterationsWith(events.get(rank), 'plugged_inner').at(-1)).toBe(60);
    }
  });

  it('refuses what comes too late, what is no request and what would give wrong numbers', async () => {
    const going = await start(mpi, program, [60]);
    going.ask('get flat');
    await going.answers(1);
    const asked = [
      '@a function off compute at 1',
      'function off nothing',
      'junk \u0001',
      '@b  sample 10001',
      'x'.repeat(9000),
    ];
    going.ask(...asked, 'group off IO', 'sample x', 'metric on x', '', 'run begin phase other 7');
    const answers = (await going.answers(11)).slice(1);
    expect(answers.map((answer) => answer.replace(/rank \d+ is at iteration \d+/, 'HERE'))).toEqual([
      '@a error 28 too late: HERE',
      'error 14 no function that can be switched has this name',
      'error 6 no request holds this character',
      expect.stringMatching(/^@b error 12 more than 10000 samples/),
      'error 1025 a request has at most 1024 characters',
      'error 11 no group has this name',
      'error 8 a number belongs here',
      expect.stringMatching(/^error 11 no counter that is read has this name/),
      expect.stringMatching(/^error 1 one of metric,/),
      'error 17 iterations of "step" are counted, no others',
    ]);
    await going.end();
    const events = await readEvents(going.folder);
    for (const rank of RANKS) expect(iterationsWith(events.get(rank), 'compute')).toEqual(from(1, 60));
    expect((await properties(going.folder)).has('SWITCHES')).toBe(false);
  });

  it('changes nothing in what a program computes, however often it is switched while its threads run', async () => {
    const env = { TRIMTAB_MAX_BYTES: '100000000', TRIMTAB_FINISH: '0' };
    const going = await start(mpi, program, [120, 0, 4], env);
    const wanted = ['off *', 'on compute', 'on relax_rows', 'off compute'];
    going.ask(...from(0, 4499).map((n) => `function ${wanted[n % 4] ?? ''} at ${25 + Math.floor(n / 50)}`));
    const answers = await going.answers(4500);
    const { stdout } = await going.end();
    expect(stdout).toMatch(/, 0 wrong$/);
    expect(answers.filter((answer) => !answer.startsWith('ok'))).toEqual([]);
    const alone = await execa(`mpirun.${mpi}`, ['-n', '4', program, '120', '0', '4'], {
      env: {
        ...environment,
        TRIMTAB_FUNCTIONS: '0',
        TRIMTAB_LIVE: '0',
        TRIMTAB_FINISH: '0',
        TRIMTAB_EXPERIMENT_DIR: fresh('alone'),
      },
    });
    expect(stdout).toBe(alone.stdout);
  });

  it('counts visits of a function as iterations, and records chosen ones only', async () => {
    const folder = fresh('chosen');
    const env = {
      ...environment,
      TRIMTAB_PHASE: 'step_once',
      TRIMTAB_ITERATIONS: '10-12,20',
      TRIMTAB_EXPERIMENT_DIR: folder,
    };
    await execa(`mpirun.${mpi}`, ['-n', '4', program, '30', '0', '0', 'named'], { env });
    const events = await readEvents(folder);
    for (const rank of RANKS) {
      const entered = (events.get(rank) ?? []).filter(({ kind }) => kind === 'ENTER').map(regionOf);
      expect(entered.filter((name) => name === 'step_once')).toHaveLength(4);
      expect(entered.filter((name) => name === 'relax_rows')).toHaveLength(4);
      expect(entered.filter((name) => name === 'MPI_Sendrecv')).toHaveLength(30);
      expect(entered).not.toContain('main');
    }
    expect((await properties(folder)).get('SWITCHES')).toBe('4');
  });

  it('switches groups, and becomes a profile', async () => {
    const selection = fresh('selection');
    writeFileSync(selection, 'gp smooth\trelax_*\ngp both\tcompute\ngp smooth\tcompute\n');
    const going = await start(mpi, program, [100], { TRIMTAB_SELECTION: selection });
    going.ask('group off smooth at 30', 'group off both at 40', 'group on smooth at 50', 'mode profile at 80');
    expect(await going.answers(4)).toEqual(['ok 30', 'ok 40', 'ok 50', 'ok 80']);
    await going.end();
    const events = await readEvents(going.folder);
    for (const rank of RANKS) {
      expect(iterationsWith(events.get(rank), 'relax_rows')).toEqual([...from(1, 29), ...from(50, 79)]);
      expect(iterationsWith(events.get(rank), 'compute')).toEqual([...from(1, 39), ...from(50, 79)]);
    }
    expect(existsSync(join(going.folder, 'profile.cubex'))).toBe(true);
    expect((await properties(going.folder)).get('STOPPED_REASON')).toBe('a profile was asked for');
  });

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
      // The reading before an iteration's own enter stands in the one before.
      expect(Math.max(...(read.get('task-clock') ?? []))).toBe(29);
      const faults = [...(read.get('page-faults') ?? [])].filter((n) => n > 0 && n < 100);
      expect([Math.max(...faults.filter((n) => n < 50)), Math.min(...faults.filter((n) => n > 50))]).toEqual([39, 59]);
    }
  });

  it('tells what has changed since an answer, and all where that is not known', async () => {
    const going = await start(mpi, program, [60, 0]);
    const view = async (request: string): Promise<string[]> => {
      const asked = linesOf(join(going.folder, 'live/answers')).length;
      going.ask(request);
      const number = named((await going.answers(asked + 1)).at(-1));
      expect(linesOf(join(going.folder, 'live/view'))[0]).toBe(`trimtab-live ${number}`);
      return linesOf(join(going.folder, 'live/view'));
    };
    const changing = /^(since|sum|function) /;
    // The second look is at what stands still, since the program is held.
    await view('get flat');
    const all = await view('get flat');
    const number = Number(all[0]?.split(' ')[1]);
    expect(all.filter((line) => line.startsWith('sum ')).length).toBeGreaterThan(3);
    expect((await view(`get flat since ${number}`)).filter((line) => changing.test(line))).toEqual([`since ${number}`]);
    // Nothing was told by call path, and nothing later than the last answer.
    for (const request of [`get tree since ${number}`, 'get flat since 1000000'])
      expect((await view(request)).filter((line) => line.startsWith('since '))).toEqual([]);
    await going.end();
  });

  it('listens to nobody else, and goes on when a file is taken away', async () => {
    const going = await start(mpi, program, [60]);
    const requests = join(going.folder, 'live/requests');
    expect([join(going.folder, 'live'), requests].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600]);
    chmodSync(requests, 0o620);
    going.ask('function off *');
    await going.said(/is not read/);
    const { remarks } = await going.end();
    expect(linesOf(join(going.folder, 'live/answers'))).toEqual([]);
    expect(remarks).toEqual([expect.stringMatching(/is not read, since others than you may have written it/)]);
    const events = await readEvents(going.folder);
    expect(iterationsWith(events.get('0'), 'compute')).toEqual(from(1, 60));
  });

  it('is shown and switched from the command line', async () => {
    const going = await start(mpi, program, [60]);
    const shown = await trimtab(going.folder, 'live', going.folder, '--once');
    expect([shown.code, shown.err]).toEqual([0, '']);
    expect(shown.out).toMatch(/^4 ranks; step \d+ to \d+; \d+ of 7 functions on\n/);
    expect(shown.out).toMatch(/^compute +[\d,]+ /m);
    const tree = await trimtab(going.folder, 'live', going.folder, '--once', '--tree', '--json');
    const { sums } = JSON.parse(tree.out) as { sums: { path: string[] }[] };
    expect(sums.map(({ path }) => path.join(' '))).toContain('main step step_once relax_rows compute');
    expect((await trimtab(going.folder, 'live', going.folder, 'function', 'off', 'compute', 'at', '50')).out).toBe(
      'At iteration 50.\n',
    );
    const refused = await trimtab(going.folder, 'live', going.folder, 'sample', '10001');
    expect([refused.code, refused.out]).toEqual([1, '']);
    expect(refused.err).toMatch(/^trimtab: sample 10001: more than 10000 samples/);
    await going.end();
    const events = await readEvents(going.folder);
    for (const rank of RANKS) expect(iterationsWith(events.get(rank), 'compute')).toEqual(from(1, 49));
    const after = await trimtab(going.folder, 'live', going.folder, '--once');
    expect(after.err).toMatch(/is no run that goes on, and no folder of one's records/);
  });

  it('shows what threads did that have ended, in a profile', async () => {
    const env = { TRIMTAB_MODE: 'profile', LIVE_BURN: '1', LIVE_THREAD_AT: '11' };
    const going = await start(mpi, program, [30], env);
    going.ask('get flat burn_apart');
    await going.answers(1);
    const view = readFileSync(join(going.folder, 'live/view'), 'utf8');
    await going.end();
    // A thread in each of the steps 11 to 19, which were over when it was asked.
    expect(view).toMatch(/^sum 36 \d+ burn_apart$/m);
  });

  it('without a progress loop switches at once, and says so', async () => {
    const going = await start(mpi, program, [60, 0, 0, 'named']);
    going.ask('function off relax_rows', 'function on compute at 7');
    expect(await going.answers(2)).toEqual([
      'ok 0 not at the same iteration',
      'error 24 no iterations are counted yet: ask again when the program has begun its progress loop; where it names none, measure.phase does before the run',
    ]);
    await going.end();
    expect((await properties(going.folder)).get('SWITCHED')).toBe('0 function off relax_rows');
  });
});

/** A number of a file below /proc. */
const told = (path: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(path, 'utf8'))?.[1]);

describe('a run that nobody speaks to', patient, () => {
  it('takes no memory for what is asked while nothing is', async () => {
    const program = fresh('waits');
    writeFileSync(`${program}.c`, '#include <stdio.h>\nint main(void) { return getchar() == 0; }\n');
    await execa(wrapper, ['gcc', '-O1', '-o', program, `${program}.c`], { env: environment });
    const env = { ...environment, TRIMTAB_EXPERIMENT_DIR: fresh('waiting'), TRIMTAB_LIVE: '1', TRIMTAB_FINISH: '0' };
    const running = execa(program, { env });
    const tasks = `/proc/${running.pid}/task`;
    const listener = (): string | undefined => readdirSync(tasks).find((task) => Number(task) !== running.pid);
    while (listener() === undefined) await sleep(20);
    const looks = (): number => told(`${tasks}/${listener()}/status`, 'voluntary_ctxt_switches');
    const held = (): number => told(`/proc/${running.pid}/status`, 'VmHWM');
    while (looks() < 1) await sleep(20);
    const before = held();
    while (looks() < 4) await sleep(50);
    expect(held() - before).toBeLessThan(2048);
    running.stdin.end();
    await running;
  });
});
