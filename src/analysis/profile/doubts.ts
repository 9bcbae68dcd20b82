import { sortedDoubts } from '../../model/findings/doubts.js';
import type { Definitions } from '../../model/definitions.js';
import type { Doubt } from '../../model/findings/findings.js';
import { processesOf } from '../../model/processes.js';
import type { MetricDefinition, PerformanceSpace } from '../../model/performanceSpace.js';
import { counted, duration, plainLine, quantity } from '../../base/text.js';
import { timeMetrics } from '../../model/timeMetrics.js';
import type { CallPaths } from '../report/index.js';
import type { RunOfRanks } from './acrossRanks.js';
import type { PropertyCatalog } from '../../properties/index.js';
import { type MeasurementFacts, measurementFacts } from '../trace/doubts/measurement.js';
import { functionsOff } from '../trace/doubts/recording.js';
import { processDoubts } from '../trace/doubts/processes.js';
import { recordingDoubts } from '../trace/doubts/recording.js';
import { regionsSeen } from '../trace/doubts/seen.js';
import { knownFromRegions } from '../trace/metrics/classification.js';
import { exclusive, total } from '../trace/severities/space.js';

/** By so much of the total time its parts may exceed it, and negative times may add up: what rounding leaves. */
const ROUNDING = 1e-3;
/** Metrics that count, and are never below 0. */
const COUNTS: readonly string[] = ['visits', 'samples'];
/** At most so many metrics are named. */
const MOST_NAMED = 3;

/** Inputs of the warnings. */
export interface ProfileGrounds {
  readonly space: PerformanceSpace;
  readonly paths: CallPaths;
  /** Properties known by name. */
  readonly properties: PropertyCatalog;
  /** Measured system, and the measurement's facts about itself. */
  readonly definitions: Definitions;
  /** Metrics whose values could not be read, or not all of them. */
  readonly lost: readonly string[];
  /** The ranks that the numbers are sums of; undefined where ranks are distinguished. */
  readonly ranks: RunOfRanks | undefined;
  /** Whether samples have lines. */
  readonly hasSampledLines: boolean;
  /** The metric that ranks a profile without time; undefined where there is none, or the file contains time. */
  readonly main: MetricDefinition | undefined;
}

/** Returns all warnings about the numbers of a profile, the worst first. */
export function profileDoubts(grounds: ProfileGrounds): readonly Doubt[] {
  return sortedDoubts(
    [
      ...measurementDoubts(grounds),
      withoutTime(grounds) ?? incomplete(grounds),
      inconsistent(grounds),
      summed(grounds),
      sumsOnly(grounds),
      noFunctions(grounds),
    ].filter((doubt) => doubt !== undefined),
  );
}

/** Returns the warnings of Trimtab's measurement about its numbers, as for traces. */
function measurementDoubts({ space, definitions }: ProfileGrounds): Doubt[] {
  const facts = measurementFacts(definitions);
  if (!facts.isOwn) return [];
  const seen = regionsSeen(space.callTree, definitions);
  const totalTime = total(space, 'time');
  // A call is entered and left; who talks to whom is not in sums.
  const recording = { events: 2 * total(space, 'visits'), totalTime, span: 0, shownOverhead: 0, ownThreads: 0 };
  return [
    ...processDoubts({ processes: processesOf(definitions).locations.length }, facts, seen),
    ...recordingDoubts(recording, facts, seen),
  ];
}

function withoutTime({ space, lost, main }: ProfileGrounds): Doubt | undefined {
  if (total(space, 'time') > 0) return undefined;
  if (main !== undefined) return rankedInstead(plainLine(main.title));
  const why = lost.includes('time')
    ? 'The metric "time" of this file could not be read'
    : 'This file has no metric "time" in seconds';
  return {
    kind: 'incomplete-profile',
    severity: 'error',
    title: 'no time in the profile',
    sentence: `${why}: nothing can be ranked and no line has a share; its other metrics are in the metric tree.`,
    advice: 'Take a profile that holds the time, or copy this one again.',
  };
}

/** A file that contains no time by its nature: its values are right, and only their meaning has to be known. */
function rankedInstead(title: string): Doubt {
  return {
    kind: 'incomplete-profile',
    severity: 'warning',
    title: `no time in the profile, ranked by ${title}`,
    sentence: `This profile contains no time. It is ranked by ${title}, and shares are of all of it.`,
    advice: 'To see times, record a profile that contains them.',
  };
}

