/** Severities of the run or of a part of its time. */
import { TrimtabError } from '../../../base/problem.js';
import type { CheckCancelled } from '../eventIndex.js';
import type { OpenMeasurement } from '../openMeasurement.js';
import type { Window } from '../timeline/largest.js';
import type { PlacedColumns } from './placedSums.js';
import { type WindowSeverities, windowSeverities } from './windowSeverities.js';

/** Windows asked about last are kept: each step in the Explorer asks about the same one. */
const MOST_KEPT = 2;
const known = new WeakMap<OpenMeasurement, Map<string, WindowSeverities>>();

/**
 * @param window the whole run if omitted
 * @throws as windowSeverities
 */
export function severitiesIn(
  measurement: OpenMeasurement,
  window: Window | undefined,
  checkCancelled: CheckCancelled,
): ReadonlyMap<string, PlacedColumns> {
  if (window === undefined) return measurement.space.severities;
  const kept = known.get(measurement) ?? new Map<string, WindowSeverities>();
  known.set(measurement, kept);
  const key = `${window.from} ${window.to}`;
  const found = kept.get(key) ?? windowSeverities(measurement, window, checkCancelled);
  kept.delete(key);
  kept.set(key, found);
  for (const old of [...kept.keys()].slice(0, -MOST_KEPT)) kept.delete(old);
  return found;
}

/** Why a metric has no values in a window, in one sentence; undefined where it has. */
export function missingIn(
  { space }: OpenMeasurement,
  window: Window | undefined,
  severities: ReadonlyMap<string, unknown>,
  metrics: readonly { readonly metric: string }[],
): string | undefined {
  if (window === undefined) return undefined;
  const missing = metrics.find(({ metric }) => !severities.has(metric));
  if (missing === undefined) return undefined;
  const title = space.metrics.find(({ name }) => name === missing.metric)?.title ?? missing.metric;
  return `${title} is available for the whole run only; for a time range there are times, waits and visits.`;
}

/** @throws TrimtabError where a metric has no values in a window */
export function checkKnownIn(...asked: Parameters<typeof missingIn>): void {
  const missing = missingIn(...asked);
  if (missing !== undefined) throw new TrimtabError(missing);
}
