import type { ClockCorrection } from '../clocks/clockCorrection.js';
import { forgetCollectives, forgetMessages } from '../records/communicationRecords.js';
import type { Search } from './search.js';

/**
 * What stages work on. Some of it is there when a search begins, some is given by a stage; what a stage frees is gone for
 * those that follow.
 */
export const resources = [
  /** Times and visits of all locations. */
  'profiles',
  /** Sends and receives. */
  'messages',
  'collectives',
  /** What passes over the events gathered. */
  'passes',
  /** Barriers and locks. */
  'threads',
  'accelerators',
  /** Loops that ask for requests. */
  'polling',
  /** What the locations did between their synchronizing operations. */
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

/** What reading gives. */
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

/** How the memory of what nobody needs any more is given back; the rest goes with the search. */
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
  /** Said when it begins: the share of the search that is done, and what is being done. */
  readonly telling?: { readonly done: number; readonly message: string };
  readonly needs: readonly Resource[];
  readonly gives: readonly Resource[];
  /** What no later stage may need. */
  readonly frees: readonly Resource[];
  /** Returns corrections of the clocks where all must be read again with them; the stages that follow are left out. */
  run(search: Search): readonly ClockCorrection[] | undefined;
}

/**
 * Runs stages one after the other.
 * @param tell called before a stage that says something
 * @returns corrections of the clocks, where times must be corrected first
 * @throws Error when a stage needs what no earlier one gives, or what an earlier one freed
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

/** @throws Error when a stage needs what is not there at its turn */
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
