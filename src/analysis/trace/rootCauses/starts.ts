/** Where stretches of time before wait states begin on one side's location. */
export interface StartsOfSide {
  /** Marks on the location's timeline; 0 is the beginning of the trace. */
  readonly index: Int32Array;
  /** Seconds of the interval that begins with the mark which passed before the stretch. */
  readonly passed: Float64Array;
  /** Seconds of waiting in the operation at the mark that are still ahead. */
  readonly reaching: Float64Array;
}

/** Where the stretch of time before each wait state begins, on the waiting and on the delaying location. */
export interface Starts {
  readonly waiting: StartsOfSide;
  readonly delaying: StartsOfSide;
}

/** Stretches that all begin with the trace. */
export function emptyStarts(length: number): Starts {
  const side = (): StartsOfSide => ({
    index: new Int32Array(length),
    passed: new Float64Array(length),
    reaching: new Float64Array(length),
  });
  return { waiting: side(), delaying: side() };
}
