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
  /** Problems found so far; grows while events are read, each problem once. */
  readonly problems: readonly Problem[];
  /** By location: events missing so far. Traces without losses may omit it. */
  readonly losses?: ReadonlyMap<number, Loss>;
  /**
   * Streams the events of one location in file order. The same batch object is refilled for every step; copy data that
   * must outlive it. Never throws for damaged event data: the readable part is returned, and `problems` describes the
   * missing part.
   * @param location index into `definitions.locations`
   */
  batches(location: number): IterableIterator<EventBatch>;
}

/**
 * Position at which reading the events of a location can resume, for any trace opened from the same file. Earlier
 * events are at its time or before, later ones at that time or after.
 */
export interface EventPlace {
  /** Number of events of the location before it. */
  readonly events: number;
  /** Seconds since the start of the trace; -Infinity before the first event. */
  readonly time: number;
  /** Position and decoder state to resume reading, in numbers of the format. */
  readonly state: readonly number[];
}

export interface PlacedBatch {
  readonly batch: EventBatch;
  /** Position after the batch. */
  readonly next: EventPlace;
}

/** A trace that several threads or processes read together, each through a separate opening. */
export interface SharedTrace extends Trace {
  /**
   * Returns the notes that `problems` consists of so far, as plain data for another opening of the same trace, and
   * clears them here.
   */
  takeNotes(): ProblemNote[];
  /** Takes over what was found wrong while the same trace was read elsewhere. */
  addNotes(notes: readonly ProblemNote[]): void;
  /**
   * Like `batches`, but from a position that an earlier reading reached, in small batches, and without reporting
   * problems. Formats that can only be read from the start omit it.
   */
  batchesFrom?(location: number, place?: EventPlace): IterableIterator<PlacedBatch>;
}

/** Trace that can be read from any position. */
export type SeekableTrace = Pick<SharedTrace, 'definitions'> & Required<Pick<SharedTrace, 'batchesFrom'>>;
