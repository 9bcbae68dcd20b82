import { TrimtabError } from '../../../base/problem.js';
import { plainName } from '../../../base/plainText.js';
import { counted, duration, percent } from '../../../base/text.js';
import type {
  FindingPart,
  FindingsReport,
  PropertyStatistics,
  RootCause,
  WaitInstance,
} from '../../../model/findings.js';
import { amount } from '../../../model/mainMetric.js';
import type { LineFinding } from '../../../model/findingsByLine.js';
import { shippedProperties } from '../../../properties/index.js';
import { worstCauses } from '../../presentation/causes.js';
import { statisticsOf } from '../../presentation/singleWaits.js';
import type { AskedExperiments } from '../asked.js';
import { type LineTexts, lineTextsOf } from '../lineTexts.js';
import { meaningTold } from '../meaning.js';
import {
  type Answer,
  experimentTold,
  figure,
  amountsTold,
  locationsTold,
  pathTold,
  percentage,
  placeTold,
  ranksTold,
  regionsOfPath,
  titleOf,
  type Told,
} from '../told.js';
import type { Ask } from '../tools.js';
import { numbered } from './findings.js';

/** Steps of the call path of a finding that is told by itself. */
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
    ...experimentTold(experiment, report),
    finding: found.number,
    ...findingTold(found.finding, report, texts),
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

function findingTold(finding: LineFinding, report: FindingsReport, texts: LineTexts): Told {
  const { property, title, confidence, callPath, paths, place, locations, causes, worst } = finding;
  const roots = worstCauses(finding);
  const statistics = statisticsOf(report, property);
  return {
    property: plainName(property),
    title: titleOf(property, title),
    ...amountsTold(finding),
    confidencePercent: percentage(confidence),
    place: placeTold(place, texts),
    callPath: pathTold(regionsOfPath(callPath), MOST_STEPS),
    callPaths: paths,
    lostBy: { ...ranksTold([finding], report), ...locationsTold(locations) },
    ...(causes === undefined ? {} : { waitedFor: locationsTold(causes) }),
    ...(roots.length === 0 ? {} : { rootCauses: roots.map((root) => rootTold(root, report, texts)) }),
    ...(finding.parts === undefined ? {} : { ofThis: finding.parts.slice(0, 4).map(partTold) }),
    ...(worst === undefined ? {} : { longestWait: waitTold(worst) }),
    ...(statistics === undefined ? {} : { waitsOfThisPropertyInTheRun: statisticsTold(statistics) }),
    ...meaningTold(finding),
  };
}

function rootTold(
  { region, place, seconds, share, callPath, locations }: RootCause,
  report: FindingsReport,
  texts: LineTexts,
): Told {
  return {
    region: plainName(region),
    place: placeTold(place, texts),
    secondsOfFinding: figure(seconds),
    percentOfFinding: percentage(share),
    callPath: pathTold(regionsOfPath(callPath)),
    ...(locations.length === 0
      ? {}
      : { lateRanks: { ...ranksTold([{ locations }], report), ...locationsTold(locations) } }),
  };
}

function partTold(part: FindingPart): Told {
  return {
    property: plainName(part.property),
    title: titleOf(part.property, part.title),
    percentOfTotalTime: percentage(part.severity),
    seconds: figure(part.seconds),
    ...meaningTold(part),
  };
}

function waitTold({ name, enter, leave, seconds }: WaitInstance): Told {
  return {
    location: plainName(name),
    enteredSecondsAfterStart: figure(enter),
    leftSecondsAfterStart: figure(leave),
    waitedSeconds: figure(seconds),
  };
}

function statisticsTold({ count, mean, median, upperQuartile, maximum }: PropertyStatistics): Told {
  return {
    count,
    meanSeconds: figure(mean),
    medianSeconds: figure(median),
    upperQuartileSeconds: figure(upperQuartile),
    maximumSeconds: figure(maximum),
  };
}
