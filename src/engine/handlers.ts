import { present } from '../base/present.js';
import { formats } from '../formats/index.js';
import type { Finding, SourcePlace } from '../model/findings/findings.js';
import type { RequestHandlers } from '../protocol/requests.js';
import { findConfiguration, loadConfiguration } from '../workflows/configuration/configuration.js';
import { otherProgram } from '../workflows/proposal/otherProgram.js';
import { removeOrphaned } from '../workflows/runs/leftJobs.js';
import { propertyHandlers } from './asl/handlers.js';
import { assistantHandlers } from './assistants/handlers.js';
import type { RequestContext } from './requests/dispatch.js';
import { comparisonHandlers } from './history/comparisonHandlers.js';
import { historyHandlers } from './history/handlers.js';
import { exportHandlers } from './exporting.js';
import { representativeHandlers } from './representatives.js';
import { callPathsOfLine } from './followedLine.js';
import type { EngineParts } from './parts.js';
import { learnFrom } from './sources/learn.js';
import { functionHandlers } from './functions/handlers.js';
import { rangeHandlers } from './ranges/handlers.js';
import { liveHandlers } from './live/handlers.js';
import { targetHandlers } from './targets/handlers.js';
import { changesHandler } from './requests/announcedStates.js';
import { shownExperiments } from './wire/experiments.js';
import { shownReport } from './wire/report.js';
import { adjusted, proposedFor } from './runs/newConfiguration.js';
import { workflowHandlers } from './workflows/handlers.js';

type Handlers = RequestHandlers<RequestContext>;
type Subset<Word extends string> = Pick<Handlers, Extract<keyof Handlers, `trimtab/${Word}`>>;

/** Everything the engine answers beyond plain LSP, over its parts. */
export function requestHandlers(parts: EngineParts): Handlers {
  const handlers = {
    ...configurationHandlers(),
    ...jobHandlers(parts),
    ...experimentHandlers(parts),
    ...exportHandlers(parts),
    ...representativeHandlers(parts),
    ...historyHandlers(parts),
    ...comparisonHandlers(parts),
    ...targetHandlers(parts),
    ...liveHandlers(parts),
    ...functionHandlers(),
    ...rangeHandlers(parts),
    ...workflowHandlers(parts),
    ...viewHandlers(parts),
    ...propertyHandlers(parts),
    ...assistantHandlers(parts),
    ...selectionHandlers(parts),
    'trimtab/openChannel': () => parts.channel.address(),
  };
  return { ...handlers, ...changesHandler(handlers) };
}

function configurationHandlers(): Subset<'findConfiguration' | 'proposeConfiguration' | 'adjustConfiguration'> {
  return {
    'trimtab/findConfiguration': ({ path }) => {
      const found = findConfiguration(path);
      if (found === undefined) return null;
      const other = otherProgram(path, loadConfiguration(found));
      return { path: found, ...present({ other }) };
    },
    'trimtab/proposeConfiguration': ({ path }) => proposedFor(path),
    'trimtab/adjustConfiguration': ({ path, text, choices }) => adjusted(path, text, choices),
  };
}

/** The line to look at first: the cause of the worst finding that has one, else the line of the worst finding. */
function worstPlace(findings: readonly Finding[]): SourcePlace | undefined {
  const first = findings.find(({ place }) => place !== undefined);
  return first?.rootCauses?.find(({ place }) => place !== undefined)?.place ?? first?.place;
}

function jobHandlers({
  runs,
}: EngineParts): Subset<
  | 'analyzePerformance'
  | 'diskQuestion'
  | 'traceForecast'
  | 'openTrace'
  | 'formats'
  | 'reproduceExperiment'
  | 'predictRun'
