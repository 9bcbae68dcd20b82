/** Rows of a `.cali` file. */
import { CaliperRecords, type Entry, type Snapshot } from './records.js';
import { CALL_PATH, PLACE, RANK, SOURCE_FILE, SOURCE_LINE, THREAD, type CaliperRow } from './table.js';

/** The channel of Spot's files that has each region once; others tell the same time again, by iteration. */
const REGIONS = 'regionprofile';
const NUMBERS = new Set(['int', 'uint', 'double']);

export interface CaliRows {
  readonly records: CaliperRecords;
  /** Units by name of the attribute, where the file has them. */
  readonly units: Map<string, string>;
  readonly rows: Iterable<CaliperRow>;
}

/** The rows of the lines of a file. */
export function rowsOf(lines: Iterable<string>): CaliRows {
  const records = new CaliperRecords();
  const units = new Map<string, string>();
  return { records, units, rows: generate(records, units, lines) };
}

function* generate(
  records: CaliperRecords,
  units: Map<string, string>,
  lines: Iterable<string>,
): Generator<CaliperRow> {
  for (const snapshot of records.snapshots(lines)) {
    const channel = snapshot.entries.find(({ attribute }) => attribute.name === 'spot.channel');
    if (channel === undefined || channel.value === REGIONS) yield rowOf(snapshot, units);
  }
}

function rowOf({ path, entries }: Snapshot, units: Map<string, string>): CaliperRow {
  const values = new Map<string, number>();
  const callPath: string[] = [];
  let [place, file, line]: [string, string, string] = ['', '', ''];
  let rank: number | undefined;
  let thread: number | undefined;
  for (const { attribute, value } of entries) {
    const { name } = attribute;
    if (CALL_PATH.test(name)) callPath.push(value);
    else if (PLACE.test(name)) place = value;
    else if (name === SOURCE_FILE) file = value;
    else if (name === SOURCE_LINE) line = value;
    else if (RANK.test(name)) rank ??= wholeOf(value);
    else if (THREAD.test(name)) thread ??= wholeOf(value);
    else addNumber({ attribute, value }, values, units);
  }
  const functions = callPath.reverse();
  const regions = path.map(({ value }) => value);
  return {
    path: functions.length > 0 ? functions : regions,
    place: place === '' && file !== '' ? `${file}:${line}` : place,
    rank,
    thread,
    values,
  };
}

function addNumber({ attribute, value }: Entry, values: Map<string, number>, units: Map<string, string>): void {
  const { name, type, unit, isHidden } = attribute;
  if (isHidden || !NUMBERS.has(type) || name.startsWith('cali.') || value === '') return;
  const number = Number(value);
  if (!Number.isFinite(number)) return;
  values.set(name, number);
  if (unit !== '') units.set(name, unit);
}

function wholeOf(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
