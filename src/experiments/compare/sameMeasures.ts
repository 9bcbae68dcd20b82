/** Profiles compared with traces: only common measures are compared. */
import { knownFromRegions } from '../../analysis/trace/metrics/classification.js';
import { timeMetrics } from '../../model/timeMetrics.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import { shippedProperties } from '../../properties/index.js';
import type { MeasuredRun, RunGroup } from './measuredRun.js';

/** The groups as they are compared. */
export interface Levelled {
  readonly groups: readonly RunGroup[];
  /** Labels of the groups with runs that were not searched for waiting, if others were. */
  readonly profiles: readonly string[];
}

const waiting: ReadonlySet<string> = new Set(
  shippedProperties.waiting.map(({ metric }) => metric).filter((metric) => !knownFromRegions.has(metric)),
);

const knowsWaiting = ({ space }: MeasuredRun): boolean => space.metrics.some(({ name }) => waiting.has(name));

/**
 * Restricts runs to common metrics. If only some runs were searched for waiting, removes the metrics that the others
 * cannot have from all. Waiting is then part of the surrounding time in MPI or OpenMP, since a metric contains those
 * below it. Otherwise all the waiting of a trace would seem to be new compared with a profile.
 */
export function onOneLevel(groups: readonly RunGroup[]): Levelled {
  const runs = [...new Set(groups.flatMap((group) => group.runs))];
  const profiles = runs.filter((run) => !knowsWaiting(run));
  if (profiles.length === 0 || profiles.length === runs.length) return { groups, profiles: [] };
  const levelled = new Map(
    runs.map((run) => [run, { ...run, space: restricted(run.space, (name) => isMeasuredByAll(name, run, profiles)) }]),
  );
  return {
    groups: groups.map((group) => ({ ...group, runs: group.runs.map((run) => levelled.get(run) ?? run) })),
    profiles: groups.filter((group) => group.runs.some((run) => !knowsWaiting(run))).map(({ label }) => label),
  };
}

/** Times are divided in the same way in all runs; anything else must be in all profiles. */
function isMeasuredByAll(name: string, { space }: MeasuredRun, profiles: readonly MeasuredRun[]): boolean {
  if (profiles.every((profile) => profile.space.metrics.some((metric) => metric.name === name))) return true;
  return timeMetrics(space.metrics).has(name) && !isWaiting(name, space);
}

/** Whether a metric is waiting, or a part of it. */
function isWaiting(name: string, { metrics }: PerformanceSpace): boolean {
  const parents = new Map(metrics.map((metric) => [metric.name, metric.parent]));
  const seen = new Set<string>();
  for (let at: string | undefined = name; at !== undefined && !seen.has(at); at = parents.get(at)) {
    if (waiting.has(at)) return true;
    seen.add(at);
  }
  return false;
}

function restricted(space: PerformanceSpace, keeps: (name: string) => boolean): PerformanceSpace {
  return {
    ...space,
    metrics: space.metrics.filter(({ name }) => keeps(name)),
    severities: new Map([...space.severities].filter(([name]) => keeps(name))),
  };
}
