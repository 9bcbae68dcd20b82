import { describe, expect, test } from 'vitest';
import { analyzeTrace, total } from '../../../../src/analysis/trace/index.js';
import { readingOrder } from '../../../../src/analysis/trace/reading/readingOrder.js';
import { EventKind } from '../../../../src/model/events.js';
import { values } from '../../../support/analyzed.js';
import { TraceBuilder, type LocationWriter } from '../../../support/traceBuilder.js';

function openmp(): TraceBuilder {
  const builder = new TraceBuilder();
  builder.region('parallel', { paradigm: 'openmp', role: 'parallel' });
  builder.region('barrier', { paradigm: 'openmp', role: 'implicit-barrier' });
  builder.region('task', { paradigm: 'openmp', role: 'task' });
  builder.region('taskwait', { paradigm: 'openmp', role: 'task-wait' });
  return builder;
}

const fork = (writer: LocationWriter, time: number): LocationWriter => writer.event(EventKind.ThreadFork, time, [1, 2]);
const join = (writer: LocationWriter, time: number): LocationWriter => writer.event(EventKind.ThreadJoin, time, [1]);
const begin = (writer: LocationWriter, time: number): LocationWriter =>
  writer.event(EventKind.ThreadTeamBegin, time, [0]);
const end = (writer: LocationWriter, time: number): LocationWriter => writer.event(EventKind.ThreadTeamEnd, time, [0]);
const toTask = (writer: LocationWriter, time: number, task: number): LocationWriter =>
  writer.event(EventKind.ThreadTaskSwitch, time, [0, 0, task]);

/** The master and its worker in a region from 2 to 8, then the master alone in one from 10 to 14. */
function twoRegions(): TraceBuilder {
  const builder = openmp();
  const [master, worker] = builder.process(2);
  master.enter(0, 'main').enter(1, 'f');
  begin(fork(master, 2), 3).enter(3, 'parallel').leave(6, 'parallel');
  join(end(master, 6), 8).leave(9, 'f');
  begin(fork(master, 10), 11).enter(11, 'parallel').leave(13, 'parallel');
  join(end(master, 13), 14).leave(20, 'main');
  begin(worker, 4).enter(4, 'parallel').enter(5, 'barrier').leave(7, 'barrier').leave(7, 'parallel');
  end(worker, 7);
  return builder;
}

