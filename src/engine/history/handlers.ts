/** Handlers for the history of experiments. */
import type { RequestHandlers } from '../../protocol/requests.js';
import type { RequestContext } from '../requests/dispatch.js';
import type { EngineParts } from '../parts.js';
import { shownPrediction, shownPreview, shownRetention } from '../wire/history.js';
import { Histories } from './histories.js';
import { historyWindow } from './historyWindow.js';
import { Trends } from './trends.js';

type Handlers = RequestHandlers<RequestContext>;
type Handled =
  | 'history'
  | 'previewRetention'
  | 'applyRetention'
  | 'trend'
  | 'tagExperiment'
  | 'starExperiment'
  | 'keepPrediction'
  | 'dropPrediction'
  | 'judgedPredictions'
  | 'locateIn';

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
  const histories = new Histories(workspace, changed);
  return {
    'trimtab/history': async (view) => {
      const { entries, problems } = await histories.glance();
      return { ...historyWindow(entries, view), problems };
    },
    'trimtab/previewRetention': async ({ rule }) => {
      const { experiments, runs } = await histories.previewRetention(rule);
      return shownPreview(experiments, runs);
    },
    'trimtab/applyRetention': async ({ rule }) => {
      const result = await histories.applyRetention(rule);
      selection.reload();
      announcer.selectionChanged(selection.selected);
      announcer.notify('trimtab/workflowRunsChanged', {});
      return shownRetention(result);
    },
    'trimtab/trend': ({ measure, place }, { signal }) => trends.trend(measure, place, signal),
    'trimtab/tagExperiment': ({ id, tags }) => {
      workspace.storeOf(id).update(id, { tags });
      return changed();
    },
    'trimtab/keepPrediction': ({ id, prediction }) => {
      workspace.storeOf(id).keepPrediction(id, prediction);
      return changed();
    },
    'trimtab/dropPrediction': ({ id, created }) => {
      workspace.storeOf(id).dropPrediction(id, created);
      return changed();
    },
    'trimtab/judgedPredictions': async ({ id }) => {
      const { entries } = await histories.glance();
      const all = histories.predictions(entries);
      const about = id === null ? all : all.filter((one) => one.id === id || one.outcome?.ids.includes(id));
      return { predictions: about.map(shownPrediction) };
    },
    'trimtab/starExperiment': ({ id, on }) => {
      workspace.storeOf(id).update(id, { baseline: on });
      return changed();
    },
    'trimtab/locateIn': ({ experiment: id, file, line }) =>
      placement.locate({ place: { file, line } }, workspace.shown(id), workspace.folders),
  };
}
