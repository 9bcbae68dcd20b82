/** Findings as SARIF 2.1.0 (OASIS), for code hosts and CI systems that show results at lines. */
import { counted, duration, percent, plainLine } from '../../base/text.js';
import { doubtsOf } from '../../model/findings/doubts.js';
import { lost } from '../../model/findings/mainMetric.js';
import { gainText } from '../../model/text/gainText.js';
import { scenarioText } from '../../model/text/scenarioText.js';
import type { Finding, FindingsReport } from '../../model/findings/findings.js';
import type { RunSources } from '../compare/measuredRun.js';
import type { Manifest } from '../store/manifest.js';
import { FINGERPRINT, fingerprintsOf } from './sarifFingerprints.js';
import { levelOf, logicalOf, physicalOf, SOURCES, stackOf, type Json } from './sarifPlaces.js';
import { ruleOf } from './sarifRules.js';
import { messageText } from './sarifText.js';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/**
 * Returns the log of one run: a rule for each property, a result for each finding at its line. Paths are relative to
 * the project, and fingerprints of results stay the same from run to run. Findings without a source line are
 * notifications, since code hosts refuse a log whose results have no line. Warnings are notifications, too.
 */
export function sarifLog(manifest: Manifest, report: FindingsReport, sources: RunSources): Json {
  const placed = report.findings.filter(({ place }) => place !== undefined);
  const properties = [...new Set(placed.map(({ property }) => property))];
  const rules = new Map(properties.map((property, index) => [property, index]));
  const fingerprints = fingerprintsOf(placed, sources);
  return {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Trimtab',
            rules: properties.map((property) =>
              ruleOf(
                property,
                placed.filter((finding) => finding.property === property),
              ),
            ),
          },
        },
        // The part before the last slash identifies a series of runs.
        automationDetails: { id: `trimtab/${plainLine(manifest.program).replaceAll('/', '_')}/${manifest.id}` },
        originalUriBaseIds: { [SOURCES]: { description: { text: 'The folder of the project that was measured.' } } },
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: manifest.state === 'complete',
            startTimeUtc: manifest.created,
            toolExecutionNotifications: notifications(report),
          },
        ],
        results: placed.map((finding) => ({
          ...resultOf(finding, sources),
          ruleIndex: rules.get(finding.property) ?? -1,
          partialFingerprints: { [FINGERPRINT]: fingerprints.get(finding) },
        })),
        properties: {
          experiment: manifest.id,
          target: plainLine(manifest.target),
          processes: report.processes,
          span: report.span,
          totalTime: report.totalTime,
        },
      },
    ],
  };
}

function resultOf(finding: Finding, sources: RunSources): Json {
  const { property, severity, seconds, confidence, place, rootCauses = [], gain } = finding;
  const related = rootCauses.flatMap((cause) =>
    cause.place === undefined
      ? []
      : [
          {
            physicalLocation: physicalOf(cause.place, sources),
            message: { text: messageText(`${cause.region} causes ${percent(cause.share)} of it`) },
          },
        ],
  );
  return {
    ruleId: property,
    kind: 'fail',
    level: levelOf(severity),
    rank: Math.min(100, Math.max(0, severity * 100)),
    message: { text: sentence(finding) },
    locations:
      place === undefined
        ? []
        : [{ physicalLocation: physicalOf(place, sources), logicalLocations: [logicalOf(finding.callPath)] }],
    stacks: [stackOf(finding.callPath, sources)],
    ...(related.length === 0 ? {} : { relatedLocations: related.map((one, id) => ({ id, ...one })) }),
    properties: {
      ...(finding.unit === undefined ? { seconds } : { amount: seconds, unit: plainLine(finding.unit) }),
      severity,
      confidence,
      ...(gain === undefined ? {} : { predictedGain: { seconds: gain.saved, share: gain.share } }),
    },
  };
}

function sentence(finding: Finding): string {
  const { title, severity, seconds, unit, explanation, advice, callPath, locations, gain } = finding;
  const where = callPath.map(({ region }) => messageText(region)).join(' → ');
  const waiting = locations.length === 0 ? '' : ` on ${counted(locations.length, 'location')}`;
  return [
    unit === undefined
      ? `${messageText(title)}: ${percent(severity)} of the time (${duration(seconds)}${waiting}) is lost in ${where}.`
      : `${messageText(title)}: ${percent(severity)} of all (${lost(seconds, finding)}${waiting}) is in ${where}.`,
    messageText(explanation),
    messageText(advice),
    ...(gain === undefined ? [] : [`Predicted: ${messageText(scenarioText(gain.scenario))} ${gainText(gain)}.`]),
  ].join(' ');
}

function notifications(report: FindingsReport): Json[] {
  const doubts = doubtsOf(report).map(({ severity, title, sentence: said, advice }) => ({
    level: severity === 'error' ? 'error' : 'warning',
    message: { text: messageText(`${title}. ${said} ${advice}`) },
  }));
  const elsewhere = report.findings
    .filter(({ place }) => place === undefined)
    .map((finding) => ({ level: levelOf(finding.severity), message: { text: sentence(finding) } }));
  return [...doubts, ...elsewhere];
}
