/** What the engine answers about the history of experiments. */
import type { HistoryEntry } from '../../experiments/index.js';
import type { ExperimentSummary } from '../../experiments/summary.js';
import type { RequestHandlers } from '../../protocol/requests.js';
import type { RequestContext } from '../dispatch.js';
import type { EngineParts } from '../parts.js';
import { ShownExperiment } from '../shownExperiment.js';
import { scalability } from './scalability.js';
import { Trends } from './trends.js';

type Handlers = RequestHandlers<RequestContext>;
type Handled = 'history' | 'trend' | 'tagExperiment' | 'starExperiment' | 'locateIn' | 'scalability';

export function historyHandlers({
  workspace,
  selection,
  announcer,
  placement,
}: EngineParts): Pick<Handlers, `trimtab/${Handled}`> {
  const trends = new Trends(workspace, (text) => announcer.log(text));
  const changed = () => {
    announcer.experimentsChanged(selection.selected);
    return null;
  };
  return {
    'trimtab/history': () => workspace.list().map(entryOf),
    'trimtab/trend': ({ measure, place }) => trends.trend(measure, place),
    'trimtab/tagExperiment': ({ id, tags }) => {
      workspace.storeOf(id).update(id, { tags });
      return changed();
    },
    'trimtab/starExperiment': ({ id, on }) => {
      workspace.storeOf(id).update(id, { baseline: on });
      return changed();
    },
    'trimtab/locateIn': ({ experiment, file, line }) => {
      const store = workspace.storeOf(experiment);
      const shown = new ShownExperiment(store.get(experiment), store.project);
      return placement.locate({ place: { file, line } }, shown, workspace.folders);
    },
    'trimtab/scalability': ({ ids }) =>
      scalability(
        ids.map((id) => {
          const experiment = workspace.storeOf(id).get(id);
          return { id, date: experiment.manifest.created, report: experiment.report() };
        }),
      ),
  };
}

/** Sizes are known where the index is; without, they are told as 0 and not shown. */
function entryOf({ created, processes, worst, ...summary }: ExperimentSummary): HistoryEntry {
  return {
    ...summary,
    date: created,
    ranks: processes,
    ...(worst === undefined ? {} : { worst: { property: '', ...worst } }),
    size: 0,
    traceSize: 0,
  };
}
