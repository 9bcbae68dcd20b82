/** Data for the page of a comparison: rows of one kind, the largest changes of one group first. */
import { present } from '../../base/present.js';
import { absent, elementAt } from '../../base/elements.js';
import { searchWords } from '../../base/searchWords.js';
import { fileName, plainLine } from '../../base/text.js';
import type { CallPathRow, ComparedValue, Comparison } from '../../experiments/index.js';
import { comparedChanges } from '../../experiments/export/dynamicsWords.js';
import { comparedEfficiencies } from '../../experiments/export/efficiencyWords.js';
import { lineContent, partsOfTime, titlesOf, verdictSentence } from '../../experiments/compare/words.js';
import type { SourcePlace } from '../../model/findings/findings.js';
import type * as wire from '../../protocol/pages/compare.js';

type Described = Pick<wire.ChangeRow, 'key' | 'what' | 'under' | 'presence' | 'place' | 'cell'> & {
  readonly value: ComparedValue;
  /** Rows in this order are those of the call tree, or of the source. */
  readonly order: string;
};

/** Changes by iteration that are shown. */
const MOST_CHANGES = 20;

/** Returns the data that a view shows of a comparison. @param known with its identifier */
export function shownComparison(
  { id, comparison }: { readonly id: string; readonly comparison: Comparison },
  view: wire.CompareView,
): wire.ShownComparison {
  const group = Math.min(view.group, comparison.groups.length - 1);
  const words = searchWords(view.search);
  const found = describedRows(comparison, view.kind, group).filter((row) =>
    words.every((word) => searchText(row).includes(word)),
  );
  const change = ({ value }: Described): number => Math.abs(changeOf(value, group).absolute);
  const isShown = ({ value }: Described): boolean => isProven(changeOf(value, group));
  // The size of a change that may be chance is meaningless.
  found.sort((a, b) => {
    if (isShown(a) !== isShown(b)) return isShown(a) ? -1 : 1;
    return isShown(a) ? change(b) - change(a) : a.order < b.order ? -1 : a.order > b.order ? 1 : 0;
  });
  return {
    id,
    groups: comparison.groups.map(shownGroup),
    group,
    verdict: verdictSentence(comparison, group),
    problems: comparison.problems.map(({ message }) => message),
    efficiencies: comparedEfficiencies(comparison, group),
    dynamics: comparedChanges(comparison, group).slice(0, MOST_CHANGES),
    properties: treeProperties(comparison),
    rows: found.slice(0, view.rows).map((row) => changeRow(row, group)),
    matching: found.length,
  };
}

/** The properties whose changes can be shown along the call tree. */
function treeProperties(comparison: Comparison): wire.TreeProperty[] {
  const inTime = partsOfTime(comparison);
  const depths = new Map<string, number>();
  return comparison.properties
    .filter(({ unit }) => unit === 'seconds')
    .map(({ property, title, parent }) => {
      const depth = parent === undefined ? 0 : (depths.get(parent) ?? -1) + 1;
      depths.set(property, depth);
      return { property, title: plainLine(title), depth, isInTime: inTime.has(property) };
    });
}

function shownGroup({ label, runs }: Comparison['groups'][number]): wire.ShownGroup {
  return { label, runs: runs.map(({ id, name, created }) => ({ id, name, created })) };
}

function changeOf({ changes }: ComparedValue, group: number): ComparedValue['changes'][number] {
  return elementAt(changes, group - 1);
}

/** Whether runs show a change to be more than chance. */
const isProven = ({ verdict }: ComparedValue['changes'][number]): boolean =>
  verdict === 'faster' || verdict === 'slower';

function changeRow({ value, order: _order, ...said }: Described, group: number): wire.ChangeRow {
  const change = changeOf(value, group);
  const { absolute, relative, interval } = change;
  return {
    ...said,
    before: elementAt(value.groups, 0).mean,
    after: elementAt(value.groups, group).mean,
    absolute,
    isShown: isProven(change),
    ...present({ relative }),
    ...(interval === undefined ? {} : { interval: { low: interval.low, high: interval.high } }),
  };
}

/** Returns the searched text, in lower case. */
function searchText({ what, under = '', presence, place }: Described): string {
  const where = place === undefined ? '' : `${fileName(place.file)}:${place.line}`;
  return `${what} ${under} ${presence} ${where}`.toLowerCase();
}

/** The rows of one kind that are times. */
function describedRows(comparison: Comparison, kind: wire.ChangeKind, group: number): Described[] {
  // The others, such as delays, give the origin of the same seconds.
  const inTime = partsOfTime(comparison);
  switch (kind) {
    case 'callPaths':
      return cellRows(comparison, group, (property) => inTime.has(property));
    case 'causes':
      return cellRows(comparison, group, (property) => !inTime.has(property));
    case 'lines':
      return lineRows(comparison, group);
    case 'properties':
      return comparison.properties
        .filter(({ property, unit }) => inTime.has(property) && unit === 'seconds')
        .map((row, order) => ({
          ...{ key: row.property, order: padded(order) },
          what: plainLine(row.title),
          presence: 'everywhere',
          value: row,
          cell: { property: row.property, callPath: null },
        }));
  }
}

function cellRows(comparison: Comparison, group: number, wanted: (property: string) => boolean): Described[] {
  const { cells, callPaths, properties } = comparison;
  const titles = titlesOf(comparison);
  const units = new Map(properties.map(({ property, unit }) => [property, unit]));
  return cells
    .filter(({ property }) => wanted(property) && (units.get(property) ?? 'seconds') === 'seconds')
    .map((cell) => {
      const path = callPaths[cell.callPath] ?? absent(cell.callPath);
      return {
        key: `${cell.property} ${cell.callPath}`,
        what: `${titles.get(cell.property) ?? cell.property} in ${plainLine(path.region)}`,
        under: callersOf(callPaths, path),
        presence: path.presence,
        value: cell,
        cell: { property: cell.property, callPath: cell.callPath },
        order: padded(cell.callPath),
        ...placeOf(path.places, group),
      };
    });
}

function lineRows({ lines }: Comparison, group: number): Described[] {
  const isThere = ({ own }: Comparison['lines'][number]): boolean => own.groups.some(({ mean }) => mean !== 0);
  return lines.filter(isThere).map((line) => ({
    key: String(lines.indexOf(line)),
    what: lineContent(line),
    presence: line.presence,
    value: line.own,
    ...ordered(placeOf(line.places, group)),
  }));
}

/** A number that is sorted as a text. */
const padded = (number: number): string => String(number).padStart(10, '0');

/** In the order of files and lines. */
function ordered(placed: Pick<Described, 'place'>): Pick<Described, 'place' | 'order'> {
  const { file = '', line = 0 } = placed.place ?? {};
  return { ...placed, order: `${file} ${padded(line)}` };
}

/** Returns its source line: in the chosen group's text, else in the first group's. */
export function placeOf(places: readonly (SourcePlace | null)[], group: number): Pick<wire.ChangeRow, 'place'> {
  const chosen = places.at(group) ?? null;
  const [place, at] = chosen === null ? [places.at(0) ?? null, 0] : [chosen, group];
  return place === null ? {} : { place: { file: place.file, line: place.line, group: at } };
}

/** The callers of a call path, nearest first; four at most. */
function callersOf(callPaths: readonly CallPathRow[], path: CallPathRow): string {
  const callers: string[] = [];
  for (let at = callPaths[path.parent]; at !== undefined && callers.length < 4; at = callPaths[at.parent])
    callers.push(plainLine(at.region));
  return callers.join(' ← ');
}
