import { Table } from '../tables/table.js';

/** What a stream of an accelerator does. */
export const Activity = { Kernel: 0, Transfer: 1 } as const;

/** What accelerators and the threads that use them do. Times are seconds since the start of the trace. */
export interface AcceleratorRecords {
  /** Kernels and transfers on streams; `node` is -1 where it has no call path. */
  readonly activities: Table<'begin' | 'end', 'location' | 'node' | 'kind'>;
  /** Calls of threads that may wait for an accelerator. */
  readonly calls: Table<'enter' | 'leave', 'location' | 'node'>;
}

export function emptyAcceleratorRecords(): AcceleratorRecords {
  return {
    activities: new Table(['begin', 'end'], ['location', 'node', 'kind']),
    calls: new Table(['enter', 'leave'], ['location', 'node']),
  };
}