function incomplete({ lost }: ProfileGrounds): Doubt | undefined {
  if (lost.length === 0) return undefined;
  const named = lost.slice(0, MOST_NAMED).map(plainLine).join(', ');
  return {
    kind: 'incomplete-profile',
    severity: 'warning',
    title: `${counted(lost.length, 'metric')} unreadable`,
    sentence: `The values of ${counted(lost.length, 'metric')} could not be read (${named}${lost.length > MOST_NAMED ? ', …' : ''}): results that depend on them are missing.`,
    advice: 'Copy the file again, or record it again; the remarks on the data have the reasons.',
  };
}

/** Values that no measurement gives: times and calls below 0, or parts that are more than the whole. */
function inconsistent({ space }: ProfileGrounds): Doubt | undefined {
  const whole = total(space, 'time');
  const parts = timeMetrics(space.metrics);
  const found = [...parts, ...COUNTS.filter((name) => space.severities.has(name))].flatMap((name): string[] => {
    const { value } = exclusive(space, name);
    const below = value.reduce((sum, one) => (one < 0 ? sum - one : sum), 0);
    const all = parts.has(name) ? whole : total(space, name);
    const amount = parts.has(name) ? duration(below) : quantity(below, 'count');
    if (below > Math.max(0, all) * ROUNDING) return [`${plainLine(name)} has negative values, ${amount} in all`];
    const isMore = parts.has(name) && whole > 0 && total(space, name) > whole * (1 + ROUNDING);
    return isMore ? [`${plainLine(name)} is more than the total time`] : [];
  });
  if (found.length === 0) return undefined;
  return {
    kind: 'inconsistent-profile',
    severity: 'error',
    title: 'values contradict each other',
    sentence: `Values in this file contradict each other: ${found.slice(0, MOST_NAMED).join('; ')}. Shares and ranks are unreliable.`,
    advice: 'Create the file again from the measurement; a difference of two profiles is no profile.',
  };
}

/** Reports whether waiting was searched for: by an analysis of a trace whose results were kept as a profile. */
export function knowsWaiting({ metrics }: PerformanceSpace, { waiting }: PropertyCatalog): boolean {
  const known = new Set(metrics.map(({ name }) => name));
  return waiting.some(({ metric }) => known.has(metric) && !knownFromRegions.has(metric));
}

function summed({ ranks: run }: ProfileGrounds): Doubt | undefined {
  if (run === undefined) return undefined;
  const { ranks, runTime, isExact, hasExtremes, efficiency } = run;
  const has = hasExtremes
    ? `sums, least and greatest values over the ${ranks} ranks of the run`
    : `sums over the ${ranks} ranks of the run`;
  const time = isExact ? '' : ` The run time is at least ${duration(runTime)}; the exact value is not known.`;
  const balance = efficiency?.mostUseful === undefined ? ' The balance of the ranks is unknown.' : '';
  return {
    kind: 'summed-ranks',
    severity: 'warning',
    title: `${ranks} ranks in sums`,
    sentence: `This file has ${has}, without values of single ranks.${time}${balance}`,
    advice: 'Measure again with an output for each rank to see how the work is spread.',
  };
}

/** Returns the warning that waiting was not searched for, and is contained in the times of MPI and OpenMP. */
function sumsOnly({ space, properties, definitions }: ProfileGrounds): Doubt | undefined {
  if (knowsWaiting(space, properties)) return undefined;
  const apart = total(space, 'mpi') + total(space, 'omp_time');
  if (apart <= 0) return undefined;
  return {
    kind: 'sums-only',
    severity: 'warning',
    title: 'wait states not available',
    sentence: `A profile has sums only. It does not contain how much of the ${duration(apart)} in MPI and OpenMP is waiting, for whom and since when.`,
    advice: howToTrace(measurementFacts(definitions)),
  };
}

function howToTrace({ isOwn, isPreloaded }: MeasurementFacts): string {
  if (!isOwn) return 'Measure a trace of the same run to see the waiting and its causes.';
  return isPreloaded
    ? 'Record a trace to see the waiting and its causes: "trimtab exec --trace" before the program, or Trace What Matters in VS Code.'
    : 'Trace what matters to see the waiting and its causes: "trimtab run --trace-what-matters", or Trace What Matters in VS Code.';
}

function noFunctions({ space, paths, definitions, main, hasSampledLines }: ProfileGrounds): Doubt | undefined {
  const { functionsDenied } = measurementFacts(definitions);
  if (functionsDenied !== undefined) return functionsOff(functionsDenied);
  if (total(space, 'time') <= 0 && main === undefined) return undefined;
  if (hasSampledLines) return undefined;
  for (let node = 0; node < space.callTree.size; node++) if (paths.place(node) !== undefined) return undefined;
  return {
    kind: 'no-functions',
    severity: 'warning',
    title: 'no source lines',
    sentence: 'No region of this profile has a source line, so that nothing can be marked in the sources.',
    advice: 'Measure a program that was compiled with -g and with instrumentation of its functions.',
  };
}
