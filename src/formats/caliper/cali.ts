/** Rows of a `.cali` file. */
import { regionOf } from './markers.js';
import { CaliperRecords, type Entry, type Snapshot } from './records.js';
import {
  type AttributeFacts,
  CALL_PATH,
  type CaliperRow,
  PLACE,
  RANK,
  SNAPSHOT,
  SOURCE_FILE,
  SOURCE_LINE,
  THREAD,
} from './table.js';

/** The channel of Spot's files that has each region once; others repeat the same time by iteration. */
const REGIONS = 'regionprofile';
const NUMBERS = new Set(['int', 'uint', 'double']);

export interface CaliRows {
  readonly records: CaliperRecords;
  readonly facts: AttributeFacts;
  readonly rows: Iterable<CaliperRow>;
}

/** The rows of the lines of a file. */
export function rowsOf(lines: Iterable<string>): CaliRows {
  const records = new CaliperRecords();
  const facts: AttributeFacts = { units: new Map(), aggregatable: new Set() };
  return { records, facts, rows: generate(records, facts, lines) };
}

function* generate(records: CaliperRecords, facts: AttributeFacts, lines: Iterable<string>): Generator<CaliperRow> {
  for (const snapshot of records.snapshots(lines)) {
    const channel = snapshot.entries.find(({ attribute }) => attribute.name === 'spot.channel');
    if (channel === undefined || channel.value === REGIONS) yield rowOf(snapshot, facts, records.hasNested);
  }
}

function rowOf(snapshot: Snapshot, facts: AttributeFacts, hasNested: boolean): CaliperRow {
  const values = new Map<string, number>();
  const callPath: string[] = [];
  let [place, file, line]: [string, string, string] = ['', '', ''];
  let [rank, thread, moment]: (number | undefined)[] = [];
  for (const entry of snapshot.entries) {
    const { attribute, value } = entry;
    const { name } = attribute;
    if (CALL_PATH.test(name)) callPath.push(value);
    else if (PLACE.test(name)) place = value;
    else if (name === SOURCE_FILE) file = value;
    else if (name === SOURCE_LINE) line = value;
    else if (RANK.test(name)) rank ??= wholeOf(value);
    else if (THREAD.test(name)) thread ??= wholeOf(value);
    else if (name === SNAPSHOT) moment ??= wholeOf(value);
    else addNumber(entry, values, facts);
  }
  const functions = callPath.reverse();
  const regions = snapshot.path.map(({ value }) => value);
  const marked = functions.length + regions.length > 0 || hasNested ? undefined : regionOf(snapshot);
  return {
    path: functions.length > 0 ? functions : (marked?.path ?? regions),
    place: place === '' && file !== '' ? `${file}:${line}` : place,
    ...{ rank, thread, snapshot: moment, values },
    isSampled: functions.length > 0 || place !== '' || file !== '',
    ...(marked?.isWithin === true ? { isWithin: true } : {}),
  };
}

function addNumber(
  { attribute, value, isMeasured }: Entry,
  values: Map<string, number>,
  { units, aggregatable }: AttributeFacts,
): void {
  const { name, type, unit, isHidden, isAggregatable } = attribute;
  if (!isMeasured || isHidden || !NUMBERS.has(type) || name.startsWith('cali.') || value === '') return;
  const number = Number(value);
  if (!Number.isFinite(number)) return;
  values.set(name, number);
  if (unit !== '') units.set(name, unit);
  if (isAggregatable) aggregatable.add(name);
}

function wholeOf(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
