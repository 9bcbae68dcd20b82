import { describe, expect, test } from 'vitest';
import { analyzeTrace } from '../../../../src/analysis/trace/index.js';
import type { Finding } from '../../../../src/model/findings/findings.js';
import { EventKind } from '../../../../src/model/events.js';
import { values } from '../../../support/analyzed.js';
import { type LocationWriter, TraceBuilder } from '../../../support/traceBuilder.js';

/**
 * A program whose rank 1 receives the message that rank 0 sends at second 60; `record` defines its actions in the
 * meantime.
 */
function receiver(record: (writer: LocationWriter) => void, threads = 1): TraceBuilder {
  const builder = new TraceBuilder();
  const [sender] = builder.process();
  const [writer] = builder.process(threads);
  builder.communicator([sender.location, writer.location]);
  sender.enter(0, 'main').enter(60, 'MPI_Send').send(60, 0, 1, 0, 8).leave(61, 'MPI_Send').leave(100, 'main');
  writer.enter(0, 'main').enter(1, 'MPI_Irecv').irecvRequest(1, 7).leave(2, 'MPI_Irecv');
  record(writer);
  writer.leave(100, 'main');
  return builder;
}

const inVain = (writer: LocationWriter, from: number, to: number, call: string, ...requests: number[]): void => {
  writer.enter(from, call);
  for (const request of requests) writer.event(EventKind.MpiRequestTest, to, [request]);
  writer.leave(to, call);
};

const complete = (writer: LocationWriter, from: number, to: number, call: string): void => {
  writer.enter(from, call).irecv(to, 0, 0, 0, 8, 7).leave(to, call);
};

function pollingOf(builder: TraceBuilder): Finding[] {
  return analyzeTrace(builder.build(), { program: 'test' }).report.findings.filter(
    ({ property }) => property === 'mpi_polling',
  );
}

