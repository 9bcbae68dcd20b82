import { elementAt } from '../../../base/elements.js';
import { plainLine, plainName } from '../../../base/plainText.js';
import { quantity } from '../../../base/text.js';
import {
  type Change,
  comparable,
  type ComparedValue,
  type Comparison,
  type Estimate,
  partsOfTime,
  regionsOf,
} from '../../../experiments/index.js';
import type { MetricUnit } from '../../../model/performanceSpace.js';
import type { KnownComparison, LastComparison } from '../../history/lastComparison.js';
import type { AskedExperiments } from '../asked.js';
import { pageOf } from '../page.js';
import { type Answer, figure, pathFields, percentage, titleOf, type Told } from '../fields.js';
import type { Ask } from '../tools.js';

/** Maximum number of remarks in an answer. */
const MOST_REMARKS = 5;

/** Returns the changes between runs. */
export async function compareExperiments(
  ask: Ask<'compare_experiments'>,
  asked: AskedExperiments,
  { comparisons, signal }: { readonly comparisons: LastComparison; readonly signal: AbortSignal },
): Promise<Answer> {
  const sides = await Promise.all(
    [ask.before, ask.after].map(async (side) => {
      const found = await Promise.all(side.map((called) => asked.get(called)));
      // One that is named twice is one run.
      return [...new Map(found.map((experiment) => [experiment.id, comparable(experiment)])).values()];
    }),
  );
  const { comparison }: KnownComparison = await comparisons.of(sides, signal);
  const { rows, page } = rowsOf(comparison, ask);
  const { groups, runTime, totalTime, efficiencies = [], problems } = comparison;
  const [before, after] = groups.map(({ runs }) =>
    runs.map(({ id, name, ranks }) => ({ id, name: plainName(name), ranks })),
  );
  const content = {
    ...{ before, after },
    runTime: changeFields(runTime, 'seconds'),
    timeOfAllLocations: changeFields(totalTime, 'seconds'),
    ...(efficiencies.length === 0 ? {} : { efficienciesInPercent: efficiencies.map(efficiencyFields) }),
    ...{ by: ask.by, page, rows },
    ...(problems.length === 0
      ? {}
      : { remarks: problems.slice(0, MOST_REMARKS).map(({ message }) => plainLine(message)) }),
  };
  return { summary: summaryOf(comparison), content };
}

function summaryOf({ runTime }: Comparison): string {
  const { verdict, relative } = elementAt(runTime.changes, 0);
  const [before, after] = runTime.groups.map(({ mean }) => quantity(mean, 'seconds'));
  const change = relative === undefined ? '' : `, ${relative > 0 ? '+' : ''}${(100 * relative).toFixed(1)} %`;
  const numbers = `run time ${before} before, ${after} after${change}`;
  switch (verdict) {
    case 'faster':
    case 'slower':
      return `After is ${verdict} than before (${numbers}; 95 % confidence).`;
    case 'no difference shown':
      return `No difference is shown (${numbers}; 95 % confidence).`;
    case 'single runs: no verdict':
      return `Single runs allow no verdict (${numbers}): repeat both for one.`;
  }
}

/** Largest changes first, as the comparison has them. */
function rowsOf(comparison: Comparison, ask: Ask<'compare_experiments'>): ReturnType<typeof pageOf> {
  const timed = partsOfTime(comparison);
  const titles = new Map(comparison.properties.map(({ property, title }) => [property, title]));
  const named = (property: string): Told => ({
    property: plainName(property),
    title: titleOf(property, titles.get(property) ?? property),
  });
  switch (ask.by) {
    case 'callPaths': {
      const cells = comparison.cells.filter(({ property }) => timed.has(property));
      return pageOf(cells, ask, (cell) => {
        const { places, presence } = elementAt(comparison.callPaths, cell.callPath);
        const callPath = pathFields(regionsOf(comparison, cell.callPath), 6);
        return {
          ...named(cell.property),
          callPath,
          presence,
          ...placesFields(places),
          ...changeFields(cell, 'seconds'),
        };
      });
    }
    case 'lines':
      return pageOf(comparison.lines, ask, (line) => ({
        ...placesFields(line.places),
        presence: line.presence,
        calls: line.calls.slice(0, 3).map(plainName),
        begins: line.begins.slice(0, 3).map(plainName),
        ...changeFields(line, 'seconds'),
      }));
    case 'properties': {
      const size = ({ changes }: ComparedValue): number => Math.abs(elementAt(changes, 0).absolute);
      const rows = comparison.properties
        .filter(({ property }) => timed.has(property))
        .sort((a, b) => size(b) - size(a));
      return pageOf(rows, ask, (row) => ({ ...named(row.property), ...changeFields(row, row.unit) }));
    }
  }
}

function placesFields(places: readonly ({ readonly file: string; readonly line: number } | null)[]): Told {
  const [before, after] = places.map((place) =>
    place === null ? null : { file: plainName(place.file), line: place.line },
  );
  return { placeBefore: before ?? null, placeAfter: after ?? null };
}

function changeFields({ groups, changes }: ComparedValue, unit: MetricUnit): Told {
  const { absolute, relative, interval, verdict }: Change = elementAt(changes, 0);
  return {
    unit: plainName(unit),
    before: estimateFields(elementAt(groups, 0)),
    after: estimateFields(elementAt(groups, 1)),
    change: figure(absolute),
    ...(relative === undefined ? {} : { changePercent: percentage(relative) }),
    ...(interval === undefined ? {} : { changeBetween: [figure(interval.low), figure(interval.high)] }),
    verdict,
  };
}

const estimateFields = ({ mean, runs, interval }: Estimate): Told => ({
  mean: figure(mean),
  runs,
  ...(interval === undefined ? {} : { between: [figure(interval.low), figure(interval.high)] }),
});

function efficiencyFields({ name, hierarchy, values }: NonNullable<Comparison['efficiencies']>[number]): Told {
  const [before, after] = values.map((value) => (value === null ? null : percentage(value)));
  return { name, hierarchy, before, after };
}
