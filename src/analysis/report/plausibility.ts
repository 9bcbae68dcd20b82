/** Numbers that no run has: damaged clocks, time stamps and values must not become findings that people believe. */
import { plainName } from '../../base/plainText.js';
import { counted, duration, percent } from '../../base/text.js';
import type { Seconds } from '../../base/units.js';
import { doubtsOf, withDoubt } from '../../model/findings/doubts.js';
import type { Doubt, Finding, FindingsReport } from '../../model/findings/findings.js';

const DAY: Seconds = 86_400;
/** Batch systems end jobs before that. */
const LONGEST_RUN = 14 * DAY;
/** Rounding tolerance, relative to the whole. */
const ROUNDING = 1e-3;
const MOST_NAMED = 3;

const KIND = 'implausible-times';

/** Reports whether a finding of time is at most the total time. */
export function isPossible({ unit, severity }: Finding): boolean {
  return unit !== undefined || severity <= 1 + ROUNDING;
}

/**
 * The report without findings of more than the whole time, and with the reasons not to believe its times. A report to
 * which findings are added is checked again: the reasons given before stay.
 */
export function plausible(report: FindingsReport): FindingsReport {
  const given = doubtsOf(report).find(({ kind }) => kind === KIND);
  const impossible = report.findings.filter((finding) => !isPossible(finding));
  const added = [...(given === undefined ? tooLong(report.span) : []), ...tooMuch(impossible)];
  if (added.length === 0) return report;
  const sentences = [...(given === undefined ? [] : [given.sentence]), ...added];
  const doubt: Doubt = {
    kind: KIND,
    severity: impossible.length > 0 ? 'error' : 'warning',
    title: 'implausible times',
    sentence: sentences.join(' '),
    advice: 'Check clock and time stamps of the measurement, and copy it again where it is damaged.',
  };
  const doubts = doubtsOf(report).filter(({ kind }) => kind !== KIND);
  return withDoubt({ ...report, findings: report.findings.filter(isPossible), doubts }, doubt);
}

function tooLong(span: Seconds): string[] {
  if (span <= LONGEST_RUN) return [];
  return [
    `The run time is ${counted(Math.round(span / DAY), 'day')}: unless the program ran that long, the clock or a time stamp in the file is damaged, and all times and shares are wrong.`,
  ];
}

function tooMuch(findings: readonly Finding[]): string[] {
  if (findings.length === 0) return [];
  const named = findings
    .slice(0, MOST_NAMED)
    .map(({ title, severity, seconds }) => `${plainName(title)}, ${percent(severity)} (${duration(seconds)})`);
  return [
    `${counted(findings.length, 'finding')} with more than the whole time ${findings.length === 1 ? 'is' : 'are'} excluded (${named.join('; ')}${findings.length > MOST_NAMED ? '; …' : ''}): the file is damaged.`,
  ];
}
