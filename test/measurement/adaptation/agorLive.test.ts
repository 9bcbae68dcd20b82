/** AGOR while a program runs, on one whose call tree and times are known, and whose iterations go on with each look. */
import { describe, expect, it } from 'vitest';
import { steer } from '../../../src/measurement/adaptation/agorLive.js';
import { liveCost, liveStatistics, since } from '../../../src/measurement/adaptation/liveStatistics.js';
import type { Spoken } from '../../../src/measurement/live/switching.js';
import type { LiveView } from '../../../src/measurement/live/view.js';

/** Of each iteration: calls, and own seconds, of paths below main. */
const TREE = [
  { path: ['main'], calls: 0, own: 0.001 },
  { path: ['main', 'step'], calls: 1, own: 0 },
  { path: ['main', 'step', 'tiny'], calls: 10_000, own: 0.002 },
  { path: ['main', 'step', 'work'], calls: 1, own: 0.01 },
  { path: ['main', 'step', 'work', 'inner'], calls: 4, own: 0.5 },
  { path: ['main', 'step', 'rare'], calls: 1, own: 0.0001 },
  { path: ['main', 'step', 'MPI_Allreduce'], calls: 1, own: 0.1 },
];
const FUNCTIONS = ['main', 'tiny', 'work', 'inner', 'rare'];
/** Overhead of recording a call, in seconds. */
const PAIR = 1e-7;

class Program implements Spoken {
  iteration = 1;
  readonly requests: string[] = [];
  private on = new Set(FUNCTIONS);
  private readonly held: { readonly at: number; readonly names: readonly string[]; readonly on: boolean }[] = [];
  private readonly sums = new Map<string, { visits: number; own: number }>();
  private told: LiveView['sums'] = [];
  private toldAt = -1;
  private recorded = 0;

  constructor(
    private readonly phase: string | undefined,
    private readonly refusals = 0,
    private readonly iterationSeconds = 1,
  ) {}

  private next(): void {
    for (const { names, on } of this.held.filter(({ at }) => at === this.iteration))
      for (const name of names) if (on) this.on.add(name); else this.on.delete(name); // prettier-ignore
    for (const { path, calls, own } of TREE) {
      const seen = path.filter((name) => !FUNCTIONS.includes(name) || this.on.has(name));
      const last = path.at(-1) ?? '';
      const isSeen = seen.at(-1) === last;
      const key = seen.join('\t');
      const sum = this.sums.get(key) ?? { visits: 0, own: 0 };
      this.sums.set(key, { visits: sum.visits + (isSeen ? calls : 0), own: sum.own + own });
      if (isSeen && FUNCTIONS.includes(last)) this.recorded += calls;
    }
    this.iteration++;
    const seconds = this.iteration * this.iterationSeconds;
    if (seconds < this.toldAt + 0.1) return;
    this.toldAt = seconds;
    this.told = [...this.sums].map(([key, sum]) => ({ path: key.split('\t'), ...sum, most: undefined }));
  }

  pause = (): Promise<void> => Promise.resolve();

  look = (): Promise<LiveView> => {
    this.next();
    const seconds = this.iteration * this.iterationSeconds;
    return Promise.resolve({
      ...{ size: 1, phase: this.phase, silent: [], missed: [], groups: [], metrics: [], sampling: 0 },
      ranks: [
        {
          ...{ rank: 0, iteration: this.iteration, mode: 'profile', seconds, bytes: 0, threads: 1, waiting: 0 },
          ...{ overhead: (this.recorded * PAIR) / seconds, selection: '', mpi: 0, seen: 0 },
        },
      ],
      functions: FUNCTIONS.map((name) => ({ name, on: this.on.has(name), groups: [] })),
      sums: this.told,
    });
  };

  ask = (request: string) => {
    this.requests.push(request);
    if (this.requests.length <= this.refusals) return Promise.resolve({ kind: 'refused' as const, why: 'too late' });
    const [, onOff, glob = '', at] = /^function (on|off) "?(.*?)"? at (\d+)$/.exec(request) ?? [];
    this.held.push({ at: Number(at), names: glob === '*' ? FUNCTIONS : [glob], on: onOff === 'on' });
    return Promise.resolve({ kind: 'done' as const });
  };
}

describe('AGOR while a program runs', () => {
  it('ends with the functions that take the time, none of which costs too much', async () => {
    const program = new Program('step');
    const said: string[] = [];
    const steered = await steer(program, (sentence) => said.push(sentence));
    expect(steered?.state.blackList).toEqual(['tiny']);
    expect([...(steered?.state.found ?? [])].sort()).toEqual(['inner', 'work']);
    expect([...(steered?.state.asked ?? [])].sort()).toEqual(['inner', 'rare', 'work']);
    expect(program.requests.some((request) => request.includes('on "tiny"'))).toBe(false);
    // All requests of a step are for one iteration.
    const last = program.requests.filter((request) => request.endsWith(` at ${steered?.iteration}`));
    expect(last.map((request) => request.split(' at ')[0])).toEqual([
      'function off *',
      'function on "main"',
      'function on "work"',
      'function on "inner"',
    ]);
    expect(said[0]).toContain('1 of 5 functions cost too much');
  });

  it('asks again where an iteration comes too early, and gives up without a progress loop', async () => {
    const found = (await steer(new Program('step', 3), () => undefined))?.state.found ?? [];
    expect([...found].sort()).toEqual(['inner', 'work']);
    expect(await steer(new Program('step', 1000), () => undefined)).toBeUndefined();
    const program = new Program(undefined);
    expect(await steer(program, () => undefined)).toBeUndefined();
    expect(program.requests).toEqual([]);
  });

  it('finds the same if the profile covers many iterations at once, and late', async () => {
    const program = new Program('step', 0, 0.017);
    const found = (await steer(program, () => undefined))?.state.found ?? [];
    expect([...found].sort()).toEqual(['inner', 'work']);
  });

  it('takes times and calls from what happened between two looks', async () => {
    const program = new Program('step');
    const before = await program.look();
    const after = await program.look();
    const told = liveStatistics(since(before, after));
    const work = told.functions.find(({ region }) => region === 'work');
    expect(work).toMatchObject({ calls: 1, directCalls: 4, nestedCalls: 4, exclusive: 0.01 });
    expect(work?.inclusive).toBeCloseTo(0.51, 10);
    expect([...(told.functions.find(({ region }) => region === 'main')?.children ?? [])].sort()).toEqual(['rare', 'tiny', 'work']); // prettier-ignore
    expect([...told.roots]).toEqual(['main']);
    expect(liveCost(after)).toBeCloseTo(PAIR, 12);
  });
});
