import { addAt, elementAt } from '../../../base/elements.js';
import { TrimtabError } from '../../../base/problem.js';
import { NO_INDEX } from '../../../model/definitions.js';
import { locationNames } from '../../../model/names.js';
import { ALWAYS } from '../timeline/largest.js';
import type { OpenMeasurement } from '../openMeasurement.js';
import type { Answerer } from './answerer.js';
import { encoded, runningLocations } from './locationRows.js';

const UNITS = { count: 'count', bytes: 'bytes', waiting: 'seconds' } as const;

export const matrix: Answerer<'matrix'> = (measurement, { of, window = ALWAYS, most }, checkCancelled) => {
  const { room, space } = measurement;
  const file = measurement.timeline(checkCancelled);
  const processes = processesIn(measurement);
  const folded = Math.max(1, Math.ceil(processes.length / most));
  const rows = Math.ceil(processes.length / folded);
  const rowOf = room.uint32(space.locationCount).fill(NO_INDEX);
  for (const [at, { locations }] of processes.entries())
    for (const location of locations) rowOf[location] = Math.floor(at / folded);
  const value = room.float64(rows * rows);
  let messages = 0;
  measurement.messageTotals(checkCancelled).tell(
    window,
    (from, to, count, bytes, waiting) => {
      const [sender, receiver] = [elementAt(rowOf, from), elementAt(rowOf, to)];
      if (sender === NO_INDEX || receiver === NO_INDEX) return;
      messages += count;
      addAt(value, sender * rows + receiver, of === 'count' ? count : of === 'bytes' ? bytes : waiting);
    },
    checkCancelled,
  );
  if (of === 'bytes' && value.some(Number.isNaN))
    throw new TrimtabError(
      `Experiment ${measurement.experiment.id} was measured with a version that did not keep the sizes of messages; show how many there are.`,
    );
  const groups = Array.from({ length: rows }, (_, row) => processes.slice(row * folded, (row + 1) * folded));
  const start = room.uint32(rows + 1);
  for (const [row, group] of groups.entries())
    start[row + 1] = elementAt(start, row) + group.reduce((sum, { locations }) => sum + locations.length, 0);
  return {
    head: { unit: UNITS[of], span: file.span, rows, processes: processes.length, folded, messages },
    columns: {
      value,
      start,
      location: Uint32Array.from(groups.flatMap((group) => group.flatMap(({ locations }) => locations))),
      ...encoded(groups.map(nameOf), room),
    },
  };
};

interface Process {
  readonly name: string;
  readonly locations: readonly number[];
}

/** The processes that run the program, in the order of their numbers. */
function processesIn({ definitions, space }: OpenMeasurement): Process[] {
  const { locations, locationGroups } = definitions;
  const names = locationNames(definitions);
  const found = new Map<number, number[]>();
  for (const location of runningLocations(space.locationCount, locations)) {
    // Locations without a group are separate processes.
    const { group = NO_INDEX } = locations[location] ?? {};
    const key = group === NO_INDEX ? -1 - location : group;
    const known = found.get(key);
    if (known === undefined) found.set(key, [location]);
    else known.push(location);
  }
  return [...found].map(([group, own]) => {
    const process = locationGroups[group]?.name ?? '';
    return { name: process === '' ? (names[own[0] ?? -1] ?? '') : process, locations: own };
  });
}

function nameOf(group: readonly Process[]): string {
  const [first, last] = [group.at(0)?.name ?? '', group.at(-1)?.name ?? ''];
  return group.length > 1 ? `${first} to ${last}` : first;
}
