/** The list of a report's warnings, as every view shows it. */
import type { Doubt, DoubtKind, FindingsReport } from './findings.js';
import { counted, plainLine } from '../../base/text.js';

/** Order of warnings of the same severity: those that affect most of the numbers come first. */
const ORDER: Readonly<Record<DoubtKind, number>> = {
  'separate-programs': 0,
  predicted: 1,
  'missing-ranks': 2,
  'records-lost': 3,
  'parts-traced': 4,
  'incomplete-trace': 5,
  overhead: 6,
  'unrecorded-time': 7,
  oversubscribed: 8,
  'shared-processors': 9,
  'unrecorded-waiting': 10,
  'unfinished-communication': 11,
  'no-functions': 12,
  'implausible-times': 13,
  'inconsistent-profile': 14,
  'incomplete-profile': 15,
  'summed-ranks': 16,
  'sums-only': 17,
};

const order: ReadonlyMap<string, number> = new Map(Object.entries(ORDER));
/** Of kinds that only newer versions know. */
const LAST = 99;

/** Returns the warnings, the worst first; one of each kind. */
export function sortedDoubts(doubts: readonly Doubt[]): readonly Doubt[] {
  const ofKind = new Map([...doubts].reverse().map((doubt) => [doubt.kind, doubt]));
  const weight = ({ kind, severity }: Doubt): number => (order.get(kind) ?? LAST) + (severity === 'error' ? 0 : 100);
  return [...ofKind.values()].sort((one, other) => weight(one) - weight(other));
}

/** Returns the warnings of a report, the worst first; reports of older versions contain fewer. */
export function doubtsOf({ doubts }: Pick<FindingsReport, 'doubts'>): readonly Doubt[] {
  return doubts ?? [];
}

/** Returns the report with an additional warning, such as one that only the caller who started the run can give. */
export function withDoubt(report: FindingsReport, doubt: Doubt): FindingsReport {
  return { ...report, doubts: sortedDoubts([...doubtsOf(report), doubt]) };
}

/**
 * Returns the headline's part: the worst warning in a few words and the number of further ones; undefined without
 * warnings.
 */
export function headlineDoubt(report: Pick<FindingsReport, 'doubts'>): string | undefined {
  const doubts = doubtsOf(report);
  const first = doubts.at(0);
  if (first === undefined) return undefined;
  const more = doubts.length === 1 ? '' : `, and ${counted(doubts.length - 1, 'more warning')}`;
  return `${first.severity === 'error' ? 'Not as requested' : 'Unreliable'}: ${plainLine(first.title)}${more}`;
}

/** Returns the text shown if there are no findings; it claims that all is well only without warnings. */
export function nothingFound(report: Pick<FindingsReport, 'doubts' | 'measurement'>): string {
  // A profile does not always distinguish waiting.
  if (report.measurement === 'profile') return 'No significant finding in this profile.';
  return doubtsOf(report).length === 0
    ? 'No significant waiting time was found.'
    : 'No significant waiting time was found in the recorded data.';
}
