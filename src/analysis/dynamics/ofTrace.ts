/** How the performance of an analyzed trace changes by iteration, from its events to the report. */
import type { ChangesEvidence } from '../../asl/measured/changes.js';
import type { Source } from '../../asl/syntax/diagnostics.js';
import { TrimtabError } from '../../base/problem.js';
import type { Fraction } from '../../base/units.js';
import type { CallTree } from '../../model/callTree.js';
import type { Definitions } from '../../model/definitions.js';
import type { DynamicsReport } from '../../model/dynamics/dynamics.js';
import type { CompressedCalls } from '../../model/dynamics/similar.js';
import { processesOf } from '../../model/processes.js';
import type { RunSeries } from '../../model/dynamics/series.js';
import type { Trace } from '../../model/trace.js';
import { type PropertyCatalog, shippedProperties } from '../../properties/index.js';
import { similarIterations } from '../similarity/similarIterations.js';
import { keepRepresentatives, type KeptRepresentatives } from '../similarity/keep.js';
import { announcedEvents, changedTrace } from '../trace/index.js';
import { CallPaths } from '../callPaths/callPaths.js';
import { CallListener } from '../similarity/callListener.js';
import { analyzeDynamics, changesOfRun } from './analyzeDynamics.js';
import { type AnalyzedWithWaits, runOfTrace, withoutLoop } from './runOfTrace.js';

/** How changes by iteration are looked for. */
export interface AskedDynamics {
  /** Index of the loop; the chosen one, 0, if omitted. */
  readonly level?: number;
  /** The share of the loop's time from which on a change is reported. */
  readonly threshold?: number;
  /** Iterations that are judged together; all of them if omitted. */
  readonly chunk?: number;
  /** Whether to skip it if the trace is so large that it would be slow. */
  readonly isExtra?: boolean;
  /** Whether the series are handed back too. */
  readonly series?: boolean;
  /** Writes a trace of the representative iterations. */
  readonly keep?: KeepAsked;
  /** Calls are to be compressed, with this tolerance of their times. */
  readonly callTolerance?: Fraction;
}

/** Maximum number of events of a trace that is automatically read again for the calls of its iterations. */
const MOST_EVENTS_UNASKED = 2_000_000;

/** Which trace of representatives is wanted. */
export interface KeepAsked {
  /** The trace that is analyzed, and the folder where the other one is made, which must not be there. */
  readonly archive: string;
  readonly folder: string;
  /** Maximum number of iterations; the number of clusters if omitted. */
  readonly most?: number;
}

export interface DynamicsOptions {
  readonly properties?: PropertyCatalog;
  /** Index of the loop to analyze; the chosen one, 0, if omitted. */
  readonly level?: number;
  /** The share of the loop's time from which on a change is reported; 1 % if omitted. */
  readonly threshold?: number;
  /** Iterations that are judged together; all of them if omitted. */
  readonly chunk?: number;
  /** The project's own texts, of which its values of parameters are taken. */
  readonly texts?: readonly Source[];
  readonly keep?: KeepAsked;
  readonly callTolerance?: Fraction;
  readonly isCancelled?: () => boolean;
}

export interface Dynamics {
  readonly report: DynamicsReport;
  /** Series that the report is based on; omitted without a loop. */
  readonly run?: RunSeries;
  /** The trace of representatives, where one was asked for. */
  readonly kept?: KeptRepresentatives;
  /** How calls compress, with the names of their call paths, where that was asked for. */
  readonly calls?: NamedCalls;
}

export interface NamedCalls extends CompressedCalls {
  /** Functions from the outermost on, by entry of `paths`. */
  readonly names: readonly (readonly string[])[];
}

/**
 * Reads an analyzed trace again, for its loops and for the events of each of their iterations.
 * @param trace as it was recorded
 * @param analyzed with `waits`
 * @throws CancelledError; TrimtabError if there are fewer loops than `level` requires, or a trace cannot be kept
 */
export function dynamicsOfTrace(trace: Trace, analyzed: AnalyzedWithWaits, options: DynamicsOptions = {}): Dynamics {
  const run = runOfTrace(trace, analyzed, options.level ?? 0, options.isCancelled);
  return dynamicsOfRun(run, trace, analyzed, options);
}

/**
 * Judges the iterations of a trace.
 * @param run of `runOfTrace`
 * @throws CancelledError; TrimtabError if a trace cannot be kept
 */
export function dynamicsOfRun(
  run: RunSeries | string,
  trace: Trace,
  analyzed: AnalyzedWithWaits,
  { properties = shippedProperties, threshold, chunk, texts, keep, callTolerance, isCancelled }: DynamicsOptions,
): Dynamics {
  const { definitions } = trace;
  const { space, changes = {} } = analyzed;
  if (typeof run === 'string') {
    if (keep !== undefined) throw new TrimtabError(run);
    return { report: withoutLoop(run) };
  }
  const listener = new CallListener(space.callTree, callTolerance);
  const isWanted = keep !== undefined || callTolerance !== undefined;
  if (isWanted || announcedEvents(definitions) <= MOST_EVENTS_UNASKED) {
    const processes = processesOf(definitions);
    listener.listen(changedTrace(trace, processes, changes), processes, run.iterations, isCancelled);
  }
  const { calls } = listener;
  const of = {
    ...{ callTree: analyzed.space.callTree, definitions: trace.definitions, properties },
    ...(threshold === undefined ? {} : { threshold }),
    ...(chunk === undefined ? {} : { chunk }),
    ...(texts === undefined ? {} : { texts }),
    ...(calls === undefined ? {} : { calls }),
  };
  const dynamics = analyzeDynamics(run, of);
  const summary = listener.compressed();
  const compressed = summary === undefined ? {} : { calls: named(summary, space.callTree, definitions) };
  if (keep === undefined) return { report: dynamics, run, ...compressed };
  const similar = keep.most === undefined ? dynamics.similar : similarIterations(run, calls, keep.most);
  if (similar === undefined) throw new TrimtabError('The loop has too few iterations to select representatives.');
  const { callTree } = space;
  const kept = keepRepresentatives(keep.archive, keep.folder, { trace, changes, callTree, run, similar });
  return { report: dynamics, run, kept, ...compressed };
}

function named(summary: CompressedCalls, callTree: CallTree, definitions: Definitions): NamedCalls {
  const paths = new CallPaths(callTree, definitions);
  return { ...summary, names: summary.paths.map(({ node }) => paths.steps(node).map(({ region }) => region)) };
}

/** Returns the input of the properties: the evidence in the series of a trace. Undefined without a loop. */
export function changesOfTrace(trace: Trace, analyzed: AnalyzedWithWaits): ChangesEvidence | undefined {
  const run = runOfTrace(trace, analyzed, 0);
  const { definitions } = trace;
  const of = { callTree: analyzed.space.callTree, definitions, properties: shippedProperties };
  return typeof run === 'string' ? undefined : changesOfRun(run, of);
}
