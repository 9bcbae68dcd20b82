/**
 * Checks a stored findings.json before anything is shown from it. Mirrors FindingsReport of the model; fields it does not
 * know are kept. `npm run schemas` makes schemas/findings.schema.json of it, for programs that read what is written today.
 */
import * as v from 'valibot';
import type { Problem } from '../../base/problem.js';
import { checkStored, type StoredFormat } from '../../base/storedFormat.js';
import type { FindingsReport } from '../../model/findings/findings.js';
import { beside } from './otherMetricsSchema.js';
import { compensated, compensatedMetric, compensatedRank, compensation } from './compensationSchema.js';
import { doubt, uncertainLocation, uncertainty } from './doubtSchema.js';
import { efficiency, efficiencyLoss, threadTimes } from './efficiencySchema.js';
import { finding, findingPart, rootCause, statistics, waitInstance, worstInstance } from './findingSchema.js';
import { memory } from './memorySchema.js';
import { threadPools } from './threadPoolsSchema.js';
import {
  callPathStep,
  count,
  countOf,
  listOf,
  locationShare,
  numberOf,
  place,
  text,
} from '../../model/findings/reportWords.js';
import { gain, prediction, predictions, scenario } from '../../model/findings/scenarioSchema.js';
import type { Entries } from '../../model/findings/reportWords.js';
import {
  countedFunction,
  counter,
  entity,
  fileUse,
  flatRow,
  functionProperty,
  functionSummary,
  hotLine,
  line,
  lineProperty,
  mainMetric,
  metric,
  profileRow,
} from './totalsSchema.js';

const problem = v.looseObject({
  level: v.picklist(['error', 'warning', 'information']),
  message: v.string(),
  where: v.exactOptional(v.string()),
} satisfies Entries<Problem>);

const report = v.looseObject({
  format: v.literal('trimtab-findings'),
  version: v.pipe(
    v.literal(2),
    v.description(
      'Raised when the meaning of a field changes, not when fields are added. Files of version 1 are still read; they have `uncertainty` in place of `doubts`.',
    ),
  ),
  program: text('Name of the measured program.'),
  measurement: v.exactOptional(
    v.pipe(
      v.literal('profile'),
      v.description('Present where sums were measured, without events: single waits and causes are then unknown.'),
    ),
  ),
  main: v.exactOptional(
    v.pipe(
      mainMetric,
      v.description(
        'Present where a person chose another metric to rank by: seconds, inclusive and exclusive of findings, functions, lines and the flat profile are amounts of it, in its unit, and shares are of its total.',
      ),
    ),
  ),
  span: numberOf('Wall-clock time from the first to the last event; of a profile the most time that one location has.'),
  totalTime: numberOf('Time of all locations together, idle threads included.'),
  events: countOf('Events analyzed.'),
  processes: count,
  locations: listOf(v.string(), 'Names of the locations (processes and threads) in the order of the trace.'),
  metrics: listOf(
    metric,
    'Totals over all call paths and locations, each metric after the one that contains it. Metrics without any value are absent.',
  ),
  findings: listOf(
    finding,
    'One waiting property at one call path each, the most severe first. Findings below 0.05 % of the total time are excluded; at most 200. They do not overlap: their seconds may be added.',
  ),
  functions: listOf(functionSummary, 'Functions whose place in the source is known, by inclusive time.'),
  profile: v.exactOptional(
    listOf(
      profileRow,
      'Flat profile: the hottest functions and constructs by their own time; absent in reports of older versions.',
    ),
  ),
  flat: v.exactOptional(
    listOf(flatRow, 'Of a profile: all regions by their own time; those of a trace are in its performance space.'),
  ),
  lines: listOf(line, 'Source lines by time; lines below 0.05 % of the total time are excluded.'),
  hotLines: v.exactOptional(listOf(hotLine, 'Lines by their sampled time, at most 200; absent without sampling.')),
  efficiency: v.exactOptional(
    v.pipe(
      v.lazy(() => efficiency),
      v.description(
        "The input of POP's efficiencies: parallel efficiency is averageUseful / runTime, load balance averageUseful / mostUseful. Absent without times of threads, and in reports of older versions.",
      ),
    ),
  ),
  counters: v.exactOptional(
    listOf(counter, 'Events of the processor and the kernel that were counted; absent where none were.'),
  ),
  beside: v.exactOptional(beside),
  memory: v.exactOptional(memory),
  threadPools: v.exactOptional(threadPools),
  files: v.exactOptional(
    listOf(fileUse, 'Operations on files, most time first, at most 50; absent if they were not recorded.'),
  ),
  entities: v.exactOptional(
    listOf(entity, 'Entities that the program names, by time, at most 200; absent without any.'),
  ),
  statistics: v.exactOptional(
    listOf(statistics, 'How the waits of each property are distributed; absent in reports of older versions.'),
  ),
  doubts: v.exactOptional(
    listOf(
      doubt,
      'Reasons why these numbers may be unreliable, worst first. Read them before the findings. Reports of older versions may not contain them.',
    ),
  ),
  problems: listOf(problem, 'Data that is missing in the trace or was excluded from the analysis.'),
  predictions: v.exactOptional(
    v.pipe(
      v.lazy(() => predictions),
      v.description('Predicted run times after changes; absent in profiles, and if they were not computed.'),
    ),
  ),
  compensation: v.exactOptional(
    v.pipe(
      compensation,
      v.description(
        'Present if measurement overhead was subtracted from all other numbers: their values before. `span.compensated` predicts the run time of the uninstrumented program.',
      ),
    ),
  ),
} satisfies Entries<FindingsReport>);

