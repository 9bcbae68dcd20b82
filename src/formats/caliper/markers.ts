/**
 * Regions of files in which no attribute is nested: what programs begin and end, in the order of the tree of nodes. Files
 * of Caliper's first versions have them.
 */
import type { Entry, Snapshot } from './records.js';
import { CALL_PATH, PLACE, RANK, SOURCE_FILE, SOURCE_LINE, THREAD } from './table.js';

export interface MarkedRegion {
  /** The outermost first. */
  readonly path: readonly string[];
  /** Whether the row was written at the end of something that is not in the path, such as an iteration. */
  readonly isWithin: boolean;
}

const END = 'event.end#';

/**
 * Texts are regions. A number, such as that of an iteration, is one only where it is the outermost, and then under its
 * attribute's name: the iterations of a loop are one region. A row that ends something has what it ends as last region.
 */
export function regionOf({ markers, entries }: Snapshot): MarkedRegion {
  const ended = entries.find(({ attribute: { name } }) => name.startsWith(END))?.attribute.name.slice(END.length);
  const found = markers.filter(isRegion);
  const last = found.findLastIndex(({ attribute }) => attribute.name === ended);
  const within = last < 0 ? found : found.slice(0, last + 1);
  const kept = within.filter(({ attribute }, i) => attribute.type === 'string' || i === 0);
  const endsOther = last >= 0 && kept.at(-1) !== within.at(-1);
  return {
    path: kept.map(({ attribute: { name, type }, value }) => (type === 'string' ? value : name)),
    isWithin: endsOther,
  };
}

function isRegion({ attribute: { name } }: Entry): boolean {
  const isKnown = [CALL_PATH, PLACE, RANK, THREAD].some((pattern) => pattern.test(name));
  return (
    !isKnown && name !== SOURCE_FILE && name !== SOURCE_LINE && !/^(cali|event|mpi\.rank|spot|attribute)\b/.test(name)
  );
}
