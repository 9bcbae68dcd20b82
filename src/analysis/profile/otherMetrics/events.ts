import { elementAt } from '../../../base/elements.js';
import { deviation, type AtomicEvents } from '../../../model/atomicEvents.js';
import type { EventSummary } from '../../../model/findings/otherMetrics.js';
import type { Definitions } from '../../../model/definitions.js';
import type { SourcePlace } from '../../../model/findings/findings.js';
import type { Profile } from '../../../model/profile.js';
import { regionPlace } from '../../../model/text/regionPlace.js';

const MOST_EVENTS = 200;
/** Maximum number of listed steps of a context: the innermost ones. */
const MOST_STEPS = 16;

interface EventSums {
  count: number;
  min: number;
  max: number;
  sum: number;
  squares: number;
  locations: number;
}

/** Statistics of each event over all locations. */
export function eventsOf({ atomicEvents, definitions }: Profile): EventSummary[] {
  if (atomicEvents === undefined) return [];
  const sums = sumsOf(atomicEvents);
  const places = placesByName(definitions);
  return atomicEvents.events
    .flatMap(({ name, context }, index): EventSummary[] => {
      const found = sums.get(index);
      if (found === undefined || ![found.count, found.sum, found.squares].every(Number.isFinite)) return [];
      const { count, min, max, sum, squares, locations } = found;
      const mean = sum / count;
      const place = places.get(context.at(-1) ?? '');
      return [
        {
          name,
          ...(context.length === 0 ? {} : { context: context.slice(-MOST_STEPS) }),
          ...(place === undefined ? {} : { place }),
          unit: unitOf(name),
          count,
          min,
          max,
          mean,
          deviation: deviation(count, mean, squares),
          locations,
        },
      ];
    })
    .sort((a, b) => (a.context?.length ?? 0) - (b.context?.length ?? 0) || b.count - a.count)
    .slice(0, MOST_EVENTS);
}

function sumsOf({ event, count, min, max, mean, sumOfSquares }: AtomicEvents): ReadonlyMap<number, EventSums> {
  const sums = new Map<number, EventSums>();
  event.forEach((index, row) => {
    const one = sums.get(index) ?? { count: 0, min: Infinity, max: -Infinity, sum: 0, squares: 0, locations: 0 };
    const [numbers = 0, ...told] = [count, min, max, mean, sumOfSquares].map((column) => elementAt(column, row));
    const [least = 0, most = 0, average = 0, squares = 0] = told;
    // Files may contain invalid numbers.
    if (!(numbers > 0) || !Number.isFinite(numbers * average) || !told.every(Number.isFinite)) return;
    one.count += numbers;
    one.min = Math.min(one.min, least);
    one.max = Math.max(one.max, most);
    one.sum += numbers * average;
    one.squares += squares;
    one.locations++;
    sums.set(index, one);
  });
  return sums;
}

/** Returns definitions of regions, by both of their names; ambiguous names have none. */
function placesByName({ regions }: Definitions): ReadonlyMap<string, SourcePlace | undefined> {
  const places = new Map<string, SourcePlace | undefined>();
  for (const region of regions)
    for (const name of new Set([region.name, region.canonicalName])) {
      const place = regionPlace(region);
      const known = places.get(name);
      if (!places.has(name)) places.set(name, place);
      else if (known?.file !== place?.file || known?.line !== place?.line) places.set(name, undefined);
    }
  return places;
}

/** By the name alone, as these files have no units: TAU's sizes of messages and volumes of I/O are bytes. */
export function unitOf(name: string): 'bytes' | 'count' {
  if (/\b([kmg]i?b|bandwidth|rate)\b|\/s\b/i.test(name)) return 'count';
  return /\bbytes?\b|\bmessage size\b/i.test(name) ? 'bytes' : 'count';
}
