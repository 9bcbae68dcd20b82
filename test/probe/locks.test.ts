/** Who held a lock of POSIX threads while others waited for it, and who made which thread. */
import { execa } from 'execa';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { analyzeTrace, type AnalysisResult } from '../../src/analysis/trace/index.js';
import { elementAt } from '../../src/base/elements.js';
import { openCube, toSpace } from '../../src/formats/cube/index.js';
import { openArchive } from '../../src/formats/otf2/index.js';
import type { Finding } from '../../src/model/findings/findings.js';
import { type Event, readDefinitions, readEvents } from './archive.js';
import { environment, fresh, marked, mpis, patient, programs, wrapper } from './support.js';

const compiler = await execa('g++', ['--version'], { reject: false });
const isHere = mpis.length > 0 && compiler.exitCode === 0 && ['x64', 'arm64'].includes(process.arch);
const line = (name: string) => marked('locks.cpp', name);

/** A lock that a thread had: the line of the acquiring call, the time of its start, and the time of release. */
interface Taken {
  readonly location: string;
  readonly lock: number;
  readonly order: number;
  readonly site: number;
  readonly enter: bigint;
  readonly acquired: bigint;
  released: bigint | undefined;
}

const lineOf = (event: Event | undefined) => Number(event?.site?.split(':').at(-1) ?? 0);
const numberIn = (text: string, name: string) => Number(new RegExp(`${name}: (\\d+)`).exec(text)?.[1]);

/** Returns the locks in the records of one location, without the analysis. */
function takenIn(location: string, events: readonly Event[]): Taken[] {
  const all: Taken[] = [];
  const open: Event[] = [];
  for (const event of events) {
    if (event.kind === 'ENTER') open.push(event);
    else if (event.kind === 'LEAVE') open.pop();
    else if (event.kind === 'THREAD_ACQUIRE_LOCK') {
      const [lock, order] = [numberIn(event.text, 'Lock'), numberIn(event.text, 'Acquisition Order')];
      const around = open.at(-1);
      const enter = around?.time ?? 0n;
      const site = lineOf(around);
      all.push({ location, lock, order, site, enter, acquired: event.time, released: undefined });
    } else if (event.kind === 'THREAD_RELEASE_LOCK') {
      const order = numberIn(event.text, 'Acquisition Order');
      const taken = all.find((one) => one.lock === numberIn(event.text, 'Lock') && one.order === order);
      if (taken === undefined || taken.released !== undefined) throw new Error(`released twice: ${event.text}`);
      taken.released = event.time;
    }
  }
  return all;
}

