import { elementAt } from '../../base/elements.js';
import type { Location } from '../../model/definitions.js';
import type { Loss } from '../../model/trace.js';
import type { EventDecoder } from './eventDecoder.js';
import type { Ending } from './eventStream.js';
import type { ProblemLog, Tell } from './problemLog.js';
import { counted } from './problemLog.js';

/** How a location is named in a sentence. */
export function placeOf({ name, id }: Pick<Location, 'name' | 'id'>): string {
  return `"${name}" (${id})`;
}

function locations(places: string, details: readonly string[]): string {
  return details.length === 1 ? `location ${places}` : `${details.length} locations (${places})`;
}

/** Adds up the numbers that cases of one kind keep as the first word of their detail. */
function sum(details: readonly string[]): number {
  return details.reduce((total, detail) => total + Number.parseInt(detail, 10), 0);
}

const summed =
  (tell: (count: number, where: string) => string): Tell =>
  (places, all) =>
    tell(sum(all), locations(places, all));

/** An event file that ends early: the detail is the number of events, the byte, and the reason if there is one. */
const endsEarly =
  (how: string, state: string): Tell =>
  (places, all) => {
    const events = sum(all);
    if (all.length > 1) {
      return `The event files of ${all.length} locations (${places}) are ${state}; what they hold up to there is used (${counted(events, 'event')}).`;
    }
    const [, byte = '', ...words] = elementAt(all, 0).split(' ');
    const reason = words.length === 0 ? '' : `: the file ${words.join(' ')}`;
    return `The event file of location ${places} ${how} at byte ${byte}${reason}; the ${counted(events, 'event')} before ${events === 1 ? 'is' : 'are'} used.`;
  };

/** The sentences of what can be wrong with one location, by kind. */
export const locationProblems: ReadonlyMap<string, Tell> = new Map([
  [
    'damaged local definitions',
    (places, all) =>
      `The definition file of ${locations(places, all)} is damaged; clocks are then not corrected and events may carry wrong names.`,
  ],
  [
    'missing events',
    (places, all) =>
      all.length === 1
        ? `The event file of location ${places} is missing; results are without it.`
        : `The event files of ${all.length} locations are missing (${places}); results are without them.`,
  ],
  [
    'unopened event file',
    (places, all) =>
      all.length === 1
        ? `The event file ${all[0]}; results are without it.`
        : `The event files of ${all.length} locations (${places}) cannot be opened, such as ${all[0]}; results are without them.`,
  ],
  [
    'missing definitions',
    (places) =>
      `The definition file of location ${places} is missing; its clock is not corrected and its events may carry wrong names.`,
  ],
  ['cut event file', endsEarly('ends early', 'cut')],
  ['damaged event file', endsEarly('is damaged', 'damaged')],
  [
    'undefined regions',
    summed((count, where) => {
      return `Regions are not defined for ${counted(count, 'event')} of ${where}; they are shown without a name.`;
    }),
  ],
  [
    'undefined communicators',
    summed((count, where) => {
      return `Communicators are not defined for ${counted(count, 'event')} of ${where}; they cannot be matched.`;
    }),
  ],
  [
    'backward steps',
    summed((count, where) => {
      return `Time runs backwards at ${counted(count, 'moment')} in ${where}; there, no time counts until it has caught up.`;
    }),
  ],
  [
    'unknown records',
    summed((count, where) => `Skipped ${counted(count, 'event')} of types unknown to OTF2 3.1 in ${where}.`),
  ],
  [
    'event counts',
    (places, all) => {
      const { found, announced } = countsOf(elementAt(all, 0));
      return all.length === 1
        ? `Location ${places} has ${counted(found, 'event')} where the definitions announce ${announced}; all of them are used.`
        : `${all.length} locations (${places}) have another number of events than the definitions announce; all of them are used.`;
    },
  ],
]);

/** Notes that the definition file of a location is damaged. */
export function tellLocalDefinitionProblem(log: ProblemLog, location: Location): void {
  log.note({ level: 'warning', kind: 'damaged local definitions', place: placeOf(location), detail: '' });
}

/** Notes all that was found wrong while the events of a location were read to their end. */
export function tellDecodingProblems(log: ProblemLog, location: Location, decoder: EventDecoder, ending: Ending): void {
  const place = placeOf(location);
  const { unknownRecords, undefinedRegions, undefinedCommunicators } = decoder.records;
  if (ending.state !== 'complete') {
    const reason = ending.reason === undefined ? '' : ` ${ending.reason}`;
    const detail = `${decoder.events + unknownRecords} ${ending.byte}${reason}`;
    log.note({ level: 'warning', kind: `${ending.state} event file`, place, detail });
  }
  const tellNumber = (level: 'warning' | 'information', kind: string, count: number): void => {
    if (count > 0) log.note({ level, kind, place, detail: String(count) });
  };
  tellNumber('warning', 'undefined regions', undefinedRegions);
  tellNumber('warning', 'undefined communicators', undefinedCommunicators);
  tellNumber('warning', 'backward steps', decoder.times.backwardSteps);
  tellNumber('information', 'unknown records', unknownRecords);
}

/** Notes when a location that was read to its end has another number of events than announced. */
export function tellWrongCount(
  log: ProblemLog,
  location: Location,
  decoder: EventDecoder,
  announced: number | undefined,
): void {
  const found = decoder.events + decoder.records.unknownRecords;
  if (announced === undefined || announced === found) return;
  const detail = `${found} ${announced}`;
  log.note({ level: 'information', kind: 'event counts', place: placeOf(location), detail });
}

/** Notes that an event file cannot be opened: which, and why. */
export function tellUnopened(log: ProblemLog, location: Location, which: string): void {
  log.note({ level: 'warning', kind: 'unopened event file', place: placeOf(location), detail: which });
}

/** The kinds of problems that mean lost events. */
const losses: readonly (readonly [kind: string, loss: Loss])[] = [
  ['event counts', 'short'],
  ['cut event file', 'cut'],
  ['damaged event file', 'damaged'],
  ['missing events', 'missing'],
  ['unopened event file', 'missing'],
];

/** Returns the locations with missing events, by index, as far as they were read. */
export function lossesOf(log: ProblemLog, locations: readonly Location[]): ReadonlyMap<number, Loss> {
  const found = new Map<number, Loss>();
  for (const [kind, loss] of losses) {
    const cases = log.casesOf(kind);
    if (cases.size === 0) continue;
    locations.forEach((location, index) => {
      const detail = cases.get(placeOf(location));
      if (detail !== undefined && (loss !== 'short' || hasFewer(detail))) found.set(index, loss);
    });
  }
  return found;
}

/** Whether a case of wrong counts, `found announced`, is about missing events and not about surplus ones. */
function hasFewer(detail: string): boolean {
  const { found, announced } = countsOf(detail);
  return found < announced;
}

function countsOf(detail: string): { found: number; announced: number } {
  const [found = NaN, announced = NaN] = detail.split(' ').map(Number);
  return { found, announced };
}
