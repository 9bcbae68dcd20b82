/** The list of what makes a report's numbers doubtful, as every surface shows it. */
import type { Doubt, DoubtKind, FindingsReport } from './findings.js';
import { counted, plainLine } from '../../base/text.js';

/** The order in which doubts of one severity are told: what makes most of the numbers wrong comes first. */
const ORDER: Readonly<Record<DoubtKind, number>> = {
  'separate-programs': 0,
  'missing-ranks': 1,
  'records-lost': 2,
  'parts-traced': 3,
  'incomplete-trace': 4,
  overhead: 5,
  'unrecorded-time': 6,
  oversubscribed: 7,
  'shared-processors': 8,
  'unrecorded-waiting': 9,
  'unfinished-communication': 10,
  'no-functions': 11,
  'implausible-times': 12,
  'inconsistent-profile': 13,
  'incomplete-profile': 14,
  'summed-ranks': 15,
  'sums-only': 16,
};

const order: ReadonlyMap<string, number> = new Map(Object.entries(ORDER));
/** Of kinds that only newer versions know. */
const LAST = 99;

/** The doubts with the worst first; one of each kind. */
export function sortedDoubts(doubts: readonly Doubt[]): readonly Doubt[] {
  const ofKind = new Map([...doubts].reverse().map((doubt) => [doubt.kind, doubt]));
  const weight = ({ kind, severity }: Doubt): number => (order.get(kind) ?? LAST) + (severity === 'error' ? 0 : 100);
  return [...ofKind.values()].sort((one, other) => weight(one) - weight(other));
}

/** What makes the numbers of a report doubtful, the worst first; reports of older versions tell less. */
export function doubtsOf({ doubts }: Pick<FindingsReport, 'doubts'>): readonly Doubt[] {
  return doubts ?? [];
}

/** The report with a doubt more, such as one that only those know who started the run. */
export function withDoubt(report: FindingsReport, doubt: Doubt): FindingsReport {
  return { ...report, doubts: sortedDoubts([...doubtsOf(report), doubt]) };
}

/** The headline's part: the worst doubt in a few words, and how many more there are; undefined where there is none. */
export function headlineDoubt(report: Pick<FindingsReport, 'doubts'>): string | undefined {
  const doubts = doubtsOf(report);
  const first = doubts.at(0);
  if (first === undefined) return undefined;
  const more = doubts.length === 1 ? '' : `, and ${counted(doubts.length - 1, 'more warning')}`;
  return `${first.severity === 'error' ? 'Not as requested' : 'Unreliable'}: ${plainLine(first.title)}${more}`;
}

/** What is said instead of findings where there are none: a clean bill is given only without doubts. */
export function nothingFound(report: Pick<FindingsReport, 'doubts' | 'measurement'>): string {
  // A profile does not always tell waiting apart.
  if (report.measurement === 'profile') return 'Nothing worth mentioning was found in this profile.';
  return doubtsOf(report).length === 0
    ? 'No waiting time worth mentioning was found.'
    : 'No waiting time worth mentioning was found in what was recorded.';
}
