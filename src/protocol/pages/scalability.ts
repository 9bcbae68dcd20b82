/** Data and actions of the page “Scalability”. */
import * as v from 'valibot';
import type { Fraction, Seconds } from '../../base/units.js';
import type { EfficiencyName } from '../../model/findings/efficiency.js';
import type { PageDeclaration } from './declaration.js';

/** Runs with the same number of ranks. */
export interface ScalePoint {
  readonly ranks: number;
  /** Experiments, newest first. */
  readonly ids: readonly string[];
  /** Mean wall-clock time of the runs, and the extremes where there are several. */
  readonly runTime: Seconds;
  readonly fastest: Seconds;
  readonly slowest: Seconds;
  readonly speedup: number;
  readonly efficiency: Fraction;
}

/** The function of the number of ranks that fits best, in words. */
export interface ScaleModel {
  /** `grows like p·log p`. */
  readonly growth: string;
  /** `2.1 s + 34 ms·p·log p`. */
  readonly formula: string;
  /** By how much it misses runs that it was made without. */
  readonly error: string;
}

/** How one property grows with the ranks. */
export interface ScaleProperty {
  readonly property: string;
  readonly title: string;
  /** Mean seconds of all locations together, by point. */
  readonly seconds: readonly Seconds[];
  /** Mean share of the total time, by point. */
  readonly shares: readonly Fraction[];
  /** Scaling model of its seconds; omitted with fewer rank counts than a model needs. */
  readonly model?: ScaleModel;
}

/** POP's efficiencies by numbers of processes and threads. */
export interface ScaleEfficiencies {
  /** `4 ranks`, fewest threads first. */
  readonly columns: readonly string[];
  /** Parents before children; children multiply. */
  readonly rows: readonly {
    readonly name: EfficiencyName;
    readonly title: string;
    /** Depth below the topmost one. */
    readonly depth: number;
    /** By column; null where it is not known. */
    readonly values: readonly (Fraction | null)[];
  }[];
  /** Values that cannot be determined, one sentence each. */
  readonly unknown: readonly string[];
}

export interface ScalabilityState {
  readonly program: string;
  /** Fewest ranks first. */
  readonly points: readonly ScalePoint[];
  /** Scaling model of the run time; omitted with fewer rank counts than a model needs. */
  readonly model?: ScaleModel;
  /** Largest share at the most ranks first. */
  readonly properties: readonly ScaleProperty[];
  /** Omitted if no run has them. */
  readonly efficiencies?: ScaleEfficiencies;
  /** Such as runs of different programs; one sentence each. */
  readonly problems: readonly string[];
}

/** Data of the page. */
export interface ShownScalability extends ScalabilityState {
  /** Growth is shown on the source lines. */
  readonly onLines: boolean;
}

export const scalabilityAction = v.variant('do', [
  v.object({ do: v.literal('open'), id: v.pipe(v.string(), v.nonEmpty()) }),
  /** Puts what grows on the source lines, or takes it away. */
  v.object({ do: v.literal('showOnLines'), on: v.boolean() }),
]);

export type ScalabilityAction = v.InferOutput<typeof scalabilityAction>;

export const scalabilityPage: PageDeclaration<ShownScalability, ScalabilityAction> = {
  name: 'scalability',
  title: 'Scalability',
  actions: scalabilityAction,
  questions: {},
};
