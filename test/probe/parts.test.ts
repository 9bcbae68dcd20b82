/**
 * Traced iterations of a profile: the trace has nothing of messages and operations that cross their borders. Of those
 * within, it has all that a trace of the whole run has.
 */
import { execa } from 'execa';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { analyzeTrace } from '../../src/analysis/trace/index.js';
import { elementAt } from '../../src/base/elements.js';
import { openArchive } from '../../src/formats/otf2/index.js';
import { usually } from '../support/matrix.js';
import { countKinds, inOrder, openRegions, readEvents, regionOf, type Event } from './archive.js';
import { from, RANKS, start } from './going.js';
import { profileValues } from './profiles.js';
import { buildOnce, cache, fresh, mpis, patient, prepare, type Mpi } from './support.js';

const STEPS = 60;
/** Iterations that are traced of the run, and parts of them that are made of the same records. */
const [FIRST, END] = [23, 57];
const PARTS: readonly (readonly [number, number])[] = [
  [30, 32],
  [41, 41],
  [45, 50],
];

/** How many ranks of a run have noted that they trace. */
function begun(folder: string): number {
  const raw = join(folder, 'raw');
  const notes = readdirSync(raw).filter((file) => file.endsWith('.txt'));
  return notes.filter((file) => /^part begin /m.test(readFileSync(join(raw, file), 'utf8'))).length;
}

/** A call, with its iteration. */
interface Call {
  readonly region: string;
  readonly iteration: number;
  readonly enter: bigint;
  readonly leave: bigint;
  readonly events: readonly Event[];
}

function callsOf(events: readonly Event[]): Call[] {
  const calls: Call[] = [];
  let iteration = FIRST - 1;
  let within: { enter: Event; events: Event[] } | undefined;
  for (const event of events) {
    if (event.kind === 'ENTER' && regionOf(event) === 'step') iteration++;
    if (event.kind === 'ENTER' && regionOf(event).startsWith('MPI_')) within = { enter: event, events: [] };
    else if (event.kind === 'LEAVE' && within !== undefined) {
      const { time: enter } = within.enter;
      calls.push({ region: regionOf(event), iteration, enter, leave: event.time, events: within.events });
      within = undefined;
    } else within?.events.push(event);
  }
  return calls;
}

/** A half of a message; its bytes and its tag identify it. */
interface Half {
  readonly key: string;
  readonly call: Call;
  /** The iteration in which a receive was posted. */
  readonly posted: number;
}

function halves(rank: number, calls: readonly Call[]): { sent: Half[]; received: Half[] } {
  const [sent, received]: [Half[], Half[]] = [[], []];
  const posts = new Map<string, number>();
  for (const call of calls)
    for (const { kind, text } of call.events) {
      const field = (name: string): string => new RegExp(`${name}: (\\d+)`).exec(text)?.[1] ?? '';
      const key = (a: number | string, b: number | string) => `${a} to ${b}, tag ${field('Tag')}, ${field('Length')}`;
      const posted = posts.get(field('Request')) ?? call.iteration;
      if (kind === 'MPI_IRECV_REQUEST') posts.set(field('Request'), call.iteration);
      else if (/^MPI_I?SEND$/.test(kind)) sent.push({ key: key(rank, field('Receiver')), call, posted });
      else if (kind === 'MPI_IRECV' && !posts.has(field('Request'))) continue; // posted before the trace
      else if (/^MPI_I?RECV$/.test(kind)) received.push({ key: key(field('Sender'), rank), call, posted });
    }
  return { sent, received };
}

const partOf = (iteration: number): number => PARTS.findIndex(([a, b]) => a <= iteration && iteration <= b);

/** How long each waits for something that happens at a time. */
const waited = (call: Call, until: bigint): bigint =>
  until <= call.enter ? 0n : (until < call.leave ? until : call.leave) - call.enter;

/**
 * Returns the contents of the parts, from the trace of the whole run: messages and their waiting, and sums and theirs,
 * in ticks.
 */
function expected(all: ReadonlyMap<string, readonly Event[]>) {
  const calls = RANKS.map((rank) => callsOf(all.get(rank) ?? []));
  const both = calls.map((own, rank) => halves(rank, own));
  const sends = new Map(both.flatMap(({ sent }) => sent.map((half) => [half.key, half])));
  const keys: string[] = [];
  let late = 0n;
  for (const { key, call, posted } of both.flatMap(({ received }) => received)) {
    const send = sends.get(key);
    const [here, there] = [partOf(call.iteration), partOf(send?.call.iteration ?? 0)];
    if (send === undefined || here < 0 || there < 0 || partOf(posted) !== here) continue;
    keys.push(key);
    late += waited(call, send.call.enter);
  }
  // Odd ranks do the sum of an iteration in the next one: their first sum of the trace is that of the iteration before.
  const sums = calls.map((own) => own.filter(({ region }) => region === 'MPI_Allreduce'));
  let together = 0n;
  let operations = 0;
  for (const sum of from(FIRST, END - 2)) {
    const members = sums.map((own, rank) => elementAt(own, sum - FIRST + (rank % 2)));
    if (members.some(({ iteration }) => partOf(iteration) < 0)) continue;
    operations += members.length;
    const last = members.reduce((most, { enter }) => (enter > most ? enter : most), 0n);
    for (const call of members) together += waited(call, last);
  }
  return { keys: keys.toSorted(), late, together, operations };
}