const reportSchema: v.GenericSchema<FindingsReport> = report;

/** Schema of a report, with descriptions for programs that read it. */
export const editorSchema = v.pipe(
  report,
  v.title('Trimtab findings'),
  v.description(
    'The report of an analysis: findings.json of an experiment, and the output of `trimtab analyze --json`. All times are seconds; shares are from 0 to 1. Paths of source files are those of the measurement. Newer versions may add keys: ignore unknown ones.',
  ),
);

/** Its parts, each defined once. */
export const definitions = {
  place,
  mainMetric,
  metric,
  callPathStep,
  locationShare,
  findingPart,
  waitInstance,
  worstInstance,
  statistics,
  rootCause,
  finding,
  functionProperty,
  function: functionSummary,
  lineProperty,
  line,
  profileRow,
  flatRow,
  efficiencyLoss,
  threadTimes,
  efficiency,
  countedFunction,
  counter,
  uncertainLocation,
  uncertainty,
  doubt,
  compensated,
  compensatedRank,
  compensatedMetric,
  compensation,
  problem,
  scenario,
  gain,
  prediction,
  predictions,
};

/** Incomplete trace in version 1, which has no other warnings. */
const formerUncertainty = v.looseObject({ title: v.string(), explanation: v.string(), advice: v.string() });

function withDoubts({ uncertainty: former, ...report }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (!v.is(formerUncertainty, former)) return former === undefined ? report : { ...report, doubts: former };
  const { title, explanation: sentence, advice, ...rest } = former;
  const about = { kind: 'incomplete-trace', severity: 'warning', title, sentence, advice };
  return { ...report, doubts: [{ ...about, uncertainty: rest }] };
}

const reportFormat: StoredFormat<FindingsReport> = {
  format: 'trimtab-findings',
  version: 2,
  upgraders: { 1: withDoubts },
  schema: reportSchema,
};

/**
 * The report that data of any version holds.
 * @param file its name for people
 * @throws TrimtabError with one sentence when it is none
 */
export function checkReport(data: unknown, file: string): FindingsReport {
  return checkStored(reportFormat, file, data);
}
