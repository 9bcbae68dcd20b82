import type { PerformanceSpace, SeverityColumn } from './performanceSpace.js';
import type { Profile } from './profile.js';
import { callPathValues, place, upTree, type CallPathValues, type PlacedValues } from './profileValues.js';

/**
 * Inclusive values of a metric: as the file has them, else summed along the call tree, where the profile has one;
 * undefined where they are not known.
 */
export function inclusiveValues(
  { space, inclusive, shape = 'tree' }: Profile,
  metric: string,
): CallPathValues | undefined {
  const read = inclusive?.get(metric);
  if (read !== undefined) return read;
  const column = space.severities.get(metric);
  return shape === 'tree' && column !== undefined ? summedAlong(space, column) : undefined;
}

/** Each row of the result is a path's own values and those of all that it calls. */
function summedAlong({ callTree, locationCount }: PerformanceSpace, column: SeverityColumn): CallPathValues {
  const places: PlacedValues = { callPath: [], location: [], value: [] };
  upTree(callTree, locationCount, column, (node, location, own = 0, below) => {
    const sum = own + below;
    place(places, node, location, sum);
    return sum;
  });
  return callPathValues(places, callTree.size, locationCount);
}