describe('threads', () => {
  test('workers inherit the call path of the fork, and every thread pays for starting and ending the team', () => {
    const builder = twoRegions();
    expect(values(builder, 'omp_fork')).toEqual({
      'main/f/parallel\t0': 1,
      'main/f/parallel\t1': 2,
      'main/parallel\t0': 1,
    });
    expect(values(builder, 'omp_management')).toEqual({
      'main/f/parallel\t0': 3,
      'main/f/parallel\t1': 3,
      'main/parallel\t0': 2,
    });
    expect(values(builder, 'omp_ibarrier')).toEqual({ 'main/f/parallel/barrier\t1': 2 });
  });

  test('workers idle for the time of the master outside parallel regions, and for regions that leave them out', () => {
    const builder = twoRegions();
    expect(values(builder, 'omp_idle_threads')).toEqual({
      'main\t1': 8,
      'main/f\t1': 2,
      'main/parallel\t1': 4,
    });
    expect(values(builder, 'omp_limited_parallelism')).toEqual({ 'main/parallel\t1': 4 });
    const trace = builder.build();
    expect(total(analyzeTrace(trace, { program: 'test' }).space, 'time')).toBe(40);
  });

  test('threads without a fork in the trace have separate call paths', () => {
    const builder = openmp();
    const [master, worker] = builder.process(2);
    master.enter(0, 'main').leave(5, 'main');
    worker.enter(1, 'run').leave(3, 'run');
    expect(values(builder, 'time')).toEqual({ 'main\t0': 5, 'run\t1': 2 });
  });

  test('nested teams: a thread belongs to the team of its communicator, also where another was forked later', () => {
    const builder = openmp();
    const [master, outer, first, second] = builder.process(4);
    const team = (writer: LocationWriter, time: number, communicator: number): LocationWriter =>
      writer.event(EventKind.ThreadTeamBegin, time, [communicator]);
    team(fork(master.enter(0, 'main'), 1), 1, 0)
      .enter(1, 'parallel')
      .enter(2, 'a');
    team(fork(master, 3), 3, 1).enter(3, 'parallel').enter(7, 'barrier').leave(9, 'barrier').leave(9, 'parallel');
    join(end(master, 9), 9).leave(10, 'a').leave(10, 'parallel');
    join(end(master, 10), 10).leave(11, 'main');
    // Begins when the master has forked a team within the one it belongs to.
    team(outer, 3.5, 0).enter(3.5, 'parallel').enter(3.5, 'b');
    team(fork(outer, 4), 4, 2).enter(4, 'parallel').enter(6, 'barrier').leave(8, 'barrier').leave(8, 'parallel');
    end(join(end(outer, 8), 8).leave(9, 'b').leave(9, 'parallel'), 9);
    // Begins after both forks, the later of which is not its own.
    team(first, 5, 1).enter(5, 'parallel').enter(5, 'barrier').leave(9, 'barrier').leave(9, 'parallel');
    end(first, 9);
    team(second, 5, 2).enter(5, 'parallel').enter(8, 'barrier').leave(8, 'barrier').leave(8, 'parallel');
    end(second, 8);
    expect(values(builder, 'omp_ibarrier_wait')).toEqual({
      'main/parallel/a/parallel/barrier\t2': 2,
      'main/parallel/b/parallel/barrier\t1': 2,
    });
  });

  test('nested teams: the location of a thread may come before that of the one which forked its team', () => {
    const builder = openmp();
    const [master, inner, outer] = builder.process(3);
    const team = (writer: LocationWriter, time: number, communicator: number): LocationWriter =>
      writer.event(EventKind.ThreadTeamBegin, time, [communicator]);
    builder.communicator([0, 2], { paradigm: 'openmp' });
    builder.communicator([2, 1], { paradigm: 'openmp' });
    team(fork(master.enter(0, 'main'), 1), 1, 0)
      .enter(1, 'parallel')
      .leave(10, 'parallel');
    join(end(master, 10), 10).leave(11, 'main');
    team(inner, 5, 1).enter(5, 'parallel').leave(8, 'parallel');
    end(inner, 8);
    team(outer, 2, 0).enter(2, 'parallel').enter(3, 'b');
    team(fork(outer, 4), 4, 1).enter(4, 'parallel').leave(8, 'parallel');
    end(join(end(outer, 8), 8).leave(9, 'b').leave(9, 'parallel'), 9);
    expect(values(builder, 'omp_fork')).toEqual({
      'main/parallel\t2': 1,
      'main/parallel/b/parallel\t1': 1,
    });
  });

  test('nested teams: where two threads fork teams of each other, all is read', () => {
    const order = readingOrder(
      [4, 5, 6, 7],
      new Map([
        [5, new Set([4, 6, 9])],
        [6, new Set([5, 7])],
        [7, new Set([4])],
      ]),
    );
    expect(order).toEqual([4, 7, 6, 5]);
  });

  test('a suspended task keeps its regions while others run on the thread', () => {
    const builder = openmp();
    const [master] = builder.process();
    begin(fork(master.enter(0, 'main'), 1), 1)
      .enter(1, 'parallel')
      .enter(2, 'barrier');
    toTask(master, 3, 1).enter(3, 'task').enter(4, 'taskwait');
    toTask(master, 6, 2).enter(6, 'task').leave(7, 'task');
    toTask(master, 8, 1).leave(9, 'taskwait').leave(10, 'task');
    toTask(master, 11, 0).leave(12, 'barrier').leave(12, 'parallel');
    join(end(master, 12), 12).leave(12, 'main');
    expect(values(builder, 'time')).toEqual({
      'main\t0': 1,
      'main/parallel\t0': 1,
      // 2 to 3, 7 to 8 between two tasks, 10 to 12
      'main/parallel/barrier\t0': 4,
      'main/parallel/barrier/task\t0': 3,
      'main/parallel/barrier/task/taskwait\t0': 3,
    });
    expect(values(builder, 'visits')['main/parallel/barrier/task\t0']).toBe(2);
  });
});
