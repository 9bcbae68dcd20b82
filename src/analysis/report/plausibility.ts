/** Numbers that no run has: damaged clocks, time stamps and values must not become findings that people believe. */
import { plainName } from '../../base/plainText.js';
import { counted, duration, percent } from '../../base/text.js';
import type { Seconds } from '../../base/units.js';
import { withDoubt } from '../../model/doubts.js';
import type { Doubt, Finding, FindingsReport } from '../../model/findings.js';

const DAY: Seconds = 86_400;
/** Batch systems end jobs before that. */
const LONGEST_RUN = 14 * DAY;
/** What rounding adds to a whole. */
const ROUNDING = 1e-3;
const MOST_NAMED = 3;

/** The report without findings of more than the whole time, and with the reasons not to believe its times. */
export function plausible(report: FindingsReport): FindingsReport {
  const isPossible = ({ unit, severity }: Finding): boolean => unit !== undefined || severity <= 1 + ROUNDING;
  const impossible = report.findings.filter((finding) => !isPossible(finding));
  const sentences = [...tooLong(report.span), ...tooMuch(impossible)];
  if (sentences.length === 0) return report;
  const doubt: Doubt = {
    kind: 'implausible-times',
    severity: impossible.length > 0 ? 'error' : 'warning',
    title: 'implausible times',
    sentence: sentences.join(' '),
    advice: 'Check clock and time stamps of the measurement, and copy it again where it is damaged.',
  };
  return withDoubt({ ...report, findings: report.findings.filter(isPossible) }, doubt);
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
