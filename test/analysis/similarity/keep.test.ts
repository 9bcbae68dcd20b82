/** Traces of representatives: what they hold, read by our reader and by libotf2's. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Dynamics, dynamicsOfTrace } from '../../../src/analysis/dynamics/ofTrace.js';
import { analyzeTrace, type AnalysisResult } from '../../../src/analysis/trace/index.js';
import { elementAt } from '../../../src/base/elements.js';
import { openArchive } from '../../../src/formats/otf2/index.js';
import type { Definitions } from '../../../src/model/definitions.js';
import type { PerformanceSpace } from '../../../src/model/performanceSpace.js';
import { printedEvent } from '../../conformance/otf2/otf2Print.js';
import {
  BYTE_ORDERS,
  type ByteOrder,
  type Bytes,
  chunked,
  removeArchives,
  writeArchive,
} from '../../formats/otf2/otf2Writer.js';
import {
  enter,
  leave,
  region,
  sampleDefinitions,
  sampleEvents,
  send,
  string,
  time,
} from '../../formats/otf2/sampleArchive.js';

afterAll(removeArchives);

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder that is gone after all tests. */
function folderOfTests(): string {
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-test-'));
  folders.push(folder);
  return folder;
}

const [MAIN, SEND, WORK, RECV, ALLREDUCE] = [0, 1, 2, 3, 4];
const ITERATIONS = 24;
/** libotf2 takes no smaller chunks. */
const CHUNK = 1 << 18;
type Write = (bytes: Bytes) => void;

const recv =
  (sender: number, tag: number): Write =>
  (b) =>
    b.record(18, (r) => r.uint32(sender, 0, tag).uint64(8));
const collectiveBegin: Write = (b) => b.record(22, () => undefined);
const collectiveEnd: Write = (b) => b.record(23, (r) => r.uint8(4).uint32(0, 0xffff_ffff).uint64(8, 8));

/** Ticks (microseconds) by which rank 0 comes later than rank 1 in an iteration: three kinds of iterations. */
const lateness = (i: number): number => [1000, 3000, 7000][Math.floor(i / 8)] ?? 0;

/**
 * Rank 0 works longer and sends to rank 1, which waits for it; an allreduce follows. Then rank 1 sends a message that
 * rank 0 receives in the next iteration. Everything in between lasts one tick per call.
 */
function program(order: ByteOrder): string {
  const ranks: Write[][] = [[], []];
  const clock = [10, 10];
  const counts = [0, 0];
  const record = (rank: number, ...writers: Write[]): void => {
    elementAt(ranks, rank).push(time(elementAt(clock, rank)), ...writers);
    counts[rank] = elementAt(counts, rank) + writers.length;
  };
  const spend = (rank: number, ticks: number): void => {
    clock[rank] = elementAt(clock, rank) + ticks;
  };
  for (const rank of [0, 1]) record(rank, enter(MAIN));
  for (let i = 0; i < ITERATIONS; i++) {
    for (const rank of [0, 1]) {
      spend(rank, 5);
      record(rank, enter(WORK));
      spend(rank, 10_000 + (rank === 0 ? lateness(i) : 0));
      record(rank, leave(WORK));
    }
    if (i > 0) {
      record(0, enter(RECV), recv(1, 9));
      spend(0, 3);
      record(0, leave(RECV));
    }
    record(0, enter(SEND), send(1, 0, 7, 8));
    record(1, enter(RECV));
    clock[1] = elementAt(clock, 0) + 4;
    record(1, recv(0, 7), leave(RECV));
    spend(0, 2);
    record(0, leave(SEND));
    for (const rank of [0, 1]) record(rank, enter(ALLREDUCE), collectiveBegin);
    const end = Math.max(...clock) + 20;
    for (const rank of [0, 1]) {
      clock[rank] = end;
      record(rank, collectiveEnd, leave(ALLREDUCE));
    }
    record(1, enter(SEND), send(0, 0, 9, 8));
    spend(1, 2);
    record(1, leave(SEND));
  }
  spend(0, 3);
  record(0, enter(RECV), recv(1, 9));
  spend(0, 3);
  record(0, leave(RECV));
  for (const rank of [0, 1]) {
    spend(rank, 100);
    record(rank, leave(MAIN));
  }
  return writeArchive({
    order,
    chunkSize: CHUNK,
    definitions: sampleDefinitions(
      order,
      counts,
      [string(30, 'MPI_Recv'), string(31, 'MPI_Allreduce'), region(RECV, 30, 28, 4), region(ALLREDUCE, 31, 28, 4)],
      CHUNK,
    ),
    locations: ranks.map((writers, id) => ({
      id,
      events: sampleEvents(order, writers, CHUNK),
      definitions: chunked(order, CHUNK, []),
    })),
  });
}

