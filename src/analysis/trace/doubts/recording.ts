import type { Doubt } from '../../../model/findings/findings.js';
import { counted, duration, percent } from '../../../base/text.js';
import type { Seconds } from '../../../base/units.js';
import type { MeasurementFacts } from './measurement.js';
import type { Seen } from './seen.js';

/** Share of the time above which overhead can change the order of findings. */
const MUCH_OVERHEAD = 0.1;

/** Minimum cost of one event in seconds: two readings of the clock and two stores (bench/probe). */
const LEAST_COST = 15e-9;

/** Statistics of a run's recording. */
export interface Recording {
  readonly events: number;
  /** Time of all locations together. */
  readonly totalTime: Seconds;
  /** From the first event to the last. */
  readonly span: Seconds;
  /** Time the trace itself shows as overhead, such as writing buffers. */
  readonly shownOverhead: Seconds;
  /** Threads that are neither the first of their process nor of an OpenMP team. */
  readonly ownThreads: number;
}

/** Whether all that matters was recorded, and little else was done for it. */
export function recordingDoubts(recording: Recording, facts: MeasurementFacts, seen: Seen): Doubt[] {
  return [
    predicted(facts),
    lost(recording, facts),
    partsTraced(facts),
    representatives(facts),
    overhead(recording, facts),
    unrecordedTime(recording, facts),
    unrecordedWaiting(recording, facts, seen),
    noFunctions(recording, facts, seen),
  ].filter((doubt) => doubt !== undefined);
}

/** A trace whose times follow from a change that was never made. */
function predicted({ isPredicted }: MeasurementFacts): Doubt | undefined {
  if (!isPredicted) return undefined;
  return {
    kind: 'predicted',
    severity: 'warning',
    title: 'predicted, not measured',
    sentence:
      'The times of this trace were predicted: they follow from those of a measured trace and a change of the program. Orders of messages and locks are as measured, and counters have their measured values.',
    advice: 'Change the program and run it: Trimtab compares the prediction with the next run if you try it.',
  };
}

function lost({ events }: Recording, facts: MeasurementFacts): Doubt | undefined {
  const { lostRecords = 0, stoppedReason, goesOnIn } = facts;
  if (lostRecords === 0) return undefined;
  const why = stoppedReason === undefined ? '' : ` (${stoppedReason})`;
  if (goesOnIn !== undefined) return endedEarly(goesOnIn, why);
  return {
    kind: 'records-lost',
    severity: 'error',
    title: `${counted(lostRecords, 'record')} lost`,
    sentence: `${counted(lostRecords, 'record')} could not be kept${why}, in addition to ${counted(events, 'event')} that were: these numbers do not contain them.`,
    advice: `Make room on the disk or raise measure.limits.process in trimtab.yaml, or record less: exclude short functions with "trimtab ${facts.isPreloaded ? 'exec' : 'run'} --trace-what-matters".`,
  };
}

/** A trace of some iterations of a run that was profiled. */
function partsTraced({ partsTraced: parts }: MeasurementFacts): Doubt | undefined {
  if (parts === undefined) return undefined;
  const which = parts.iterations === '?' ? 'a part of the run' : `iterations ${parts.iterations} of the run`;
  return {
    kind: 'parts-traced',
    severity: 'warning',
    title:
      parts.iterations === '?' ? 'a part of the run was traced' : `only iterations ${parts.iterations} were traced`,
    sentence: `The trace is of ${which}, and so are these numbers. Messages and collective operations that are partly outside are excluded, and so are one-sided operations and locks of POSIX threads; the time of their calls is included. The profile ${parts.profile} next to the trace covers the whole run.`,
    advice: `For times and calls of the whole run open ${parts.profile} in the trace's folder: "trimtab analyze ${parts.profile}", or Open Trace or Profile… in VS Code.`,
  };
}

/** A trace that was made of some iterations of a larger one. */
function representatives({ representatives: kept }: MeasurementFacts): Doubt | undefined {
  if (kept === undefined) return undefined;
  const count = kept.iterations.split(',').length;
  return {
    kind: 'parts-traced',
    severity: 'warning',
    title: `only ${counted(count, 'iteration')} of ${kept.of} kept`,
    sentence: `The trace contains ${counted(count, 'iteration')} of ${kept.of}, as representatives of the others, and the run before and after the loop: these numbers are of that alone. Messages and collective operations that are partly in excluded iterations have no waiting; the time of their calls is included.`,
    advice:
      'For numbers of the whole run, open the original experiment; "trimtab dynamics" shows there which share each representative covers.',
  };
}

