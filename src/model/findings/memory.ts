/** Heap allocations of the processes of a run. */
import type { Bytes, Fraction, Seconds } from '../../base/units.js';

/** A line of the program. */
interface ProgramLine {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
}

/** The heap of one process. */
export interface ProcessMemory {
  /** Rank of the process. */
  readonly rank: number;
  /** The most that it held at once. */
  readonly high: Bytes;
  /** When that was, from its beginning. */
  readonly time: Seconds;
  /** Still held at its end. */
  readonly end: Bytes;
  /** Taken in all, and in how many blocks. */
  readonly taken: Bytes;
  readonly blocks: number;
  /** Peak memory of the process in main memory, code and stacks included; omitted if the system did not report it. */
  readonly resident?: Bytes;
}

/** One step of a call that took memory, outermost first. */
export interface MemoryStep {
  readonly region: string;
  /** Line of the call within it; omitted for MPI calls. */
  readonly place?: ProgramLine;
}

/** Memory allocated by one call path, in all processes. */
export interface MemoryCall {
  /** Outermost first; the last one takes the memory. */
  readonly callPath: readonly MemoryStep[];
  /** The innermost line of the program. */
  readonly place?: ProgramLine;
  /** Held when each process had most, summed. */
  readonly high: Bytes;
  /** As a share of what all processes had at most. */
  readonly share: Fraction;
  /** The most of this in one process, and its rank. */
  readonly most: Bytes;
  readonly rank: number;
  /** Still held at the end. */
  readonly end: Bytes;
  /** Taken in all, and in about how many blocks. */
  readonly taken: Bytes;
  readonly blocks: number;
}

/** The heap of all processes. */
export interface MemoryReport {
  /** Number of processes that reported it. */
  readonly measured: number;
  /** Mean peak over these processes. */
  readonly mean: Bytes;
  /** The processes with the most, that first. */
  readonly processes: readonly ProcessMemory[];
  /** Call paths by what they held when the processes had most, at most 100. */
  readonly calls: readonly MemoryCall[];
}

/** Imbalance of memory over the processes; the machine must have as much memory as if all needed the maximum. */
export interface MemoryImbalance {
  /** The process that holds most. */
  readonly rank: number;
  readonly high: Bytes;
  /** `(most - mean) / most` of the peaks of all processes: the fraction of memory that is unused on average. */
  readonly share: Fraction;
  /** Call path of that process that holds most memory; omitted if none is known to be its worst. */
  readonly call?: MemoryCall;
}

/** The name that the *Memory Imbalance* has among the properties (src/properties/memory_imbalance). */
export const MEMORY_IMBALANCE = 'memory_imbalance';

/** Minimum imbalance that is reported. */
const LEAST_LISTED = 0.1;

/** Returns the *Memory Imbalance* if it is large enough to be reported. */
export function listedMemoryImbalance(memory: MemoryReport): MemoryImbalance | undefined {
  const found = memoryImbalance(memory);
  return found === undefined || found.share < LEAST_LISTED ? undefined : found;
}

/** The *Memory Imbalance* over processes; undefined where there is one only, or nothing was held. */
export function memoryImbalance({ measured, mean, processes, calls }: MemoryReport): MemoryImbalance | undefined {
  const [most] = processes;
  if (most === undefined || measured < 2 || most.high <= 0) return undefined;
  const share = Math.max(0, (most.high - mean) / most.high);
  const own = calls.filter(({ rank, place }) => rank === most.rank && place !== undefined);
  const call = own.reduce<MemoryCall | undefined>(
    (worst, one) => (worst === undefined || one.most > worst.most ? one : worst),
    undefined,
  );
  return { rank: most.rank, high: most.high, share, ...(call === undefined || call.most <= 0 ? {} : { call }) };
}
