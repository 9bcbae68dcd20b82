import * as v from 'valibot';
import { triedPrediction } from '../../model/findings/scenarioSchema.js';
import { isTimeZone } from '../../base/dates.js';
import { ASSISTANT_TOOL_NAMES } from '../../protocol/assistants.js';
import { RECORDING_MODES, type Requests } from '../../protocol/messages.js';
import { changeTree, comparedCell, compareView, exportFormats } from '../../protocol/pages/compare.js';
import { historyView, pageRule } from '../../protocol/pages/history.js';
import { workflowEdit } from '../../protocol/pages/workflow.js';
import type { FoundAt } from '../../protocol/report.js';
import type { RequestMethod } from '../../protocol/requests.js';
import type { EngineOptions } from '../../protocol/session.js';
import { selected, selectionOrigins } from '../../protocol/selection.js';
import { stateMethods } from '../../protocol/states.js';
import { isValue, type ValueRecord } from '../../base/value.js';

const text = v.pipe(v.string(), v.nonEmpty());
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const place = v.object({ file: v.string(), line: v.pipe(v.number(), v.integer(), v.minValue(1)) });

/** A finding as far as locating it needs; the rest comes back from the engine's own reports. */
const finding = v.custom<FoundAt>((input) => v.is(v.object({ place: v.optional(place) }), input));
const groups = v.array(v.array(text));
const inputs = v.custom<ValueRecord>(
  (input) => typeof input === 'object' && input !== null && !Array.isArray(input) && isValue(input),
);
const byId = v.object({ id: text });
const byPath = v.object({ path: text });

type ParameterSchemas = { readonly [M in RequestMethod]: v.GenericSchema<unknown, Requests[M]['params']> };

/** Schemas of the parameters of each request. The engine's clients are typed, but any program can send JSON. */
const sourceWithRanges = { ranges: v.string(), file: text, source: v.string() };
const chosenLines = v.object({ first: v.number(), last: v.number() });

