import { TrimtabError } from '../../../base/problem.js';
import { plainName } from '../../../base/plainText.js';
import { counted, duration, percent } from '../../../base/text.js';
import type {
  FindingPart,
  FindingsReport,
  PropertyStatistics,
  RootCause,
  WaitInstance,
} from '../../../model/findings/findings.js';
import { amount } from '../../../model/findings/mainMetric.js';
import type { LineFinding } from '../../../model/findings/findingsByLine.js';
import { shippedProperties } from '../../../properties/index.js';
import { worstCauses } from '../../presentation/causes.js';
import { statisticsOf } from '../../presentation/singleWaits.js';
import type { AskedExperiments } from '../asked.js';
import { type LineTexts, lineTextsOf } from '../lineTexts.js';
import { meaningFields } from '../meaning.js';
import {
  type Answer,
  experimentFields,
  figure,
  amountFields,
  locationFields,
  pathFields,
  percentage,
  placeFields,
  rankFields,
  regionsOfPath,
  titleOf,
  type Told,
} from '../fields.js';
import type { Ask } from '../tools.js';
import { numbered } from './findings.js';
import { gainFields } from './gain.js';

/** Steps of the call path of a finding that is reported alone. */
const MOST_STEPS = 32;

/** One finding with all that is known of where it comes from. */
export async function explainFinding(ask: Ask<'explain_finding'>, asked: AskedExperiments): Promise<Answer> {
  const experiment = await asked.get(ask.experiment);
  const report = experiment.report();
  const all = numbered(report);
  const found = all[ask.finding - 1];
  if (found === undefined)
    throw new TrimtabError(
      all.length === 0
        ? `Experiment ${experiment.id} has no findings.`
        : `There is no finding ${ask.finding}: experiment ${experiment.id} has ${counted(all.length, 'finding')}, numbered from 1.`,
    );
  const texts = lineTextsOf(experiment);
  const content = {
    ...experimentFields(experiment, report),
    finding: found.number,
    ...findingFields(found.finding, report, texts),
  };
  return { summary: summaryOf(found.finding, report), content };
}

function summaryOf(finding: LineFinding, report: FindingsReport): string {
  const { property, severity, seconds, rootCauses = [] } = finding;
  if (report.main !== undefined)
    return `This call path has ${percent(severity)} of what the run is ranked by, ${amount(seconds, report)} over all locations.`;
  const what = shippedProperties.get(property)?.title ?? 'A property of the project';
  const causes = rootCauses.length === 0 ? '' : ' rootCauses name the code that was late: look there first.';
  return `${what} loses ${percent(severity)} of the total time, ${duration(seconds)} over all locations.${causes}`;
}

function findingFields(finding: LineFinding, report: FindingsReport, texts: LineTexts): Told {
  const { property, title, confidence, callPath, paths, place, locations, causes, worst } = finding;
  const roots = worstCauses(finding);
  const statistics = statisticsOf(report, property);
  return {
    property: plainName(property),
    title: titleOf(property, title),
    ...amountFields(finding),
    confidencePercent: percentage(confidence),
    place: placeFields(place, texts),
    callPath: pathFields(regionsOfPath(callPath), MOST_STEPS),
    callPaths: paths,
    lostBy: { ...rankFields([finding], report), ...locationFields(locations) },
    ...(causes === undefined ? {} : { waitedFor: locationFields(causes) }),
    ...(roots.length === 0 ? {} : { rootCauses: roots.map((root) => rootFields(root, report, texts)) }),
    ...(finding.gain === undefined ? {} : { predictedGain: gainFields(finding.gain) }),
    ...(finding.parts === undefined ? {} : { ofThis: finding.parts.slice(0, 4).map(partFields) }),
    ...(worst === undefined ? {} : { longestWait: waitPart(worst) }),
    ...(statistics === undefined ? {} : { waitsOfThisPropertyInTheRun: statisticsFields(statistics) }),
    ...meaningFields(finding),
  };
}

function rootFields(
  { region, place, seconds, share, callPath, locations, longer }: RootCause,
  report: FindingsReport,
  texts: LineTexts,
): Told {
  return {
    region: plainName(region),
    place: placeFields(place, texts),
    secondsOfFinding: figure(seconds),
    percentOfFinding: percentage(share),
    ...(longer === undefined ? {} : { secondsLongerThanWhereItWaits: figure(longer) }),
    callPath: pathFields(regionsOfPath(callPath)),
    ...(locations.length === 0
      ? {}
      : { lateRanks: { ...rankFields([{ locations }], report), ...locationFields(locations) } }),
  };
}

function partFields(part: FindingPart): Told {
  return {
    property: plainName(part.property),
    title: titleOf(part.property, part.title),
    percentOfTotalTime: percentage(part.severity),
    seconds: figure(part.seconds),
    ...meaningFields(part),
  };
}

function waitPart({ name, enter, leave, seconds }: WaitInstance): Told {
  return {
    location: plainName(name),
    enteredSecondsAfterStart: figure(enter),
    leftSecondsAfterStart: figure(leave),
    waitedSeconds: figure(seconds),
  };
}

function statisticsFields({ count, mean, median, upperQuartile, maximum }: PropertyStatistics): Told {
  return {
    count,
    meanSeconds: figure(mean),
    medianSeconds: figure(median),
    upperQuartileSeconds: figure(upperQuartile),
    maximumSeconds: figure(maximum),
  };
}
