import { elementAt } from '../../../base/elements.js';
import type { Definitions } from '../../../model/definitions.js';
import type { Doubt, UncertainLocation, UncertainState } from '../../../model/findings/findings.js';
import { counted, duration } from '../../../base/text.js';
import { measurementFacts } from '../doubts/measurement.js';
import { locationNames } from '../../../model/names.js';
import type { Processes } from '../../../model/processes.js';
import type { LocationProfile } from '../profile/locationProfile.js';
import { isThread, type LocationCertainty } from '../certainty/locations.js';
import type { MessageDoubts } from './messages.js';

/** At most so many locations of a kind are named. */
const MOST_NAMED = 3;

/** All that is known of what is uncertain. */
export interface Doubts {
  readonly definitions: Definitions;
  readonly profiles: readonly LocationProfile[];
  readonly processes: Processes;
  readonly locations: readonly LocationCertainty[];
  /** By process. */
  readonly messages: readonly MessageDoubts[];
  /** Operations of several processes or threads without verdict. */
  readonly leftOut: number;
  readonly certainUntil: number;
}

/** Combines all uncertain parts in one warning; undefined if there are none. */
export function summaryOf(doubts: Doubts): Doubt | undefined {
  const locations = uncertainLocations(doubts);
  if (locations.length === 0 && doubts.leftOut === 0) return undefined;
  const { certainUntil } = doubts;
  const isCertainAtFirst = Number.isFinite(certainUntil) && certainUntil > extentOf(doubts.profiles).first;
  return {
    kind: 'incomplete-trace',
    severity: 'warning',
    title: 'Incomplete trace',
    sentence: `${whatIsMissing(locations, doubts)}. ${whatIsNotJudged(doubts)}`,
    advice: adviceFor(new Set(locations.map(({ state }) => state)), measurementFacts(doubts.definitions).isOwn),
    uncertainty: { ...(isCertainAtFirst ? { certainUntil } : {}), locations, leftOut: doubts.leftOut },
  };
}

function uncertainLocations({
  definitions,
  profiles,
  processes,
  locations,
  messages,
}: Omit<Doubts, 'leftOut'>): UncertainLocation[] {
  const names = locationNames(definitions);
  const byLocation = new Map(profiles.map((profile) => [profile.location, profile]));
  const { first, last } = extentOf(profiles);
  return locations.flatMap(({ location, state }) => {
    const defined = elementAt(definitions.locations, location);
    const process = elementAt(processes.ofLocation, location);
    const members = elementAt(processes.locations, process);
    const isFirst = members.find((member) => isThread(elementAt(definitions.locations, member))) === location;
    // There are none where all messages are certain.
    const doubts = isFirst ? messages[process] : undefined;
    const counts = doubts === undefined ? {} : messageCounts(doubts);
    const told = state ?? (Object.keys(counts).length > 0 ? 'messages' : undefined);
    if (told === undefined) return [];
    const profile = byLocation.get(location);
    const announced = defined.announcedEvents;
    const missing =
      told === 'cut' && profile !== undefined
        ? share(last - profile.last, last - first)
        : share(announced - (profile?.events ?? 0), announced);
    return [
      {
        location,
        name: elementAt(names, location),
        state: told,
        ...(told === 'cut' && profile !== undefined ? { from: profile.last } : {}),
        ...(missing > 0 ? { missing } : {}),
        ...positive({
          openRegions: profile?.irregularities.unclosed ?? 0,
          strayLeaves: (profile?.irregularities.strayLeaves ?? 0) + (profile?.irregularities.crossedLeaves ?? 0),
        }),
        ...counts,
      },
    ];
  });
}

function messageCounts(doubts: MessageDoubts): Partial<UncertainLocation> {
  const { unmatchedSends, unmatchedReceives, doubtfulReceives } = doubts;
  return positive({
    unmatchedSends,
    unmatchedReceives,
    doubtfulReceives,
    openRequests: doubts.openSends + doubts.openReceives,
  });
}

/** The counts that are not zero. */
function positive<Name extends string>(counts: Readonly<Record<Name, number>>): Partial<Record<Name, number>> {
  const found: Partial<Record<Name, number>> = {};
  for (const name in counts) if (counts[name] > 0) found[name] = counts[name];
  return found;
}

