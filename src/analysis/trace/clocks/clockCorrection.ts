import type { CausalGraph } from './causalGraph.js';
import { controlledLogicalClock, fade } from './controlledLogicalClock.js';

/** A correction as plain data, for other threads. */
export interface CorrectionData {
  readonly measured: Float64Array;
  readonly corrected: Float64Array;
}

/** One process's way from measured to corrected seconds: linear between knots, fading before the first and after the last. */
export class ClockCorrection {
  private position = 0;

  /**
   * @param measured seconds at the knots, strictly increasing
   * @param corrected seconds at the knots, not decreasing
   */
  constructor(
    private readonly measured: Float64Array,
    private readonly corrected: Float64Array,
  ) {}

  static of({ measured, corrected }: CorrectionData): ClockCorrection {
    return new ClockCorrection(measured, corrected);
  }

  data(): CorrectionData {
    return { measured: this.measured, corrected: this.corrected };
  }

  /** Corrected seconds of a moment. Fast for moments in order of time. */
  at(time: number): number {
    const { measured, corrected } = this;
    const last = measured.length - 1;
    if (last < 0) return time;
    if (time < measured[0]) return time + fade(corrected[0] - measured[0], measured[0] - time);
    if (time > measured[last]) return time + fade(corrected[last] - measured[last], time - measured[last]);
    const at = this.knotBefore(time);
    if (measured[at] === time) return corrected[at];
    const share = (time - measured[at]) / (measured[at + 1] - measured[at]);
    const shift = corrected[at] - measured[at];
    // Shifts are interpolated, not times, so that a moment that needs no correction keeps its time to the last bit.
    return time + shift + share * (corrected[at + 1] - measured[at + 1] - shift);
  }

  /** The last knot that is not after a moment between the first and the last. */
  private knotBefore(time: number): number {
    const { measured } = this;
    if (measured[this.position] > time) this.position = 0;
    // Doubling steps, then halving ones: near by when moments come in order, logarithmic when they do not.
    let low = this.position;
    let step = 1;
    while (low + step < measured.length && measured[low + step] <= time) {
      low += step;
      step *= 2;
    }
    let high = Math.min(low + step, measured.length);
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (measured[middle] <= time) low = middle;
      else high = middle;
    }
    this.position = low;
    return low;
  }
}

/** The corrections that put the moments of a causal graph in order, by process. */
export function clockCorrections(graph: CausalGraph): ClockCorrection[] {
  const corrected = controlledLogicalClock(graph);
  return graph.timelines.map((timeline) => {
    const pick = (values: Float64Array): Float64Array => Float64Array.from(timeline, (vertex) => values[vertex]);
    return new ClockCorrection(pick(graph.time), pick(corrected));
  });
}
