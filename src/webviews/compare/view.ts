/** What the rows of a comparison say. Nothing here knows the browser. */
import { absent } from '../../base/elements.js';
import type {
  CallPathRow,
  Change,
  ComparedValue,
  Comparison,
  Presence,
  PropertyRow,
} from '../../experiments/compare/comparison.js';
import { lineContent, partsOfTime, titlesOf } from '../../experiments/export/words.js';
import type { SourcePlace } from '../../model/findings.js';
import type { MetricUnit } from '../../model/performanceSpace.js';
import { fileName, plainLine } from '../../base/text.js';

export const kinds = ['callPaths', 'lines', 'properties', 'causes'] as const;
export type Kind = (typeof kinds)[number];

/** One row of the page's table, whichever kind it is. */
export interface Row {
  readonly key: string;
  readonly what: string;
  /** Callers, nearest first; only of call paths. */
  readonly under?: string;
  readonly presence: Presence;
  readonly unit: MetricUnit;
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

/** What a search looks into, in lower case. */
export function searchText({ what, under = '', presence, place }: Row): string {
  const where = place === undefined ? '' : `${fileName(place.file)}:${place.line}`;
  return `${what} ${under} ${presence} ${where}`.toLowerCase();
}

/** The change of a row between the first group and another. */
export function changeOf(row: { readonly value: ComparedValue }, group: number): Change | undefined {
  return row.value.changes.at(group - 1);
}

function allRows(comparison: Comparison, kind: Kind, group: number): Row[] {
  // The others, such as delays, say of the same seconds where they come from.
  const inTime = partsOfTime(comparison);
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

function cellRows(comparison: Comparison, group: number, wanted: (property: string) => boolean): Row[] {
  const { cells, callPaths, properties } = comparison;
  const titles = titlesOf(comparison);
  const units = new Map(properties.map(({ property, unit }) => [property, unit]));
  return cells
    .filter(({ property }) => wanted(property))
    .map((cell) => {
      const path = callPaths[cell.callPath] ?? absent(cell.callPath);
      const place = placeOf(path.places, group);
      return {
        key: `${cell.property} ${cell.callPath}`,
        what: `${titles.get(cell.property) ?? cell.property} in ${plainLine(path.region)}`,
        under: callersOf(callPaths, path),
        presence: path.presence,
        unit: units.get(cell.property) ?? 'seconds',
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
      what: lineContent(line),
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
  for (let at = callPaths[path.parent]; at !== undefined && callers.length < 4; at = callPaths[at.parent])
    callers.push(plainLine(at.region));
  return callers.join(' ← ');
}
