/** Matches of patterns as rows that properties go over. */
import { type AslData, type Column, ColumnTable, isMany, manyFrom, type Table } from '../data.js';
import type { AslEvents } from '../events.js';
import type { GroupedConstraint } from './grouping.js';
import type { MatchSet } from './patterns.js';

/** A run with the matches of patterns: each pattern's are a class, whose rows are in the order of the events. */
export function withMatches(data: AslData, sets: readonly MatchSet[], events: AslEvents): AslData {
  const tables = new Map<string, Table>();
  const byName = new Map<string, NonNullable<AslData['matches']>>();
  const stopped = new Map<string, string>();
  for (const set of sets) {
    const { name } = set.pattern;
    if (set.stopped !== undefined) {
      stopped.set(name, set.stopped);
      continue;
    }
    const path = Float64Array.from(set.visits, events.pathOf);
    const columns = new Map<string, Column>(
      [...set.exports].map(([member, values]) => [member, Float64Array.from(values)]),
    );
    columns.set('path', path).set('location', Float64Array.from(set.locations));
    tables.set(`match of ${name}`, new ColumnTable(set.visits.length, columns));
    if (set.constraint !== undefined) byName.set(name, lookUp(set, set.constraint, data, events));
  }
  return {
    ...data,
    table: (name) => tables.get(name) ?? data.table(name),
    matches: (pattern, ...asked) => byName.get(pattern)?.(pattern, ...asked),
    stopped: (pattern) => stopped.get(pattern),
  };
}

/** The matches for each row that asks: all, or those within its region. */
function lookUp(
  set: MatchSet,
  { region }: GroupedConstraint,
  data: AslData,
  events: AslEvents,
): NonNullable<AslData['matches']> {
  const all = Float64Array.from(set.visits, (_, match) => match);
  if (region === undefined)
    return (_pattern, _values, rows, meter) => {
      meter.hold(rows * all.length);
      return manyFrom(Array.from({ length: rows }, () => all));
    };
  const parameter = set.pattern.parameters.findIndex(({ slot }) => slot === region);
  const byRegion = matchesByRegion(set, data, events);
  return (_pattern, values, rows, meter) => {
    const of = values[parameter];
    const none: readonly number[] = [];
    const regions = of === undefined || isMany(of) ? new Float64Array(rows).fill(NaN) : of;
    const lists = Array.from(regions, (row) => byRegion.get(row) ?? none);
    meter.hold(lists.reduce((sum, { length }) => sum + length, 0));
    return manyFrom(lists);
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