/** Returns the warning for a trace that reached its limit and continued as a profile. */
function endedEarly(profile: string, why: string): Doubt {
  return {
    kind: 'records-lost',
    severity: 'error',
    title: 'the trace ends before the run',
    sentence: `The trace ended early${why}: these numbers are of the run until then. The profile ${profile} next to the trace covers the whole run, with times and calls, but without waiting.`,
    advice: `Open it: "trimtab analyze ${profile}" in the trace's folder, or Open Trace or Profile… in VS Code; for all of the run in a trace, record less ("trimtab run --trace-what-matters") or raise measure.limits.process in trimtab.yaml.`,
  };
}

function overhead(recording: Recording, facts: MeasurementFacts): Doubt | undefined {
  const { totalTime, shownOverhead } = recording;
  const known = Math.max(shownOverhead, facts.flushing ?? 0) + (facts.overhead ?? estimate(recording, facts));
  if (totalTime <= 0 || known / totalTime <= MUCH_OVERHEAD) return undefined;
  const share = percent(Math.min(1, known / totalTime));
  return {
    kind: 'overhead',
    severity: 'warning',
    title: `recording took ${share} of the time`,
    sentence: `Recording took at least ${duration(Math.min(known, totalTime))}, ${share} of the time of all locations; it lengthens code that calls many short functions, so that without it other findings may lead.`,
    advice: howToRecordLess(facts),
  };
}

function howToRecordLess({ isOwn, isPreloaded }: MeasurementFacts): string {
  if (!isOwn)
    return 'Exclude functions that are called very often (with a filter of the measurement system), and measure again.';
  return isPreloaded
    ? 'Exclude functions that are called very often: "trimtab exec --trace-what-matters" before the program finds them in a profile and measures again.'
    : 'Exclude short functions: "trimtab run --trace-what-matters" finds them in a profile and measures again. If you did that already, "trimtab adapt" compares more filters.';
}

/** Returns the minimum overhead, estimated for the probe's events only. */
function estimate({ events }: Recording, { isOwn }: MeasurementFacts): Seconds {
  return isOwn ? events * LEAST_COST : 0;
}

/** Less time of all locations together than the run took is missing somewhere, whatever the program does. */
const NEARLY_ALL = 0.99;

function unrecordedTime({ totalTime, span }: Recording, facts: MeasurementFacts): Doubt | undefined {
  if (totalTime >= span * NEARLY_ALL || facts.partsTraced !== undefined) return undefined;
  return {
    kind: 'unrecorded-time',
    severity: 'warning',
    title: 'less time recorded than the run took',
    sentence: `All locations together spent ${duration(totalTime)} in what was recorded, but the run took ${duration(span)}: time before the first function, after the last and between them is in none of these numbers.`,
    advice: 'Measure the whole program, with main or what calls everything else.',
  };
}

function unrecordedWaiting({ ownThreads }: Recording, { isOwn }: MeasurementFacts, seen: Seen): Doubt | undefined {
  if (ownThreads === 0 || seen.pthread) return undefined;
  return {
    kind: 'unrecorded-waiting',
    severity: 'warning',
    title: 'waiting threads count as computation',
    sentence: `${counted(ownThreads, 'thread')} ${ownThreads === 1 ? 'is' : 'are'} not of OpenMP, and locks, conditions and joins are not recorded: waiting in them counts as computation, also in comparisons of threads.`,
    advice: isOwn
      ? 'Measure again with `measure: { threads: true }` in trimtab.yaml, or take the computation of these threads as an upper bound.'
      : 'Measure again with POSIX threads recorded, where the measurement system can (Score-P: --thread=pthread).',
  };
}

/** A program whose code may not be changed while it runs. */
export function functionsOff(why: string): Doubt {
  return {
    kind: 'no-functions',
    severity: 'warning',
    title: 'functions stayed off',
    sentence: `The code of the program cannot be changed while it runs here (${why}), so its functions stayed off: its computation has no functions and no source lines.`,
    advice:
      'Measure again with `measure: { hooks: called-sleds }` in trimtab.yaml: they are switched without a change of code.',
  };
}

function noFunctions({ events }: Recording, facts: MeasurementFacts, seen: Seen): Doubt | undefined {
  const { isOwn, isPreloaded, functionRecords = 0, functionsDenied } = facts;
  if (functionsDenied !== undefined) return functionsOff(functionsDenied);
  if (events === 0 || seen.functions || functionRecords > 0) return undefined;
  return {
    kind: 'no-functions',
    severity: 'warning',
    title: 'no functions recorded',
    sentence:
      'No function of the program was recorded, only calls of parallel interfaces: its computation has no functions and no source lines.',
    advice: isPreloaded
      ? 'Build the program with "trimtab run" if its sources are available. Otherwise "trimtab exec --trace" takes samples, which show its hottest lines if it has debug information.'
      : isOwn
        ? 'Compile the sources with trimtab-cc, not only link with it (build.command of trimtab.yaml). For an uninstrumented program, a trace with `measure: { sampling: 100 }` shows where its time goes.'
        : 'Measure a program that was compiled with instrumentation of its functions.',
  };
}
