/** Input and output in hand-made traces, whose times are known. */
import { describe, expect, test } from 'vitest';
import { analyzeTrace } from '../../../../src/analysis/trace/index.js';
import { CollectiveOperation, EventKind } from '../../../../src/model/events.js';
import type { Finding, FindingsReport } from '../../../../src/model/findings/findings.js';
import { values } from '../../../support/analyzed.js';
import { type LocationWriter, TraceBuilder } from '../../../support/traceBuilder.js';

const KIB = 1024;
const READ = 0;
const WRITE = 1;
const FLUSH = 2;
const UNKNOWN = 2 ** 64;

/** A trace whose calls of files are known as such. */
function builderOf(): TraceBuilder {
  const builder = new TraceBuilder();
  for (const name of ['read', 'write', 'fsync', 'fprintf'])
    builder.region(name, { file: 'POSIX I/O', paradigm: 'none', role: 'file-io' });
  for (const name of ['open', 'close', 'stat'])
    builder.region(name, { file: 'POSIX I/O', paradigm: 'none', role: 'file-io-metadata' });
  builder.fileHandles.set(1, { name: '/data/a', isFile: true });
  builder.fileHandles.set(2, { name: '/data/b', isFile: true });
  // Another handle of the same file.
  builder.fileHandles.set(3, { name: '/data/a', isFile: true });
  return builder;
}

let matching = 0;

/** A call that moves bytes. @param requested what it was asked for, where that is not what it moved */
function move(
  writer: LocationWriter,
  [from, to]: readonly [number, number],
  region: string,
  { handle = 1, mode = WRITE, bytes = 0, requested = -1 } = {},
): void {
  matching++;
  writer
    .enter(from, region)
    .event(EventKind.IoOperationBegin, from, [handle, mode, 0, requested < 0 ? bytes : requested, matching]);
  writer.event(EventKind.IoOperationComplete, to, [handle, bytes, matching]).leave(to, region);
}

function metadata(writer: LocationWriter, from: number, to: number, region = 'stat'): void {
  writer.enter(from, region).leave(to, region);
}

function barrier(writer: LocationWriter, from: number, to: number): void {
  writer.enter(from, 'MPI_Barrier').collectiveBegin(from);
  writer.collectiveEnd(to, 0, CollectiveOperation.Barrier).leave(to, 'MPI_Barrier');
}

const reportOf = (builder: TraceBuilder): FindingsReport => analyzeTrace(builder.build(), { program: 'test' }).report;
const found = (builder: TraceBuilder, property: string): Finding[] =>
  reportOf(builder).findings.filter((finding) => finding.property === property);
const sumOf = (all: Readonly<Record<string, number>>): number =>
  Object.values(all).reduce((sum, value) => sum + value, 0);

describe('time in I/O', () => {
  test('is no computation; values at a call path are reported once', () => {
    const builder = builderOf();
    const [writer] = builder.process();
    writer.enter(0, 'main');
    metadata(writer, 10, 12, 'open');
    move(writer, [20, 25], 'write', { bytes: 1024 * KIB });
    move(writer, [30, 31], 'write', { bytes: 100 });
    move(writer, [40, 47], 'fsync', { mode: FLUSH });
    writer.leave(100, 'main');
    expect(values(builder, 'io_time')).toEqual({ 'main/open\t0': 2, 'main/write\t0': 6, 'main/fsync\t0': 7 });
    expect(values(builder, 'io_metadata')).toEqual({ 'main/open\t0': 2 });
    expect(values(builder, 'io_data')).toEqual({ 'main/write\t0': 6, 'main/fsync\t0': 7 });
    expect(values(builder, 'comp')).toEqual({ 'main\t0': 85 });
    expect(values(builder, 'io_bytes_written')).toEqual({ 'main/write\t0': 1024 * KIB + 100 });
    const costs = found(builder, 'io_cost');
    expect(costs.map(({ title, callPath, seconds }) => [title, callPath.at(-1)?.region, seconds])).toEqual([
      ['Time in I/O', 'fsync', 7],
      ['Time in I/O', 'write', 5],
    ]);
    expect(found(builder, 'io_small').map(({ seconds, kind }) => [seconds, kind])).toEqual([[1, 'cost']]);
  });
});

