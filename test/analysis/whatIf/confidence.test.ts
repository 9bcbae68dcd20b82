/** Confidence of predictions, for programs whose orders of messages and locks change or do not. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyzeTrace } from '../../../src/analysis/trace/index.js';
import { predictRunTimes } from '../../../src/analysis/whatIf/index.js';
import type { Prediction, Scenario } from '../../../src/model/findings/prediction.js';
import type { Trace } from '../../../src/model/trace.js';
import { dilatedPrograms, DilatedRun, type DilatedStep, NO_COSTS } from '../../support/dilatedProgram.js';
import { DilatedTeams, type TeamStep } from '../../support/dilatedTeams.js';
import { eventTimes } from '../../support/eventTimes.js';
import { rounds } from '../../support/matrix.js';
import { TraceBuilder } from '../../support/traceBuilder.js';

function predicted(trace: Trace, scenario: Scenario): Prediction {
  const { replayed, ...analyzed } = analyzeTrace(trace, { program: 'test', correctClocks: false, replay: true });
  const again = predictRunTimes(trace, analyzed, { scenarios: [scenario] });
  if (replayed === undefined) throw new Error('the analysis kept no waits');
  expect(predictRunTimes(trace, { ...analyzed, replayed }, { scenarios: [scenario] })).toEqual(again);
  const [found] = again.predictions;
  if (found === undefined) throw new Error('nothing was predicted');
  return found;
}

const confidence = (trace: Trace, scenario: Scenario): number => predicted(trace, scenario).confidence ?? 1;

const calls = (rank: number, seconds: number): DilatedStep => ({ kind: 'calls', rank, count: 1, seconds });
const message = (from: number, to: number): DilatedStep => ({
  ...{ kind: 'message', from, to, blocking: true, seconds: 0.1 },
});
const traceOf = (ranks: number, steps: readonly DilatedStep[]): Trace =>
  new DilatedRun({ ranks, steps }, NO_COSTS).builder.build();
const without: Scenario = { kind: 'scale', region: 'tiny', factor: 0 };
const work = (rank: number, seconds: number): DilatedStep => ({ kind: 'compute', rank, seconds });

describe('the confidence of messages', () => {
  // The master receives from rank 1 after 2 s, from rank 2 after 3 s, and computes 1 s after the first message.
  const collected = traceOf(3, [...[work(1, 2), calls(2, 3), message(1, 0), work(0, 1), message(2, 0), message(0, 1)]]);

  it('is that of the run time with messages received as they come', () => {
    const found = predicted(collected, without);
    expect(found.runTime).toBeCloseTo(2 + 0.1 + 1 + 0.1 + 0.1, 9);
    // The message of rank 2 comes at once: the master computes until 1.1 s, and receives from rank 1 at 2.1 s.
    expect(found.confidence).toBeCloseTo(2.2 / 3.3, 1);
    expect(found.confidence).toBeLessThan(0.8);
  });

  it('is 1 if their order remains', () => {
    expect(confidence(collected, { ...without, factor: 0.9 })).toBe(1);
    expect(confidence(collected, { ...without, factor: 2 })).toBe(1);
  });

  it('is 1 if the measured order is not that of arrival, so that the receives have named senders', () => {
    const named = [work(1, 2), calls(2, 3), message(2, 0), message(1, 0), work(0, 1)];
    expect(confidence(traceOf(3, [...named, ...named]), { ...without, factor: 0 })).toBe(1);
  });

  it('is 1 if each call path receives from one sender', () => {
    const steps = [work(1, 2), calls(2, 3), message(1, 0), message(2, 1)];
    expect(confidence(traceOf(3, steps), without)).toBe(1);
  });

  it('is 1 if nothing changes, whatever the program', () => {
    const programs = dilatedPrograms.filter(({ steps }) => steps.some(({ kind }) => kind === 'calls'));
    fc.assert(
      fc.property(programs, (program) => {
        const trace = new DilatedRun(program, NO_COSTS).builder.build();
        expect(confidence(trace, { ...without, factor: 1 })).toBe(1);
      }),
      { numRuns: rounds(40, 500) },
    );
  });

  it('is 1 only for the exact run time of a program that receives from any source', () => {
    const errors = { kept: 0, firstCome: 0 };
    fc.assert(
      fc.property(farms, (farm) => {
        const { runTime, confidence: found = 1 } = predicted(farmTrace(farm, 1), without);
        const times = eventTimes(farmTrace(farm, 0)).flat();
        const executed = Math.max(...times) - Math.min(...times);
        if (found === 1) expect(runTime).toBeCloseTo(executed, 6);
        errors.kept += Math.abs(runTime / executed - 1);
        errors.firstCome += Math.abs((runTime * found) / executed - 1);
      }),
      { numRuns: rounds(60, 500), seed: 1 },
    );
    // The second replay explains most of the difference.
    expect(errors.firstCome).toBeLessThan(errors.kept / 2);
  });
});

/** Tasks of workers in order; the master receives the results as they come, and works on each. */
interface Farm {
  readonly tasks: readonly { readonly worker: number; readonly tiny: number; readonly fixed: number }[];
  readonly master: number;
}

