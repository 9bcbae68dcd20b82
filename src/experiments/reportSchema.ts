/** Checks a stored findings.json before anything is shown from it. Mirrors FindingsReport of the model; fields it does not know are kept. */
import * as v from 'valibot';
import { checkStored, type StoredFormat } from '../base/storedFormat.js';
import type { FindingsReport } from '../model/findings.js';

const number = v.pipe(v.number(), v.finite());
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const place = v.looseObject({ file: v.string(), line: count });

const step = v.looseObject({
  region: v.string(),
  definition: v.exactOptional(place),
  callSite: v.exactOptional(place),
});

const share = v.looseObject({ location: count, name: v.string(), seconds: number });

const part = v.looseObject({
  property: v.string(),
  title: v.string(),
  seconds: number,
  severity: number,
  explanation: v.string(),
  advice: v.string(),
});

const wait = v.looseObject({ location: count, name: v.string(), enter: number, leave: number, seconds: number });

const statistics = v.looseObject({
  property: v.string(),
  title: v.string(),
  count,
  sum: number,
  mean: number,
  standardDeviation: number,
  minimum: number,
  lowerQuartile: number,
  median: number,
  upperQuartile: number,
  maximum: number,
  worst: v.array(v.looseObject({ ...wait.entries, callPath: v.array(step), place: v.exactOptional(place) })),
});

const rootCause = v.looseObject({
  region: v.string(),
  callPath: v.array(step),
  place: v.exactOptional(place),
  seconds: number,
  share: number,
  locations: v.array(share),
});

const finding = v.looseObject({
  kind: v.exactOptional(v.literal('cost')),
  property: v.string(),
  title: v.string(),
  callPath: v.array(step),
  place: v.exactOptional(place),
  seconds: number,
  severity: number,
  confidence: number,
  locations: v.array(share),
  causes: v.exactOptional(v.array(share)),
  parts: v.exactOptional(v.array(part)),
  worst: v.exactOptional(wait),
  rootCauses: v.exactOptional(v.array(rootCause)),
  explanation: v.string(),
  advice: v.string(),
});

const line = v.looseObject({
  place,
  seconds: number,
  share: number,
  exclusive: v.exactOptional(number),
  properties: v.exactOptional(
    v.array(v.looseObject({ property: v.string(), title: v.string(), severity: number, own: number })),
  ),
});

const problem = v.looseObject({
  level: v.picklist(['error', 'warning', 'information']),
  message: v.string(),
  where: v.exactOptional(v.string()),
});

const uncertainLocation = v.looseObject({
  location: count,
  name: v.string(),
  state: v.picklist(['lost', 'cut', 'gaps', 'unbalanced', 'metrics-only', 'messages']),
  from: v.exactOptional(number),
  missing: v.exactOptional(number),
  openRegions: v.exactOptional(count),
  strayLeaves: v.exactOptional(count),
  unmatchedSends: v.exactOptional(count),
  unmatchedReceives: v.exactOptional(count),
  doubtfulReceives: v.exactOptional(count),
  openRequests: v.exactOptional(count),
});

const uncertainty = v.looseObject({
  certainUntil: v.exactOptional(number),
  locations: v.array(uncertainLocation),
  leftOut: count,
});

const doubt = v.looseObject({
  kind: v.string(),
  severity: v.picklist(['error', 'warning']),
  title: v.string(),
  sentence: v.string(),
  advice: v.string(),
  uncertainty: v.exactOptional(uncertainty),
});

const reportSchema: v.GenericSchema<FindingsReport> = v.looseObject({
  format: v.literal('trimtab-findings'),
  version: v.literal(2),
  program: v.string(),
  measurement: v.exactOptional(v.literal('profile')),
  span: number,
  totalTime: number,
  events: count,
  processes: count,
  locations: v.array(v.string()),
  metrics: v.array(
    v.looseObject({
      name: v.string(),
      title: v.string(),
      parent: v.exactOptional(v.string()),
      unit: v.string(),
      value: number,
      share: v.exactOptional(number),
    }),
  ),
  findings: v.array(finding),
  functions: v.array(
    v.looseObject({
      region: v.string(),
      place,
      visits: number,
      inclusive: number,
      exclusive: number,
      share: number,
      properties: v.array(v.looseObject({ property: v.string(), title: v.string(), severity: number })),
    }),
  ),
  profile: v.exactOptional(
    v.array(
      v.looseObject({
        region: v.string(),
        place: v.exactOptional(place),
        visits: number,
        exclusive: number,
        share: number,
      }),
    ),
  ),
  lines: v.array(line),
  statistics: v.exactOptional(v.array(statistics)),
  doubts: v.exactOptional(v.array(doubt)),
  problems: v.array(problem),
});

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
