/** What the engine answers about experiments beside one another. */
import { comparable, type Comparison, comparisonCsv, comparisonMarkdown } from '../../experiments/index.js';
import type { ExportFormat } from '../../protocol/pages/compare.js';
import type { RequestHandlers } from '../../protocol/requests.js';
import { ShownChanges } from '../changes.js';
import { traceApart } from '../comparisons.js';
import type { RequestContext } from '../dispatch.js';
import type { EngineParts } from '../parts.js';
import { foundCell } from '../wire/comparedCell.js';
import { shownComparison } from '../wire/comparison.js';
import { type KnownComparison, LastComparison } from './lastComparison.js';
import { groupRepeats, traitsOf } from './repeats.js';
import { scalability } from './scalability.js';

type Handlers = RequestHandlers<RequestContext>;
type Handled =
  'groupRepeats' | 'compare' | 'findCell' | 'exportComparison' | 'showChanges' | 'shownChanges' | 'scalability';

export function comparisonHandlers({
  workspace,
  selection,
  announcer,
  placement,
  measurements,
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
  return {
    'trimtab/groupRepeats': ({ ids }) => groupRepeats(ids.map((id) => traitsOf(comparable(experiment(id))))),
    'trimtab/compare': async ({ groups, view }, context) => shownComparison(await compare(groups, context), view),
    'trimtab/findCell': (cell) => {
      const known = comparisons.known(cell.comparison);
      return known?.isUpToDate(experiment(cell.experiment)) === true ? foundCell(known, cell) : { is: 'outdated' };
    },
    'trimtab/exportComparison': async ({ groups, format }, context) => ({
      text: exported((await compare(groups, context)).comparison, format),
    }),
    'trimtab/showChanges': async ({ sides }) => {
      const changes = sides === null ? undefined : new ShownChanges(workspace, sides.before, sides.after);
      selection.showChanges(changes);
      announcer.selectionChanged(selection.selected);
      return (await changes?.largest(placement, workspace.folders)) ?? null;
    },
    'trimtab/shownChanges': () => selection.changes?.summary ?? null,
    'trimtab/scalability': ({ ids }) =>
      scalability(
        ids.map((id) => {
          const run = comparable(experiment(id));
          return { id, date: run.manifest.created, report: run.report() };
        }),
      ),
  };
}

function exported(comparison: Comparison, format: ExportFormat): string {
  if (format === 'json') return `${JSON.stringify(comparison, undefined, 2)}\n`;
  const lines = format === 'csv' ? comparisonCsv(comparison) : comparisonMarkdown(comparison);
  return `${[...lines].map((line) => line.replace(/\r?\n$/, '')).join('\n')}\n`;
}
