import { PairSums } from '../tables/pairSums.js';
import { Table } from '../tables/table.js';

/** Calls that read, write or name files, each location's in order of time. Times are seconds since the start of the trace. */
export interface FileRecords {
  /** `kind` is one of FileCall; `bytes` the amount transferred, NaN if there was none or it is unknown. */
  readonly calls: Table<'bytes', 'node' | 'location', 'kind'>;
  /** When calls were the innermost ones of files: a call within another one interrupts that. */
  readonly stretches: Table<'enter' | 'leave', 'call'>;
  /** Bytes by call path and location, by metric. */
  readonly sums: Readonly<Record<'io_bytes_read' | 'io_bytes_written', PairSums>>;
  readonly uses: HandleUses;
}

/** Uses of handles, by their identifier and location. */
export type HandleUses = Readonly<Record<'operations' | 'read' | 'written' | 'seconds', PairSums>>;

export function emptyFileRecords(): FileRecords {
  return {
    calls: new Table(['bytes'], ['node', 'location'], undefined, ['kind']),
    stretches: new Table(['enter', 'leave'], ['call']),
    sums: { io_bytes_read: new PairSums(), io_bytes_written: new PairSums() },
    uses: {
      operations: new PairSums(),
      read: new PairSums(),
      written: new PairSums(),
      seconds: new PairSums(),
    },
  };
}