const task = fc.record({
  worker: fc.integer({ min: 1, max: 3 }),
  tiny: fc.integer({ min: 0, max: 1000 }),
  fixed: fc.integer({ min: 0, max: 1000 }),
});
const farms: fc.Arbitrary<Farm> = fc.record({
  tasks: fc.array(task, { minLength: 2, maxLength: 20 }),
  master: fc.integer({ min: 1, max: 500 }),
});

function farmTrace({ tasks, master }: Farm, factor: number): Trace {
  const clock = [0, 0, 0, 0];
  const results = tasks.map(({ worker, tiny, fixed }) => {
    const at = (clock[worker] ?? 0) + factor * tiny + fixed;
    clock[worker] = at;
    const steps: DilatedStep[] = [calls(worker, factor * tiny), work(worker, fixed)];
    return { at, steps: [...steps, { ...message(worker, 0), seconds: 0.5 } as const, work(0, master)] };
  });
  return traceOf(
    4,
    results.toSorted((one, other) => one.at - other.at).flatMap(({ steps }) => steps),
  );
}

describe('the confidence of MPI_Waitany', () => {
  function waitany(isPosted: boolean): Trace {
    const builder = new TraceBuilder();
    const [master] = builder.process();
    const senders = [1, 2].map(() => builder.process()[0]);
    const world = builder.communicator([master, ...senders].map(({ location }) => location));
    const post = (time: number, request: number): unknown =>
      master
        .enter(time, 'MPI_Irecv')
        .irecvRequest(time, request)
        .leave(time + 0.1, 'MPI_Irecv');
    const complete = (from: number, until: number, request: number): unknown =>
      master.enter(from, 'MPI_Waitany').irecv(until, world, request, 0, 8, request).leave(until, 'MPI_Waitany');
    master.enter(0, 'main');
    post(0.1, 1);
    if (isPosted) post(0.3, 2);
    complete(1, 4, 1);
    if (!isPosted) post(4.1, 2);
    complete(5, 6, 2);
    master.leave(7, 'main');
    senders.forEach((sender, index) => {
      const at = 3 + 2 * index;
      const region = index === 0 ? 'work' : 'tiny';
      sender
        .enter(0, 'main')
        .enter(0.5, region)
        .leave(at - 0.5, region);
      sender
        .enter(at, 'MPI_Send')
        .send(at, world, 0, 0, 8)
        .leave(at + 0.1, 'MPI_Send')
        .leave(at + 0.2, 'main');
    });
    return builder.build();
  }

  it('is less than 1 if a pending message comes before one that was completed earlier', () => {
    expect(confidence(waitany(true), without)).toBeLessThan(1);
  });

  it('is 1 if that message could not be received earlier', () => {
    expect(confidence(waitany(false), without)).toBe(1);
  });
});

describe('the confidence of locks', () => {
  const lock = (thread: number, held: number): TeamStep => ({ kind: 'lock', thread, held, seconds: 1e-6 });
  const compute = (thread: number, seconds: number): TeamStep => ({ kind: 'calls', thread, count: 1, seconds });
  const traceOfTeam = (...steps: TeamStep[]): Trace => new DilatedTeams([steps], NO_COSTS).builder.build();

  // Thread 0 leaves the barrier 1 s after the last arrival, thread 1 after 2 s.
  const barrier: TeamStep = { kind: 'barrier', seconds: 1 };

  it('is that of the run time in which the thread that wants the lock first gets it', () => {
    // Thread 0 wants the lock at 1.8 s, thread 1 at 2 s. With half the speed, thread 0 wants it at 2.6 s.
    const trace = traceOfTeam(barrier, compute(0, 0.8), lock(0, 1), lock(1, 1));
    const { runTime, confidence: found = 1 } = predicted(trace, { kind: 'scale', region: 'tiny', factor: 2 });
    // A lock is held for three calls, of 2 s each.
    expect(runTime).toBeCloseTo(2.6 + 6 + 6, 3);
    expect(found * runTime).toBeCloseTo(2 + 6 + 6, 3);
  });

  it('is 1 if the same thread wants the lock first', () => {
    const trace = traceOfTeam(barrier, compute(0, 0.8), lock(0, 1), lock(1, 1));
    expect(confidence(trace, { kind: 'scale', region: 'tiny', factor: 1.1 })).toBe(1);
  });
});
