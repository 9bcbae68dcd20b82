import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { problems, values } from '../../../support/analyzed.js';
import { begin, end, fork, join, openmpTrace, toTask } from '../../../support/openmpTrace.js';
import type { TraceBuilder } from '../../../support/traceBuilder.js';

/** What a thread does before and in a barrier, in milliseconds. */
interface Step {
  readonly work: number;
  readonly task: number;
}

/** Threads pass barriers one after the other: `plan[barrier][thread]`. */
function run(
  plan: readonly (readonly Step[])[],
  threads: number,
): { builder: TraceBuilder; waits: Map<string, number> } {
  const builder = openmpTrace();
  const writers = builder.process(threads);
  const waits = new Map<string, number>();
  fork(writers[0].enter(0, 'main'), 1);
  writers.slice(1).forEach((writer) => begin(writer, 1));
  let start = 1;
  for (const steps of plan) {
    const enters = steps.map(({ work }) => start + work);
    const latest = Math.max(...enters);
    const leave = Math.max(...steps.map(({ task }, thread) => enters[thread] + task), latest);
    writers.forEach((writer, thread) => {
      const { task } = steps[thread];
      writer.enter(enters[thread], 'implicit');
      if (task > 0) {
        toTask(writer, enters[thread], 1 + thread);
        toTask(writer, enters[thread] + task, 0);
      }
      writer.leave(leave, 'implicit');
      const seconds = latest - enters[thread] - task;
      if (seconds <= 0) return;
      const key = `main/parallel/implicit\t${thread}`;
      waits.set(key, (waits.get(key) ?? 0) + seconds);
    });
    start = leave;
  }
  writers.slice(1).forEach((writer) => end(writer, start));
  join(writers[0], start).leave(start + 1, 'main');
  return { builder, waits };
}

describe('OpenMP barriers', () => {
  test('threads wait for the last one, explicit and implicit barriers apart', () => {
    const builder = openmpTrace();
    const [master, worker] = builder.process(2);
    fork(master.enter(0, 'main'), 1).enter(2, 'barrier').leave(6, 'barrier').enter(9, 'implicit').leave(10, 'implicit');
    join(master, 10).leave(11, 'main');
    begin(worker, 1).enter(5, 'barrier').leave(6, 'barrier').enter(7, 'implicit').leave(10, 'implicit');
    end(worker, 10);
    expect(values(builder, 'omp_ebarrier_wait')).toEqual({ 'main/parallel/barrier\t0': 3 });
    expect(values(builder, 'omp_ibarrier_wait')).toEqual({ 'main/parallel/implicit\t1': 2 });
    // Waiting is part of the time of the barrier.
    expect(values(builder, 'omp_ebarrier')['main/parallel/barrier\t0']).toBe(4);
  });

  test('waiting is what the definition says, task time removed, over any number of barriers', () => {
    const step = fc.record({ work: fc.integer({ min: 0, max: 9 }), task: fc.integer({ min: 0, max: 9 }) });
    const plans = fc
      .integer({ min: 1, max: 4 })
      .chain((threads) =>
        fc.tuple(
          fc.constant(threads),
          fc.array(fc.array(step, { minLength: threads, maxLength: threads }), { maxLength: 5 }),
        ),
      );
    fc.assert(
      fc.property(plans, ([threads, plan]) => {
        const { builder, waits } = run(plan, threads);
        expect(values(builder, 'omp_ibarrier_wait')).toEqual(Object.fromEntries(waits));
        expect(problems(builder)).toEqual([]);
      }),
    );
  });

  test('a team with a thread whose barrier is missing has no last one: left out, and said', () => {
    const builder = openmpTrace();
    const [master, worker] = builder.process(2);
    fork(master.enter(0, 'main'), 1).enter(2, 'barrier').leave(6, 'barrier');
    join(master, 10).leave(11, 'main');
    begin(worker, 1).enter(5, 'f').leave(6, 'f');
    end(worker, 7);
    expect(values(builder, 'omp_ebarrier_wait')).toEqual({});
    expect(problems(builder)).toEqual([expect.stringContaining('1 OpenMP barrier of single threads')]);
  });

  test('the same thread numbers in other processes are other teams', () => {
    const builder = openmpTrace();
    for (const late of [4, 8]) {
      const [master, worker] = builder.process(2);
      fork(master.enter(0, 'main'), 1).enter(2, 'implicit').leave(9, 'implicit');
      join(master, 9).leave(10, 'main');
      begin(worker, 1).enter(late, 'implicit').leave(9, 'implicit');
      end(worker, 9);
    }
    expect(values(builder, 'omp_ibarrier_wait')).toEqual({
      'main/parallel/implicit\t0': 2,
      'main/parallel/implicit\t2': 6,
    });
  });
});
