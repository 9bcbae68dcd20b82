import { absent } from '../../../base/elements.js';
import { TrimtabError } from '../../../base/problem.js';
import type { TimelineFile } from '../../../experiments/files/timelineFile.js';
import { NO_INDEX } from '../../../model/definitions.js';
import { TIME_CLASSES } from '../../../model/timeline.js';
import type { CheckCancelled } from '../eventIndex.js';
import type { OpenMeasurement } from '../openMeasurement.js';
import type { Answerer } from './answerer.js';
import { encodedNames, runningLocations } from './locationRows.js';

export const timeline: Answerer<'timeline'> = (measurement, _, checkCancelled) => {
  const { definitions, space, room } = measurement;
  const known = definitions.locations.slice(0, space.locationCount);
  const location = runningLocations(space.locationCount, known);
  room.check(40 * location.length);
  const { name, end } = encodedNames(definitions, location, room);
  const process = location.map((each) => known[each]?.group ?? NO_INDEX);
  const machine = process.map((each) => definitions.locationGroups.at(each)?.systemTreeNode ?? NO_INDEX);
  const machines = Array.from(new Set(machine), (number) => definitions.systemTree.at(number)?.name ?? '');
  const file = fileOf(measurement, checkCancelled);
  const head =
    typeof file === 'string'
      ? { ...NOTHING, missing: file }
      : {
          span: file.span,
          waits: file.runsOf('waits').rows,
          messages: file.runsOf('messages').rows,
          collectives: file.runsOf('collectives').rows,
          properties: [...file.properties],
          steps: file.steps,
          latest: file.latest,
          counters: file.counterNames.map((counter) => counter.name),
          units: file.counterNames.map(({ unit }) => unit),
        };
  return {
    head: { ...head, classes: [...TIME_CLASSES], machines },
    columns: { location, process, machine, name, end, ...eventsOf(file, location) },
  };
};

const NOTHING = {
  span: 0,
  waits: 0,
  messages: 0,
  collectives: 0,
  properties: [],
  steps: 0,
  latest: 0,
  counters: [],
  units: [],
};

/** The timeline, or why there is none. */
function fileOf(measurement: OpenMeasurement, checkCancelled: CheckCancelled): TimelineFile | string {
  try {
    return measurement.timeline(checkCancelled);
  } catch (error) {
    if (error instanceof TrimtabError) return error.message;
    throw error;
  }
}

interface Extents {
  readonly events: Float64Array;
  readonly first: Float64Array;
  readonly last: Float64Array;
}

function eventsOf(file: TimelineFile | string, location: Uint32Array): Extents {
  const none = (): Float64Array => new Float64Array(location.length).fill(Number.NaN);
  const [events, first, last] = [new Float64Array(location.length), none(), none()];
  if (typeof file === 'string') return { events, first, last };
  const { blocks } = file;
  for (const [row, own] of location.entries()) {
    const [from, to] = [blocks.first[own] ?? absent(own), blocks.first[own + 1] ?? absent(own)];
    events[row] = blocks.events[own] ?? absent(own);
    if (from === to) continue;
    first[row] = blocks.start[from] ?? absent(from);
    last[row] = blocks.start[to - 1] ?? absent(to);
  }
  return { events, first, last };
}
