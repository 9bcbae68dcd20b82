import { Table } from '../tables/table.js';

/** How it is known which calls found a request under way. */
export const Proof = {
  /** The trace records each request that a call tested in vain. */
  Tests: 0,
  /** The calls are successive at one call path and complete nothing before the last one does. */
  Calls: 1,
} as const;

/** Loops that ask whether requests have completed. Times are seconds since the start of the trace. */
export interface PollingRecords {
  /**
   * Rows by end of polled requests and testing call path. `enter` is the begin of the first call that found one of
   * these requests pending, `leave` the end of the call that completed them. `seconds` is the time inside the `calls`
   * of this call path that no earlier row counts, `proof` one of Proof.
   */
  readonly stretches: Table<'enter' | 'leave' | 'seconds', 'location' | 'node' | 'calls' | 'proof'>;
}

export function emptyPollingRecords(): PollingRecords {
  return {
    stretches: new Table(['enter', 'leave', 'seconds'], ['location', 'node', 'calls', 'proof']),
  };
}