describe('polling', () => {
  test('is the time of the calls from the first in vain to the one that completes the request', () => {
    const builder = receiver((writer) => {
      inVain(writer, 10, 13, 'MPI_Test', 7);
      inVain(writer, 20, 25, 'MPI_Test', 7);
      complete(writer, 65, 72, 'MPI_Test');
    });
    expect(values(builder, 'mpi_polling')).toEqual({ 'main/MPI_Test\t1': 15 });
    // It stays part of the time of its calls, and adds to no other cost.
    expect(values(builder, 'mpi_point2point')['main/MPI_Test\t1']).toBe(15);
    const { findings } = analyzeTrace(builder.build(), { program: 'test' }).report;
    expect(findings.filter(({ callPath }) => callPath.at(-1)?.region === 'MPI_Test')).toHaveLength(1);
    const [finding] = pollingOf(builder);
    expect(finding).toMatchObject({ kind: 'cost', title: 'Polling', seconds: 15, confidence: 1 });
    expect(finding?.worst).toMatchObject({ enter: 10, leave: 72, seconds: 15 });
    expect(finding?.explanation).toContain(
      'Polled with 3 calls over 62.0 s: 15.0 s in these calls, 47.0 s between them.',
    );
  });

  test('is none where the first call completes the request', () => {
    expect(
      values(
        receiver((writer) => complete(writer, 65, 72, 'MPI_Test')),
        'mpi_polling',
      ),
    ).toEqual({});
  });

  test.each(['MPI_Wait', 'MPI_Waitall', 'MPI_Recv'])('is none where %s completes the request', (call) => {
    const builder = receiver((writer) => {
      inVain(writer, 10, 13, 'MPI_Test', 7);
      complete(writer, 65, 72, call);
    });
    expect(values(builder, 'mpi_polling')).toEqual({});
  });

  test('is none for a request that is canceled, abandoned, or started again under its number', () => {
    const cancelled = receiver((writer) => {
      inVain(writer, 10, 13, 'MPI_Test', 7);
      writer.enter(20, 'MPI_Wait').cancelled(21, 7).leave(21, 'MPI_Wait');
    });
    const never = receiver((writer) => inVain(writer, 10, 13, 'MPI_Test', 7));
    const anew = receiver((writer) => {
      inVain(writer, 10, 13, 'MPI_Test', 7);
      writer.enter(20, 'MPI_Irecv').irecvRequest(20, 7).leave(21, 'MPI_Irecv');
      complete(writer, 65, 72, 'MPI_Test');
    });
    for (const builder of [cancelled, never, anew]) expect(values(builder, 'mpi_polling')).toEqual({});
  });

  test('counts a call that asks for several requests once, with the first that completes', () => {
    const builder = receiver((writer) => {
      writer.enter(3, 'MPI_Irecv').irecvRequest(3, 8).leave(4, 'MPI_Irecv');
      inVain(writer, 10, 12, 'MPI_Testsome', 7, 8);
      inVain(writer, 20, 24, 'MPI_Testsome', 7, 8);
      complete(writer, 62, 63, 'MPI_Testsome');
      inVain(writer, 70, 78, 'MPI_Testsome', 8);
      writer.enter(80, 'MPI_Testsome').irecv(96, 0, 0, 0, 8, 8).leave(96, 'MPI_Testsome');
    });
    expect(values(builder, 'mpi_polling')).toEqual({ 'main/MPI_Testsome\t1': 2 + 4 + 1 + 8 + 16 });
    // The second request was polled from 10 on as well: the two stretches overlap, and count once.
    expect(pollingOf(builder)[0]?.explanation).toContain('Polled with 5 calls over 86.0 s: 31.0 s in these calls');
  });

  test('counts calls that complete both requests at once, once', () => {
    const builder = receiver((writer) => {
      writer.enter(3, 'MPI_Irecv').irecvRequest(3, 8).leave(4, 'MPI_Irecv');
      inVain(writer, 10, 12, 'MPI_Testall', 7, 8);
      writer.enter(62, 'MPI_Testall').irecv(63, 0, 0, 0, 8, 7).irecv(63, 0, 0, 0, 8, 8).leave(63, 'MPI_Testall');
    });
    expect(values(builder, 'mpi_polling')).toEqual({ 'main/MPI_Testall\t1': 3 });
  });

  test('is at the call paths that poll', () => {
    const builder = receiver((writer) => {
      writer.enter(9, 'first');
      inVain(writer, 10, 12, 'MPI_Test', 7);
      writer.leave(13, 'first').enter(14, 'second');
      inVain(writer, 20, 28, 'MPI_Test', 7);
      complete(writer, 64, 80, 'MPI_Test');
      writer.leave(81, 'second');
    });
    expect(values(builder, 'mpi_polling')).toEqual({ 'main/first/MPI_Test\t1': 2, 'main/second/MPI_Test\t1': 24 });
  });

  test('does not count what a call calls, nor buffers written in it', () => {
    const builder = receiver((writer) => {
      writer.enter(10, 'MPI_Test').enter(11, 'progress').leave(14, 'progress');
      writer.event(EventKind.BufferFlush, 15, [17]).event(EventKind.MpiRequestTest, 18, [7]).leave(18, 'MPI_Test');
      complete(writer, 64, 80, 'MPI_Test');
    });
    expect(values(builder, 'mpi_polling')).toEqual({ 'main/MPI_Test\t1': 8 - 3 - 2 + 16 });
  });

  test('is found for sends and for non-blocking collective operations', () => {
    const sends = receiver((writer) => {
      writer.enter(3, 'MPI_Isend').isend(3, 0, 0, 0, 8, 9).leave(4, 'MPI_Isend');
      inVain(writer, 10, 12, 'MPI_Test', 9);
      writer.enter(20, 'MPI_Test').isendComplete(24, 9).leave(24, 'MPI_Test');
    });
    const collectives = receiver((writer) => {
      writer
        .enter(3, 'MPI_Iallreduce')
        .event(EventKind.NonBlockingCollectiveRequest, 3, [9])
        .leave(4, 'MPI_Iallreduce');
      inVain(writer, 10, 12, 'MPI_Test', 9);
      writer.enter(20, 'MPI_Test').event(EventKind.NonBlockingCollectiveComplete, 24, [0, 8, 0, 8, 8, 9]);
      writer.leave(24, 'MPI_Test');
    });
    for (const builder of [sends, collectives])
      expect(values(builder, 'mpi_polling')).toEqual({ 'main/MPI_Test\t1': 6 });
  });

  test('is not attributed to another thread than the polling one', () => {
    const builder = receiver(() => undefined, 2);
    const [writer, other] = [builder.writer(1), builder.writer(2)];
    writer.events.pop();
    inVain(writer, 10, 12, 'MPI_Test', 7);
    writer.leave(100, 'main');
    other.enter(0, 'worker');
    complete(other, 64, 80, 'MPI_Test');
    other.leave(100, 'worker');
    expect(values(builder, 'mpi_polling')).toEqual({});
  });
});

describe('polling in traces that do not record what was tested', () => {
  const silent = (between: (writer: LocationWriter) => void = () => undefined): TraceBuilder =>
    receiver((writer) => {
      inVain(writer, 10, 13, 'MPI_Test');
      between(writer);
      inVain(writer, 20, 25, 'MPI_Test');
      complete(writer, 65, 72, 'MPI_Test');
    });

  test('is inferred from calls in a row at one call path', () => {
    expect(values(silent(), 'mpi_polling')).toEqual({ 'main/MPI_Test\t1': 15 });
    expect(pollingOf(silent())[0]?.confidence).toBe(0.7);
  });

  test('starts again after other communication', () => {
    const builder = silent((writer) => {
      writer.enter(14, 'MPI_Irecv').irecvRequest(14, 8).leave(15, 'MPI_Irecv');
    });
    expect(values(builder, 'mpi_polling')).toEqual({ 'main/MPI_Test\t1': 12 });
  });

  test('is not inferred where any test is recorded, nor in traces of a measurement that records them', () => {
    const other = silent();
    const sender = other.writer(0);
    sender.events.pop();
    inVain(sender, 80, 81, 'MPI_Test', 3);
    sender.leave(100, 'main');
    expect(values(other, 'mpi_polling')).toEqual({});
    const own = silent();
    own.properties.set('creator', 'Trimtab');
    expect(values(own, 'mpi_polling')).toEqual({});
  });
});
