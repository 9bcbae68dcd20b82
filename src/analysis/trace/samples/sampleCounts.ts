import { absent } from '../../../base/elements.js';
import type { Seconds } from '../../../base/units.js';
import { EventKind } from '../../../model/events.js';
import type { Problem } from '../../../base/problem.js';
import type { SampledWeight } from '../../../model/profile.js';
import type { Pass, PassData, PassResults } from '../passes/pass.js';
import type { EventRecorder } from '../recorders/recorders.js';

/** Identifiers of OTF2 have 32 bits. */
const IDS = 2 ** 32;

/**
 * Counts samples by calling context, which is a region and a line, and by generator. If the rate changed at run time,
 * samples represent times of different lengths.
 */
export class SampleCounts implements Pass {
  readonly name = 'samples';
  readonly kinds = [EventKind.CallingContextSample];
  /** By generator × IDS + context. */
  private readonly counts = new Map<number, number>();

  record(): EventRecorder {
    return {
      add: (_kind, _time, operands, at) =>
        this.count((operands[at + 3] ?? absent(at + 3)) * IDS + (operands[at + 1] ?? absent(at + 1)), 1),
    };
  }

  part(): PassData {
    const columns = {
      key: Float64Array.from(this.counts.keys()),
      samples: Float64Array.from(this.counts.values()),
    };
    return { counts: { length: this.counts.size, columns } };
  }

  merge({ counts }: PassData): void {
    const { length, columns } = counts ?? absent('counts');
    const { key = [], samples = [] } = columns;
    for (let i = 0; i < length; i++) this.count(key[i] ?? absent(i), samples[i] ?? absent(i));
  }

  finish({ sampled, sampledTimes, definitions }: PassResults): readonly Problem[] {
    const periods = this.periods(definitions.samplePeriods);
    for (const [key, samples] of this.counts) {
      const context = key % IDS;
      sampled.set(context, (sampled.get(context) ?? 0) + samples);
      const period = periods?.get(Math.floor(key / IDS));
      if (period !== undefined) addTime(sampledTimes, context, samples, period);
    }
    return [];
  }

  /**
   * Returns the periods of all generators that took samples; undefined if samples are equal, or periods are unknown.
   */
  private periods(known: ReadonlyMap<number, Seconds> | undefined): ReadonlyMap<number, Seconds> | undefined {
    const periods = [...this.counts.keys()].map((key) => known?.get(Math.floor(key / IDS)));
    return periods.includes(undefined) || new Set(periods).size < 2 ? undefined : known;
  }

  private count(key: number, samples: number): void {
    this.counts.set(key, (this.counts.get(key) ?? 0) + samples);
  }
}

function addTime(times: Map<number, SampledWeight>, context: number, samples: number, period: Seconds): void {
  const { sum, squares } = times.get(context) ?? { sum: 0, squares: 0 };
  times.set(context, { sum: sum + samples * period, squares: squares + samples * period ** 2 });
}
