/** Handlers for comparisons of experiments. */
import { absent } from '../../base/elements.js';
import { linesText } from '../../base/text.js';
import { lineGrowth } from '../../experiments/compare/lineGrowth.js';
import {
  comparable,
  type Comparison,
  comparisonCsv,
  comparisonHtml,
  comparisonMarkdown,
  type Experiment,
  groupByRanks,
  modelledRanks,
} from '../../experiments/index.js';
import type { ExportFormat } from '../../protocol/pages/compare.js';
import type { RequestHandlers } from '../../protocol/requests.js';
import { ShownChanges } from '../comparison/changes.js';
import { reportApart, traceApart } from '../comparison/comparisons.js';
import type { RequestContext } from '../requests/dispatch.js';
import { ShownGrowth } from '../comparison/growth.js';
import type { OnLines } from '../editor/onLines.js';
import type { EngineParts } from '../parts.js';
import { foundTree } from '../wire/changeTree.js';
import { foundCell } from '../wire/comparedCell.js';
import { shownComparison } from '../wire/comparison.js';
import { type KnownComparison, LastComparison } from './lastComparison.js';
import { groupRepeats, traitsOf } from './repeats.js';
import { scalability } from './scalability.js';

type Handlers = RequestHandlers<RequestContext>;
type Handled =
  | 'groupRepeats'
  | 'compare'
  | 'matchCallPaths'
  | 'findCell'
  | 'findTree'
  | 'exportComparison'
  | 'showChanges'
  | 'showGrowth'
  | 'shownOnLines'
  | 'scalability';

export function comparisonHandlers({
  workspace,
  selection,
  announcer,
  placement,
  measurements,
  pathMatcher,
}: EngineParts): Pick<Handlers, `trimtab/${Handled}`> {
  const experiment = (id: string) => workspace.storeOf(id).get(id);
  const comparisons = new LastComparison((groups, signal) =>
    traceApart(
      groups.map((experiments) => ({ experiments })),
      { signal, measurements },
    ),
  );
  const compare = (groups: readonly (readonly string[])[], { signal }: RequestContext): Promise<KnownComparison> =>
    comparisons.of(
      groups.map((ids) => ids.map(experiment)),
      signal,
    );
  const show = async (several: OnLines | undefined): ReturnType<OnLines['largest']> => {
    selection.showOnLines(several);
    announcer.selectionChanged(selection.selected);
    return (await several?.largest({ placement, folders: workspace.folders })) ?? null;
  };
  return {
    'trimtab/groupRepeats': ({ ids }) => groupRepeats(ids.map((id) => traitsOf(comparable(experiment(id))))),
    'trimtab/compare': async ({ groups, view }, context) => shownComparison(await compare(groups, context), view),
    'trimtab/matchCallPaths': async ({ experiment: own, other }, { signal }) => ({
      nodes: await pathMatcher.match(own, other, signal),
    }),
    'trimtab/findCell': (cell) => {
      const known = comparisons.known(cell.comparison);
      return known?.isUpToDate(experiment(cell.experiment)) === true ? foundCell(known, cell) : { is: 'outdated' };
    },
    'trimtab/findTree': (asked) => {
      const known = comparisons.known(asked.comparison);
      return known === undefined ? { is: 'outdated' } : foundTree(known, asked);
    },
    'trimtab/exportComparison': async ({ groups, format }, context) => {
      const { comparison } = await compare(groups, context);
      const pictured = [groups.at(0)?.at(-1), groups.at(-1)?.at(-1)].flatMap((id) => id ?? []).map(experiment);
      return { text: await exportedText(comparison, format, pictured, context) };
    },
    'trimtab/showChanges': ({ sides }) =>
      show(sides === null ? undefined : new ShownChanges(workspace, sides.before, sides.after)),
    'trimtab/showGrowth': async ({ ids }, { signal }) => {
      if (ids === null) return show(undefined);
      return show(await growthOf(workspace, comparisons, ids.map(experiment), signal));
    },
    'trimtab/shownOnLines': () => selection.onLines?.summary ?? null,
    'trimtab/scalability': ({ ids }) =>
      scalability(
        ids.map((id) => {
          const run = comparable(experiment(id));
          return { id, date: run.manifest.created, report: run.report() };
        }),
      ),
  };
}

/** The growth of lines over the rank counts of experiments. */
async function growthOf(
  workspace: EngineParts['workspace'],
  comparisons: LastComparison,
  experiments: readonly Experiment[],
  signal: RequestContext['signal'],
): Promise<ShownGrowth> {
  const ids = experiments.map(({ id }) => id);
  const byRanks = groupByRanks(experiments.toSorted(newestFirst));
  const ranks = modelledRanks(byRanks);
  const { comparison } = await comparisons.of(
    byRanks.map(({ group }) => group.experiments),
    signal,
  );
  const newest = byRanks.at(-1)?.group.experiments.at(0)?.id ?? absent('run');
  return new ShownGrowth(workspace, ids, newest, lineGrowth(comparison, ranks));
}

const newestFirst = (a: Experiment, b: Experiment): number => b.manifest.created.localeCompare(a.manifest.created);

/** @param pictured the experiments of which a report has pictures, where there are two */
async function exportedText(
  comparison: Comparison,
  format: ExportFormat,
  [before, after]: readonly Experiment[],
  context: RequestContext,
): Promise<string> {
  if (format !== 'html' || before === undefined || after === undefined) return exported(comparison, format);
  return reportApart(comparison, [before, after], context);
}

function exported(comparison: Comparison, format: ExportFormat): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify(comparison, undefined, 2)}\n`;
    case 'csv':
      return linesText(comparisonCsv(comparison));
    case 'markdown':
      return linesText(comparisonMarkdown(comparison));
    case 'html':
      return linesText(comparisonHtml(comparison, []));
  }
}