describe('small I/O', () => {
  test('is the time of calls that request less than 64 KiB, or move less if the request is unknown', () => {
    const builder = builderOf();
    const [writer] = builder.process();
    writer.enter(0, 'main');
    move(writer, [10, 11], 'write', { bytes: 64 * KIB - 1 });
    move(writer, [20, 22], 'write', { bytes: 64 * KIB });
    // At the end of a file little is read, whatever is asked for.
    move(writer, [30, 34], 'read', { mode: READ, bytes: 5, requested: 64 * KIB });
    move(writer, [40, 48], 'fprintf', { bytes: 20, requested: UNKNOWN });
    move(writer, [50, 66], 'fprintf', { bytes: 64 * KIB, requested: UNKNOWN });
    move(writer, [70, 80], 'fsync', { mode: FLUSH });
    writer.leave(100, 'main');
    expect(values(builder, 'io_small')).toEqual({ 'main/write\t0': 1, 'main/fprintf\t0': 8 });
  });

  test('of a call within another one is its own time alone', () => {
    const builder = builderOf();
    const [writer] = builder.process();
    writer.enter(0, 'main').enter(10, 'fprintf');
    writer.event(EventKind.IoOperationBegin, 10, [1, WRITE, 0, 128 * KIB, 1]);
    writer.enter(13, 'write').event(EventKind.IoOperationBegin, 13, [2, WRITE, 0, 4096, 2]);
    writer.event(EventKind.IoOperationComplete, 18, [2, 4096, 2]).leave(18, 'write');
    writer
      .event(EventKind.IoOperationComplete, 20, [1, 128 * KIB, 1])
      .leave(20, 'fprintf')
      .leave(100, 'main');
    expect(values(builder, 'io_small')).toEqual({ 'main/fprintf/write\t0': 5 });
    expect(values(builder, 'io_data')).toEqual({ 'main/fprintf\t0': 5, 'main/fprintf/write\t0': 5 });
    expect(reportOf(builder).files).toEqual([
      { name: '/data/a', processes: 1, operations: 1, bytesRead: 0, bytesWritten: 128 * KIB, seconds: 5 },
      { name: '/data/b', processes: 1, operations: 1, bytesRead: 0, bytesWritten: 4096, seconds: 5 },
    ]);
  });
});

/** Rank 0 writes from 10 to 30; rank 1 comes to the barrier at `first`, rank 2 at `second`. */
function oneWrites(first: number, second: number, bytes = 1024 * KIB): TraceBuilder {
  const builder = builderOf();
  const ranks = [builder.process()[0], builder.process()[0], builder.process()[0]];
  builder.communicator(ranks.map(({ location }) => location));
  const comes = [30, first, second];
  ranks.forEach((writer, rank) => {
    writer.enter(0, 'main');
    if (rank === 0) move(writer, [10, 30], 'write', { bytes });
    barrier(writer, comes[rank] ?? 0, 40);
    writer.leave(100, 'main');
  });
  return builder;
}

describe('serial I/O', () => {
  test('is the time from when the last of the others waits', () => {
    expect(values(oneWrites(5, 18), 'io_serial')).toEqual({ 'main/write\t0': 12 });
    expect(values(oneWrites(5, 8), 'io_serial')).toEqual({ 'main/write\t0': 20 });
    expect(values(oneWrites(5, 35), 'io_serial')).toEqual({});
  });

  test('is not counted as small again', () => {
    const builder = oneWrites(5, 18, 100);
    expect(values(builder, 'io_serial')).toEqual({ 'main/write\t0': 12 });
    expect(values(builder, 'io_small')).toEqual({ 'main/write\t0': 8 });
    expect(values(builder, 'io_data')).toEqual({ 'main/write\t0': 20 });
    expect(found(builder, 'io_cost')).toEqual([]);
  });

  test('is none where another process is in a call of files too, or there is one process only', () => {
    const builder = builderOf();
    const ranks = [builder.process()[0], builder.process()[0], builder.process()[0]];
    builder.communicator(ranks.map(({ location }) => location));
    ranks.forEach((writer, rank) => {
      writer.enter(0, 'main');
      if (rank === 0) move(writer, [10, 30], 'write', { bytes: 1 << 20 });
      if (rank === 1) move(writer, [20, 24], 'write', { bytes: 1 << 20 });
      barrier(writer, [30, 24, 2][rank] ?? 0, 40);
      writer.leave(100, 'main');
    });
    // Rank 1 computes until 20 and waits from 24 on.
    expect(values(builder, 'io_serial')).toEqual({ 'main/write\t0': 6 });
    const alone = builderOf();
    const [writer] = alone.process();
    writer.enter(0, 'main');
    move(writer, [10, 30], 'write', { bytes: 1 << 20 });
    writer.leave(100, 'main');
    expect(values(alone, 'io_serial')).toEqual({});
  });

  test('counts a collective call of MPI on files as one of files', () => {
    const builder = builderOf();
    const ranks = [builder.process()[0], builder.process()[0]];
    builder.communicator(ranks.map(({ location }) => location));
    const [first, second] = ranks;
    first?.enter(0, 'main');
    if (first !== undefined) move(first, [10, 30], 'write', { bytes: 1 << 20 });
    first?.leave(100, 'main');
    second?.enter(0, 'main').enter(5, 'MPI_File_open').collectiveBegin(5);
    second?.collectiveEnd(35, 0, CollectiveOperation.CreateHandle).leave(35, 'MPI_File_open').leave(100, 'main');
    expect(values(builder, 'io_serial')).toEqual({});
  });
});

