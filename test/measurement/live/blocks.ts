/** Blocks of iterations as the probe writes them to `live/series-HOST`. */

const numberBytes = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...numberBytes(Math.floor(value / 128))];

interface WrittenFrame {
  /** From 1. */
  readonly first: number;
  readonly count: number;
  /** Duration of an iteration; a microsecond if omitted. */
  readonly ticks?: number;
  /** Slot, visits, ticks and bytes of each path. */
  readonly values: readonly number[];
}

interface Written {
  readonly rank: number;
  readonly number: number;
  readonly thread?: number;
  /** Lines of the first block. */
  readonly paths?: string;
  readonly frames: readonly WrittenFrame[];
}

/** One block; a tick is a nanosecond. */
export function block({
  rank,
  number,
  frames,
  thread = 0,
  paths: text = number === 0 ? '0 -1 a step\n1 0 b MPI_Recv\n' : '',
}: Written): Buffer {
  const paths = Buffer.from(text);
  const bodies = frames.map(({ first, count, ticks = 1000, values }) => {
    const body = [first, count, ticks * first, ticks * count, values.length / 4, ...values].flatMap(numberBytes);
    return Buffer.from([body.length % 256, body.length >> 8, ...body]);
  });
  const head = Buffer.alloc(56);
  head.write('TTSERIES');
  head.writeUInt32LE(rank, 16);
  head.writeUInt32LE(thread, 20);
  head.writeBigUInt64LE(BigInt(number), 24);
  head.writeDoubleLE(1, 40);
  head.writeUInt32LE(paths.length, 48);
  const all = Buffer.concat([head, paths, ...bodies]);
  all.writeUInt32LE(all.length - 56, 8);
  let hash = 0x811c9dc5;
  for (const byte of all.subarray(16)) hash = Math.imul(hash ^ byte, 0x01000193);
  all.writeUInt32LE(hash >>> 0, 12);
  return all;
}
