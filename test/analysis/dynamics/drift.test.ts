/** The program of examples/drift-mpi with the times that its work takes in closed form, from events to the report. */
import { describe, expect, it } from 'vitest';
import { type Dynamics, dynamicsOfTrace } from '../../../src/analysis/dynamics/ofTrace.js';
import { analyzeTrace } from '../../../src/analysis/trace/index.js';
import { elementAt } from '../../../src/base/elements.js';
import type { DynamicsFinding } from '../../../src/model/dynamics/dynamics.js';
import { CollectiveOperation } from '../../../src/model/events.js';
import type { Trace } from '../../../src/model/trace.js';
import { TraceBuilder } from '../../support/traceBuilder.js';

const RANKS = 4;
const ITERATIONS = 500;
const UNIT = 0.001;
const ONSET = 200;
const EVERY = 25;
const STEP = 300;
const BURST = { first: 100, end: 112 };
/** Duration of an allreduce once all ranks have entered, in seconds. */
const REDUCE = 1e-5;

/** Units of work of a function, as in drift.c. */
const work = {
  advance: (rank: number, i: number): number => 4 * (rank === 1 && i > ONSET ? 1 + 0.002 * (i - ONSET) : 1),
  exchange: (_: number, i: number): number => (i >= STEP ? 2 : 1),
  particles: (rank: number, i: number): number => (rank === RANKS - 1 && i >= BURST.first && i < BURST.end ? 25 : 1),
  checkpoint: (_: number, i: number): number => (i % EVERY === EVERY - 1 ? 15 : 0),
} as const;
const FUNCTIONS = ['advance', 'exchange', 'particles', 'checkpoint'] as const;

/** @param noise the most by which a call takes longer, as a share */
function drift(noise: number): Trace {
  const builder = new TraceBuilder();
  const writers = Array.from({ length: RANKS }, () => elementAt(builder.process(), 0));
  const world = builder.communicator([0, 1, 2, 3]);
  let seed = 1;
  const random = (): number => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  const time = writers.map(() => 0);
  for (const writer of writers) writer.enter(0, 'main').enter(0, 'run');
  for (let i = 0; i < ITERATIONS; i++) {
    for (const [rank, writer] of writers.entries()) {
      for (const name of FUNCTIONS) {
        const units = work[name](rank, i);
        if (units === 0) continue;
        const begin = elementAt(time, rank);
        time[rank] = begin + units * UNIT * (1 + noise * random());
        writer.enter(begin, name).leave(elementAt(time, rank), name);
      }
    }
    const end = Math.max(...time) + REDUCE;
    for (const [rank, writer] of writers.entries()) {
      writer.enter(elementAt(time, rank), 'MPI_Allreduce').collectiveBegin(elementAt(time, rank));
      writer.collectiveEnd(end, world, CollectiveOperation.Allreduce);
      writer.leave(end, 'MPI_Allreduce');
      time[rank] = end;
    }
  }
  for (const [rank, writer] of writers.entries())
    writer.leave(elementAt(time, rank), 'run').leave(elementAt(time, rank), 'main');
  return builder.build(1000);
}

function dynamicsOf(trace: Trace): Dynamics {
  return dynamicsOfTrace(trace, analyzeTrace(trace, { program: 'drift', waits: true }));
}

/** Seconds beyond the level of a healthy iteration, on a rank. */
const excessOf = (name: (typeof FUNCTIONS)[number], rank: number, healthy: number): number =>
  Array.from({ length: ITERATIONS }, (_, i) => UNIT * (work[name](rank, i) - healthy)).reduce((a, b) => a + b, 0);

const found = (findings: readonly DynamicsFinding[], property: string, region: string): DynamicsFinding => {
  const all = findings.filter(
    (finding) =>
      finding.metric === 'execution' && finding.property === property && finding.callPath.at(-1)?.region === region,
  );
  expect(all).toHaveLength(1);
  return elementAt(all, 0);
};

describe('a program that drifts', () => {
  const { report, run } = dynamicsOf(drift(0.02));
  const { findings } = report;

  it('has its main loop found', () => {
    expect(report.none).toBeUndefined();
    expect(report.loops[0]).toMatchObject({ source: 'found', name: 'advance', count: ITERATIONS });
    expect(report.loops[0]?.coverage).toBeGreaterThan(0.99);
    expect(run?.iterations.starts.map(({ length }) => length)).toEqual(Array.from({ length: RANKS }, () => 501));
  });

  it('is reported to drift on one rank from its start, by its loss', () => {
    const { locations, patterns, excess } = found(findings, 'dynamics_trends', 'advance');
    expect(locations).toEqual([1]);
    expect(Math.abs(elementAt(patterns, 0).first - ONSET)).toBeLessThanOrEqual(0.02 * ITERATIONS);
    expect(Math.abs(excess / excessOf('advance', 1, 4) - 1)).toBeLessThanOrEqual(0.05);
  });

  it('is reported to step up on all ranks', () => {
    const { locations, patterns, excess } = found(findings, 'dynamics_trends', 'exchange');
    expect(locations).toEqual([0, 1, 2, 3]);
    const [pattern] = patterns;
    expect(pattern).toMatchObject({ kind: 'step' });
    expect(Math.abs((pattern?.last ?? 0) - STEP)).toBeLessThanOrEqual(2);
    expect(Math.abs(excess / (RANKS * excessOf('exchange', 0, 1)) - 1)).toBeLessThanOrEqual(0.05);
  });

  it('is reported to have a burst on the last rank', () => {
    const { locations, patterns, excess } = found(findings, 'dynamics_peaks', 'particles');
    expect(locations).toEqual([RANKS - 1]);
    expect(patterns).toHaveLength(1);
    expect(elementAt(patterns, 0).first).toBeGreaterThanOrEqual(BURST.first - 0.02 * ITERATIONS);
    expect(elementAt(patterns, 0).last).toBeLessThanOrEqual(BURST.end + 0.02 * ITERATIONS);
    expect(Math.abs(excess / excessOf('particles', RANKS - 1, 1) - 1)).toBeLessThanOrEqual(0.05);
  });

  it('is reported to have a peak at each checkpoint', () => {
    const { recursEvery, excess, patterns } = found(findings, 'dynamics_peaks', 'checkpoint');
    expect(recursEvery).toBe(EVERY);
    expect(elementAt(patterns, 0).top).toBe(EVERY - 1);
    expect(Math.abs(excess / (RANKS * excessOf('checkpoint', 0, 0)) - 1)).toBeLessThanOrEqual(0.05);
  });
});

