/**
 * How efficiently the threads of a run are used: the efficiencies of POP (Performance Optimization and Productivity, a
 * center of excellence of the EU), multiplicative and additive, from a few times of the run.
 */
import type { Fraction, Seconds } from '../../base/units.js';

/** Levels at which time is lost; the difference of each to 1 is its `lost`. */
export type LossLevel = 'load_balance' | 'communication_efficiency' | 'serial_region' | 'parallel_region';

/** Code at which a level loses time. */
export interface EfficiencyLoss {
  readonly level: LossLevel;
  readonly region: string;
  /** The line to look at, as in a finding. */
  readonly place?: { readonly file: string; readonly line: number };
  /** Seconds of the run time; divided by the run time, this is the resulting loss of efficiency. */
  readonly seconds: Seconds;
}

/**
 * Threads of processes that have teams, as averages of all threads. Outside MPI, a process is either in parallel regions
 * or in serial code, where all of its threads but one idle.
 */
export interface ThreadTimes {
  /** Outside MPI, of the thread's process. */
  readonly averageOutside: Seconds;
  /** The same of the process that has most. */
  readonly mostOutside: Seconds;
  /** Idle, because its process is in serial code. */
  readonly serialIdle: Seconds;
  /** In parallel regions, outside MPI, and not useful: at barriers, locks, or starting and ending teams. */
  readonly regionLoss: Seconds;
  /** In serial code, outside MPI, and not useful: in other run-time systems, or the measurement's. */
  readonly otherLoss: Seconds;
}

/** Times from which the efficiencies of a run, or of a part of it, follow. */
export interface EfficiencyTimes {
  /** From begin to end. */
  readonly runTime: Seconds;
  readonly processes: number;
  readonly threads: number;
  /** Useful time, in which a thread computes (or reads and writes files): mean and maximum of all threads. */
  readonly averageUseful: Seconds;
  /** Omitted if threads were summed up and their maximum is not known. */
  readonly mostUseful?: Seconds;
  /**
   * The run time with instantaneous communication: the critical path without its time in MPI, at least the longest
   * useful time. Omitted if the critical path is not known.
   */
  readonly idealTime?: Seconds;
  /** Omitted if each process has one thread, or parallel regions are not known. */
  readonly teams?: ThreadTimes;
  /** Instructions and cycles in useful time, summed over all threads; omitted if they were not counted. */
  readonly instructions?: number;
  readonly cycles?: number;
  /** Largest losses by level, worst first. */
  readonly losses?: readonly EfficiencyLoss[];
}

/** Their names, as criteria have them, and as people read them. */
export const EFFICIENCY_TITLES = {
  global_efficiency: 'Global efficiency',
  parallel_efficiency: 'Parallel efficiency',
  load_balance: 'Load balance',
  communication_efficiency: 'Communication efficiency',
  serialisation_efficiency: 'Serialization efficiency',
  transfer_efficiency: 'Transfer efficiency',
  mpi_parallel_efficiency: 'MPI parallel efficiency',
  mpi_load_balance: 'MPI load balance',
  mpi_communication_efficiency: 'MPI communication efficiency',
  omp_parallel_efficiency: 'OpenMP parallel efficiency',
  omp_load_balance: 'OpenMP load balance',
  omp_communication_efficiency: 'OpenMP communication efficiency',
  process_efficiency: 'Process efficiency',
  process_load_balance: 'Process load balance',
  process_communication_efficiency: 'Process communication efficiency',
  thread_efficiency: 'Thread efficiency',
  serial_region_efficiency: 'Serial region efficiency',
  parallel_region_efficiency: 'Parallel region efficiency',
  other_runtime_efficiency: 'Other run-time systems',
  computation_scalability: 'Computation scalability',
  instruction_scalability: 'Instruction scalability',
  ipc_scalability: 'IPC scalability',
  frequency_scalability: 'Frequency scalability',
} as const;

export type EfficiencyName = keyof typeof EFFICIENCY_TITLES;

/** How the values of children combine: their product is the parent's value, or their losses add up to its loss. */
export type Hierarchy = 'multiplicative' | 'additive';

/** One efficiency; parents precede their children. */
export interface Efficiency {
  readonly name: EfficiencyName;
  readonly title: string;
  readonly hierarchy: Hierarchy;
  /** Depth below the topmost one. */
  readonly depth: number;
  /** 1 is ideal. Scalabilities, and quotients such as those of OpenMP, may be above. Undefined: not known. */
  readonly value: Fraction | undefined;
}

/** How the hierarchies are called. */
export const HIERARCHY_TITLES = {
  multiplicative: 'Multiplicative hierarchy',
  additive: 'Additive hierarchy',
} as const satisfies Record<Hierarchy, string>;

/** An efficiency of runs before and after a change; null where it is not known. */
export interface ComparedEfficiency extends Omit<Efficiency, 'value'> {
  readonly before: Fraction | null;
  readonly after: Fraction | null;
  /** `after` less `before`: above zero is better. */
  readonly change: Fraction | null;
}

/** From here on POP calls an efficiency fair. */
export const FAIR: Fraction = 0.8;

const ratio = (part: number | undefined, whole: number | undefined): number | undefined =>
  part === undefined || whole === undefined || !(whole > 0) ? undefined : part / whole;
const less = (lost: number | undefined): number | undefined => (lost === undefined ? undefined : 1 - lost);

const row = (hierarchy: Hierarchy, depth: number, name: EfficiencyName, value: number | undefined): Efficiency => ({
  name,
  title: EFFICIENCY_TITLES[name],
  hierarchy,
  depth,
  value,
});

