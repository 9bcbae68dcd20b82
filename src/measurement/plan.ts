/** Measurement plan of a run: the one value from which builds, runs, records and repetitions are made. */
import type { Bytes } from '../base/units.js';
import type { SystemName } from './adapters/names.js';
import type { PlannedRange } from './ranges/model.js';
import { NO_SELECTION, type PlannedSelection, selectsFunctions } from './selection/planned.js';

/**
 * Recording modes: a trace keeps each event; a profile keeps only sums by call path, and grows with the call tree
 * instead of the run time.
 */
export const MODES = ['trace', 'profile'] as const;

/** Recorded items other than functions, each with a separate part of the probe. */
export const ADAPTERS = ['mpi', 'openmp'] as const;

/** Between what offsets of clocks are measured: one process of each host, or all processes. */
export const CLOCKS = ['hosts', 'processes'] as const;

/**
 * Which functions are recorded: none; those that are worth it, as far as the budget goes; all of the program that have
 * something to switch.
 */
export const FUNCTIONS = ['none', 'chosen', 'all'] as const;

/**
 * Control channels of a run: none; its folder, with files and a socket; in addition a loopback port of its node, for
 * clients on the node that have the token of its folder.
 */
export const LIVE = ['none', 'folder', 'tcp'] as const;

/**
 * Hooks that record the program's functions. Sleds are inserted by the assembler after the compiler has optimized, and
 * do nothing until they are switched on. Called sleds are switched without a change of code, for systems on which
 * programs may not change theirs. Compiler hooks are calls that the compiler itself inserts.
 */
export const HOOKS = ['sleds', 'called-sleds', 'compiler'] as const;

/** How a run is measured. */
export interface MeasurementPlan {
  readonly mode: (typeof MODES)[number];
  readonly adapters: readonly (typeof ADAPTERS)[number][];
  /** Whether calls of MPI are recorded; undefined for wherever MPI is used. Without them, only times are available. */
  readonly mpi?: boolean;
  readonly functions: (typeof FUNCTIONS)[number];
  readonly hooks: (typeof HOOKS)[number];
  /** Percent of a thread's time that recording functions may take, where they have sleds. */
  readonly budget: number;
  /** Whether those of the program's headers are recorded too; with clang: those that were inlined. Compiler's hooks only. */
  readonly inlineFunctions: boolean;
  /** Parts of names of excluded functions, as compilers print them. */
  readonly leftOutFunctions: readonly string[];
  /** Parts of names of files whose functions are excluded. */
  readonly leftOutFiles: readonly string[];
  /** Rules for files and functions, and groups. Sleds only. */
  readonly selection: PlannedSelection;
  /** Ranges of source lines that are measured in addition to functions. Sleds only. */
  readonly ranges: readonly PlannedRange[];
  /** Whether input and output are recorded: calls of POSIX and ISO C, and files of MPI. */
  readonly io: boolean;
  /** Samples a second of where each thread is; 0: none. Traces only. */
  readonly sampling: number;
  /** Events of the processor and the kernel that are counted by call path, by the names of perf or PAPI. */
  readonly counters: readonly string[];
  /** Whether the heap is watched: how much of it is held at most, and by which calls. */
  readonly memory: boolean;
  /** Whether waiting of POSIX threads for each other is recorded. */
  readonly threads: boolean;
  /** The progress loop: a function, or a region or phase that the program names; '' for its first dynamic phase. */
  readonly phase: string;
  /** In which of its iterations functions are recorded, such as `100-110,200`; '' for all. Sleds only. */
  readonly iterations: string;
  /** Its control channel while it runs; undefined for its folder if it has MPI or threads. */
  readonly live: (typeof LIVE)[number] | undefined;
  /** Raw records that one process may write; undefined where the free disk alone limits them. */
  readonly processLimit: Bytes | undefined;
  /** Memory in which one thread collects records; undefined for the probe's own choice. */
  readonly buffer: Bytes | undefined;
  readonly clocks: (typeof CLOCKS)[number];
  /** The measurement system of the site that measures in the place of the probe; undefined for the probe. */
  readonly system: SystemName | undefined;
}

/** Explicit settings of a plan. */
export type PlanSettings = Partial<MeasurementPlan>;

/** Defaults of a plan. */
const UNSAID: MeasurementPlan = {
  mode: 'trace',
  adapters: ADAPTERS,
  functions: 'chosen',
  hooks: 'sleds',
  budget: 5,
  inlineFunctions: false,
  leftOutFunctions: [],
  leftOutFiles: [],
  selection: NO_SELECTION,
  ranges: [],
  io: false,
  sampling: 0,
  counters: [],
  memory: false,
  threads: false,
  phase: '',
  iterations: '',
  live: undefined,
  processLimit: undefined,
  buffer: undefined,
  clocks: 'hosts',
  system: undefined,
};

/**
 * Returns the plan of some settings, each overriding those before it.
 * @param leftOut parts of names of functions that are excluded in addition to those of the settings
 */
export function planOf(settings: readonly PlanSettings[], leftOut: readonly string[] = []): MeasurementPlan {
  const plan = settings.reduce<MeasurementPlan>((before, set) => ({ ...before, ...set }), UNSAID);
  return { ...plan, ...possible(plan), leftOutFunctions: [...new Set([...plan.leftOutFunctions, ...leftOut])] };
}

/** Default plan of the probe. */
export const USUAL: MeasurementPlan = planOf([]);

/** Inlined functions are visible to compilers only, whose hooks record all functions that have them. */
function possible({
  functions,
  hooks,
  inlineFunctions,
}: MeasurementPlan): Pick<MeasurementPlan, 'functions' | 'hooks'> {
  if (hooks !== 'compiler' && !inlineFunctions) return { functions, hooks };
  return { functions: functions === 'none' ? 'none' : 'all', hooks: 'compiler' };
}

/**
 * Reports whether the choice of functions affects compilation, so that earlier builds are invalid. Functions with sleds
 * are excluded by name when the program starts.
 */
export function choosesFunctions(plan: MeasurementPlan): boolean {
  // Its compilers differ; exclusions are passed to it when the program starts.
  if (plan.system !== undefined) return true;
  const { hooks, inlineFunctions, leftOutFunctions, leftOutFiles, selection, ranges } = plan;
  const choosesFiles = leftOutFiles.length > 0 || selection.files.length > 0;
  if (ranges.length > 0 || inlineFunctions || choosesFiles || hooks === 'called-sleds') return true;
  return hooks === 'compiler' && leftOutFunctions.length > 0;
}

/** Reports whether rules select functions, but nothing can be switched: compilers do not support rules. */
export function cannotSelect({ hooks, functions, selection, system }: MeasurementPlan): boolean {
  return (
    system === undefined &&
    hooks === 'compiler' &&
    functions !== 'none' &&
    (selection.files.length > 0 || selectsFunctions(selection))
  );
}
