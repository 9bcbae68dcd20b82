/** Properties in ASL that are evaluated while they are written. */
import type { SourcePlace } from '../model/findings/findings.js';

/** The command of a CodeLens over a property; the client registers it. */
export const EVALUATE_PROPERTY_COMMAND = 'trimtab.evaluateProperty';

/** A property of an open document. */
export interface PropertyTarget {
  readonly uri: string;
  readonly property: string;
}

/** A place at which a property holds. */
export interface HoldingPlace {
  /** A share. */
  readonly severity: number;
  readonly confidence: number;
  /** Source of its value, such as the path to a call path. */
  readonly place: string;
  /** The definitions that it came from: `part = 0.2, worst = 3 s`. */
  readonly values: string;
  /** The line to look at, as the measurement wrote it. */
  readonly source?: SourcePlace;
}

/** Result of a property for a run. */
export interface EvaluatedProperty {
  readonly property: string;
  /** Identifier and name of the experiment. */
  readonly experiment: string;
  readonly name: string;
  /** For how much it was asked. */
  readonly asked: number;
  /** Whether what it needs was measured. */
  readonly isMeasured: boolean;
  /** Why it was stopped, where it was: nothing is known then. */
  readonly stopped?: string;
  /** In how many places it holds. */
  readonly holds: number;
  /** The most severe ones. */
  readonly places: readonly HoldingPlace[];
}