function share(part: number, whole: number): number {
  return whole > 0 ? Math.max(0, Math.min(1, part / whole)) : 0;
}

function extentOf(profiles: readonly LocationProfile[]): { first: number; last: number } {
  const read = profiles.filter(({ events }) => events > 0);
  return {
    first: read.reduce((least, { first }) => Math.min(least, first), Number.POSITIVE_INFINITY),
    last: read.reduce((most, { last }) => Math.max(most, last), Number.NEGATIVE_INFINITY),
  };
}

/** Text for each state of locations, after their number. */
const states: readonly (readonly [UncertainState, (one: boolean) => string])[] = [
  ['cut', (one) => (one ? 'ends early' : 'end early')],
  ['lost', (one) => (one ? 'is lost' : 'are lost')],
  ['gaps', (one) => (one ? 'has missing events' : 'have missing events')],
  ['unbalanced', (one) => (one ? 'has calls and returns that do not fit' : 'have calls and returns that do not fit')],
  ['metrics-only', (one) => (one ? 'records no calls' : 'record no calls')],
];

function whatIsMissing(locations: readonly UncertainLocation[], { definitions, leftOut }: Doubts): string {
  const all = definitions.locations.length;
  const parts = states.flatMap(([state, how]) => {
    const concerned = locations.filter((location) => location.state === state);
    if (concerned.length === 0) return [];
    return [`${concerned.length} of ${counted(all, 'location')} ${how(concerned.length === 1)} (${named(concerned)})`];
  });
  const sum = (name: 'unmatchedSends' | 'unmatchedReceives' | 'doubtfulReceives' | 'openRequests'): number =>
    locations.reduce((total, location) => total + (location[name] ?? 0), 0);
  const counts: readonly (readonly [number, string, string])[] = [
    [sum('unmatchedSends'), 'send', 'without receive'],
    [sum('unmatchedReceives') + sum('doubtfulReceives'), 'receive', 'without a certain send'],
    [sum('openRequests'), 'request', 'without completion'],
    [leftOut, 'operation', 'without all members'],
  ];
  for (const [number, noun, how] of counts) if (number > 0) parts.push(`${counted(number, noun)} ${how}`);
  return parts.join(', ');
}

function named(locations: readonly UncertainLocation[]): string {
  const names = locations
    .slice(0, MOST_NAMED)
    .map(({ name, from }) => (from === undefined ? name : `${name} at ${duration(from)}`));
  const more = locations.length - names.length;
  return more === 0 ? names.join('; ') : `${names.join('; ')} and ${more} more`;
}

function whatIsNotJudged({ certainUntil, profiles }: Doubts): string {
  const waits = 'Waits that need the missing records are not judged';
  if (certainUntil === Number.POSITIVE_INFINITY) return `${waits}.`;
  const causes =
    certainUntil > extentOf(profiles).first
      ? `the causes of waiting after ${duration(certainUntil)}`
      : 'the causes of waiting';
  return `${waits}, nor are ${causes}, the critical path and the balance of the locations.`;
}

/** @param isOwn whether Trimtab measured it, which records calls, returns and communication completely */
function adviceFor(found: ReadonlySet<UncertainState>, isOwn: boolean): string {
  if (found.has('lost') || found.has('cut'))
    return 'Look whether the program ended normally and the disk had room, copy missing files, or measure again.';
  if (isOwn && (found.has('gaps') || found.has('metrics-only')))
    return 'Look whether records were lost while the program ran or its trace was copied, and measure again if so.';
  if (isOwn && found.has('unbalanced'))
    return 'Times along call paths of these locations are approximate; look whether the program leaves functions by longjmp or by exceptions.';
  if (isOwn)
    return 'Check that each message is received, each request completed, and each collective operation called by all its processes, also before an early exit.';
  if (found.has('unbalanced'))
    return 'Times along call paths of these locations are approximate; a measurement that keeps calls and returns together is more precise.';
  return 'Measure again, with a measurement system that records these communications completely, to have them judged.';
}