function analyzed(path: string): { readonly definitions: Definitions; readonly result: AnalysisResult } {
  const trace = openArchive(path);
  const result = analyzeTrace(trace, { program: 'test', waits: true });
  expect(trace.problems.filter(({ level }) => level !== 'information').map(({ message }) => message)).toEqual([]);
  return { definitions: trace.definitions, result };
}

/** Keeps at most so many representatives of a trace. */
function kept(path: string, most?: number): Dynamics & { readonly original: AnalysisResult } {
  const trace = openArchive(path);
  const original = analyzeTrace(trace, { program: 'test', waits: true });
  const folder = join(folderOfTests(), 'kept');
  const keep = { archive: path, folder, ...(most === undefined ? {} : { most }) };
  return { ...dynamicsOfTrace(trace, original, { keep }), original };
}

/** The call site, if known. */
const siteOf = (site: number): string => (site === 0 ? '' : `@${site}`);

function pathOf(node: number, { callTree }: PerformanceSpace, { regions }: Definitions): string {
  const names: string[] = [];
  for (let at = node; at >= 0; at = elementAt(callTree.parent, at))
    names.unshift(`${elementAt(regions, elementAt(callTree.region, at)).name}${siteOf(elementAt(callTree.site, at))}`);
  return names.join('/');
}

/** Exclusive seconds of a metric by call path and location. */
function secondsOf(space: PerformanceSpace, definitions: Definitions, metric: string): Map<string, number> {
  const found = new Map<string, number>();
  const column = space.severities.get(metric);
  for (const [row, node] of column?.callPath.entries() ?? []) {
    const key = `${pathOf(node, space, definitions)} ${column?.location[row]}`;
    found.set(key, (found.get(key) ?? 0) + (column?.value[row] ?? 0));
  }
  return found;
}

const hasOtf2Print = spawnSync('otf2-print', ['--version']).status === 0;

/** How often libotf2's tool lists each kind of event. */
function printed(anchor: string): Map<string, number> {
  const { stdout, stderr, status } = spawnSync('otf2-print', [anchor], { encoding: 'utf8', maxBuffer: 1 << 28 });
  expect([status, stderr, status === 0 ? '' : stdout.slice(-1500)]).toEqual([0, '', '']);
  const counts = new Map<string, number>();
  for (const line of stdout.split('\n')) {
    const event = printedEvent(line);
    if (event !== undefined) counts.set(event.kind, (counts.get(event.kind) ?? 0) + 1);
  }
  return counts;
}

