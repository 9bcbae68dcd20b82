import { absent } from '../../../base/elements.js';
import type { Definitions, Location } from '../../../model/definitions.js';
import { locationNames } from '../../../model/names.js';
import type { Answerer } from './answerer.js';

export const locations: Answerer<'locations'> = ({ space: { locationCount }, definitions, room }) => {
  const known = definitions.locations.slice(0, locationCount);
  const names = locationNames(definitions);
  const encoder = new TextEncoder();
  const told = Array.from({ length: locationCount }, (_, location) => encoder.encode(names[location] ?? ''));
  const end = room.uint32(locationCount);
  let bytes = 0;
  for (const [location, { length }] of told.entries()) end[location] = bytes += length;
  room.check(bytes);
  const name = new Uint8Array(bytes);
  for (const [location, text] of told.entries()) name.set(text, (end[location] ?? absent(location)) - text.length);
  return { head: { are: kindOf(known, definitions) }, columns: { name, end, order: orderOf(locationCount, known) } };
};

/** Locations by the number of their group; those that measure only, such as a node's power meter, run nothing. */
function orderOf(count: number, known: readonly Location[]): Uint32Array {
  const group = (location: number): number => known[location]?.group ?? Number.MAX_SAFE_INTEGER;
  const running = Array.from({ length: count }, (_, location) => location).filter(
    (location) => known[location]?.type !== 'metric',
  );
  return Uint32Array.from(running.sort((a, b) => group(a) - group(b) || a - b));
}

function kindOf(known: readonly Location[], { locationGroups }: Definitions): 'rank' | 'thread' | 'location' {
  const running = known.filter(({ type }) => type !== 'metric');
  if (running.some(({ type }) => type !== 'cpu-thread')) return 'location';
  const processes = [...new Set(running.map(({ group }) => group))].map((group) => locationGroups.at(group));
  if (processes.some((process) => process?.type !== 'process')) return 'location';
  if (processes.length < running.length) return 'thread';
  // One thread alone is a rank where its process is called so.
  return processes.length > 1 || /\brank\b/i.test(processes[0]?.name ?? '') ? 'rank' : 'thread';
}
