import { absent, elementAt } from '../../base/elements.js';
import type { Scale, ScaleSpace } from './scaleSpace.js';

/** A smoothed series, one value a sample. */
export type Curve = Float64Array;

/** The smoothed copies of one series, made when they are asked for; their memory is that of the series before. */
export class Curves {
  /** By scale. */
  private readonly curves: (Curve | undefined)[];
  private readonly isMade: boolean[];
  private coefficients: Float64Array = new Float64Array(0);
  private mean = 0;

  constructor(private readonly space: ScaleSpace) {
    this.curves = space.scales.map(() => undefined);
    this.isMade = space.scales.map(() => false);
  }

  /** Begins with the next series. */
  restart(coefficients: Float64Array, mean: number): void {
    this.coefficients = coefficients;
    this.mean = mean;
    this.isMade.fill(false);
  }

  /** Makes those of some scales, which takes half the time of one by one. */
  prepare(scales: Iterable<number>): void {
    const missing = [...new Set(scales)].filter((scale) => this.isMade[scale] !== true);
    for (let i = 0; i < missing.length; i += 2) {
      const one = this.scale(elementAt(missing, i));
      const other = this.scale(missing[i + 1] ?? one.index);
      const [first, second] = this.space.smoothed(this.coefficients, one, other);
      this.keep(one.index, first);
      if (other !== one) this.keep(other.index, second);
    }
  }

  at(scale: number): Curve {
    if (this.isMade[scale] !== true) this.prepare([scale]);
    return this.curves[scale] ?? absent(scale);
  }

  private scale(index: number): Scale {
    return elementAt(this.space.scales, index);
  }

  private keep(scale: number, smoothed: Float64Array): void {
    const curve = (this.curves[scale] ??= new Float64Array(smoothed.length));
    const { mean } = this;
    for (let i = 0; i < curve.length; i++) curve[i] = (smoothed[i] ?? absent(i)) + mean;
    this.isMade[scale] = true;
  }
}

/** The value of a curve at a place between samples, linear; at the ends beyond them. */
export function valueAt(curve: Curve, x: number): number {
  const last = curve.length - 1;
  const place = Math.min(Math.max(x, 0), last);
  const i = Math.min(Math.trunc(place), last - 1);
  const value = elementAt(curve, i);
  return value + (elementAt(curve, i + 1) - value) * (place - i);
}