const SCHEMAS: ParameterSchemas = {
  'trimtab/changes': v.object({ of: v.picklist(stateMethods), params: v.unknown(), have: v.nullable(v.number()) }),
  'trimtab/findConfiguration': byPath,
  'trimtab/proposeConfiguration': byPath,
  'trimtab/adjustConfiguration': v.object({
    path: text,
    text: v.string(),
    choices: v.object({
      ranks: v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
      target: v.exactOptional(text),
    }),
  }),
  'trimtab/analyzePerformance': v.object({
    task: text,
    configuration: text,
    program: v.exactOptional(text),
    acceptsLargeTrace: v.exactOptional(v.boolean()),
    mode: v.exactOptional(v.picklist(RECORDING_MODES)),
  }),
  'trimtab/diskQuestion': v.object({ configuration: text, program: v.exactOptional(text) }),
  'trimtab/traceForecast': v.object({ experiment: text }),
  'trimtab/openTrace': v.object({ task: text, path: text, reuse: v.exactOptional(v.boolean()) }),
  'trimtab/formats': v.null(),
  'trimtab/reproduceExperiment': v.object({ task: text, id: text }),
  'trimtab/listExperiments': v.object({ newest: v.nullable(count), besides: v.array(text) }),
  'trimtab/selectExperiment': v.object({ id: v.nullable(text) }),
  'trimtab/renameExperiment': v.object({ id: text, name: text }),
  'trimtab/annotateExperiment': v.object({ id: text, note: v.string() }),
  'trimtab/deleteExperiment': byId,
  'trimtab/exportForms': v.null(),
  'trimtab/exportExperiment': v.object({ id: text, to: text, path: text }),
  'trimtab/keepRepresentatives': byId,
  'trimtab/dropTrace': byId,
  'trimtab/report': v.null(),
  'trimtab/findings': v.null(),
  'trimtab/locate': v.object({ finding }),
  'trimtab/worstLine': v.null(),
  'trimtab/lineMarks': v.object({ uri: text }),
  'trimtab/ownPropertyPage': v.object({ property: text }),
  'trimtab/askAssistant': v.object({ tool: v.picklist(ASSISTANT_TOOL_NAMES), input: v.unknown() }),
  'trimtab/evaluateProperty': v.object({ uri: text, property: text }),
  'trimtab/missingSources': v.null(),
  'trimtab/proposePathMapping': v.null(),
  'trimtab/learnPathMapping': v.object({ measured: text, path: text }),
  'trimtab/history': v.pipe(
    historyView,
    v.check(({ timeZone }) => isTimeZone(timeZone), 'there is no such time zone'),
  ),
  'trimtab/previewRetention': v.object({ rule: pageRule }),
  'trimtab/applyRetention': v.object({ rule: pageRule }),
  'trimtab/trend': v.object({ measure: v.string(), place: v.string() }),
  'trimtab/tagExperiment': v.object({ id: text, tags: v.array(v.string()) }),
  'trimtab/starExperiment': v.object({ id: text, on: v.boolean() }),
  'trimtab/predictRun': v.object({ task: text, id: text, scenarios: triedPrediction.entries.scenarios }),
  'trimtab/keepPrediction': v.object({ id: text, prediction: triedPrediction }),
  'trimtab/dropPrediction': v.object({ id: text, created: text }),
  'trimtab/judgedPredictions': v.object({ id: v.nullable(text) }),
  'trimtab/locateIn': v.object({ experiment: text, ...place.entries }),
  'trimtab/groupRepeats': v.object({ ids: v.array(text) }),
  'trimtab/compare': v.object({ groups, view: compareView }),
  'trimtab/matchCallPaths': v.object({ experiment: text, other: text }),
  'trimtab/findCell': comparedCell,
  'trimtab/findTree': changeTree.ask,
  'trimtab/exportComparison': v.object({ groups, format: v.picklist(exportFormats) }),
  'trimtab/showChanges': v.object({
    sides: v.nullable(v.object({ before: v.array(text), after: v.array(text) })),
  }),
  'trimtab/showGrowth': v.object({ ids: v.nullable(v.array(text)) }),
  'trimtab/shownOnLines': v.null(),
  'trimtab/scalability': v.object({ ids: v.array(text) }),
  'trimtab/workflows': v.null(),
  'trimtab/describeWorkflow': v.object({ workflow: text }),
  'trimtab/workflowRuns': v.null(),
  'trimtab/startWorkflow': v.object({ workflow: text, configuration: text, inputs }),
  'trimtab/resumeWorkflow': v.object({ id: text, from: v.nullable(text), accepted: v.optional(text) }),
  'trimtab/reviewWorkflowRun': byId,
  'trimtab/cancelWorkflow': byId,
  'trimtab/answerWorkflow': v.object({ id: text, step: text, answer: v.string() }),
  'trimtab/workflowOfRun': byId,
  'trimtab/workflowGraph': v.object({ text: v.string() }),
  'trimtab/editWorkflow': v.object({ text: v.string(), edit: workflowEdit }),
  'trimtab/select': v.object({ selection: selected, origin: v.picklist(selectionOrigins) }),
  'trimtab/selection': v.null(),
  'trimtab/followLine': v.object({ uri: text, line: count }),
  'trimtab/stepSelection': v.object({ to: v.picklist(['back', 'forward']) }),
  'trimtab/openChannel': v.null(),
  'trimtab/listTargets': v.null(),
  'trimtab/targetKinds': v.null(),
  'trimtab/checkTarget': v.object({ name: text }),
  'trimtab/liveRuns': v.null(),
  'trimtab/askLive': v.object({ id: text, request: text }),
  'trimtab/searchLive': v.object({ id: text, on: v.boolean() }),
  'trimtab/selectFunction': v.object({
    text: v.string(),
    region: text,
    choice: v.union([v.object({ take: v.picklist(['exclude', 'include']) }), v.object({ group: text })]),
  }),
  'trimtab/lineRanges': v.object(sourceWithRanges),
  'trimtab/measureLines': v.object({ ...sourceWithRanges, lines: chosenLines, name: v.string() }),
  'trimtab/rangesFile': byPath,
  'trimtab/groupLines': v.object({ ...sourceWithRanges, lines: chosenLines, group: v.string() }),
  'trimtab/dropLines': v.object({ ...sourceWithRanges, lines: chosenLines }),
  'trimtab/addTarget': v.object({
    text: v.string(),
    target: v.object({ kind: text, answers: v.record(text, text) }),
  }),
};

/** Malformed parameters of a request: a fault of the client, not of the person. */
export class ParameterError extends Error {
  override readonly name = 'ParameterError';
}

/**
 * Checks the parameters of a request.
 * @throws ParameterError naming the method and the first field that is wrong
 */
export function checkParameters<M extends RequestMethod>(method: M, params: unknown): Requests[M]['params'] {
  const schema: ParameterSchemas[M] = SCHEMAS[method];
  const result = v.safeParse(schema, params);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new ParameterError(`${method}: ${v.getDotPath(issue) ?? 'parameters'}: ${issue.message}`);
}

const options = v.object({
  trusted: v.boolean(),
  probeFolder: v.string(),
  targets: v.optional(v.unknown()),
  pathMap: v.optional(v.object({ pathMap: v.unknown(), folders: v.optional(v.record(text, v.unknown())) })),
  commandLinks: v.optional(v.boolean()),
  askpass: v.optional(v.object({ program: text, environment: v.record(v.string(), v.string()) })),
});

/** Reads `initializationOptions`; without them nothing is run, only shown. */
export function readEngineOptions(input: unknown): EngineOptions {
  const result = v.safeParse(options, input);
  return result.success ? result.output : { trusted: false, probeFolder: '' };
}
