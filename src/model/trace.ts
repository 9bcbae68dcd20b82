import type { Definitions } from './definitions.js';
import type { EventBatch } from './events.js';
import type { Problem, ProblemNote } from '../base/problem.js';

/**
 * How the events of a location are incomplete: they end early, make no sense from some point on, are missing, or are
 * fewer than announced although they have a proper end.
 */
export type Loss = 'cut' | 'damaged' | 'missing' | 'short';

/** A trace opened for reading. Opening reads the definitions; events are streamed one location at a time. */
export interface Trace {
  readonly definitions: Definitions;
  /** What was found wrong so far; grows while events are read, each problem once. */
  readonly problems: readonly Problem[];
  /** By location: what is missing of its events, as far as they were read. Traces that lose nothing need not tell. */
  readonly losses?: ReadonlyMap<number, Loss>;
  /**
   * Streams the events of one location in file order. The same batch object is refilled for every step:
   * copy what must outlive it. Never throws for damaged event data: the readable part comes, and `problems` says what is missing.
   * @param location index into `definitions.locations`
   */
  batches(location: number): IterableIterator<EventBatch>;
}

/**
 * Where reading the events of a location can go on, for any trace opened from the same file: events before it are at its
 * time or earlier, those after it at that time or later.
 */
export interface EventPlace {
  /** Events of the location that stand before it. */
  readonly events: number;
  /** Seconds since the start of the trace; -Infinity before the first event. */
  readonly time: number;
  /** Where that is, and what has to be known to read on, in numbers of the format. */
  readonly state: readonly number[];
}

export interface PlacedBatch {
  readonly batch: EventBatch;
  /** What stands behind the batch. */
  readonly next: EventPlace;
}

/** A trace that several threads or processes read together, each from an opening of its own. */
export interface SharedTrace extends Trace {
  /** What `problems` is made of so far, as plain data for another opening of the same trace; forgotten here. */
  takeNotes(): ProblemNote[];
  /** Takes over what was found wrong while the same trace was read elsewhere. */
  addNotes(notes: readonly ProblemNote[]): void;
  /**
   * As `batches`, but from a place that an earlier reading came by, in small batches, and without telling problems. Formats
   * that can only be read from the start leave it out.
   */
  batchesFrom?(location: number, place?: EventPlace): IterableIterator<PlacedBatch>;
}

/** What can be read from any place. */
export type SeekableTrace = Pick<SharedTrace, 'definitions'> & Required<Pick<SharedTrace, 'batchesFrom'>>;
