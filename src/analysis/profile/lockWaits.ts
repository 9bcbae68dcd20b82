/**
 * Waiting for locks of POSIX threads in a profile (src/probe/finish/otf2/locks.c). It contains the locks, counts
 * and times, and the call by which the releasing thread had acquired them. Times are not divided by the lock's owner at
 * each moment, as in a trace.
 */
import type { Definitions } from '../../model/definitions.js';
import type { Finding, RootCause, SourcePlace } from '../../model/findings/findings.js';
import type { Fraction, Seconds } from '../../base/units.js';
import { counted, duration, plainLine } from '../../base/text.js';

/** Waiting by one call for a lock that was taken by one call. */
interface LockWait {
  readonly waits: number;
  readonly seconds: Seconds;
  readonly longest: Seconds;
  /** The variable; omitted if the lock was created at run time. */
  readonly name?: string;
  readonly waiter: SourcePlace;
  /** Omitted if no release was observed meanwhile. */
  readonly owner?: { readonly region: string; readonly place: SourcePlace };
}

/** Owners are named from this share of the waiting. */
const LEAST_SHARE: Fraction = 0.05;
/** At most so many locks and owners are named. */
const MOST_NAMED = 3;

/** Findings about waiting for locks, with what is known of these. */
export function withLocks(
  findings: readonly Finding[],
  { properties }: Pick<Definitions, 'properties'>,
): readonly Finding[] {
  const known = (properties.get('TRIMTAB::LOCKS') ?? '').split('\n').flatMap(lockWaitIn);
  return findings.map((finding) => {
    if (finding.property !== 'pthread_cost' || !TAKES_LOCK.test(finding.callPath.at(-1)?.region ?? '')) return finding;
    const { place } = finding;
    const own = known.filter(({ waiter }) => waiter.file === place?.file && waiter.line === place.line);
    return told(finding, own);
  });
}

const TAKES_LOCK = /^pthread_(mutex|rwlock|spin)_/;

/** @param line `WAITS SECONDS LONGEST LOCKS`, then behind tabs the lock's name, and function, file and line of both calls */
function lockWaitIn(line: string): LockWait[] {
  const [numbers = '', name = '', , file = '', at = '', region = '', ownFile = '', ownAt = ''] = line.split('\t');
  const values = numbers.split(' ').map(Number);
  const [waits = 0, seconds = 0, longest = 0] = values;
  if (values.length !== 4 || !values.every((value) => value >= 0 && value < Infinity) || file === '') return [];
  return [
    {
      waits,
      seconds,
      longest,
      waiter: { file, line: Number(at) },
      ...(name === '' ? {} : { name }),
      ...(ownFile === '' ? {} : { owner: { region, place: { file: ownFile, line: Number(ownAt) } } }),
    },
  ];
}

function told(finding: Finding, waits: readonly LockWait[]): Finding {
  const rootCauses = owners(waits);
  const sentences = [
    finding.explanation,
    ...(waits.length === 0 ? [] : [contention(waits)]),
    rootCauses.length === 0 ? NO_OWNERS : LAST_OWNERS,
  ];
  const explanation = sentences.join(' ');
  return rootCauses.length === 0 ? { ...finding, explanation } : { ...finding, explanation, rootCauses };
}

const NO_OWNERS = 'This profile does not contain which thread held the lock; a trace does.';
const LAST_OWNERS =
  'The causes are the calls that took the lock for the thread that released it last before each wait ended. A trace shows the holder at each moment.';

/** `Threads waited 12 times here, for table_lock, 2.1 s in all and 20 ms at most.` */
function contention(waits: readonly LockWait[]): string {
  const names = [...new Set(waits.flatMap(({ name }) => (name === undefined ? [] : [name])))];
  const named = names.slice(0, MOST_NAMED).map(plainLine).join(', ');
  const unnamed = waits.some(({ name }) => name === undefined);
  const locks = [
    ...(named === '' ? [] : [names.length > MOST_NAMED ? `${named}, …` : named]),
    ...(unnamed ? ['locks made while the program ran'] : []),
  ].join(' and ');
  const sum = (of: (wait: LockWait) => number): number => waits.reduce((all, wait) => all + of(wait), 0);
  const longest = Math.max(...waits.map((wait) => wait.longest));
  return (
    `Threads waited ${counted(
      sum(({ waits: own }) => own),
      'time',
    )} here for ${locks}, ` + `${duration(sum(({ seconds }) => seconds))} in all and ${duration(longest)} at most.`
  );
}

/** By the call that had taken the lock, the most waiting first. Waits that timed out are no part of it. */
function owners(waits: readonly LockWait[]): RootCause[] {
  const whole = waits.reduce((sum, { seconds }) => sum + seconds, 0);
  const byPlace = new Map<string, RootCause>();
  for (const { owner, seconds } of waits) {
    if (owner === undefined) continue;
    const { region, place } = owner;
    const key = `${region}\n${place.file}:${place.line}`;
    const all = (byPlace.get(key)?.seconds ?? 0) + seconds;
    const share = whole > 0 ? Math.min(1, all / whole) : 0;
    byPlace.set(key, { region, callPath: [{ region, callSite: place }], place, seconds: all, share, locations: [] });
  }
  return [...byPlace.values()]
    .filter(({ share }) => share >= LEAST_SHARE)
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, MOST_NAMED);
}
