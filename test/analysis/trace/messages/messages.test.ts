import { describe, expect, test } from 'vitest';
import { problems, values } from '../../../support/analyzed.js';
import { type LocationWriter, TraceBuilder } from '../../../support/traceBuilder.js';

/** Two single-threaded processes and a communicator of both. */
function pair(): { builder: TraceBuilder; a: LocationWriter; b: LocationWriter; world: number } {
  const builder = new TraceBuilder();
  const [a] = builder.process();
  const [b] = builder.process();
  return { builder, a, b, world: builder.communicator([0, 1]) };
}

const send = (
  writer: LocationWriter,
  from: number,
  to: number,
  communicator: number,
  receiver: number,
  tag = 0,
): void => {
  writer.enter(from, 'MPI_Send').send(from, communicator, receiver, tag, 8).leave(to, 'MPI_Send');
};
const receive = (
  writer: LocationWriter,
  from: number,
  to: number,
  communicator: number,
  sender: number,
  tag = 0,
): void => {
  writer.enter(from, 'MPI_Recv').recv(to, communicator, sender, tag, 8).leave(to, 'MPI_Recv');
};

describe('messages', () => {
  test('Late Sender ends with the receiving call when the clocks disagree', () => {
    const { builder, a, b, world } = pair();
    send(a, 9, 10, world, 1);
    receive(b, 1, 4, world, 0);
    expect(values(builder, 'mpi_latesender')).toEqual({ 'MPI_Recv\t1': 3 });
  });

  test('tags and communicators keep messages apart', () => {
    const { builder, a, b, world } = pair();
    const other = builder.communicator([1, 0]);
    send(a, 1, 2, world, 1, 5);
    send(a, 5, 6, world, 1, 7);
    send(a, 8, 9, other, 0, 5);
    receive(b, 0, 10, other, 1, 5);
    receive(b, 10, 11, world, 0, 7);
    receive(b, 11, 12, world, 0, 5);
    expect(values(builder, 'mpi_latesender')).toEqual({ 'MPI_Recv\t1': 8 });
    expect(values(builder, 'mpi_lswo_same')).toEqual({ 'MPI_Recv\t1': 8 });
    expect(problems(builder)).toEqual([]);
  });

  test('non-blocking receives match in the order of posting, whatever the order of completion', () => {
    const { builder, a, b, world } = pair();
    send(a, 4, 5, world, 1);
    send(a, 20, 21, world, 1);
    b.enter(0, 'MPI_Irecv').irecvRequest(0, 1).leave(1, 'MPI_Irecv');
    b.enter(1, 'MPI_Irecv').irecvRequest(1, 2).leave(2, 'MPI_Irecv');
    b.enter(2, 'MPI_Waitany').irecv(22, world, 0, 0, 8, 2).leave(22, 'MPI_Waitany');
    b.enter(23, 'MPI_Wait').irecv(24, world, 0, 0, 8, 1).leave(24, 'MPI_Wait');
    expect(values(builder, 'mpi_latesender')).toEqual({ 'MPI_Waitany\t1': 18 });
    expect(values(builder, 'mpi_lswo_same')).toEqual({ 'MPI_Waitany\t1': 18 });
  });

  test('in Waitall the longest wait counts, once; Test never waits', () => {
    const { builder, a, b, world } = pair();
    for (const time of [5, 7, 30]) send(a, time, time + 1, world, 1);
    b.enter(0, 'MPI_Irecv').irecvRequest(0, 1).irecvRequest(0, 2).irecvRequest(0, 3).leave(1, 'MPI_Irecv');
    b.enter(2, 'MPI_Waitall').irecv(8, world, 0, 0, 8, 1).irecv(8, world, 0, 0, 8, 2).leave(8, 'MPI_Waitall');
    b.enter(9, 'MPI_Test').irecv(35, world, 0, 0, 8, 3).leave(35, 'MPI_Test');
    expect(values(builder, 'mpi_latesender')).toEqual({ 'MPI_Waitall\t1': 5 });
  });

  test('a probe waits for the message that the next call receives, and the message counts where it is received', () => {
    const { builder, a, b, world } = pair();
    const probe = (from: number, to: number, name = 'MPI_Mprobe'): void => {
      b.enter(from, name).leave(to, name);
    };
    send(a, 4, 5, world, 1);
    send(a, 20, 21, world, 1);
    send(a, 30, 31, world, 1);
    probe(0, 6);
    b.enter(7, 'MPI_Get_count').leave(8, 'MPI_Get_count');
    b.enter(8, 'MPI_Mrecv').recv(9, world, 0, 0, 8).leave(9, 'MPI_Mrecv');
    // Another message: it had not been sent when the probe ended.
    probe(10, 12, 'MPI_Probe');
    receive(b, 13, 22, world, 0);
    // Something was sent in between: what the probe found may have been left for later.
    probe(25, 32, 'MPI_Probe');
    send(b, 33, 34, world, 0);
    receive(b, 35, 36, world, 0);
    receive(a, 35, 36, world, 1);
    expect(values(builder, 'mpi_latesender')).toEqual({ 'MPI_Mprobe\t1': 4, 'MPI_Recv\t1': 7 });
    expect(values(builder, 'mpi_point2point')).toMatchObject({ 'MPI_Mprobe\t1': 6, 'MPI_Probe\t1': 9 });
    expect(values(builder, 'mpi_cls_count')).toEqual({ 'MPI_Mrecv\t1': 1, 'MPI_Recv\t1': 1 });
  });

  test('Late Receiver is at the call that completes the send, unless a Late Sender explains it', () => {
    const { builder, a, b, world } = pair();
    a.enter(0, 'MPI_Isend').isend(0, world, 1, 0, 8, 1).leave(1, 'MPI_Isend');
    a.enter(2, 'MPI_Wait').isendComplete(10, 1).leave(10, 'MPI_Wait');
    receive(b, 6, 11, world, 0);
    a.enter(12, 'MPI_Irecv').irecvRequest(12, 2).leave(12, 'MPI_Irecv');
    a.enter(12, 'MPI_Isend').isend(12, world, 1, 0, 8, 3).leave(13, 'MPI_Isend');
    a.enter(14, 'MPI_Waitall').irecv(20, world, 1, 0, 8, 2).isendComplete(20, 3).leave(20, 'MPI_Waitall');
    send(b, 16, 17, world, 0);
    receive(b, 18, 20, world, 0);
    expect(values(builder, 'mpi_latereceiver')).toEqual({ 'MPI_Wait\t0': 4 });
    expect(values(builder, 'mpi_latesender')).toEqual({ 'MPI_Waitall\t0': 2 });
  });

  test('buffered sends and sends that ended before the receive was posted do not wait', () => {
    const { builder, a, b, world } = pair();
    a.enter(0, 'MPI_Bsend').send(0, world, 1, 0, 8).leave(9, 'MPI_Bsend');
    send(a, 10, 11, world, 1);
    a.enter(12, 'MPI_Ibsend').isend(12, world, 1, 0, 8, 1).leave(13, 'MPI_Ibsend');
    a.enter(13, 'MPI_Wait').isendComplete(30, 1).leave(30, 'MPI_Wait');
    receive(b, 5, 6, world, 0);
    receive(b, 20, 21, world, 0);
    receive(b, 22, 30, world, 0);
    expect(values(builder, 'mpi_latereceiver')).toEqual({});
  });

  test('requests may be completed by another thread, used again, and cancelled', () => {
    const builder = new TraceBuilder();
    const [a] = builder.process();
    const [b, thread] = builder.process(2);
    const world = builder.communicator([0, 1]);
    send(a, 10, 11, world, 1);
    send(a, 20, 21, world, 1);
    b.enter(0, 'MPI_Irecv').irecvRequest(0, 7).leave(1, 'MPI_Irecv');
    b.enter(1, 'MPI_Cancel').cancelled(1, 7).leave(1, 'MPI_Cancel');
    b.enter(2, 'MPI_Irecv').irecvRequest(2, 7).leave(3, 'MPI_Irecv');
    thread.enter(4, 'MPI_Wait').irecv(12, world, 0, 0, 8, 7).leave(12, 'MPI_Wait');
    b.enter(13, 'MPI_Irecv').irecvRequest(13, 7).leave(14, 'MPI_Irecv');
    b.enter(15, 'MPI_Wait').irecv(22, world, 0, 0, 8, 7).leave(22, 'MPI_Wait');
    expect(values(builder, 'mpi_latesender')).toEqual({ 'MPI_Wait\t2': 6, 'MPI_Wait\t1': 5 });
  });

  test('messages to oneself, and between the groups of an intercommunicator', () => {
    const { builder, a, b } = pair();
    const self = builder.communicator([], { self: true });
    const between = builder.communicator([0], { remoteRanks: [1] });
    a.enter(0, 'MPI_Irecv').irecvRequest(0, 1).leave(0, 'MPI_Irecv');
    send(a, 1, 2, self, 0);
    a.enter(2, 'MPI_Wait').irecv(3, self, 0, 0, 8, 1).leave(3, 'MPI_Wait');
    send(a, 9, 10, between, 0);
    receive(b, 4, 11, between, 0);
    expect(values(builder, 'mpi_latesender')).toEqual({ 'MPI_Recv\t1': 5 });
    expect(problems(builder)).toEqual([]);
  });

  test('a send that waits although a later message was asked for first is of wrong order', () => {
    const builder = new TraceBuilder();
    const [[a], [b], [c]] = [builder.process(), builder.process(), builder.process()];
    const world = builder.communicator([0, 1, 2]);
    send(a, 1, 7, world, 1);
    send(a, 8, 9, world, 2);
    receive(b, 5, 7, world, 0);
    receive(c, 2, 9, world, 0);
    expect(values(builder, 'mpi_latereceiver')).toEqual({ 'MPI_Send\t0': 4 });
    expect(values(builder, 'mpi_latereceiver_wo')).toEqual({ 'MPI_Send\t0': 4 });
    // In the opposite direction no process was ready before.
    send(b, 10, 15, world, 0);
    send(b, 16, 17, world, 2);
    receive(a, 14, 15, world, 1);
    receive(c, 16, 17, world, 1);
    expect(values(builder, 'mpi_latereceiver')).toEqual({ 'MPI_Send\t0': 4, 'MPI_Send\t1': 4 });
    expect(values(builder, 'mpi_latereceiver_wo')).toEqual({ 'MPI_Send\t0': 4 });
  });

  test('messages without counterpart are excluded and counted once', () => {
    const { builder, a, b, world } = pair();
    send(a, 0, 1, world, 1);
    send(a, 1, 2, world, 1, 99);
    send(a, 2, 3, world, 17);
    receive(b, 0, 5, world, 0);
    receive(b, 5, 6, 42, 0);
    expect(problems(builder)).toEqual([expect.stringMatching(/: 2 sends and 1 receive without a counterpart\./)]);
  });

  test('counts messages and bytes where they are sent and received', () => {
    const { builder, a, b, world } = pair();
    send(a, 5, 6, world, 1);
    a.enter(6, 'MPI_Send').send(6, world, 1, 0, 0).leave(7, 'MPI_Send');
    receive(b, 0, 6, world, 0);
    b.enter(7, 'MPI_Recv').recv(8, world, 0, 0, 0).leave(8, 'MPI_Recv');
    expect(values(builder, 'bytes_sent')).toEqual({ 'MPI_Send\t0': 8 });
    expect(values(builder, 'bytes')).toEqual({ 'MPI_Send\t0': 8, 'MPI_Recv\t1': 8 });
    expect(values(builder, 'comms_send')).toEqual({ 'MPI_Send\t0': 1 });
    expect(values(builder, 'syncs_recv')).toEqual({ 'MPI_Recv\t1': 1 });
    expect(values(builder, 'mpi_cls_count')).toEqual({ 'MPI_Recv\t1': 1 });
  });
});
