/** What the engine answers about the history of experiments. */
import { comparable, type Comparison, comparisonCsv, comparisonMarkdown } from '../../experiments/index.js';
import type { ExportFormat } from '../../protocol/pages/compare.js';
import type { RequestHandlers } from '../../protocol/requests.js';
import type { RequestContext } from '../dispatch.js';
import { ShownChanges } from '../changes.js';
import { compareApart } from '../comparisons.js';
import type { EngineParts } from '../parts.js';
import { Histories } from './histories.js';
import { groupRepeats, traitsOf } from './repeats.js';
import { scalability } from './scalability.js';
import { Trends } from './trends.js';

type Handlers = RequestHandlers<RequestContext>;
type Handled =
  | 'history'
  | 'previewRetention'
  | 'applyRetention'
  | 'trend'
  | 'tagExperiment'
  | 'starExperiment'
  | 'locateIn'
  | 'groupRepeats'
  | 'compare'
  | 'exportComparison'
  | 'showChanges'
  | 'shownChanges'
  | 'scalability';

export function historyHandlers({
  workspace,
  selection,
  announcer,
  placement,
  measurements,
}: EngineParts): Pick<Handlers, `trimtab/${Handled}`> {
  const trends = new Trends(workspace, (text) => announcer.log(text));
  const changed = () => {
    announcer.experimentsChanged(selection.selected);
    return null;
  };
  const histories = new Histories(workspace, changed);
  const experiment = (id: string) => workspace.storeOf(id).get(id);
  const compare = (groups: readonly (readonly string[])[], { signal }: RequestContext): Promise<Comparison> =>
    compareApart(
      groups.map((ids) => ({ experiments: ids.map(experiment) })),
      { signal, measurements },
    );
  return {
    'trimtab/groupRepeats': ({ ids }) => groupRepeats(ids.map((id) => traitsOf(comparable(experiment(id))))),
    'trimtab/compare': ({ groups }, context) => compare(groups, context),
    'trimtab/exportComparison': async ({ groups, format }, context) => ({
      text: exported(await compare(groups, context), format),
    }),
    'trimtab/showChanges': async ({ sides }) => {
      const changes = sides === null ? undefined : new ShownChanges(workspace, sides.before, sides.after);
      selection.showChanges(changes);
      announcer.selectionChanged(selection.selected);
      return (await changes?.largest(placement, workspace.folders)) ?? null;
    },
    'trimtab/shownChanges': () => selection.changes?.summary ?? null,
    'trimtab/history': () => histories.glance(),
    'trimtab/previewRetention': ({ rule }) => histories.previewRetention(rule),
    'trimtab/applyRetention': async ({ rule }) => {
      const result = await histories.applyRetention(rule);
      selection.reload();
      announcer.selectionChanged(selection.selected);
      return result;
    },
    'trimtab/trend': ({ measure, place }, { signal }) => trends.trend(measure, place, signal),
    'trimtab/tagExperiment': ({ id, tags }) => {
      workspace.storeOf(id).update(id, { tags });
      return changed();
    },
    'trimtab/starExperiment': ({ id, on }) => {
      workspace.storeOf(id).update(id, { baseline: on });
      return changed();
    },
    'trimtab/locateIn': ({ experiment: id, file, line }) =>
      placement.locate({ place: { file, line } }, workspace.shown(id), workspace.folders),
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