> {
  return {
    'trimtab/analyzePerformance': async ({ task, acceptsLargeTrace = false, mode, ...measured }, { signal }) => ({
      experiment: await runs.analyzePerformance(task, measured, { signal, acceptsLargeTrace, mode }),
    }),
    'trimtab/diskQuestion': async (measured) => ({ question: await runs.diskQuestion(measured) }),
    'trimtab/traceForecast': ({ experiment }) => Promise.resolve({ sentence: runs.traceForecast(experiment) }),
    'trimtab/reproduceExperiment': ({ task, id }, { signal }) => runs.reproduce(task, id, signal),
    'trimtab/openTrace': async ({ task, path, reuse = false }, { signal }) => ({
      experiment: await runs.openTrace(task, path, { signal, reuse }),
    }),
    'trimtab/predictRun': ({ task, id, scenarios }, { signal }) => runs.predictRun(task, id, scenarios, signal),
    'trimtab/formats': () => Promise.resolve(formats.map(({ title, extensions }) => ({ title, extensions }))),
  };
}

function experimentHandlers({
  workspace,
  selection,
  sharedSelection,
  announcer,
}: EngineParts): Subset<`${'list' | 'select' | 'rename' | 'annotate' | 'delete'}Experiment${'s' | ''}`> {
  const changed = () => {
    selection.reload();
    announcer.selectionChanged(selection.selected);
    return null;
  };
  return {
    'trimtab/listExperiments': (choice) => shownExperiments(workspace.list(), choice, selection.selected),
    'trimtab/selectExperiment': ({ id }) => {
      sharedSelection.showExperiment(id);
      return null;
    },
    'trimtab/renameExperiment': ({ id, name }) => {
      workspace.storeOf(id).update(id, { name });
      return changed();
    },
    'trimtab/annotateExperiment': ({ id, note }) => {
      workspace.storeOf(id).update(id, { note });
      return changed();
    },
    'trimtab/deleteExperiment': ({ id }) => {
      const store = workspace.storeOf(id);
      store.delete(id);
      removeOrphaned(store);
      return changed();
    },
  };
}

function selectionHandlers(parts: EngineParts): Subset<'select' | 'selection' | 'stepSelection' | 'followLine'> {
  const { sharedSelection } = parts;
  return {
    'trimtab/select': ({ selection, origin }) => {
      sharedSelection.select(selection, origin);
      return null;
    },
    'trimtab/selection': () => sharedSelection.state,
    'trimtab/followLine': async (line, { signal }) => ({
      selected: await sharedSelection.follow(callPathsOfLine(parts, line, signal), signal),
    }),
    'trimtab/stepSelection': ({ to }) => ({ moved: sharedSelection.step(to === 'back' ? -1 : 1) }),
  };
}

function viewHandlers({
  properties,
  workspace,
  selection,
  placement,
  features,
}: EngineParts): Subset<
  | 'report'
  | 'findings'
  | 'locate'
  | 'worstLine'
  | 'lineMarks'
  | 'missingSources'
  | 'proposePathMapping'
  | 'learnPathMapping'
> {
  return {
    'trimtab/report': () => {
      const { shown } = selection;
      return shown === undefined ? null : { id: shown.id, report: shown.report };
    },
    'trimtab/findings': () => {
      const { shown } = selection;
      return shown === undefined
        ? null
        : { id: shown.id, report: shownReport(shown.report, properties, shown.dynamics) };
    },
    'trimtab/locate': ({ finding }) => {
      const { shown } = selection;
      return shown === undefined ? null : placement.locate(finding, shown, workspace.folders);
    },
    'trimtab/worstLine': () => {
      const { shown } = selection;
      const place = shown === undefined ? undefined : worstPlace(shown.report.findings);
      return shown === undefined || place === undefined ? null : placement.locate({ place }, shown, workspace.folders);
    },
    'trimtab/lineMarks': ({ uri }) => features.marks(uri),
    'trimtab/missingSources': async () => (await selection.shown?.missingFiles(workspace.folders)) ?? [],
    'trimtab/proposePathMapping': async () => (await selection.shown?.proposal(workspace.folders)) ?? null,
    'trimtab/learnPathMapping': async ({ measured, path }) => {
      const mapping = learnFrom(measured, path);
      return { ...mapping, found: (await selection.shown?.foundBy(mapping, workspace.folders)) ?? 0 };
    },
  };
}
