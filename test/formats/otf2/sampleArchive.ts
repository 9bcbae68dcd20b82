import type { Bytes, ByteOrder } from './otf2Writer.js';
import { chunked, NONE_32, NONE_64, pieces } from './otf2Writer.js';

type Write = (bytes: Bytes) => void;

export const TICKS_PER_SECOND = 1_000_000;
export const START = 5_000_000_000_000_000_000n;

export const string =
  (id: number, text: string): Write =>
  (b) =>
    b.record(10, (r) => r.uint32(id).text(text));
export const clock: Write = (b) => b.record(5, (r) => r.uint64(TICKS_PER_SECOND, START, 3_000_000, NONE_64));
export const location = (id: bigint | number, name: number, events: bigint | number, group: number): Write => {
  return (b) => b.record(14, (r) => r.uint64(id).uint32(name).uint8(1).uint64(events).uint32(group));
};
export const region = (id: number, name: number, role = 1, paradigm = 2): Write => {
  return (b) =>
    b.record(15, (r) =>
      r
        .uint32(id, name, name)
        .uint8(0)
        .uint32(0, 10 * id, NONE_32, name)
        .uint8(role, paradigm)
        .uint32(0),
    );
};
export const group = (
  id: number,
  type: number,
  members: readonly (bigint | number)[],
  paradigm = 4,
  flags = 0,
): Write => {
  return (b) =>
    b.record(18, (r) =>
      r.uint32(id, 0).uint8(0).uint32(members.length).uint64s(members).uint8(type, paradigm).uint32(flags),
    );
};
export const communicator = (id: number, name: number, groupId: number, parent = NONE_32): Write => {
  return (b) => b.record(22, (r) => r.uint32(id, name, groupId, parent, 0));
};

export const time =
  (ticks: bigint | number): Write =>
  (b) =>
    b.uint8(5).full(START + BigInt(ticks), 8);
export const enter =
  (id: number): Write =>
  (b) =>
    b.uint8(12).uint32(id);
export const leave =
  (id: number): Write =>
  (b) =>
    b.uint8(13).uint32(id);
export const send = (receiver: number, comm: number, tag: number, bytes: number): Write => {
  return (b) => b.record(14, (r) => r.uint32(receiver, comm, tag).uint64(bytes));
};

/** Definitions of two ranks with a communicator and three regions; `extra` comes behind. */
export function sampleDefinitions(
  order: ByteOrder,
  events: readonly number[],
  extra: readonly Write[] = [],
  chunkSize = 4096,
): Uint8Array {
  const ranks = events.flatMap((count, rank) => [
    string(20 + rank, `rank ${rank}`),
    (b: Bytes) =>
      b.record(13, (r) =>
        r
          .uint32(rank, 20 + rank)
          .uint8(1)
          .uint32(0, NONE_32),
      ),
    location(rank, 20 + rank, count, rank),
  ]);
  const members = events.map((_, rank) => rank);
  return chunked(
    order,
    chunkSize,
    pieces(
      order,
      clock,
      string(0, ''),
      ...['main', 'MPI_Send', 'solve', 'world'].map((name, i) => string(i + 1, name)),
      region(0, 1),
      region(1, 2, 28, 4),
      region(2, 3),
      (b) => b.record(12, (r) => r.uint32(0, 1, 2, NONE_32)),
      ...ranks,
      group(0, 4, members),
      group(1, 5, members),
      communicator(0, 4, 1),
      ...extra,
    ),
  );
}

/** An event file with these records. */
export function sampleEvents(order: ByteOrder, writers: readonly Write[], chunkSize = 4096): Uint8Array {
  return chunked(order, chunkSize, pieces(order, ...writers));
}
