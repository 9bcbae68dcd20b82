import type { Location } from '../../model/definitions.js';
import type { EventDecoder } from './eventDecoder.js';
import type { Ending } from './eventStream.js';
import type { ProblemLog } from './problemLog.js';
import { counted } from './problemLog.js';

function placeOf(location: Location): string {
  return `"${location.name}" (${location.id})`;
}

function locations(places: string, details: readonly string[]): string {
  return details.length === 1 ? `location ${places}` : `${details.length} locations (${places})`;
}

/** Adds up the numbers that cases of one kind keep as their detail. */
function sum(details: readonly string[]): number {
  return details.reduce((total, detail) => total + Number(detail), 0);
}

/** Notes that the definition file of a location is damaged. */
export function tellLocalDefinitionProblem(log: ProblemLog, location: Location): void {
  log.note(
    'warning',
    'damaged local definitions',
    placeOf(location),
    '',
    (places, all) =>
      `The definition file of ${locations(places, all)} is damaged; clocks are then not corrected and events may carry wrong names.`,
  );
}

/** Notes all that was found wrong while the events of a location were read to their end. */
export function tellDecodingProblems(log: ProblemLog, location: Location, decoder: EventDecoder, ending: Ending): void {
  const place = placeOf(location);
  const records = decoder.records;
  const events = decoder.events + records.unknownRecords;
  if (ending.state !== 'complete') tellEarlyEnd(log, place, events, ending);
  tellNumber(log, 'undefined regions', place, records.undefinedRegions, (count, where) => {
    return `Regions are not defined for ${counted(count, 'event')} of ${where}; they are shown without a name.`;
  });
  tellNumber(log, 'undefined communicators', place, records.undefinedCommunicators, (count, where) => {
    return `Communicators are not defined for ${counted(count, 'event')} of ${where}; they cannot be matched.`;
  });
  tellNumber(log, 'backward steps', place, decoder.backwardSteps, (count, where) => {
    return `Time runs backwards at ${counted(count, 'moment')} in ${where}; durations around them are wrong.`;
  });
  if (records.unknownRecords === 0) return;
  log.note(
    'information',
    'unknown records',
    place,
    String(records.unknownRecords),
    (places, all) => `Skipped ${counted(sum(all), 'event')} of types unknown to OTF2 3.1 in ${locations(places, all)}.`,
  );
}

function tellEarlyEnd(log: ProblemLog, place: string, events: number, ending: Ending): void {
  const reason = ending.reason === undefined ? '' : `: the file ${ending.reason}`;
  const how = ending.state === 'cut' ? 'ends early' : 'is damaged';
  log.note('warning', `event file ${how}`, place, `${events}`, (places, all) =>
    all.length === 1
      ? `The event file of location ${places} ${how} at byte ${ending.byte}${reason}; the ${counted(events, 'event')} before ${events === 1 ? 'is' : 'are'} used.`
      : `The event files of ${all.length} locations (${places}) are ${ending.state}; what they hold up to there is used (${counted(sum(all), 'event')}).`,
  );
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
  log.note('information', 'event counts', placeOf(location), '', (places, all) =>
    all.length === 1
      ? `Location ${places} has ${counted(found, 'event')} where the definitions announce ${announced}; all that are there are used.`
      : `${all.length} locations (${places}) have another number of events than the definitions announce; all that are there are used.`,
  );
}

function tellNumber(
  log: ProblemLog,
  kind: string,
  place: string,
  count: number,
  tell: (count: number, where: string) => string,
): void {
  if (count === 0) return;
  log.note('warning', kind, place, String(count), (places, all) => tell(sum(all), locations(places, all)));
}
