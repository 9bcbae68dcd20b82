import type { Definitions, Location } from '../../../model/definitions.js';
import type { Answerer } from './answerer.js';
import { encodedNames, runningLocations } from './locationRows.js';

export const locations: Answerer<'locations'> = ({ space: { locationCount }, definitions, room }) => {
  const known = definitions.locations.slice(0, locationCount);
  const { name, end } = encodedNames(
    definitions,
    Array.from({ length: locationCount }, (_, at) => at),
    room,
  );
  return {
    head: { are: kindOf(known, definitions) },
    columns: { name, end, order: runningLocations(locationCount, known) },
  };
};

function kindOf(known: readonly Location[], { locationGroups }: Definitions): 'rank' | 'thread' | 'location' {
  const running = known.filter(({ type }) => type !== 'metric');
  if (running.some(({ type }) => type !== 'cpu-thread')) return 'location';
  const processes = [...new Set(running.map(({ group }) => group))].map((group) => locationGroups.at(group));
  if (processes.some((process) => process?.type !== 'process')) return 'location';
  if (processes.length < running.length) return 'thread';
  // One thread alone is a rank where its process is called so.
  return processes.length > 1 || /\brank\b/i.test(processes[0]?.name ?? '') ? 'rank' : 'thread';
}
