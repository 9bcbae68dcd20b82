/** Matches of patterns as rows that properties go over. */
import { type AslData, type Column, ColumnTable, isMany, type Many, manyFrom, type Table } from '../data.js';
import type { AslEvents } from '../events.js';
import type { MatchSet } from './patterns.js';

/** A run with the matches of patterns: each pattern's are a class, whose rows are in the order of the events. */
export function withMatches(data: AslData, sets: readonly MatchSet[], events: AslEvents): AslData {
  const tables = new Map<string, Table>();
  const byName = new Map<string, (values: readonly Column[], rows: number) => Many>();
  for (const set of sets) {
    const { name } = set.pattern;
    const path = Float64Array.from(set.visits, events.pathOf);
    const columns = new Map<string, Column>(
      [...set.exports].map(([member, values]) => [member, Float64Array.from(values)]),
    );
    columns.set('path', path).set('location', Float64Array.from(set.locations));
    tables.set(`match of ${name}`, new ColumnTable(set.visits.length, columns));
    byName.set(name, lookUp(set, data, events));
  }
  return {
    ...data,
    table: (name) => tables.get(name) ?? data.table(name),
    matches: (pattern, values, rows) => byName.get(pattern)?.(values, rows),
  };
}

/** The matches for each row that asks: all, or those within its region. */
function lookUp(set: MatchSet, data: AslData, events: AslEvents): (values: readonly Column[], rows: number) => Many {
  const { region } = set.constraint;
  const all = Float64Array.from(set.visits, (_, match) => match);
  if (region === undefined) return (_, rows) => manyFrom(Array.from({ length: rows }, () => all));
  const parameter = set.pattern.parameters.findIndex(({ slot }) => slot === region);
  const byRegion = matchesByRegion(set, data, events);
  return (values, rows) => {
    const of = values[parameter];
    const none: readonly number[] = [];
    const regions = of === undefined || isMany(of) ? new Float64Array(rows).fill(NaN) : of;
    return manyFrom(Array.from(regions, (row) => byRegion.get(row) ?? none));
  };
}

function matchesByRegion({ rootVisits }: MatchSet, data: AslData, events: AslEvents): Map<number, number[]> {
  const regionsOf = new Map<number, ReadonlySet<number>>();
  const found = new Map<number, number[]>();
  rootVisits.forEach((visit, match) => {
    let regions = regionsOf.get(visit);
    if (regions === undefined) regionsOf.set(visit, (regions = regionsAbove(events.pathOf(visit), data)));
    for (const region of regions) {
      const matches = found.get(region);
      if (matches === undefined) found.set(region, [match]);
      else matches.push(match);
    }
  });
  return found;
}

/** The regions of a call path. */
function regionsAbove(path: number, data: AslData): ReadonlySet<number> {
  const paths = data.table('CallPath');
  const at = (name: string, row: number): number => {
    const column = paths?.member(name, Float64Array.of(row));
    return column === undefined || isMany(column) ? NaN : (column[0] ?? NaN);
  };
  const regions = new Set<number>();
  for (let row = path; !Number.isNaN(row); row = at('parent', row)) regions.add(at('region', row));
  return regions;
}
