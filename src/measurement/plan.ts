/** What is measured of a run, and how: the one value that builds, runs, records and repetitions are made from. */
import type { Bytes } from '../base/units.js';

/** What events are kept as: each of them, in a trace. */
export const MODES = ['trace'] as const;

/** What is recorded beside functions, each by a part of the probe of its own. MPI is recorded wherever it is used. */
export const ADAPTERS = ['mpi', 'openmp'] as const;

/** Between what offsets of clocks are measured: one process of each host, or all processes. */
export const CLOCKS = ['hosts', 'processes'] as const;

/** How a run is measured. */
export interface MeasurementPlan {
  readonly mode: (typeof MODES)[number];
  readonly adapters: readonly (typeof ADAPTERS)[number][];
  /** Whether functions are recorded at all. */
  readonly functions: boolean;
  /** Whether those of the program's headers are too; with clang: those that were inlined. */
  readonly inlineFunctions: boolean;
  /** Parts of names of functions that are left out, as compilers print them. */
  readonly leftOutFunctions: readonly string[];
  /** Parts of names of files whose functions are left out. */
  readonly leftOutFiles: readonly string[];
  /** Raw records that one process may write; undefined where the free disk alone limits them. */
  readonly processLimit: Bytes | undefined;
  /** Memory in which one thread collects records; undefined for the probe's own choice. */
  readonly buffer: Bytes | undefined;
  readonly clocks: (typeof CLOCKS)[number];
}

/** What somebody has set of a plan. */
export type PlanSettings = Partial<MeasurementPlan>;

/** How the probe measures where nobody says anything. */
export const USUAL: MeasurementPlan = {
  mode: 'trace',
  adapters: ADAPTERS,
  functions: true,
  inlineFunctions: false,
  leftOutFunctions: [],
  leftOutFiles: [],
  processLimit: undefined,
  buffer: undefined,
  clocks: 'hosts',
};

/**
 * The plan that settings make, each over those before it.
 * @param leftOut parts of names of functions that are left out beside those of the settings
 */
export function planOf(settings: readonly PlanSettings[], leftOut: readonly string[] = []): MeasurementPlan {
  const plan = settings.reduce<MeasurementPlan>((before, set) => ({ ...before, ...set }), USUAL);
  return { ...plan, leftOutFunctions: [...new Set([...plan.leftOutFunctions, ...leftOut])] };
}

/** Whether functions were chosen that compilers would have to know of, so that what was compiled before does not count. */
export function choosesFunctions({ inlineFunctions, leftOutFunctions, leftOutFiles }: MeasurementPlan): boolean {
  return inlineFunctions || leftOutFunctions.length > 0 || leftOutFiles.length > 0;
}
