/** Data of box plots. */
import { elementAt } from '../../base/elements.js';
import { TrimtabError } from '../../base/problem.js';
import { counted } from '../../base/text.js';
import type { ExplorerRun } from '../../engine/pictures/explorerRun.js';
import type { AskRun } from '../../engine/pictures/openedRun.js';
import { largestRows, locationBoxes, visitBoxes, visitsCounted, visitsTitle } from '../../pictures/explorer/boxRows.js';
import type { BoxesData } from '../../pictures/explorer/spread.js';
import type { Ask } from '../../protocol/queries/index.js';

type Row = Ask<'valuesByPlace'>['rows'][number];

/** Call paths by their exclusive values. @throws TrimtabError where all are zero */
export function pathBoxes(ask: AskRun, run: ExplorerRun): BoxesData {
  const { properties } = run.chosen;
  const nodeExclusive = run.within(run.weights().columns.nodeExclusive);
  const known = [...nodeExclusive.keys()].filter((node) => nodeExclusive[node] !== 0);
  const nodes = largestRows(known, (node) => elementAt(nodeExclusive, node));
  const rows = nodes.map((node) => ({ properties, nodes: [{ node, exclusive: true }] }));
  return boxesOf(
    ask,
    run,
    `${run.what} (exclusive)`,
    rows,
    nodes.map((node) => run.functionOf(node)),
  );
}

/** The chosen metric and those below it, inclusive. @throws TrimtabError where all are zero */
export function propertyBoxes(ask: AskRun, run: ExplorerRun): BoxesData {
  const { metricInclusive } = run.weights().columns;
  const metrics = largestRows(
    run.metricsBelow().filter((at) => metricInclusive[at] !== 0),
    (at) => elementAt(metricInclusive, at),
  ).map((at) => run.metric(at));
  const { nodes } = run.chosen;
  const rows = metrics.map(({ name }) => ({ properties: [{ metric: name, exclusive: false }], nodes }));
  return boxesOf(
    ask,
    run,
    run.what,
    rows,
    metrics.map(({ title }) => title),
  );
}

/** The visits of a function's largest call path, on each location. @throws TrimtabError where there is no trace */
export function rankBoxes(ask: AskRun, run: ExplorerRun): BoxesData {
  const node = run.node();
  const { property } = run.visitProperty;
  const { columns } = ask('visitSpread', { node, ...run.visitProperty });
  const rows = visitBoxes(columns, (location) => run.locationOf(location));
  return {
    what: visitsTitle(run.functionOf(node), property === undefined ? undefined : run.title),
    ...{ unit: 'seconds', over: visitsCounted(columns), rows, omitted: columns.location.length - rows.length },
  };
}

function boxesOf(ask: AskRun, run: ExplorerRun, what: string, asked: Row[], titles: readonly string[]): BoxesData {
  const nothing = `${run.what} is zero everywhere.`;
  const [first, ...more] = asked;
  if (first === undefined) throw new TrimtabError(nothing);
  const { head, columns } = ask('valuesByPlace', { rows: [first, ...more], functions: 0, ...run.part });
  const rows = titles.map((title, at) => ({ title, values: run.ordered(columns.value, at) }));
  const known = rows.filter(({ values }) => values.some((value) => value !== 0));
  if (known.length === 0) throw new TrimtabError(nothing);
  return {
    ...{ what, unit: head.unit, over: counted(run.names.length, 'location') },
    rows: locationBoxes(run.names, known),
  };
}