describe('the table of a program that drifts, in the shape of tables 7.4 and 7.5', () => {
  const {
    table = [],
    similar,
    loops: [loop],
  } = dynamicsOf(drift(0.02)).report;
  const rowsOf = (metric: string, property?: string) =>
    table.filter((row) => row.metric === metric && row.property === property);

  it('has waiting by groups of ranks, as much as follows from the closed form', () => {
    const [most, least] = rowsOf('execution').filter(({ callPath }) => callPath.at(-1)?.region === 'MPI_Allreduce');
    expect([most?.where, least?.where]).toEqual(['ranks 0, 2', 'ranks 1, 3']);
    // Ranks 0 and 2 wait for what rank 1 drifts by and for the burst of rank 3; these wait for each other's.
    const drifts = excessOf('advance', 1, 4);
    const burst = excessOf('particles', RANKS - 1, 1);
    const { count = 0, meanDuration = 0 } = loop ?? {};
    expect((most?.severity ?? 0) * count * meanDuration).toBeGreaterThan(0.9 * (drifts + burst));
    expect((most?.severity ?? 0) * count * meanDuration).toBeLessThan(1.1 * (drifts + burst));
    expect((least?.severity ?? 0) / (most?.severity ?? 0)).toBeCloseTo(0.5, 1);
    expect(most?.extents).toEqual([]);
  });

  it('then has how it changes, from which iteration to which', () => {
    const [rise] = rowsOf('execution', 'dynamics_trends').filter(
      ({ callPath }) => callPath.at(-1)?.region === 'advance',
    );
    expect(rise?.where).toBe('rank 1');
    const [first = 0, last = 0] = rise?.extents[0] ?? [];
    expect(Math.abs(first - ONSET)).toBeLessThanOrEqual(0.02 * ITERATIONS);
    expect(last).toBeGreaterThan(0.95 * ITERATIONS);
    const amounts = table.findLastIndex(({ property }) => property === undefined);
    expect(table.findIndex(({ property }) => property !== undefined)).toBe(amounts + 1);
    for (const [at, { severity }] of table.slice(0, amounts).entries())
      expect(severity).toBeGreaterThanOrEqual(elementAt(table, at + 1).severity);
  });

  it('has iterations with and without a checkpoint apart, whose representatives miss little', () => {
    expect(similar?.structures).toEqual({ weak: 2, strong: 2 });
    expect(similar?.equivalence).toBe('strong');
    const withCheckpoint = similar?.clusters.filter(({ representative }) => representative % EVERY === EVERY - 1) ?? [];
    expect(withCheckpoint.reduce((sum, { count }) => sum + count, 0)).toBe(ITERATIONS / EVERY);
    expect(similar?.clusters.reduce((sum, { count }) => sum + count, 0)).toBe(ITERATIONS);
    expect(similar?.deviation).toBeLessThan(0.03);
    for (const { metric, total, represented } of similar?.metrics ?? [])
      if (metric === 'iteration_time') expect(Math.abs(represented / total - 1)).toBeLessThan(0.02);
  });
});

describe('a program that does the same all the time', () => {
  it('is not reported to change', () => {
    const builder = new TraceBuilder();
    const writer = elementAt(builder.process(), 0);
    writer.enter(0, 'main');
    for (let i = 0; i < 100; i++) writer.enter(i, 'step').leave(i + 0.75, 'step');
    writer.leave(100, 'main');
    const { report } = dynamicsOf(builder.build());
    expect(report.loops[0]).toMatchObject({ name: 'step', count: 100 });
    expect(report.findings).toEqual([]);
  });

  it('has no loop if nothing is repeated, which is reported', () => {
    const builder = new TraceBuilder();
    elementAt(builder.process(), 0).enter(0, 'main').enter(1, 'once').leave(2, 'once').leave(3, 'main');
    const { report, run } = dynamicsOf(builder.build());
    expect(run).toBeUndefined();
    expect(report.none).toMatch(/^No loop was found: .*\.$/);
  });
});

describe('phases that the program marks', () => {
  it('are its iterations, whatever they take', () => {
    const builder = new TraceBuilder();
    const writer = elementAt(builder.process(), 0);
    builder.region('time step', { paradigm: 'user', isPhase: true });
    writer.enter(0, 'main');
    let time = 1;
    for (let i = 0; i < 20; i++) {
      writer.enter(time, 'time step');
      for (let each = 0; each < 30; each++) writer.enter(time, 'kernel').leave((time += 0.01 * (1 + i)), 'kernel');
      writer.leave(time, 'time step');
    }
    writer.leave(1000, 'main');
    const { report } = dynamicsOf(builder.build());
    expect(report.loops[0]).toMatchObject({ source: 'marked', name: 'time step', count: 20 });
  });
});
