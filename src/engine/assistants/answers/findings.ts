import { present } from '../../../base/present.js';
import { doubtsOf, nothingFound } from '../../../model/findings/doubts.js';
import type { FindingsReport } from '../../../model/findings/findings.js';
import { findingsByLine, type LineFinding } from '../../../model/findings/findingsByLine.js';
import { amount } from '../../../model/findings/mainMetric.js';
import { severityLevel } from '../../../model/findings/severityLevel.js';
import { shippedProperties } from '../../../properties/index.js';
import { counted, duration, percent } from '../../../base/text.js';
import { extentOf } from '../../../model/findings/extent.js';
import { plainName } from '../../../base/plainText.js';
import { worstCauses } from '../../presentation/causes.js';
import type { AskedExperiments } from '../asked.js';
import { isMeantFile } from '../files.js';
import { type LineTexts, lineTextsOf } from '../lineTexts.js';
import { pageOf } from '../page.js';
import {
  type Answer,
  amountFields,
  experimentFields,
  pathFields,
  percentage,
  placeFields,
  rankFields,
  regionsOfPath,
  titleOf,
  type Told,
} from '../fields.js';
import type { Ask } from '../tools.js';

/** A finding with its number in the ranking, as reports for people have it too. */
export interface Numbered {
  readonly number: number;
  readonly finding: LineFinding;
}

/** All findings by property and line, ranked: numbered from 1. */
export function numbered({ findings }: FindingsReport): Numbered[] {
  return findingsByLine(findings).map((finding, index) => ({ number: index + 1, finding }));
}

/** Returns the findings of an experiment. */
export async function findings(ask: Ask<'findings'>, asked: AskedExperiments): Promise<Answer> {
  const experiment = await asked.get(ask.experiment);
  const report = experiment.report();
  const all = numbered(report);
  const texts = lineTextsOf(experiment);
  const isMeant = isMeantFile(ask.file, texts);
  const chosen = all.filter(
    ({ finding }) =>
      (ask.property === undefined || isProperty(finding, ask.property)) &&
      (ask.file === undefined || (finding.place !== undefined && isMeant(finding.place.file))),
  );
  const { rows, page } = pageOf(chosen, ask, (row) => rowOf(row, report, texts));
  return { summary: summaryOf(chosen, all, report), content: { ...experimentFields(experiment, report), page, rows } };
}

const isProperty = ({ property, title, parts = [] }: LineFinding, wanted: string): boolean =>
  [{ property, title }, ...parts].some((one) => one.property === wanted || one.title === wanted);

function summaryOf(chosen: readonly Numbered[], all: readonly Numbered[], report: FindingsReport): string {
  const first = chosen.at(0);
  if (all.length === 0) return nothingFound(report);
  if (first === undefined) return `None of the ${counted(all.length, 'finding')} matches.`;
  const { property, severity, seconds } = first.finding;
  if (report.main !== undefined)
    return `${counted(chosen.length, 'call path')} by what the run is ranked by. The first has ${percent(severity)} of it, ${amount(seconds, report)} of ${amount(report.main.total, report)}.`;
  const what = shippedProperties.get(property)?.title ?? 'a property of the project';
  const doubts = doubtsOf(report).length === 0 ? '' : ' The numbers may be unreliable: read `doubts` first.';
  const number = chosen.length === all.length ? '' : ` of ${all.length}`;
  const { whole } = extentOf(report);
  return `${counted(chosen.length, 'finding')}${number}. The first is ${what}: ${percent(severity)} of the total time, ${duration(seconds)} of ${duration(report.totalTime)} of ${whole} together.${doubts}`;
}

function rowOf({ number, finding }: Numbered, report: FindingsReport, texts: LineTexts): Told {
  const { property, title, severity, confidence, kind, callPath, paths, place, parts = [] } = finding;
  const [cause] = worstCauses(finding);
  const line = placeFields(place, texts);
  return {
    finding: number,
    property: plainName(property),
    title: titleOf(property, title),
    ...present({ kind }),
    ...amountFields(finding),
    level: severityLevel(severity),
    confidencePercent: percentage(confidence),
    ...present({ place: line }),
    callPath: pathFields(regionsOfPath(callPath), 4),
    ...(paths === 1 ? {} : { callPaths: paths }),
    lostBy: rankFields([finding], report),
    ...(parts.length === 0
      ? {}
      : {
          ofThis: parts.slice(0, 4).map((part) => ({
            title: titleOf(part.property, part.title),
            percentOfTotalTime: percentage(part.severity),
          })),
        }),
    ...(cause === undefined
      ? {}
      : {
          rootCause: {
            region: plainName(cause.region),
            place: placeFields(cause.place, texts),
            percentOfFinding: percentage(cause.share),
            // Profiles have the call path but not the locations.
            ...(cause.locations.length === 0 ? {} : { lateRanks: rankFields([cause], report) }),
          },
        }),
  };
}
