import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyzeTrace } from '../../../../src/analysis/trace/index.js';
import { elementAt } from '../../../../src/base/elements.js';
import { EventKind } from '../../../../src/model/events.js';
import { problems, values } from '../../../support/analyzed.js';
import { rounds } from '../../../support/matrix.js';
import { begin, end, fork, join, openmpTrace, toTask } from '../../../support/openmpTrace.js';
import type { TraceBuilder } from '../../../support/traceBuilder.js';

/** Durations of a thread before and in a barrier, in milliseconds. */
interface Step {
  readonly work: number;
  /** Tasks executed in the barrier, each some time after the one before. */
  readonly tasks: readonly { readonly after: number; readonly takes: number }[];
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
    const spans = steps.map(({ tasks }, thread) => spansFrom(elementAt(enters, thread), tasks));
    const leave = Math.max(...spans.flat().map(({ end }) => end), latest);
    writers.forEach((writer, thread) => {
      writer.enter(elementAt(enters, thread), 'implicit');
      for (const { from, end } of elementAt(spans, thread)) {
        toTask(writer, from, 1 + thread);
        toTask(writer, end, 0);
      }
      writer.leave(leave, 'implicit');
      const meanwhile = elementAt(spans, thread).map(({ from, end }) => Math.max(0, Math.min(end, latest) - from));
      const seconds = latest - elementAt(enters, thread) - meanwhile.reduce((sum, time) => sum + time, 0);
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

function spansFrom(start: number, tasks: Step['tasks']): { from: number; end: number }[] {
  let time = start;
  return tasks.map(({ after, takes }) => {
    const from = time + after;
    time = from + takes;
    return { from, end: time };
  });
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

  test('waiting matches the definition, task time removed, over any number of barriers', () => {
    const milliseconds = fc.integer({ min: 0, max: 9 });
    const tasks = fc.array(fc.record({ after: milliseconds, takes: milliseconds }), { maxLength: 4 });
    const step = fc.record({ work: milliseconds, tasks });
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
      { numRuns: rounds(40, 1000) },
    );
  });

  test('tasks executed after the last thread came are not taken from the waiting', () => {
    const builder = openmpTrace();
    const [master, worker] = builder.process(2);
    fork(master.enter(0, 'main'), 1).enter(2, 'barrier');
    toTask(toTask(toTask(toTask(master, 3, 1), 4, 0), 8, 2), 9, 0).leave(9, 'barrier');
    join(master, 10).leave(11, 'main');
    begin(worker, 1).enter(7, 'barrier').leave(9, 'barrier');
    end(worker, 10);
    expect(values(builder, 'omp_ebarrier_wait')).toEqual({ 'main/parallel/barrier\t0': 4 });
  });

  test('the critical path is as long as the run, whenever tasks are executed in its barriers', () => {
    const builder = openmpTrace();
    const [master, worker] = builder.process(2);
    fork(master.enter(0, 'main'), 0).enter(2, 'barrier');
    for (const [from, to] of [
      [3, 5],
      [8, 9],
    ] as const) {
      toTask(master, from, from).enter(from, 'task').leave(to, 'task');
      toTask(master, to, 0);
    }
    join(master.leave(9, 'barrier'), 10).leave(10, 'main');
    begin(worker, 0).enter(7, 'barrier').leave(9, 'barrier');
    end(worker, 10);
    expect(values(builder, 'omp_ebarrier_wait')).toEqual({ 'main/parallel/barrier\t0': 3 });
    const path = Object.values(values(builder, 'critical_path')).reduce((sum, seconds) => sum + seconds, 0);
    expect(path).toBeCloseTo(10, 9);
    // One of the three milliseconds of tasks was executed after the worker had come.
    expect(values(builder, 'critical_path')['main/parallel/barrier/task\t0']).toBeCloseTo(1, 9);
  });

  test('a team with a thread whose barrier is missing has no last one: excluded, and reported', () => {
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

describe('management of teams', () => {
  test('is a finding with advice, and other OpenMP overhead is distinguished', () => {
    const builder = openmpTrace();
    const [master, worker] = builder.process(2);
    master.enter(0, 'main').event(EventKind.ThreadFork, 0, [1, 2]);
    begin(master, 20).enter(60, 'barrier').leave(60, 'barrier');
    end(master, 60).event(EventKind.ThreadJoin, 80, [1]).leave(100, 'main');
    begin(worker, 30).enter(60, 'barrier').leave(60, 'barrier');
    end(worker, 60);
    const { report } = analyzeTrace(builder.build(), { program: 'test' });
    const found = report.findings.filter(({ property }) => property === 'omp_management');
    // From the fork to the begin of both threads, and from the end of the region until the join.
    expect(found.map(({ seconds }) => seconds)).toEqual([90]);
    expect(found[0]).toMatchObject({ kind: 'cost', confidence: 0.8 });
    expect(found[0]?.advice).toContain('Merge parallel regions');
    expect(report.findings.filter(({ property }) => property === 'omp_cost')).toEqual([]);
  });
});
