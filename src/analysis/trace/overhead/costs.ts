import {
  type Definitions,
  isBetweenCalls,
  isOverhead,
  isProgram,
  isUnwound,
  type Region,
} from '../../../model/definitions.js';
import { EventKind } from '../../../model/events.js';
import { processesOf } from '../../../model/processes.js';
import type { Seconds } from '../../../base/units.js';
import { elementAt } from '../../../base/elements.js';
import { isFileCall } from '../metrics/classification.js';

/** Cost of recording a call. */
export interface PairCost {
  /** Of its ENTER and its LEAVE together: T_ovhd of Shende and Malony. */
  readonly pair: Seconds;
  /** The part of it that lies between the two readings of the clock, and so in the measured time of the call: T_null. */
  readonly within: Seconds;
  /** Half width of the 95 % confidence interval of `pair`; undefined if unknown. */
  readonly halfWidth?: Seconds;
}

/** Kinds of recorded events by cost, as a process calibrates them. */
export const Recorded = { Nothing: 0, Function: 1, Mpi: 2, OpenMp: 3, File: 4, Message: 5 } as const;

/** The cost of a call of each kind, and of recording a message in one of MPI, if known; Nothing has no cost. */
export type RecordingCosts = readonly [PairCost, PairCost, PairCost, PairCost, PairCost, PairCost?];

/** Options of overhead compensation. */
export interface Compensate {
  /** Cost of recording a call, in seconds; the value in the trace if omitted. */
  readonly cost?: Seconds;
}

/** Recording costs in a run. */
export interface RunCosts {
  /** Whether the user set it; else it was measured. */
  readonly isGiven: boolean;
  readonly byProcess: readonly RecordingCosts[];
}

const FREE: PairCost = { pair: 0, within: 0 };

/** Names that the probe gives the kinds in the properties of a trace (its README lists them). */
const PROPERTIES = ['COST_FUNCTION', 'COST_MPI', 'COST_OPENMP', 'COST_IO', 'COST_MESSAGE'] as const;
/** Properties in traces of older versions: the largest cost of all processes. */
const OLDER = ['FUNCTION_CALL_NANOSECONDS', 'MPI_CALL_NANOSECONDS', '', '', ''] as const;

/**
 * Returns the recording costs of each process, as the trace's probe measured them when the process began.
 * @param given cost in seconds of any recorded call, instead of the trace's value
 * @returns undefined if neither the trace contains a cost nor one is given
 */
export function recordingCosts(definitions: Definitions, given?: Seconds): RunCosts | undefined {
  const count = processesOf(definitions).locations.length;
  if (given !== undefined) {
    const cost = halved(given);
    return { isGiven: true, byProcess: Array.from({ length: count }, () => [FREE, cost, cost, cost, cost] as const) };
  }
  const [functions, mpi, openMp, files, messages] = PROPERTIES.map((name, kind) =>
    costsIn(definitions.properties.get(`TRIMTAB::${name}`) ?? '', olderCost(definitions, elementAt(OLDER, kind))),
  );
  if (functions === undefined || mpi === undefined || openMp === undefined) return undefined;
  if (files === undefined || messages === undefined) return undefined;
  const byProcess = Array.from({ length: count }, (_, process) => {
    const ofFiles = files(process);
    // Calls of files that were not calibrated cost at least as much as functions.
    const known = ofFiles.pair > 0 ? ofFiles : functions(process);
    const calls = [FREE, functions(process), mpi(process), openMp(process), known] as const;
    return messages(process).pair > 0 ? ([...calls, messages(process)] as const) : calls;
  });
  const isKnown = byProcess.some((kinds: RecordingCosts) => kinds.some((cost) => cost !== undefined && cost.pair > 0));
  return isKnown ? { isGiven: false, byProcess } : undefined;
}

/** A cost of which nothing more is known: as much before a reading of the clock as after it. */
function halved(pair: Seconds): PairCost {
  return { pair, within: pair / 2 };
}

function olderCost({ properties }: Definitions, name: string): PairCost {
  const nanoseconds = Number(properties.get(`TRIMTAB::${name}`) ?? '');
  return nanoseconds > 0 && Number.isFinite(nanoseconds) ? halved(nanoseconds * 1e-9) : FREE;
}

/** @param text `PROCESS=PAIR,WITHIN,HALFWIDTH` separated by blanks, in nanoseconds; `*` means all others */
function costsIn(text: string, otherwise: PairCost): (process: number) => PairCost {
  const found = new Map<string, PairCost>();
  for (const [, process = '', pair, within, half] of text.matchAll(
    /(?<=^|\s)(\*|\d{1,9})=(\d[\d.]{0,15}),(\d[\d.]{0,15}),(\d[\d.]{0,15})(?=\s|$)/g,
  )) {
    const cost = { pair: Number(pair) * 1e-9, within: Number(within) * 1e-9, halfWidth: Number(half) * 1e-9 };
    if (cost.pair > 0 && cost.within <= cost.pair) found.set(process, cost);
  }
  const all = found.get('*') ?? otherwise;
  return (process) => found.get(String(process)) ?? all;
}

/** The kind of recording that each region of a trace is, by region. */
export function recordedKinds({ regions }: Definitions): Uint8Array {
  return Uint8Array.from(regions, kindOf);
}

function kindOf(region: Region): number {
  if (isProgram(region) || isOverhead(region) || isUnwound(region) || isBetweenCalls(region)) return Recorded.Nothing;
  if (region.paradigm === 'mpi') return Recorded.Mpi;
  if (isFileCall(region)) return Recorded.File;
  return region.paradigm === 'openmp' ? Recorded.OpenMp : Recorded.Function;
}

/** OpenMP events in addition to those of regions. */
const OPENMP = new Set<number>([
  EventKind.ThreadFork,
  EventKind.ThreadJoin,
  EventKind.ThreadTeamBegin,
  EventKind.ThreadTeamEnd,
  EventKind.ThreadAcquireLock,
  EventKind.ThreadReleaseLock,
  EventKind.ThreadTaskCreate,
  EventKind.ThreadTaskSwitch,
  EventKind.ThreadTaskComplete,
]);

/** Whether an event that is no ENTER or LEAVE is a record of OpenMP. */
export function isOpenMpEvent(kind: number): boolean {
  return OPENMP.has(kind);
}

/** Effects of a file call; the beginning of an operation has the time of the call. */
const FILE_ENDS = new Set<number>([
  EventKind.IoCreateHandle,
  EventKind.IoDestroyHandle,
  EventKind.IoDuplicateHandle,
  EventKind.IoSeek,
  EventKind.IoDeleteFile,
  EventKind.IoOperationComplete,
]);

/** Whether an event is recorded when a call of files ends, with the time of its LEAVE. */
export function endsFileCall(kind: number): boolean {
  return FILE_ENDS.has(kind);
}

const MESSAGES = new Set<number>([EventKind.MpiSend, EventKind.MpiIsend, EventKind.MpiRecv, EventKind.MpiIrecv]);

/** Reports whether an event records a message, which costs time within its call, after the clock was read. */
export function isMessageEvent(kind: number): boolean {
  return MESSAGES.has(kind);
}
