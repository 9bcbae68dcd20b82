/**
 * Checks a stored findings.json before anything is shown from it. Mirrors FindingsReport of the model; fields it does not
 * know are kept. `npm run schemas` makes schemas/findings.schema.json of it, for programs that read what is written today.
 */
import * as v from 'valibot';
import type { Problem } from '../base/problem.js';
import { checkStored, type StoredFormat } from '../base/storedFormat.js';
import type { FindingsReport } from '../model/findings.js';
import { beside } from './besideSchema.js';
import { compensated, compensatedMetric, compensatedRank, compensation } from './compensationSchema.js';
import { doubt, uncertainLocation, uncertainty } from './doubtSchema.js';
import { efficiency, efficiencyLoss, threadTimes } from './efficiencySchema.js';
import { finding, findingPart, rootCause, statistics, waitInstance, worstInstance } from './findingSchema.js';
import { memory } from './memorySchema.js';
import { callPathStep, count, countOf, listOf, locationShare, numberOf, place, text } from '../model/reportWords.js';
import type { Entries } from '../model/reportWords.js';
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
      'Raised when the meaning of a field changes; what is merely added leaves it as it is. Files of version 1, in which `uncertainty` tells what `doubts` tells, are still read, but not written any more.',
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
  events: countOf('Events analysed.'),
  processes: count,
  locations: listOf(v.string(), 'Names of the locations (processes and threads) in the order of the trace.'),
  metrics: listOf(
    metric,
    'Totals over all call paths and locations, each metric after the one that contains it. Metrics without any value are left out.',
  ),
  findings: listOf(
    finding,
    'One waiting property at one call path each, the most severe first. Findings below 0.05 % of the total time are left out, and there are at most 200. They do not overlap: their seconds may be added.',
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
  lines: listOf(line, 'Source lines by time; lines below 0.05 % of the total time are left out.'),
  hotLines: v.exactOptional(
    listOf(hotLine, 'Lines by their time as samples tell it, at most 200; absent where nothing was sampled.'),
  ),
  efficiency: v.exactOptional(
    v.pipe(
      v.lazy(() => efficiency),
      v.description(
        "What POP's efficiencies follow from: parallel efficiency is averageUseful / runTime, load balance averageUseful / mostUseful. Absent where no times of threads are known, and in reports of older versions.",
      ),
    ),
  ),
  counters: v.exactOptional(
    listOf(counter, 'Events of the processor and the kernel that were counted; absent where none were.'),
  ),
  beside: v.exactOptional(beside),
  memory: v.exactOptional(memory),
  files: v.exactOptional(
    listOf(fileUse, 'What was done with files, most time first, at most 50; absent where that was not recorded.'),
  ),
  entities: v.exactOptional(
    listOf(entity, 'What the program has named and works for, by time, at most 200; absent where it names nothing.'),
  ),
  statistics: v.exactOptional(
    listOf(statistics, 'How the waits of each property are distributed; absent in reports of older versions.'),
  ),
  doubts: v.exactOptional(
    listOf(
      doubt,
      'What makes these numbers doubtful, the worst first; read it before the findings. Reports of older versions may lack it.',
    ),
  ),
  problems: listOf(problem, 'What is missing from the trace or was left out of the analysis.'),
  compensation: v.exactOptional(
    v.pipe(
      compensation,
      v.description(
        'Present where what recording took was taken out of all other numbers: what they were before. `span.compensated` is what the run would take without being measured, as far as that can be predicted.',
      ),
    ),
  ),
} satisfies Entries<FindingsReport>);

const reportSchema: v.GenericSchema<FindingsReport> = report;

/** What programs that read a report are told of it. */
export const editorSchema = v.pipe(
  report,
  v.title('Trimtab findings'),
  v.description(
    'What an analysis says: findings.json of an experiment, and the output of `trimtab analyze --json`. All times are seconds; shares are from 0 to 1; paths of source files are as the measurement wrote them. Newer versions may add keys: pass over those that you do not know.',
  ),
);

/** Its parts, each told once. */
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
};

/** As version 1 tells that a trace is incomplete; it knows no other doubts. */
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
