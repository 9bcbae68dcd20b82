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

/** Texts of a finding of a property. */
export interface FindingTexts {
  /** Whether it is shown as a part of its parent's findings, and not as a separate one. */
  readonly isPart?: boolean;
  /** Whether the time is spent by the runtime system, and not in waiting. */
  readonly isCost?: boolean;
  /** 1 if the measurement proves it, also if omitted; less if it is inferred. */
  readonly confidence?: Fraction;
  /** Ends the sentence "a rank waits because …" in docs/findings-and-marks.md; omitted if newcomers do not need it. */
  readonly because?: string;
  /** Meaning, one or two sentences. */
  readonly explanation: string;
  /** Advice, one or two sentences. */
  readonly advice: string;
}

/** All data about a property except its values. */
export interface PropertyDeclaration extends MetricDefinition {
  /** The sibling property behind which it is shown; the last declared one if omitted. */
  readonly after?: string;
  /** Kind of wait states of MPI operations or barriers that it finds. */
  readonly waitKind?: WaitKind;
  /** The waiting whose costs it measures: that of a kind, caused by a delay directly, or through other waiting. */
  readonly costOf?: { readonly kind: WaitKind; readonly term: 'short' | 'long' };
  /** Whether its time, with all it contains, is no work: waiting, and the time in which threads are managed or idle. */
  readonly isNoWork?: boolean;
  /**
   * Whether it requires the whole run: locations compared with each other, the path through all of them, waiting on
   * which nothing later depends. It is omitted for an incomplete trace.
   */
  readonly ofWholeRun?: boolean;
  /** Search pattern; omitted if it requires more than one successive operation. */
  readonly search?: PropertySearch;
  /** Omitted for values that are only measured and never a finding. */
  readonly finding?: FindingTexts;
}

/**
 * A property of the processes of a run in another unit than time. It is no metric of the performance space, since it
 * belongs to no call path and no sum, and is reported separately.
 */
export interface ProcessProperty {
  readonly name: string;
  readonly title: string;
  readonly unit: 'bytes';
  /** One sentence: what it measures. */
  readonly description: string;
  /** Meaning, one or two sentences. */
  readonly explanation: string;
  /** Advice, one or two sentences. */
  readonly advice: string;
}

/**
 * A property of changes from iteration to iteration. It is no metric of the performance space, since its time is
 * already reported by the changing property, next to which it is shown.
 */
export interface IterationProperty {
  readonly name: string;
  readonly title: string;
  /** One sentence: what it measures. */
  readonly description: string;
  /** Meaning, one or two sentences. */
  readonly explanation: string;
  /** Advice, one or two sentences. */
  readonly advice: string;
}

/** Declarations of one folder. */
export interface PropertyGroup {
  /** Name of the page that explains all of it; omitted without a page. */
  readonly page?: string;
  readonly properties: readonly PropertyDeclaration[];
  readonly ofProcesses?: readonly ProcessProperty[];
  readonly ofIterations?: readonly IterationProperty[];
  /** Properties of findings that are no metrics and that the page explains too. */
  readonly alsoExplained?: readonly string[];
}