describe.each(BYTE_ORDERS)('a trace of representatives, %s-endian', (order) => {
  const dynamics = kept(program(order), 3);
  const { kept: trace, report } = dynamics;
  if (trace === undefined) throw new Error('nothing was kept');

  it('has one iteration of each kind', () => {
    expect(report.loops[0]).toMatchObject({ name: 'solve', count: ITERATIONS });
    expect(trace.iterations.map((iteration) => lateness(iteration))).toEqual([1000, 3000, 7000]);
    expect(trace.of).toBe(ITERATIONS);
    expect(trace.events).toBeLessThan(trace.eventsBefore / 3);
  });

  it('has their waiting, to the tick', () => {
    const { definitions, result } = analyzed(trace.archive);
    const late = secondsOf(result.space, definitions, 'mpi_latesender');
    const own = trace.iterations.map((i) => (i === 0 ? 0 : 3) + lateness(i));
    const expected = own.reduce((sum, ticks) => sum + ticks, 0) / 1e6;
    // Rank 1 leaves what it sent into the next iteration two ticks late: it begins two ticks later there.
    const shorter = trace.iterations.filter((i) => i > 0).length * 2e-6;
    expect(late.get('main/MPI_Recv 1')).toBeCloseTo(expected - shorter, 9);
  });

  it('has their times, and those around the loop', () => {
    const { definitions, result } = analyzed(trace.archive);
    const times = secondsOf(result.space, definitions, 'execution');
    const { run, original } = dynamics;
    const { space } = original;
    if (run === undefined) throw new Error('there is a loop');
    const { series } = run;
    const execution = series.metrics.indexOf('execution');
    const compared = new Set<string>();
    for (let row = 0; row < series.metric.length; row++) {
      const node = elementAt(series.node, row);
      if (series.metric[row] !== execution || node === 0xffff_ffff) continue;
      const key = `${pathOf(node, space, definitions)} ${series.location[row]}`;
      const inside = trace.iterations.reduce((sum, i) => sum + elementAt(series.value, row * series.count + i), 0);
      expect(Math.abs((times.get(key) ?? 0) - inside - elementAt(series.outside, row))).toBeLessThan(1e-7);
      compared.add(key);
    }
    expect([...compared]).toEqual(expect.arrayContaining(['main/solve 0', 'main/solve 1', 'main/MPI_Recv 1']));
    // The remainder is the time in which one of the two has no iteration.
    const off = [...times].filter(([key]) => key.includes('MEASUREMENT OFF'));
    for (const [, seconds] of off) expect(seconds).toBeLessThan(1e-4);
  });

  it('has no record of messages between kept and dropped iterations, and reports so', () => {
    expect(trace.messages).toBeGreaterThan(0);
    expect(trace.collectives).toBe(0);
    expect(trace.limits.join(' ')).toMatch(/reach into excluded iterations/);
    expect(trace.limits[0]).toMatch(/^It contains 3 iterations of 24 \(/);
  });

  it('describes its contents', () => {
    const { result } = analyzed(trace.archive);
    expect(result.report.doubts?.map(({ title }) => title)).toContain('only 3 iterations of 24 kept');
  });

  it.runIf(hasOtf2Print)('is read by libotf2', () => {
    const counts = printed(trace.archive);
    expect(counts.get('Enter')).toBe(counts.get('Leave'));
    expect(counts.get('MpiCollectiveEnd')).toBe(6);
    expect(counts.get('MpiSend')).toBe(counts.get('MpiRecv'));
    expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(trace.events);
  });
});

describe('a trace of all iterations', () => {
  it('is the whole trace', () => {
    const path = program('little');
    const { kept: trace, original } = kept(path, ITERATIONS);
    const { definitions, result } = analyzed(trace?.archive ?? '');
    expect(trace?.events).toBe(trace?.eventsBefore);
    expect([trace?.messages, trace?.collectives]).toEqual([0, 0]);
    for (const metric of original.space.severities.keys())
      expect([metric, ...secondsOf(result.space, definitions, metric)]).toEqual([
        metric,
        ...secondsOf(original.space, definitions, metric),
      ]);
  });

  it('is not made where something is', () => {
    const path = program('little');
    const trace = openArchive(path);
    const found = analyzeTrace(trace, { program: 'test', waits: true });
    const folder = folderOfTests();
    expect(() => dynamicsOfTrace(trace, found, { keep: { archive: path, folder } })).toThrow(/kept|exist|written/i);
    expect(existsSync(folder)).toBe(true);
    expect(readdirSync(folder)).toEqual([]);
  });
});

const RECORDED = ['heat2d-mpi', 'hybrid', 'jacobi-openmp', 'sweep-mpi'];

describe.each(RECORDED)('representatives of the recorded run of %s', (name) => {
  const path = join(import.meta.dirname, '../../../examples', name, 'recorded/traces.otf2');
  const has = dynamicsOfTrace(openArchive(path), analyzeTrace(openArchive(path), { program: name, waits: true })).run;

  it.runIf(has !== undefined)('have the severities that they had in it', () => {
    const dynamics = kept(path, 4);
    const { kept: trace, run, original } = dynamics;
    if (trace === undefined || run === undefined) throw new Error('nothing was kept');
    const { definitions, result } = analyzed(trace.archive);
    const { series } = run;
    const expected = new Map<string, Map<string, number>>();
    for (let row = 0; row < series.metric.length; row++) {
      const node = elementAt(series.node, row);
      const metric = elementAt(series.metrics, elementAt(series.metric, row));
      if (node === 0xffff_ffff || metric.startsWith('iteration_')) continue;
      // Waiting of cut messages is missing; omitted messages may reveal the order of others.
      if (metric.endsWith('_wo')) continue;
      if (metric !== 'execution' && trace.messages + trace.collectives > 0) continue;
      const key = `${pathOf(node, original.space, definitions)} ${series.location[row]}`;
      const inside = trace.iterations.reduce((sum, i) => sum + elementAt(series.value, row * series.count + i), 0);
      const sums = expected.get(metric) ?? new Map<string, number>();
      expected.set(metric, sums);
      sums.set(key, (sums.get(key) ?? 0) + inside + elementAt(series.outside, row));
    }
    expect(expected.size).toBeGreaterThan(0);
    for (const [metric, sums] of expected) {
      const found = secondsOf(result.space, definitions, metric);
      const wrong = [...sums].filter(([key, seconds]) => Math.abs((found.get(key) ?? 0) - seconds) > 1e-6);
      expect([metric, wrong.map(([key, seconds]) => [key, seconds, found.get(key)])]).toEqual([metric, []]);
    }
    if (hasOtf2Print)
      expect([...printed(trace.archive).values()].reduce((sum, count) => sum + count, 0)).toBe(trace.events);
  });
});
