import { absent, elementAt } from '../../../base/elements.js';
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
    const first = measured[0] ?? absent(0);
    if (time < first) return time + fade(this.shift(0), first - time);
    const end = measured[last] ?? absent(last);
    if (time > end) return time + fade(this.shift(last), time - end);
    const at = this.knotBefore(time);
    const before = measured[at] ?? absent(at);
    if (before === time) return corrected[at] ?? absent(at);
    const share = (time - before) / ((measured[at + 1] ?? absent(at + 1)) - before);
    const shift = this.shift(at);
    // Shifts are interpolated, not times, so that a moment that needs no correction keeps its time to the last bit.
    return time + shift + share * (this.shift(at + 1) - shift);
  }

  /** By how many seconds a knot is moved. */
  private shift(knot: number): number {
    return (this.corrected[knot] ?? absent(knot)) - (this.measured[knot] ?? absent(knot));
  }

  /** The last knot that is not after a moment between the first and the last. */
  private knotBefore(time: number): number {
    const { measured } = this;
    if ((measured[this.position] ?? absent(this.position)) > time) this.position = 0;
    // Doubling steps, then halving ones: near by when moments come in order, logarithmic when they do not.
    let low = this.position;
    let step = 1;
    while (low + step < measured.length && (measured[low + step] ?? absent(low + step)) <= time) {
      low += step;
      step *= 2;
    }
    let high = Math.min(low + step, measured.length);
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((measured[middle] ?? absent(middle)) <= time) low = middle;
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
    const pick = (values: Float64Array): Float64Array =>
      Float64Array.from(timeline, (vertex) => elementAt(values, vertex));
    return new ClockCorrection(pick(graph.time), pick(corrected));
  });
}