/**
 * Returns the tree of efficiencies below parallel efficiency, in which children multiply. These are POP's standard
 * metrics, or for processes and threads those of its hybrid MPI+OpenMP analysis. For a run with useful times U and run
 * time R, load balance is avg U / max U, communication efficiency max U / R. With the ideal run time R*, serialization
 * is max U / R* and transfer R* / R. Those of MPI alone use the time outside MPI instead of U; those of OpenMP are
 * quotients of both.
 */
export function multiplicative(times: EfficiencyTimes): Efficiency[] {
  const { runTime: run, averageUseful: average, mostUseful: most, idealTime: ideal, teams } = times;
  const of = row.bind(undefined, 'multiplicative');
  const rows = [
    of(0, 'parallel_efficiency', ratio(average, run)),
    of(1, 'load_balance', ratio(average, most)),
    of(1, 'communication_efficiency', ratio(most, run)),
    of(2, 'serialisation_efficiency', ratio(most, ideal)),
    of(2, 'transfer_efficiency', ratio(ideal, run)),
  ];
  if (teams === undefined) return rows;
  const { averageOutside, mostOutside } = teams;
  const balance = ratio(averageOutside, mostOutside);
  return [
    ...rows,
    of(1, 'mpi_parallel_efficiency', ratio(averageOutside, run)),
    of(2, 'mpi_load_balance', balance),
    of(2, 'mpi_communication_efficiency', ratio(mostOutside, run)),
    of(1, 'omp_parallel_efficiency', ratio(average, averageOutside)),
    of(2, 'omp_load_balance', ratio(ratio(average, most), balance)),
    of(2, 'omp_communication_efficiency', ratio(most, mostOutside)),
  ];
}

/**
 * Returns the tree in which the losses of children add up to the loss of their parent (POP's additive hybrid metrics).
 * Losses are those of processes by their time outside MPI, and of threads by serial code and within parallel regions.
 * Without threads it is the tree of the processes alone.
 */
export function additive(times: EfficiencyTimes): Efficiency[] {
  const { runTime: run, averageUseful: average, mostUseful, teams } = times;
  const of = row.bind(undefined, 'additive');
  const outside = teams?.averageOutside ?? average;
  const most = teams?.mostOutside ?? mostUseful;
  const whole = of(0, 'parallel_efficiency', ratio(average, run));
  const processes = (depth: number): Efficiency[] => [
    of(depth, 'process_load_balance', less(ratio(most === undefined ? undefined : most - outside, run))),
    of(depth, 'process_communication_efficiency', ratio(most, run)),
  ];
  if (teams === undefined) return [whole, ...processes(1)];
  const { serialIdle, regionLoss, otherLoss } = teams;
  return [
    whole,
    of(1, 'process_efficiency', ratio(outside, run)),
    ...processes(2),
    of(1, 'thread_efficiency', less(ratio(outside - average, run))),
    of(2, 'serial_region_efficiency', less(ratio(serialIdle, run))),
    of(2, 'parallel_region_efficiency', less(ratio(regionLoss, run))),
    ...(otherLoss > 0 ? [of(2, 'other_runtime_efficiency', less(ratio(otherLoss, run)))] : []),
  ];
}

/** How the work of a study grows: the same for all runs, or as the threads do. */
export type Scaling = 'strong' | 'weak';

/**
 * Returns the efficiencies of a run of a study relative to a reference run. Global efficiency is parallel efficiency
 * times computation scalability: the useful time of the reference over that of the run. Useful time is that of all
 * threads together, or of one thread if the work grows with the threads. Computation scalability is the product of the
 * scalabilities of instructions, of instructions per cycle, and of cycles per second.
 */
export function scaled(times: EfficiencyTimes, reference: EfficiencyTimes, scaling: Scaling): Efficiency[] {
  const of = row.bind(undefined, 'multiplicative');
  const amount = (value: number | undefined, { threads }: EfficiencyTimes): number | undefined =>
    value === undefined ? undefined : scaling === 'weak' ? value / threads : value;
  const useful = (one: EfficiencyTimes): number => one.averageUseful * one.threads;
  const computation = ratio(amount(useful(reference), reference), amount(useful(times), times));
  const parallel = multiplicative(times);
  const efficiency = parallel.at(0)?.value;
  const perCycle = (one: EfficiencyTimes): number | undefined => ratio(one.instructions, one.cycles);
  const frequency = (one: EfficiencyTimes): number | undefined => ratio(one.cycles, useful(one));
  return [
    of(
      0,
      'global_efficiency',
      efficiency === undefined || computation === undefined ? undefined : efficiency * computation,
    ),
    ...parallel.map((one) => ({ ...one, depth: one.depth + 1 })),
    of(1, 'computation_scalability', computation),
    of(
      2,
      'instruction_scalability',
      ratio(amount(reference.instructions, reference), amount(times.instructions, times)),
    ),
    of(2, 'ipc_scalability', ratio(perCycle(times), perCycle(reference))),
    of(2, 'frequency_scalability', ratio(frequency(times), frequency(reference))),
  ];
}

/** Returns the efficiencies that cannot be determined for a run, one sentence each. */
export function unknownEfficiencies(
  { idealTime, mostUseful }: EfficiencyTimes,
  isStudy: boolean,
  isCounted: boolean,
): string[] {
  return [
    ...(mostUseful === undefined
      ? [
          'Load balance and communication efficiency are not known: the profile sums up its ranks, and its least and greatest values do not determine them.',
        ]
      : []),
    ...(idealTime === undefined
      ? [
          'Serialization and transfer efficiency are not available: they need the critical path of a whole run, from a trace of an MPI program.',
        ]
      : []),
    ...(isStudy && !isCounted
      ? [
          'Scalability of instructions, IPC and frequency is not known: it needs instructions and cycles counted in all runs (measure.counters).',
        ]
      : []),
  ];
}
