/** Texts for parts of a comparison, in reports and in terminals. */
import { relativeText } from '../../base/changeText.js';
import { elementAt } from '../../base/elements.js';
import type { SourcePlace } from '../../model/findings/findings.js';
import { counted, fileName, plainLine, quantity } from '../../base/text.js';
import type { MetricUnit } from '../../model/performanceSpace.js';
import type { Change, Comparison, ComparedValue, Estimate, LineRow } from './comparison.js';

/** A mean, with half the width of its interval where there are repeats: `8.12 s ± 0.2 s`. */
export function estimateText({ mean, interval }: Estimate, unit: MetricUnit): string {
  const value = quantity(mean, unit);
  return interval === undefined ? value : `${value} ± ${quantity(interval.high - mean, unit)}`;
}

/** The properties that the total time consists of, itself included. */
export function partsOfTime({ properties }: Pick<Comparison, 'properties'>): Set<string> {
  const parts = new Set(['time']);
  for (const { property, parent } of properties) if (parent !== undefined && parts.has(parent)) parts.add(property);
  return parts;
}

/** The regions of a call path, outermost first. */
export function regionsOf({ callPaths }: Comparison, index: number): string[] {
  const regions: string[] = [];
  for (let at = index; at >= 0; at = elementAt(callPaths, at).parent)
    regions.push(plainLine(elementAt(callPaths, at).region));
  return regions.reverse();
}

const placeText = (place: SourcePlace): string => `${plainLine(fileName(place.file))}:${place.line}`;

/** A line before and after: `heat2d.c:88 → 92`. */
export function lineText({ places }: Pick<LineRow, 'places'>): string {
  const [before, after] = [places.at(0) ?? null, places.at(-1) ?? null];
  if (before === null || after === null) {
    const only = before ?? after ?? places.find((place) => place !== null) ?? null;
    const where = only === null ? 'no line' : placeText(only);
    return after === null && before !== null ? `${where} (gone)` : before === null ? `${where} (new)` : where;
  }
  if (fileName(before.file) !== fileName(after.file)) return `${placeText(before)} → ${placeText(after)}`;
  return before.line === after.line ? placeText(before) : `${placeText(before)} → ${after.line}`;
}

/** Returns the overall verdict of the comparison, in one sentence. */
export function verdictSentence({ groups, runTime }: Comparison, group: number): string {
  const change = elementAt(runTime.changes, group - 1);
  const names = [elementAt(groups, 0).label, elementAt(groups, group).label].map(plainLine);
  const numbers = `${estimateText(elementAt(runTime.groups, 0), 'seconds')} → ${estimateText(elementAt(runTime.groups, group), 'seconds')}, ${relativeText(change)}`;
  switch (change.verdict) {
    case 'faster':
    case 'slower':
      return `${names[1]} is ${change.verdict} than ${names[0]} (${numbers}; 95 % confidence).`;
    case 'no difference shown':
      return `No difference is shown between ${names[0]} and ${names[1]} (${numbers}; 95 % confidence).`;
    case 'single runs: no verdict':
      return `Single runs allow no verdict on ${names[0]} and ${names[1]} (${numbers}).`;
  }
}

/** Titles that are meaningless without the one above them. */
const DEPENDENT = new Set(['Different Sources', 'Same Source']);

/**
 * Returns titles of a comparison's properties that are unambiguous alone, prefixed with as many parents as needed,
 * `Late Receiver › Short-Term`. Outside the parts of the total time the topmost one is always included.
 */
export function titlesOf(comparison: Pick<Comparison, 'properties'>): Map<string, string> {
  const rows = new Map(comparison.properties.map((row) => [row.property, row]));
  const above = (property: string): string[] => {
    const row = rows.get(property);
    return row === undefined ? [] : [...(row.parent === undefined ? [] : above(row.parent)), plainLine(row.title)];
  };
  const paths = new Map([...rows.keys()].map((property) => [property, above(property)]));
  const endsWith = (path: readonly string[], end: readonly string[]): boolean =>
    end.every((title, index) => path[path.length - end.length + index] === title);
  const shortest = (path: readonly string[]): readonly string[] => {
    let steps = DEPENDENT.has(elementAt(path, path.length - 1)) ? 2 : 1;
    const others = [...paths.values()].filter((one) => one[0] === path[0] && one !== path);
    while (steps < path.length && others.some((one) => endsWith(one, path.slice(-steps)))) steps++;
    return path.slice(-steps);
  };
  const inTime = partsOfTime(comparison);
  return new Map(
    [...paths].map(([property, path]) => {
      const short = shortest(path);
      const root = inTime.has(property) || short.length === path.length ? [] : path.slice(0, 1);
      return [property, [...root, ...short].join(' › ')];
    }),
  );
}

/** Returns the contents of a line: `relax`, a function that begins there, or `calls MPI_Recv`. */
export function lineContent({ calls, begins }: Pick<LineRow, 'calls' | 'begins'>): string {
  const list = (names: readonly string[]): string =>
    names.slice(0, 3).map(plainLine).join(', ') + (names.length > 3 ? ' …' : '');
  if (begins.length > 0) return list(begins);
  return calls.length > 0 ? `calls ${list(calls)}` : '';
}

/** `4 ranks, 3 runs`. */
export function groupFacts({ runs }: Comparison['groups'][number]): string {
  const ranks = [...new Set(runs.map((run) => run.ranks))].map((count) => counted(count, 'rank')).join(' / ');
  return `${ranks}, ${counted(runs.length, 'run')}`;
}

/** The change of the last group. */
export function lastChange({ changes }: ComparedValue): Change {
  return elementAt(changes, changes.length - 1);
}
