import type { Doubt, SourcePlace } from '../../../model/findings/findings.js';
import { counted, fileName } from '../../../base/text.js';
import type { MeasurementFacts } from './measurement.js';

/** At most so many lines are named. */
const MOST_NAMED = 3;

/** Requests that one call path of a process starts and that never end. */
export interface Leak {
  readonly process: number;
  readonly region: string;
  readonly place?: SourcePlace;
  readonly count: number;
}

/**
 * Returns a warning about communication that the program left unfinished, for complete traces: Trimtab's, without
 * losses. Such a trace is not incomplete, so this replaces that warning.
 * @param incomplete the trace's uncertain parts
 */
export function unfinishedCommunication(
  facts: MeasurementFacts,
  incomplete: Doubt | undefined,
  leaks: readonly Leak[],
): Doubt | undefined {
  if (!facts.isOwn || !isComplete(facts, incomplete)) return undefined;
  const requests = leaks.reduce((sum, { count }) => sum + count, 0);
  const messages = (incomplete?.uncertainty?.locations ?? []).reduce(
    (sum, { unmatchedSends = 0 }) => sum + unmatchedSends,
    0,
  );
  if (requests + messages === 0) return undefined;
  const parts = [
    ...(requests === 0 ? [] : [`${counted(requests, 'request')} never completed`]),
    ...(messages === 0 ? [] : [`${counted(messages, 'message')} never received`]),
  ];
  const verbs = [
    ...(requests === 0 ? [] : [`completed ${counted(requests, 'request')}`]),
    ...(messages === 0 ? [] : [`received ${counted(messages, 'message')}`]),
  ];
  const where = requests === 0 ? '' : ` Not completed: what ${placesOf(leaks)} started.`;
  const effect =
    incomplete === undefined
      ? 'no number depends on it, but each leaves memory of MPI in use'
      : 'waiting that depends on them, and its causes, are not judged';
  return {
    kind: 'unfinished-communication',
    severity: 'warning',
    title: parts.join(', '),
    sentence: `The program never ${verbs.join(' and never ')}: ${effect}.${where}`,
    advice:
      requests === 0
        ? 'Receive every message that is sent, or do not send it.'
        : 'Complete every request by MPI_Wait, MPI_Test or their forms for several, before it is overwritten, freed or the program ends.',
    ...(incomplete?.uncertainty === undefined ? {} : { uncertainty: incomplete.uncertainty }),
  };
}

/** Whether nothing is missing but what the program did not do. */
function isComplete(facts: MeasurementFacts, incomplete: Doubt | undefined): boolean {
  const { lostRecords = 0, ranksWithoutRecords = 0, ranksCut = 0 } = facts;
  if (lostRecords + ranksWithoutRecords + ranksCut > 0 || facts.partsTraced !== undefined) return false;
  const { locations = [], leftOut = 0 } = incomplete?.uncertainty ?? {};
  return leftOut === 0 && locations.every(({ state }) => state === 'messages');
}

/** The lines that started them, most first: `MPI_Irecv at halo.c:12 (4 requests, 2 processes)`. */
function placesOf(leaks: readonly Leak[]): string {
  const byPlace = new Map<string, { count: number; readonly processes: Set<number> }>();
  for (const { process, region, place, count } of leaks) {
    const name = place === undefined ? region : `${region} at ${fileName(place.file)}:${place.line}`;
    const sum = byPlace.get(name) ?? { count: 0, processes: new Set<number>() };
    sum.count += count;
    sum.processes.add(process);
    byPlace.set(name, sum);
  }
  const all = [...byPlace].sort(([, one], [, other]) => other.count - one.count);
  const named = all
    .slice(0, MOST_NAMED)
    .map(
      ([name, { count, processes }]) =>
        `${name} (${counted(count, 'request')}, ${processes.size === 1 ? '1 process' : `${processes.size} processes`})`,
    );
  const more = all.length - named.length;
  return more === 0 ? named.join(', ') : `${named.join(', ')} and ${counted(more, 'more line')}`;
}