describe.skipIf(!isHere)('locks of POSIX threads', patient, () => {
  let folder = '';
  let events: Map<string, Event[]>;
  let taken: Taken[];
  let result: AnalysisResult;
  let program = '';

  beforeAll(async () => {
    const place = fresh('locks');
    mkdirSync(place);
    folder = fresh('run');
    program = join(place, 'program');
    const command = ['g++', '-w', '-g', '-O2', '-pthread', '-o', program, join(programs, 'locks.cpp')];
    await execa(wrapper, command, { env: environment, cwd: place });
    const env = { ...environment, TRIMTAB_EXPERIMENT_DIR: folder, TRIMTAB_THREADS: '1' };
    const { stdout } = await execa(program, [], { env, timeout: 300_000 });
    expect(stdout).toBe('done');
    events = await readEvents(folder);
    taken = [...events].flatMap(([location, own]) => takenIn(location, own));
    result = analyzeTrace(openArchive(folder), { program: 'locks' });
  }, 600_000);

  const at = (name: string) => taken.filter(({ site }) => site === line(name));
  const only = (name: string) => elementAt(at(name), 0);
  const finding = (property: string, name: string): Finding => {
    const found = result.report.findings.find(
      ({ property: own, place }) => own === property && place?.line === line(name),
    );
    if (found === undefined) throw new Error(`there is no ${property} at ${name}`);
    return found;
  };
  const causes = (found: Finding) =>
    (found.rootCauses ?? []).map(({ place, seconds }) => [place?.line, seconds] as const);
  const seconds = async (ticks: bigint) => {
    const [clock = ''] = await readDefinitions(folder, 'CLOCK_PROPERTIES');
    return Number(ticks) / Number(/Ticks per Seconds: (\d+)/.exec(clock)?.[1]);
  };

  it('are recorded if a thread waited, each released by its owner, one after the other', () => {
    expect(at('line')).toHaveLength(2);
    expect(at('first')).toHaveLength(1);
    expect(at('given')).toHaveLength(0);
    for (const { released } of taken) expect(released).toBeDefined();
    const chain = taken.filter(({ lock }) => lock === only('first').lock);
    chain.sort((a, b) => a.order - b.order);
    chain.forEach(({ acquired, released = 0n }, i) => {
      const next = chain[i + 1];
      expect(acquired <= released).toBe(true);
      if (next !== undefined) expect(released <= next.acquired).toBe(true);
    });
    // Of a thousand uncontended pairs, none is recorded.
    expect(taken.length).toBeLessThan(30);
  });

  it('that are held for a while make the next wait for that, and the one after it for both', async () => {
    const first = only('first');
    const [second, third] = at('line').sort((a, b) => a.order - b.order);
    if (second === undefined || third === undefined) throw new Error('nobody waited');
    const ofSecond = await seconds((first.released ?? 0n) - second.enter);
    const ofThird = await seconds((second.released ?? 0n) - third.enter);
    expect(ofSecond).toBeGreaterThan(0.05);
    const found = finding('pthread_lock_contention_mutex_lock', 'line');
    expect(found.seconds).toBeCloseTo(ofSecond + ofThird, 6);
    const due = new Map(causes(found));
    // The waiting caused by the first one, and by the second one, to the third.
    const bySecond = await seconds((second.released ?? 0n) - (first.released ?? 0n));
    expect(due.get(line('line'))).toBeCloseTo(bySecond, 6);
    expect(due.get(line('first'))).toBeCloseTo(ofSecond + ofThird - bySecond, 6);
    expect(found.callPath.at(-1)?.region).toBe('pthread_mutex_lock');
  });

  it('that several read are held by the one that reads longest', () => {
    const found = finding('pthread_lock_contention_mutex_lock', 'write');
    expect(causes(found).map(([place]) => place)).toEqual([line('read long')]);
    expect(found.seconds).toBeGreaterThan(0.06);
    // The one that read longest had it before the other one gave it back, and before the writer came.
    expect(only('read long').acquired < only('read short').acquired).toBe(true);
    expect(only('read long').acquired < only('write').enter).toBe(true);
  });

  it('that are taken by trying, twice, or at a condition have their holder too', () => {
    expect(causes(finding('pthread_lock_contention_mutex_lock', 'spin'))[0]?.[0]).toBe(line('spin held'));
    expect(causes(finding('pthread_lock_contention_conditional', 'condition'))[0]?.[0]).toBe(line('signal'));
    const nested = finding('pthread_lock_contention_mutex_lock', 'again waits');
    expect([line('again inner'), line('again outer')]).toContain(causes(nested)[0]?.[0]);
    const [inner, outer] = [only('again inner'), only('again outer')];
    expect(nested.seconds).toBeGreaterThan(0);
    expect((inner.released ?? 0n) <= (outer.released ?? 0n)).toBe(true);
  });

  it('are recorded with the creator, the joiner and the name of each thread', async () => {
    const all = [...events.values()].flat();
    const numbers = (kind: string) =>
      all
        .filter((event) => event.kind === kind)
        .map(({ text }) => numberIn(text, 'Sequence Count'))
        .sort((a, b) => a - b);
    const expected = [1, 2, 3, 4, 5, 6, 7];
    for (const kind of ['THREAD_CREATE', 'THREAD_BEGIN', 'THREAD_END', 'THREAD_WAIT'])
      expect([kind, numbers(kind)]).toEqual([kind, expected]);
    const main = events.get('0') ?? [];
    const creations = main.filter((_, i) => main[i + 1]?.kind === 'THREAD_CREATE');
    expect(creations.map(lineOf)[0]).toBe(line('create'));
    const locations = await readDefinitions(folder, 'LOCATION');
    expect(locations.filter((text) => /"consumer \(thread \d+\)"/.test(text))).toHaveLength(1);
    expect(locations.filter((text) => /"pool of [\w:]+ \(\w+\), thread \d+"/.test(text))).toHaveLength(6);
  });

  it('are named in a profile, with how often and how long they were waited for and which calls had taken them', async () => {
    const target = fresh('profile');
    const env = { ...environment, TRIMTAB_EXPERIMENT_DIR: target, TRIMTAB_THREADS: '1', TRIMTAB_MODE: 'profile' };
    await execa(program, [], { env, timeout: 300_000 });
    const { definitions } = toSpace(openCube(join(target, 'profile.cubex')));
    const told = (definitions.properties.get('TRIMTAB::LOCKS') ?? '').split('\n').map((text) => {
      const [numbers = '', name, , , waiter, , , owner] = text.split('\t');
      return { waits: Number(numbers.split(' ')[0]), name, waiter: Number(waiter), owner: Number(owner) };
    });
    const at = (name: string) => told.filter(({ waiter }) => waiter === line(name)).sort((a, b) => a.owner - b.owner);
    const waiter = line('line');
    // Each of both waits until the one before gives the mutex back.
    expect(at('line')).toEqual(
      [line('first'), line('line')].sort((a, b) => a - b).map((owner) => ({ waits: 1, name: 'mutex', waiter, owner })),
    );
    expect(at('write')).toEqual([{ waits: 1, name: 'lock', waiter: line('write'), owner: line('read long') }]);
  });
});
