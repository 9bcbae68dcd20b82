import { NO_INDEX } from '../../../model/definitions.js';
import { TIME_CLASSES } from '../../../model/timeline.js';
import type { Answerer } from './answerer.js';
import { encodedNames, runningLocations } from './locationRows.js';

export const timeline: Answerer<'timeline'> = (measurement) => {
  const { definitions, space, room, missingTimeline } = measurement;
  const known = definitions.locations.slice(0, space.locationCount);
  const location = runningLocations(space.locationCount, known);
  room.check(40 * location.length);
  const { name, end } = encodedNames(definitions, location, room);
  const process = location.map((each) => known[each]?.group ?? NO_INDEX);
  const machine = process.map((each) => definitions.locationGroups.at(each)?.systemTreeNode ?? NO_INDEX);
  const nothing = new Float64Array(location.length);
  return {
    head: {
      span: 0,
      classes: [...TIME_CLASSES],
      missing: missingTimeline,
      ...{ waits: 0, messages: 0, collectives: 0, properties: [] },
    },
    columns: {
      ...{ location, process, machine, name, end },
      events: nothing,
      first: nothing.map(() => Number.NaN),
      last: nothing.map(() => Number.NaN),
    },
  };
};
