/** Overview of a profile's contents in addition to times, calls and counters. */
import type { OtherMetrics } from '../../../model/findings/otherMetrics.js';
import { isCounter } from '../../../model/counters.js';
import type { CounterReport } from '../../../model/counters.js';
import type { PerformanceSpace } from '../../../model/performanceSpace.js';
import type { Profile } from '../../../model/profile.js';
import { isSumOfSquares } from '../../../model/sumsOfSquares.js';
import { timeMetrics } from '../../../model/timeMetrics.js';
import { type CallPaths, countedIn, nodeTotals } from '../../report/index.js';
import { eventsOf } from './events.js';
import { groupsOf } from './groups.js';
import { rangesOf } from './ranges.js';
import { slicesOf } from './slices.js';

const MOST_METRICS = 24;
const MOST_FUNCTIONS = 50;
const MOST_MOMENTS = 100;

/** @returns undefined if there is nothing else */
export function otherMetricsOf(profile: Profile, paths: CallPaths): OtherMetrics | undefined {
  const lists: Required<OtherMetrics> = {
    quantities: quantitiesOf(profile, paths),
    ranges: rangesOf(profile, paths, MOST_METRICS, MOST_FUNCTIONS),
    events: eventsOf(profile),
    groups: groupsOf(profile),
    slices: slicesOf(profile),
    moments: momentsOf(profile),
  };
  const found = Object.entries(lists).filter(([, list]) => list.length > 0);
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/** Returns additive metrics that are not reported elsewhere. Metrics precede those that they contain. */
function quantitiesOf({ space, semantics }: Profile, paths: CallPaths): CounterReport[] {
  const times = timeMetrics(space.metrics);
  return space.metrics
    .filter((metric) => {
      const { name, unit } = metric;
      const isTold = times.has(name) || isCounter(metric) || semantics?.get(name) === 'visits' || name === 'visits';
      return !isTold && unit !== 'seconds' && !isSumOfSquares(metric) && space.severities.has(name);
    })
    .sort((one, other) => Number(one.parent !== undefined) - Number(other.parent !== undefined))
    .slice(0, MOST_METRICS)
    .map(({ name, title, unit }) => ({ ...countedIn(space, paths, { name, unit }, MOST_FUNCTIONS), name: title }))
    .filter(({ functions }) => functions.length > 0);
}

function momentsOf({ space, snapshots = [] }: Profile): Required<OtherMetrics>['moments'] {
  return snapshots.slice(0, MOST_MOMENTS).map(({ name, time, severities }) => {
    const moment: PerformanceSpace = { ...space, severities };
    const seconds = nodeTotals(moment, 'time').reduce((sum, one) => sum + one, 0);
    return { name, ...(time === undefined ? {} : { time }), seconds };
  });
}
