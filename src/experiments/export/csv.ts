/** Tables for spreadsheets and scripts: comma-separated, RFC 4180, with a heading line; numbers in seconds, bytes or counts. */
import { CallPaths } from '../../analysis/callPaths/callPaths.js';
import { csvLine as line } from '../../base/csv.js';
import { elementAt } from '../../base/elements.js';
import type { SourcePlace } from '../../model/findings/findings.js';
import type { Comparison, ComparedValue } from '../compare/comparison.js';
import type { MeasuredRun } from '../compare/measuredRun.js';
import { comparedEfficiencies } from './efficiencyWords.js';
import { regionsOf } from '../compare/words.js';

const placeCell = (place: SourcePlace | null | undefined): string =>
  place === null || place === undefined ? '' : `${place.file}:${place.line}`;

/** Every value of an experiment: exclusive along the call tree, all locations together. */
export function* experimentCsv({ space, definitions }: MeasuredRun): Generator<string> {
  const paths = new CallPaths(space.callTree, definitions);
  yield line(['metric', 'unit', 'call path', 'place', 'value']);
  for (const { name, unit } of space.metrics) {
    const column = space.severities.get(name);
    const sums = new Map<number, number>();
    for (let i = 0; i < (column?.value.length ?? 0); i++) {
      const node = column?.callPath[i] ?? 0;
      sums.set(node, (sums.get(node) ?? 0) + (column?.value[i] ?? 0));
    }
    for (const [node, value] of sums) {
      const steps = paths.steps(node).map(({ region }) => region);
      yield line([name, unit, steps.join('/'), placeCell(paths.callSite(node) ?? paths.definition(node)), value]);
    }
  }
}

/** Properties, cells and lines (both exclusive) of a comparison, one row per group against the first. */
export function* comparisonCsv(comparison: Comparison): Generator<string> {
  yield line([
    'kind',
    'property',
    'call path',
    'place before',
    'place after',
    'group',
    'before',
    'after',
    'absolute',
    'relative',
    'low',
    'high',
    'verdict',
  ]);
  const { callPaths } = comparison;
  const rows = function* (
    head: readonly string[],
    value: ComparedValue,
    places: readonly (SourcePlace | null)[] = [],
  ): Generator<string> {
    for (const [index, { absolute, relative, interval, verdict }] of value.changes.entries())
      yield line([
        ...head,
        placeCell(places.at(0)),
        placeCell(places.at(index + 1)),
        elementAt(comparison.groups, index + 1).label,
        elementAt(value.groups, 0).mean,
        elementAt(value.groups, index + 1).mean,
        absolute,
        relative ?? '',
        interval?.low ?? '',
        interval?.high ?? '',
        verdict,
      ]);
  };
  const efficiencies = function* (): Generator<string> {
    for (const [index, { label }] of comparison.groups.slice(1).entries())
      for (const { name, hierarchy, before, after, change } of comparedEfficiencies(comparison, index + 1)) {
        const values = [before, after, change].map((value) => value ?? '');
        const relative = change === null || before === null || before === 0 ? '' : change / before;
        yield line([`${hierarchy} efficiency`, name, '', '', '', label, ...values, relative, '', '', '']);
      }
  };
  yield* rows(['run time', '', ''], comparison.runTime);
  yield* efficiencies();
  for (const row of comparison.properties) yield* rows(['property', row.property, ''], row);
  for (const cell of comparison.cells)
    yield* rows(
      ['call path', cell.property, regionsOf(comparison, cell.callPath).join('/')],
      cell,
      elementAt(callPaths, cell.callPath).places,
    );
  for (const { own, places } of comparison.lines)
    if (own.groups.some(({ mean }) => mean !== 0)) yield* rows(['line', 'time', ''], own, places);
}
