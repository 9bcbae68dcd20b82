import { Table } from '../tables/table.js';

/** Kind of activity on an accelerator stream. */
export const Activity = { Kernel: 0, Transfer: 1 } as const;

/** Activities of accelerators and of the threads that use them. Times are seconds since the start of the trace. */
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
