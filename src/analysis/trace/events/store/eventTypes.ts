import type { Region, RegionRole } from '../../../../model/definitions.js';
import { EventKind } from '../../../../model/events.js';

/**
 * The event types of the hybrid model (Wolf 2003, figure 3.8). `MPICExit` is the record of a blocking collective
 * operation's end, `OMPCExit` the exit of an OpenMP construct that a team executes together. Events outside the model
 * are `Other`, with their type in `kind`.
 */
export type EventType =
  | 'Enter'
  | 'Exit'
  | 'Send'
  | 'Receive'
  | 'MPICExit'
  | 'OMPCExit'
  | 'Fork'
  | 'Join'
  | 'AcquireLock'
  | 'ReleaseLock'
  | 'Other';

const types = new Map<number, EventType>([
  [EventKind.Enter, 'Enter'],
  [EventKind.Leave, 'Exit'],
  [EventKind.MpiSend, 'Send'],
  [EventKind.MpiIsend, 'Send'],
  [EventKind.MpiRecv, 'Receive'],
  [EventKind.MpiIrecv, 'Receive'],
  [EventKind.MpiCollectiveEnd, 'MPICExit'],
  [EventKind.ThreadFork, 'Fork'],
  [EventKind.ThreadJoin, 'Join'],
  [EventKind.ThreadAcquireLock, 'AcquireLock'],
  [EventKind.ThreadReleaseLock, 'ReleaseLock'],
]);

/** The type of an event of `kind`, which leaves `region` if it is a Leave. */
export function typeOf(kind: number, region: Region | undefined): EventType {
  if (kind === EventKind.Leave && region !== undefined && isParallelConstruct(region)) return 'OMPCExit';
  return types.get(kind) ?? 'Other';
}

const together: ReadonlySet<RegionRole> = new Set([
  'parallel',
  'loop',
  'sections',
  'workshare',
  'single',
  'barrier',
  'implicit-barrier',
]);

/** Constructs that all threads of a team execute, in the same order (Wolf 2003, 3.5.1). */
export function isParallelConstruct({ paradigm, role }: Region): boolean {
  return paradigm === 'openmp' && together.has(role);
}
