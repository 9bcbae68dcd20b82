/** The interface through which patterns see the events of a trace; the enhanced event model implements it. */
import type { Table } from './data.js';

/** Classes of events: their rows are the numbers of events in global order of time. */
export const EVENT_CLASSES = [
  ...(['Event', 'Enter', 'Exit', 'Send', 'Receive', 'MPICExit', 'OMPCExit', 'Fork', 'Join'] as const),
  // A receive, reported when the calls that complete the send and the receive were left.
  ...(['AcquireLock', 'ReleaseLock', 'Message'] as const),
] as const;
export type EventClass = (typeof EVENT_CLASSES)[number];

export function isEventClass(name: string): name is EventClass {
  return EVENT_CLASSES.some((known) => known === name);
}

export interface AslEvents {
  /** The events of some types in order. They, and what they point to, are cheap to look at while they are new. */
  readonly roots: (types: ReadonlySet<EventClass>) => Iterable<{ readonly index: number; readonly type: EventClass }>;
  /** Attributes, pointers and relations of events. */
  readonly table: Table;
  /** A number for the call path of an event; NaN where it has none. To be asked while the event is new. */
  readonly visitOf: (event: number) => number;
  /** Returns the row of CallPath for such a number; NaN if the run's tree does not have it. */
  readonly pathOf: (visit: number) => number;
  readonly locationOf: (event: number) => number;
}
