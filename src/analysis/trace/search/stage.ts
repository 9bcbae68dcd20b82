import type { ClockCorrection } from '../clocks/clockCorrection.js';
import { forgetCollectives, forgetMessages } from '../records/communicationRecords.js';
import type { Search } from './search.js';

/**
 * Resources of stages. Some are available when a search begins, some are provided by a stage; those that a stage frees
 * are unavailable to later ones.
 */
export const resources = [
  /** Times and visits of all locations. */
  'profiles',
  /** Sends and receives. */
  'messages',
  'collectives',
  /** Results of passes over the events. */
  'passes',
  /** Barriers and locks. */
  'threads',
  'accelerators',
  /** Loops that ask for requests. */
  'polling',
  /** Activities of the locations between their synchronizing operations. */
  'timelines',
  /** The severities of time, which waiting is taken out of. */
  'booked time',
  'clock violations',
  /** Who waited for whom. */
  'wait states',
  /** How long each wait was. */
  'instances',
] as const;

export type Resource = (typeof resources)[number];

/** Resources provided by reading. */
const READ: readonly Resource[] = [
  'profiles',
  'messages',
  'collectives',
  'passes',
  'threads',
  'accelerators',
  'polling',
  'timelines',
  'instances',
];

/** How resources are released when no longer needed; the rest is released with the search. */
const release: Partial<Record<Resource, (search: Search) => void>> = {
  messages: (search) => {
    forgetMessages(search.reading.records);
    search.forgetMatching();
  },
  collectives: ({ reading }) => forgetCollectives(reading.records),
};

/** A step of the search for waiting time and its causes. */
export interface Stage {
  readonly name: string;
  /** Progress at its start: the completed share of the search, and a message. */
  readonly telling?: { readonly done: number; readonly message: string };
  readonly needs: readonly Resource[];
  readonly gives: readonly Resource[];
  /** Resources that no later stage may need. */
  readonly frees: readonly Resource[];
  /** Returns corrections of the clocks if all must be read again with them; later stages are skipped. */
  run(search: Search): readonly ClockCorrection[] | undefined;
}

/**
 * Runs stages one after the other.
 * @param tell called before a stage that reports progress
 * @returns corrections of the clocks, if times must be corrected first
 * @throws Error when a stage needs a resource that no earlier one provides, or that an earlier one freed
 */
export function runStages(
  stages: readonly Stage[],
  search: Search,
  tell: (done: number, message: string) => void,
): readonly ClockCorrection[] | undefined {
  checkOrder(stages);
  for (const stage of stages) {
    if (stage.telling !== undefined) tell(stage.telling.done, stage.telling.message);
    const corrections = stage.run(search);
    if (corrections !== undefined) return corrections;
    for (const freed of stage.frees) release[freed]?.(search);
  }
  return undefined;
}

/** @throws Error when a stage needs a resource that is unavailable at its turn */
export function checkOrder(stages: readonly Stage[]): void {
  const available = new Set<Resource>(READ);
  for (const { name, needs, gives, frees } of stages) {
    for (const needed of needs) {
      if (!available.has(needed)) throw new Error(`The stage "${name}" needs "${needed}", which is not available.`);
    }
    for (const given of gives) available.add(given);
    for (const freed of frees) available.delete(freed);
  }
}