/** Makes a trace of parts of what was traced, as if only they had been asked for. */
async function cutAgain(mpi: Mpi, folder: string, events: ReadonlyMap<string, readonly Event[]>): Promise<string> {
  const raw = join(folder, 'raw');
  for (const name of readdirSync(raw).filter((file) => file.endsWith('.txt'))) {
    const text = readFileSync(join(raw, name), 'utf8');
    const field = (what: string): string => new RegExp(`^${what} (\\d+)`, 'm').exec(text)?.[1] ?? '';
    const steps = (events.get(field('world')) ?? []).filter((e) => e.kind === 'ENTER' && regionOf(e) === 'step');
    const time = (iteration: number): bigint => elementAt(steps, iteration - FIRST).time - BigInt(field('start'));
    const lines = PARTS.map(([a, b]) => `part begin ${time(a)} ${a}\npart end ${time(b + 1)} ${b + 1}\n`);
    writeFileSync(join(raw, name), text.replace(/^part .*\n/gm, '') + lines.join(''));
  }
  const target = fresh('again');
  await execa(join(await cache(mpi), 'trimtab-finish'), [folder, target]);
  return target;
}

describe.each(usually(mpis, 'openmpi'))('a profile with %s of which some iterations are traced', patient, (mpi) => {
  const build = buildOnce();

  it('has in its trace what a trace of all has there, and no message or operation without all others', async () => {
    await prepare(mpi);
    const program = await build(mpi, 'parts.c', ['-O2']);
    const going = await start(mpi, program, [STEPS], { TRIMTAB_MODE: 'profile', TRIMTAB_KEEP_RAW: '1' });
    going.ask(`mode trace at ${FIRST}`, `mode profile at ${END}`);
    expect(await going.answers(2)).toEqual([`ok ${FIRST}`, `ok ${END}`]);
    const { remarks } = await going.end();
    expect(remarks).toEqual([]);

    // The profile has all of the run.
    const visits = profileValues(going.folder)('visits');
    const steps = [...visits].filter(([path]) => /\/step\([^()]*\)(?:@[^()]*)?$/.test(path)).map(([, count]) => count);
    expect(steps).toEqual(RANKS.map(() => STEPS));

    const all = await readEvents(going.folder);
    const target = await cutAgain(mpi, going.folder, all);
    const parts = await readEvents(target);
    const want = expected(all);
    const found = {
      sent: new Array<string>(),
      received: new Array<string>(),
      operations: 0,
      steps: new Array<number>(),
    };
    for (const [rank, events] of [...parts].toSorted()) {
      const both = halves(Number(rank), callsOf(events));
      found.sent.push(...both.sent.map(({ key }) => key));
      found.received.push(...both.received.map(({ key }) => key));
      found.operations += countKinds(events).MPI_COLLECTIVE_END ?? 0;
      found.steps.push(events.filter((event) => event.kind === 'ENTER' && regionOf(event) === 'step').length);
      expect([openRegions(events), inOrder(events)]).toEqual([[], true]);
    }
    expect(want.keys.length).toBeGreaterThan(50);
    expect([found.sent.toSorted(), found.received.toSorted()]).toEqual([want.keys, want.keys]);
    expect(found.operations).toBe(want.operations);
    expect(found.steps).toEqual(RANKS.map(() => PARTS.reduce((sum, [a, b]) => sum + b + 1 - a, 0)));

    // The reported waiting is that of the calls, by their times alone.
    const trace = openArchive(join(target, 'traces.otf2'));
    const { space, report } = analyzeTrace(trace, { program: 'parts', correctClocks: false });
    const ticks = (metric: string): number => {
      const seconds = [...(space.severities.get(metric)?.value ?? [])].reduce(
        (sum: number, value: number) => sum + value,
        0,
      );
      return seconds * Number(trace.definitions.clock.ticksPerSecond);
    };
    expect(ticks('mpi_latesender') / Number(want.late)).toBeCloseTo(1, 6);
    expect(ticks('mpi_wait_nxn') / Number(want.together)).toBeCloseTo(1, 6);
    const doubts = (report.doubts ?? []).map(({ kind }) => kind);
    expect(doubts).toContain('parts-traced');
    expect(doubts.filter((kind) => /incomplete|unfinished|lost/.test(kind))).toEqual([]);
  });
});

const [mpi = 'openmpi'] = mpis;

