import type { MetricDefinition } from '../model/performanceSpace.js';
import type { Fraction } from '../base/units.js';
import type { PropertySearch } from './search.js';

/** Kinds of waiting whose causes are looked up, and waiting of MPI operations for which none are. */
export type WaitKind =
  | 'late-sender'
  | 'late-receiver'
  | 'barrier'
  | 'n-to-1'
  | '1-to-n'
  | 'n-to-n'
  | 'idle-threads'
  | 'openmp-barrier'
  | 'none';

/** How a property is told where it is severe. */
export interface FindingTexts {
  /** Whether it is told as a part of the findings of its parent, and not as one of its own. */
  readonly isPart?: boolean;
  /** Whether the time is spent by the runtime system, and not in waiting. */
  readonly isCost?: boolean;
  /** 1 when the measurement proves it, also when left out; less where it is inferred. */
  readonly confidence?: Fraction;
  /** Ends the sentence "a rank waits because …" in docs/findings-and-marks.md; left out where a newcomer need not know it. */
  readonly because?: string;
  /** What it means, one or two sentences. */
  readonly explanation: string;
  /** Advice, one or two sentences. */
  readonly advice: string;
}

/** All that is known of a property beside its values. */
export interface PropertyDeclaration extends MetricDefinition {
  /** The property of the same parent that it is shown behind; the last one declared when left out. */
  readonly after?: string;
  /** What kind of wait states of MPI operations or barriers it finds. */
  readonly waitKind?: WaitKind;
  /** What its amounts are costs of: the waiting of a kind that a delay causes directly, or through other waiting. */
  readonly costOf?: { readonly kind: WaitKind; readonly term: 'short' | 'long' };
  /** Whether its time, with all it contains, is no work: waiting, and the time in which threads are managed or idle. */
  readonly isNoWork?: boolean;
  /**
   * Whether only the run as a whole tells it: locations compared with each other, the path through all of them, waiting
   * that nothing later depends on. It is left out of a trace that is incomplete.
   */
  readonly ofWholeRun?: boolean;
  /** Where it is looked for; left out where that takes more than one operation after the other. */
  readonly search?: PropertySearch;
  /** Left out for what is only measured and never a finding. */
  readonly finding?: FindingTexts;
}

/**
 * A property of the processes of a run in another unit than time: no metric of the performance space, since it belongs to no
 * call path and no sum, and told by itself.
 */
export interface ProcessProperty {
  readonly name: string;
  readonly title: string;
  readonly unit: 'bytes';
  /** One sentence: what it measures. */
  readonly description: string;
  /** What it means, one or two sentences. */
  readonly explanation: string;
  /** Advice, one or two sentences. */
  readonly advice: string;
}

/**
 * A property of how something changes from iteration to iteration: no metric of the performance space, since the time that
 * it tells of is told by the property that changes; it stands beside that one.
 */
export interface IterationProperty {
  readonly name: string;
  readonly title: string;
  /** One sentence: what it measures. */
  readonly description: string;
  /** What it means, one or two sentences. */
  readonly explanation: string;
  /** Advice, one or two sentences. */
  readonly advice: string;
}

/** What one folder declares. */
export interface PropertyGroup {
  /** Name of the page that explains all of it; left out where there is none. */
  readonly page?: string;
  readonly properties: readonly PropertyDeclaration[];
  readonly ofProcesses?: readonly ProcessProperty[];
  readonly ofIterations?: readonly IterationProperty[];
  /** Properties of findings that are no metrics and that the page explains too. */
  readonly alsoExplained?: readonly string[];
}
