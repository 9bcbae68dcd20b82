import { describe, expect, test } from 'vitest';
import { analyzeTrace } from '../../../../src/analysis/trace/index.js';
import { EventKind } from '../../../../src/model/events.js';
import { values } from '../../../support/analyzed.js';
import { begin, end, fork, join, openmpTrace } from '../../../support/openmpTrace.js';
import { valuesByPath } from '../../../support/spaceValues.js';
import { type LocationWriter, TraceBuilder } from '../../../support/traceBuilder.js';

const FLUSH = 'TRACE BUFFER FLUSH';

function flush(writer: LocationWriter, from: number, to: number): LocationWriter {
  return writer.event(EventKind.BufferFlush, from, [to]);
}

function sum(amounts: Record<string, number>, location: number): number {
  const those = Object.entries(amounts).filter(([key]) => key.endsWith(`\t${location}`));
  return those.reduce((seconds, [, more]) => seconds + more, 0);
}

describe('writing the measurement buffer', () => {
  test('is a separate call, overhead and not time of the program', () => {
    const builder = new TraceBuilder();
    const [writer] = builder.process();
    flush(writer.enter(0, 'main'), 2, 5).leave(10, 'main');
    expect(values(builder, 'comp')).toEqual({ 'main\t0': 7 });
    expect(values(builder, 'overhead')).toEqual({ [`main/${FLUSH}\t0`]: 3 });
    expect(values(builder, 'time')).toEqual({ 'main\t0': 7, [`main/${FLUSH}\t0`]: 3 });
    expect(values(builder, 'visits')).toEqual({ 'main\t0': 1, [`main/${FLUSH}\t0`]: 1 });
  });

  test('begins after the event that found the buffer full, and ends with the next one', () => {
    const builder = new TraceBuilder();
    const [writer] = builder.process();
    flush(writer.enter(0, 'main'), 2, 5).enter(2, 'work').leave(4, 'work').leave(10, 'main');
    expect(values(builder, 'time')).toEqual({ 'main\t0': 8, [`main/work/${FLUSH}\t0`]: 2 });
  });

  test.each([1, 2, 3, 7])('counts outside of regions, and at the end up to that of the run; batches of %i', (size) => {
    const builder = new TraceBuilder();
    const [writer] = builder.process();
    flush(flush(writer, 1, 2), 2, 2.5)
      .enter(3, 'main')
      .leave(4, 'main');
    flush(writer, 4, 1e9);
    const overheadOf = (span: number): [string, number][] => {
      const trace = builder.build(size);
      const definitions = { ...trace.definitions, span };
      const { space, report } = analyzeTrace({ ...trace, definitions }, { program: 'test' });
      expect(report.span).toBe(span === 0 ? 3 : 5);
      return [...(valuesByPath(space, definitions).get('overhead') ?? [])];
    };
    expect(overheadOf(6)).toEqual([[`${FLUSH}\t0`, 3.5]]);
    expect(overheadOf(0)).toEqual([[`${FLUSH}\t0`, 1.5]]);
  });

  test('lets the workers of a process idle, and is not counted where they idle or manage their team anyway', () => {
    const builder = openmpTrace();
    const [master, worker] = builder.process(2);
    join(fork(master.enter(0, 'main'), 1), 3);
    flush(master, 4, 5).leave(6, 'main');
    flush(end(begin(worker, 1), 3), 3.5, 4.5).event(EventKind.Metric, 5, [1, 1]);
    expect(values(builder, 'omp_idle_threads')).toEqual({ 'main\t1': 3, [`main/${FLUSH}\t1`]: 1 });
    expect(values(builder, 'overhead')).toEqual({ [`main/${FLUSH}\t0`]: 1 });
    expect(sum(values(builder, 'time'), 0)).toBe(6);
    expect(sum(values(builder, 'time'), 1)).toBe(6);
  });

  test('while a team is made counts as its management only', () => {
    const builder = openmpTrace();
    const [master, worker] = builder.process(2);
    master.enter(0, 'main').event(EventKind.ThreadFork, 1, [1, 2]);
    end(begin(flush(master, 1.5, 2), 2.5), 3)
      .event(EventKind.ThreadJoin, 3, [1])
      .leave(4, 'main');
    end(begin(worker, 1), 3);
    expect(sum(values(builder, 'time'), 0)).toBe(4);
    expect(values(builder, 'overhead')).toEqual({});
  });

  test('within a call, before what shows it to be an MPI operation, leaves no negative time', () => {
    const builder = new TraceBuilder();
    const [first, second] = [builder.process()[0], builder.process()[0]];
    const world = builder.communicator([0, 1]);
    first.enter(0, 'main').enter(8, 'MPI_Send').send(8, world, 1, 0, 8).leave(9, 'MPI_Send').leave(10, 'main');
    flush(second.enter(0, 'main').enter(1, 'MPI_Recv'), 2, 5).recv(9, world, 0, 0, 8);
    second.leave(9.5, 'MPI_Recv').leave(10.5, 'main');
    for (const metric of ['critical_path', 'critical_path_activities', 'delay_latesender']) {
      const amounts = Object.values(values(builder, metric));
      expect(amounts.length, metric).toBeGreaterThan(0);
      for (const seconds of amounts) expect(seconds, metric).toBeGreaterThan(0);
    }
  });
});
