import { describe, expect, test } from 'vitest';
import { EventTrace } from '../../../../src/analysis/trace/events/index.js';
import { CollectiveOperation, EventKind } from '../../../../src/model/events.js';
import { type LocationWriter, TraceBuilder } from '../../../support/traceBuilder.js';
import {
  type Found,
  lateReceiver,
  lateSender,
  lockCompetition,
  unbalancedBarrier,
  waitAtNxN,
  wrongOrder,
} from './examples.js';

/** Two single-threaded processes and a communicator of both. */
function pair(): { builder: TraceBuilder; a: LocationWriter; b: LocationWriter; world: number } {
  const builder = new TraceBuilder();
  const [a] = builder.process();
  const [b] = builder.process();
  return { builder, a, b, world: builder.communicator([0, 1]) };
}

const send = (writer: LocationWriter, from: number, to: number, communicator: number, tag = 0): LocationWriter =>
  writer.enter(from, 'MPI_Send').send(from, communicator, 1, tag, 8).leave(to, 'MPI_Send');
const receive = (writer: LocationWriter, from: number, to: number, communicator: number, tag = 0): LocationWriter =>
  writer.enter(from, 'MPI_Recv').recv(to, communicator, 0, tag, 8).leave(to, 'MPI_Recv');

/** A process or thread that waits, for how long, and for whom. */
const told = (found: Iterable<Found>): string[] =>
  Array.from(found, ({ seconds, waiting, late }) => `${waiting.location} waits ${seconds} for ${late.location}`);

describe("Wolf's compound events", () => {
  test('3.1 Late Sender', () => {
    const { builder, a, b, world } = pair();
    send(send(a, 5, 6, world), 7, 8, world);
    receive(receive(b, 2, 6, world), 10, 11, world);
    expect(told(lateSender(new EventTrace(builder.build())))).toEqual(['1 waits 3 for 0']);
  });

  test('3.2 Late Receiver: only while the sender is still inside', () => {
    const { builder, a, b, world } = pair();
    send(send(a, 1, 6, world), 7, 8, world);
    receive(receive(b, 5, 7, world), 10, 11, world);
    expect(told(lateReceiver(new EventTrace(builder.build())))).toEqual(['0 waits 4 for 1']);
  });

  test('3.3 Messages in Wrong Order', () => {
    const { builder, a, b, world } = pair();
    for (const tag of [1, 2, 3]) send(a, tag, tag + 0.5, world, tag);
    [3, 2, 1].forEach((tag, turn) => receive(b, 5 + turn, 5.5 + turn, world, tag));
    const found = [...wrongOrder(new EventTrace(builder.build()))];
    expect(found.map(({ received, older }) => [received.tag, older.tag])).toEqual([
      [3, 1],
      [2, 1],
    ]);
  });

  test('3.4 Wait at N×N', () => {
    const { builder, a, b, world } = pair();
    const [c] = builder.process();
    const everyone = builder.communicator([2, 1, 0]);
    const allreduce = (writer: LocationWriter, from: number, to: number, communicator: number): void => {
      const sizes = { sent: 8, received: 8 };
      writer.enter(from, 'MPI_Allreduce').collectiveBegin(from);
      writer.collectiveEnd(to, communicator, CollectiveOperation.Allreduce, sizes).leave(to, 'MPI_Allreduce');
    };
    allreduce(a, 1, 9, everyone);
    allreduce(b, 4, 9, everyone);
    allreduce(c, 8, 9.5, everyone);
    allreduce(a, 10, 12, world);
    allreduce(b, 11, 12, world);
    expect(told(waitAtNxN(new EventTrace(builder.build())))).toEqual([
      '1 waits 4 for 2',
      '0 waits 7 for 2',
      '0 waits 1 for 1',
    ]);
  });

  test('3.5 Unbalanced Barrier', () => {
    const builder = new TraceBuilder();
    builder.region('barrier', { paradigm: 'openmp', role: 'barrier' });
    const [master, worker] = builder.process(2);
    const team = builder.communicator([0, 1], { paradigm: 'openmp' });
    master.enter(0, 'main').event(EventKind.ThreadFork, 1, [3, 2]);
    for (const [writer, from] of [
      [master, 3],
      [worker, 7],
    ] as const) {
      writer.event(EventKind.ThreadTeamBegin, 2, [team]).enter(from, 'barrier').leave(8, 'barrier');
      writer.event(EventKind.ThreadTeamEnd, 9, [team]);
    }
    master.event(EventKind.ThreadJoin, 10, [3]).leave(11, 'main');
    expect(told(unbalancedBarrier(new EventTrace(builder.build())))).toEqual(['0 waits 4 for 1']);
  });

  test('3.6 Lock Competition', () => {
    const builder = new TraceBuilder();
    const [a, b] = builder.process(2);
    const take = (writer: LocationWriter, from: number, acquired: number, released: number): void => {
      writer.enter(from, 'omp_set_lock').event(EventKind.ThreadAcquireLock, acquired, [3, 1, 0]);
      writer.leave(acquired, 'omp_set_lock').enter(released, 'omp_unset_lock');
      writer.event(EventKind.ThreadReleaseLock, released, [3, 1, 0]).leave(released, 'omp_unset_lock');
    };
    take(a, 1, 2, 6);
    take(b, 3, 6, 8);
    take(a, 9, 10, 11);
    expect(told(lockCompetition(new EventTrace(builder.build())))).toEqual(['1 waits 3 for 0']);
  });
});
