import { matchesOf } from '../../asl/compile/patterns.js';
import { withMatches } from '../../asl/compile/matches.js';
import type { EvaluateOptions } from '../../asl/compile/meter.js';
import type { AslData } from '../../asl/data.js';
import { EVENT_CLASSES } from '../../asl/events.js';
import type { ChangesEvidence } from '../../asl/measured/changes.js';
import { type EfficiencyData, measuredData } from '../../asl/measured/spaceData.js';
import type { TypedPattern } from '../../asl/types/pattern.js';
import type { Definitions } from '../../model/definitions.js';
import type { FindingsReport } from '../../model/findings/findings.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import type { Profile } from '../../model/profile.js';
import type { Trace } from '../../model/trace.js';
import { efficiencyTimes, usefulTimes } from '../efficiency/index.js';
import { EventTrace } from '../trace/events/index.js';
import { aslEvents } from './events.js';

/** A run that was analyzed. */
export interface AnalyzedRun {
  readonly space: PerformanceSpace;
  readonly report: Pick<FindingsReport, 'program' | 'span' | 'predictions'>;
}

/** Facts about a run that are costly to compute, requested once when needed. */
export interface MoreOfRun {
  /** Constructs of OpenMP, where a profile has them. */
  readonly parallelRegions?: () => Profile['parallelRegions'];
  /** Changes by iteration, if a loop is known. */
  readonly changes?: () => ChangesEvidence | undefined;
}

/** An analyzed run as properties see it. */
export function dataOfRun(
  { space, report }: AnalyzedRun,
  definitions: Definitions,
  { parallelRegions = () => undefined, changes = () => undefined }: MoreOfRun = {},
): AslData {
  let constructs: { readonly found: Profile['parallelRegions'] } | undefined;
  return measuredData({
    ...{ space, definitions, name: report.program, changes, predictions: report.predictions?.predictions },
    efficiency: () => efficiencyOf(space, definitions, report.span),
    ...(report.span > 0 ? { wall: report.span } : {}),
    get parallelRegions() {
      constructs ??= { found: parallelRegions() };
      return constructs.found;
    },
  });
}

function efficiencyOf(space: PerformanceSpace, definitions: Definitions, span: number): EfficiencyData | undefined {
  const times = efficiencyTimes(space, definitions, span);
  if (times === undefined) return undefined;
  const { runTime, idealTime } = times;
  return { runTime, useful: usefulTimes(space, definitions), ...(idealTime === undefined ? {} : { idealTime }) };
}

/**
 * An analyzed trace as properties see it, with the matches of patterns, which one pass over its events finds.
 * A pattern that takes more than it may is stopped.
 */
export function dataOfTrace(
  run: AnalyzedRun,
  trace: Trace,
  patterns: readonly TypedPattern[],
  options?: EvaluateOptions,
  more?: MoreOfRun,
): AslData {
  const data = dataOfRun(run, trace.definitions, more);
  if (patterns.length === 0) return data;
  const events = new EventTrace(trace, { historyLength: HISTORY });
  try {
    const seen = aslEvents(events, run.space.callTree, data.texts);
    const withEvents: AslData = {
      ...data,
      table: (name) => (EVENT_CLASSES.some((known) => known === name) ? seen.table : data.table(name)),
    };
    return withMatches(data, matchesOf(patterns, withEvents, seen, options), seen);
  } finally {
    events.close();
  }
}

/** Events that are at hand without reading again: more than patterns put aside before they look. */
const HISTORY = 8192;
