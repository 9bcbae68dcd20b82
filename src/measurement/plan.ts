/** What is measured of a run, and how: the one value that builds, runs, records and repetitions are made from. */
import type { Bytes } from '../base/units.js';
import type { SystemName } from './adapters/names.js';
import type { PlannedRange } from './ranges/model.js';
import { NO_SELECTION, type PlannedSelection, selectsFunctions } from './selection/planned.js';

/**
 * What events are kept as: each of them, in a trace; or sums by call path alone, in a profile, which grows with the call
 * tree and not with the time that a program runs.
 */
export const MODES = ['trace', 'profile'] as const;

/** What is recorded beside functions, each by a part of the probe of its own. */
export const ADAPTERS = ['mpi', 'openmp'] as const;

/** Between what offsets of clocks are measured: one process of each host, or all processes. */
export const CLOCKS = ['hosts', 'processes'] as const;

/**
 * Which functions are recorded: none; those that are worth it, as far as the budget goes; all of the program that have
 * something to switch.
 */
export const FUNCTIONS = ['none', 'chosen', 'all'] as const;

/**
 * How a run can be spoken to: not at all; by its folder, by files and a socket; by a port of its node's loopback too, for those
 * who reach the node and have the token of its folder.
 */
export const LIVE = ['none', 'folder', 'tcp'] as const;

/**
 * What is in the program's functions to record them: sleds, which the assembler puts in after the compiler has optimized
 * and which do nothing until they are switched on; such sleds that are switched without a change of code, where programs
 * may not change theirs; or calls that the compiler itself puts in.
 */
export const HOOKS = ['sleds', 'called-sleds', 'compiler'] as const;

/** How a run is measured. */
export interface MeasurementPlan {
  readonly mode: (typeof MODES)[number];
  readonly adapters: readonly (typeof ADAPTERS)[number][];
  /** Whether calls of MPI are recorded; undefined for wherever MPI is used. Without them, nothing but time is told. */
  readonly mpi?: boolean;
  readonly functions: (typeof FUNCTIONS)[number];
  readonly hooks: (typeof HOOKS)[number];
  /** Percent of a thread's time that recording functions may take, where they have sleds. */
  readonly budget: number;
  /** Whether those of the program's headers are recorded too; with clang: those that were inlined. Compiler's hooks only. */
  readonly inlineFunctions: boolean;
  /** Parts of names of functions that are left out, as compilers print them. */
  readonly leftOutFunctions: readonly string[];
  /** Parts of names of files whose functions are left out. */
  readonly leftOutFiles: readonly string[];
  /** Rules for files and functions, and groups. Sleds only. */
  readonly selection: PlannedSelection;
  /** Ranges of source lines that are measured beside functions. Sleds only. */
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
  /** How it can be spoken to while it runs; undefined for by its folder where it has MPI or threads. */
  readonly live: (typeof LIVE)[number] | undefined;
  /** Raw records that one process may write; undefined where the free disk alone limits them. */
  readonly processLimit: Bytes | undefined;
  /** Memory in which one thread collects records; undefined for the probe's own choice. */
  readonly buffer: Bytes | undefined;
  readonly clocks: (typeof CLOCKS)[number];
  /** The measurement system of the site that measures in the place of the probe; undefined for the probe. */
  readonly system: SystemName | undefined;
}

/** What somebody has set of a plan. */
export type PlanSettings = Partial<MeasurementPlan>;

/** What counts where nobody says anything of it. */
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
 * The plan that settings make, each over those before it.
 * @param leftOut parts of names of functions that are left out beside those of the settings
 */
export function planOf(settings: readonly PlanSettings[], leftOut: readonly string[] = []): MeasurementPlan {
  const plan = settings.reduce<MeasurementPlan>((before, set) => ({ ...before, ...set }), UNSAID);
  return { ...plan, ...possible(plan), leftOutFunctions: [...new Set([...plan.leftOutFunctions, ...leftOut])] };
}

/** How the probe measures where nobody says anything. */
export const USUAL: MeasurementPlan = planOf([]);

/** Functions that were inlined are there for compilers only, whose hooks record all functions that have them. */
function possible({
  functions,
  hooks,
  inlineFunctions,
}: MeasurementPlan): Pick<MeasurementPlan, 'functions' | 'hooks'> {
  if (hooks !== 'compiler' && !inlineFunctions) return { functions, hooks };
  return { functions: functions === 'none' ? 'none' : 'all', hooks: 'compiler' };
}

/**
 * Whether functions were chosen that compilers would have to know of, so that what was compiled before does not count.
 * Those with sleds are left out by name when the program starts.
 */
export function choosesFunctions(plan: MeasurementPlan): boolean {
  // Its compilers are others; what it leaves out it is told when the program starts.
  if (plan.system !== undefined) return true;
  const { hooks, inlineFunctions, leftOutFunctions, leftOutFiles, selection, ranges } = plan;
  const choosesFiles = leftOutFiles.length > 0 || selection.files.length > 0;
  if (ranges.length > 0 || inlineFunctions || choosesFiles || hooks === 'called-sleds') return true;
  return hooks === 'compiler' && leftOutFunctions.length > 0;
}

/** Whether rules say which functions are measured, but nothing can be switched: compilers know nothing of rules. */
export function cannotSelect({ hooks, functions, selection, system }: MeasurementPlan): boolean {
  return (
    system === undefined &&
    hooks === 'compiler' &&
    functions !== 'none' &&
    (selection.files.length > 0 || selectsFunctions(selection))
  );
}
