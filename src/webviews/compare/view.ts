/** What the rows of a comparison say. Nothing here knows the browser. */
import type {
  CallPathRow,
  Change,
  ComparedValue,
  Comparison,
  Presence,
  PropertyRow,
} from '../../experiments/compare/comparison.js';
import type { SourcePlace } from '../../model/findings.js';
import { counted, duration, fileName, percent, plainLine } from '../../model/text.js';

export const kinds = ['callPaths', 'lines', 'properties', 'causes'] as const;
export type Kind = (typeof kinds)[number];

type Unit = 'seconds' | 'count' | 'bytes';

/** One row of the page's table, whichever kind it is. */
export interface Row {
  readonly key: string;
  readonly what: string;
  /** Callers, nearest first; only of call paths. */
  readonly under?: string;
  readonly presence: Presence;
  readonly unit: Unit;
  readonly value: ComparedValue;
  /** Where it is: in the chosen group's text, else in the baseline's. */
  readonly place?: SourcePlace & { readonly group: number };
}

/**
 * The rows of one kind, largest change first.
 * @param group the group compared with the first one, from 1
 */
export function rowsOf(comparison: Comparison, kind: Kind, group: number): Row[] {
  return allRows(comparison, kind, group)
    .filter((row) => row.unit === 'seconds')
    .sort((a, b) => Math.abs(changeOf(b, group)?.absolute ?? 0) - Math.abs(changeOf(a, group)?.absolute ?? 0));
}

function allRows(comparison: Comparison, kind: Kind, group: number): Row[] {
  const inTime = timeProperties(comparison.properties);
  switch (kind) {
    case 'callPaths':
      return cellRows(comparison, group, (property) => inTime.has(property));
    case 'causes':
      return cellRows(comparison, group, (property) => !inTime.has(property));
    case 'lines':
      return lineRows(comparison, group);
    case 'properties':
      return propertyRows(comparison.properties.filter(({ property }) => inTime.has(property)));
  }
}

/** Time and the properties it contains; the others, such as delays, say of the same seconds where they come from. */
function timeProperties(properties: readonly PropertyRow[]): ReadonlySet<string> {
  const inTime = new Set(['time']);
  // Parents stand before their children.
  for (const { property, parent } of properties) if (parent !== undefined && inTime.has(parent)) inTime.add(property);
  return inTime;
}

/** The change of a row between the first group and another. */
export function changeOf(row: { readonly value: ComparedValue }, group: number): Change | undefined {
  return row.value.changes.at(group - 1);
}

function cellRows(
  { cells, callPaths, properties }: Comparison,
  group: number,
  wanted: (property: string) => boolean,
): Row[] {
  const titles = new Map(properties.map((row) => [row.property, row]));
  return cells
    .filter(({ property }) => wanted(property))
    .map((cell) => {
      const path = callPaths[cell.callPath];
      const property = titles.get(cell.property);
      const place = placeOf(path.places, group);
      return {
        key: `${cell.property} ${cell.callPath}`,
        what: `${plainLine(property?.title ?? cell.property)} in ${plainLine(path.region)}`,
        under: callersOf(callPaths, path),
        presence: path.presence,
        unit: property?.unit ?? 'seconds',
        value: cell,
        ...(place === undefined ? {} : { place }),
      };
    });
}

function lineRows({ lines }: Comparison, group: number): Row[] {
  return lines.map((line, index) => {
    const place = placeOf(line.places, group);
    return {
      key: String(index),
      what: place === undefined ? 'a line' : `${fileName(place.file)}:${place.line}`,
      presence: line.presence,
      unit: 'seconds',
      value: line,
      ...(place === undefined ? {} : { place }),
    };
  });
}

function propertyRows(properties: readonly PropertyRow[]): Row[] {
  return properties.map((row) => ({
    key: row.property,
    what: plainLine(row.title),
    presence: 'everywhere',
    unit: row.unit,
    value: row,
  }));
}

function placeOf(places: readonly (SourcePlace | null)[], group: number): Row['place'] {
  const chosen = places.at(group) ?? null;
  const first = places.at(0) ?? null;
  if (chosen !== null) return { ...chosen, group };
  return first === null ? undefined : { ...first, group: 0 };
}

function callersOf(callPaths: readonly CallPathRow[], path: CallPathRow): string {
  const callers: string[] = [];
  for (let at = path.parent; at >= 0 && callers.length < 4; at = callPaths[at].parent)
    callers.push(plainLine(callPaths[at].region));
  return callers.join(' ← ');
}

/** `−1.20 s`, with a true minus sign, so that numbers stand under one another. */
export function signed(seconds: number): string {
  if (seconds === 0) return '±0 s';
  return `${seconds < 0 ? '−' : '+'}${duration(Math.abs(seconds))}`;
}

/** `−12.1 %`. */
export function signedPercent(share: number): string {
  return `${share < 0 ? '−' : '+'}${percent(Math.abs(share))}`;
}

/** What the comparison says of the whole program, as one or two sentences. @param group from 1 */
export function verdictSentence({ groups, runTime }: Comparison, group: number): string {
  const [before, after] = [runTime.groups[0], runTime.groups[group]];
  const change = runTime.changes[group - 1];
  const relative = change.relative === undefined ? '' : `, ${signedPercent(change.relative)}`;
  const numbers = `${duration(after.mean)} instead of ${duration(before.mean)} wall-clock time (${signed(change.absolute)}${relative})`;
  const name = plainLine(groups[group].label);
  switch (change.verdict) {
    case 'faster':
    case 'slower': {
      const { interval } = change;
      const sure =
        interval === undefined
          ? ''
          : `; with 95 % confidence the change is between ${signed(interval.low)} and ${signed(interval.high)}`;
      return `${name} is ${change.verdict}: ${numbers}${sure}.`;
    }
    case 'no difference shown':
      return `No difference is shown: ${numbers}, which is within what repeats differ by.`;
    case 'single runs: no verdict':
      return `${numbers.charAt(0).toUpperCase()}${numbers.slice(1)}. ${runsSentence(before.runs, after.runs)}`;
  }
}

function runsSentence(before: number, after: number): string {
  const runs =
    before === 1 && after === 1
      ? 'One run each'
      : `${counted(before, 'run')} before and ${counted(after, 'run')} after`;
  return `${runs} allow${before === 1 && after === 1 ? 's' : ''} no verdict, since a run differs from its repeat too: run each at least twice to know.`;
}