describe.skipIf(mpis.length === 0)('iterations of a profile that are traced', patient, () => {
  const build = buildOnce();
  const inFolder = async (folder: string) =>
    [...(await readEvents(folder))].toSorted(([a], [b]) => Number(a) - Number(b)).map(([, events]) => events);
  const enters = (events: readonly Event[], name: string): number =>
    events.filter((event) => event.kind === 'ENTER' && regionOf(event).split('@')[0]?.trim() === name).length;

  it('have the parallel regions of all threads, also after excluded iterations', async () => {
    await prepare(mpi);
    const program = await build(mpi, 'live-openmp.c', ['-O1', '-fopenmp']);
    const going = await start(mpi, program, [STEPS], { TRIMTAB_MODE: 'profile' });
    const asked = [
      'run begin 25',
      'run end 30',
      'mode off at 33',
      'mode trace at 40',
      'mode mpi at 45',
      'mode off at 50',
    ];
    going.ask(...asked);
    expect(await going.answers(asked.length)).toEqual(asked.map((request) => `ok ${/\d+$/.exec(request)?.[0]}`));
    await going.end();
    const [traced, withFunctions] = [5 + 10, 5 + 5];
    const all = await inFolder(going.folder);
    expect(all).toHaveLength(2 * RANKS.length);
    for (const [location, events] of all.entries()) {
      const isFirst = location < RANKS.length;
      expect([openRegions(events), inOrder(events)]).toEqual([[], true]);
      expect([enters(events, '!$omp parallel'), enters(events, 'compute')]).toEqual([traced, withFunctions]);
      expect([enters(events, 'step'), enters(events, 'MPI_Barrier')]).toEqual(isFirst ? [traced, traced] : [0, 0]);
      expect(countKinds(events).MPI_COLLECTIVE_END ?? 0).toBe(isFirst ? traced : 0);
    }
    const trace = openArchive(join(going.folder, 'traces.otf2'));
    const { report } = analyzeTrace(trace, { program: 'parts' });
    expect(report.doubts?.find(({ kind }) => kind === 'parts-traced')?.title).toContain('25-29,40-49 ');
    expect(report.doubts?.filter(({ kind }) => /incomplete|unfinished|lost/.test(kind))).toEqual([]);
  });

  it('last to the end of a run if nothing ends them, with or without a loop', async () => {
    await prepare(mpi);
    const program = await build(mpi, 'live.c', ['-O2', '-pthread']);
    for (const args of [[STEPS], [STEPS, 0, 0, 'named']]) {
      const going = await start(mpi, program, args, { TRIMTAB_MODE: 'profile' });
      going.ask('mode trace');
      const [answer = ''] = await going.answers(1);
      const begin = Number(/^ok (\d+)/.exec(answer)?.[1]);
      // Without a loop each rank begins where it hears of it.
      if (args.length > 1) await expect.poll(() => begun(going.folder)).toBe(RANKS.length);
      expect((await going.end()).remarks).toEqual([]);
      // Without a loop it is traced from the position of the ranks, before their 20th step.
      const steps = args.length === 1 ? STEPS + 1 - begin : STEPS + 1 - 20;
      expect(answer).toBe(args.length === 1 ? `ok ${begin}` : 'ok 0 not at the same iteration');
      for (const events of await inFolder(going.folder)) {
        expect([openRegions(events), enters(events, 'step_once')]).toEqual([[], steps]);
        expect(countKinds(events).MPI_RECV).toBe(steps);
      }
    }
  });

  it('have no message of ranks that received some in another order than their probes took them', async () => {
    await prepare(mpi);
    const program = await build(mpi, 'parts.c', ['-O2']);
    const going = await start(mpi, program, [STEPS], { TRIMTAB_MODE: 'profile', PARTS_SWAPPED: '1' });
    going.ask('mode trace at 30', 'mode profile at 40');
    expect(await going.answers(2)).toEqual(['ok 30', 'ok 40']);
    expect((await going.end()).remarks).toEqual([]);
    for (const events of await inFolder(going.folder)) {
      const { MPI_SEND: sent, MPI_ISEND: begun, MPI_RECV: received, MPI_IRECV: completed } = countKinds(events);
      expect([openRegions(events), enters(events, 'step'), enters(events, 'MPI_Mrecv')]).toEqual([[], 10, 20]);
      expect([sent, begun, received, completed].filter((count) => count !== undefined)).toEqual([]);
    }
  });

  it('are refused where the trace of a run has ended, since it cannot go on', async () => {
    await prepare(mpi);
    const program = await build(mpi, 'live.c', ['-O2', '-pthread']);
    const going = await start(mpi, program, [STEPS], { TRIMTAB_MODE: 'trace' });
    going.ask('mode profile at 25', 'mode trace at 30');
    const answers = await going.answers(2);
    expect(answers[0]).toBe('ok 25');
    await going.end();
    expect(answers[1]).toMatch(/^(ok 30|error 6 the trace of this run has ended)/); // by whether it had ended by then
    for (const events of await inFolder(going.folder)) expect(enters(events, 'step')).toBe(24);
  });
});