describe('metadata storm', () => {
  test('is the time in calls while all processes are in bursts of them', () => {
    const builder = builderOf();
    const [one] = builder.process();
    const [other] = builder.process();
    one.enter(0, 'main');
    other.enter(0, 'main');
    // A burst from 1.000 to 1.029: the calls are 5 ms apart; then one 11 ms later, which is a separate burst.
    for (const from of [1, 1.008, 1.016]) metadata(one, from, from + 0.003);
    metadata(one, 1.024, 1.029, 'open');
    metadata(one, 1.04, 1.045, 'close');
    metadata(other, 1.01, 1.02);
    metadata(other, 1.041, 1.043);
    one.leave(2, 'main');
    other.leave(2, 'main');
    const storm = values(builder, 'io_storm');
    // From 1.010 to 1.020 both are at it: 1 ms of the second call, all 3 ms of the third; and from 1.041 to 1.043.
    expect(storm['main/stat\t0']).toBeCloseTo(0.004, 9);
    expect(storm['main/close\t0']).toBeCloseTo(0.002, 9);
    expect(storm['main/stat\t1']).toBeCloseTo(0.012, 9);
    expect(sumOf(storm)).toBeCloseTo(0.018, 9);
    expect(values(builder, 'io_metadata')['main/stat\t1']).toBeCloseTo(0.012, 9);
    const [finding] = found(builder, 'io_storm');
    expect(finding?.explanation).toContain('4 calls while all 2 processes made such calls, over 12.0 ms: 417 a second');
  });

  test('is none of one process, nor where one process makes no such calls', () => {
    const builder = builderOf();
    const [one] = builder.process();
    one.enter(0, 'main');
    metadata(one, 1, 2);
    one.leave(4, 'main');
    expect(values(builder, 'io_storm')).toEqual({});
    const [other] = builder.process();
    other.enter(0, 'main').leave(4, 'main');
    expect(values(builder, 'io_storm')).toEqual({});
  });
});

describe('files', () => {
  test('are identified by name, whichever handles and ranks used them', () => {
    const builder = builderOf();
    const [one] = builder.process();
    const [other] = builder.process();
    one.enter(0, 'main').enter(1, 'open').event(EventKind.IoCreateHandle, 2, [1, 1, 1, 0]).leave(2, 'open');
    move(one, [3, 5], 'write', { bytes: 10 });
    move(one, [6, 9], 'read', { handle: 3, mode: READ, bytes: 7, requested: 100 });
    one.leave(20, 'main');
    other.enter(0, 'main');
    move(other, [1, 9], 'write', { bytes: 30 });
    metadata(other, 10, 11);
    other.leave(20, 'main');
    expect(reportOf(builder).files).toEqual([
      { name: '/data/a', processes: 2, operations: 3, bytesRead: 7, bytesWritten: 40, seconds: 14 },
    ]);
  });

  test('are absent without records of them', () => {
    const builder = new TraceBuilder();
    const [one] = builder.process();
    one.enter(0, 'main').leave(1, 'main');
    expect(reportOf(builder).files).toBeUndefined();
  });
});
