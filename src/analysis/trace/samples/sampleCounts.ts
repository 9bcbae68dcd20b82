import { absent } from '../../../base/elements.js';
import { EventKind } from '../../../model/events.js';
import type { Problem } from '../../../base/problem.js';
import type { EventRecorder, Pass, PassData, PassResults } from '../passes/pass.js';

/** Counts samples by what they fell on: a calling context, which is a region and a line. */
export class SampleCounts implements Pass {
  readonly name = 'samples';
  readonly kinds = [EventKind.CallingContextSample];
  private readonly counts = new Map<number, number>();

  record(): EventRecorder {
    return { add: (_kind, _time, operands, at) => this.count(operands[at + 1] ?? absent(at + 1), 1) };
  }

  part(): PassData {
    const columns = {
      context: Float64Array.from(this.counts.keys()),
      samples: Float64Array.from(this.counts.values()),
    };
    return { counts: { length: this.counts.size, columns } };
  }

  merge({ counts }: PassData): void {
    const { length, columns } = counts ?? absent('counts');
    const { context = [], samples = [] } = columns;
    for (let i = 0; i < length; i++) this.count(context[i] ?? absent(i), samples[i] ?? absent(i));
  }

  finish({ sampled }: PassResults): readonly Problem[] {
    for (const [context, samples] of this.counts) sampled.set(context, (sampled.get(context) ?? 0) + samples);
    return [];
  }

  private count(context: number, samples: number): void {
    this.counts.set(context, (this.counts.get(context) ?? 0) + samples);
  }
}
