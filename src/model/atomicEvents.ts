/** Numbers that a program handed to its measurement, such as sizes of messages: of each event their statistics. */

/** Values counted under one name. */
export interface AtomicEvent {
  /** Without its context. */
  readonly name: string;
  /**
   * Context of the event, outermost first, as in the file. Empty for the statistics over all contexts, which contain
   * those of single contexts and must not be added to them.
   */
  readonly context: readonly string[];
}

/** Statistics of events at locations, as columns: entry i is `event[i]` at `location[i]`. Sorted by event, then location. */
export interface AtomicEvents {
  readonly events: readonly AtomicEvent[];
  readonly event: Uint32Array;
  readonly location: Uint32Array;
  /** How many numbers there were. */
  readonly count: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
  readonly mean: Float64Array;
  /** Sum of the squares of the numbers. */
  readonly sumOfSquares: Float64Array;
}

/** Standard deviation of all numbers (not of a sample of them): √max(0, Σx²/n − mean²), as TAU has it; 0 of none. */
export function deviation(count: number, mean: number, sumOfSquares: number): number {
  return count > 0 ? Math.sqrt(Math.max(0, sumOfSquares / count - mean * mean)) : 0;
}
