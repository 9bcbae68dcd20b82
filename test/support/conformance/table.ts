import { conformanceData } from '../conformanceData.js';
import { type MetricComparison, TOLERANCE } from './compare.js';
import { conformanceOf, tracesWithReference } from './traces.js';

/**
 * Prints how every metric agrees with the reference on every trace: the largest relative difference of values, then the
 * reasons of those that need one, in Markdown or as tab-separated rows. Exits with 1 when a difference has no reason.
 */
function printConformance(tsv: boolean): void {
  const folder = conformanceData('otf2-with-scalasca');
  if (folder === undefined) {
    process.exitCode = 1;
    return;
  }
  const traces = tracesWithReference(folder);
  const byTrace = new Map(traces.map((trace) => [trace, conformanceOf(folder, trace).comparisons] as const));
  process.stdout.write(tsv ? rows(byTrace) : `${table(byTrace)}\n${notes(byTrace)}`);
  const all = [...byTrace.values()].flat();
  if (all.some(({ unexplained }) => unexplained.length > 0)) process.exitCode = 1;
}

type ByTrace = ReadonlyMap<string, readonly MetricComparison[]>;

function rows(byTrace: ByTrace): string {
  const lines = ['metric\ttrace\tvalues\tlargest\texplained\tunexplained\treasons'];
  for (const [trace, comparisons] of byTrace) {
    for (const { metric, compared, largest, explained, unexplained, reasons } of comparisons) {
      if (compared === 0) continue;
      lines.push([metric, trace, compared, largest, explained, unexplained.length, reasons.join('; ')].join('\t'));
    }
  }
  return `${lines.join('\n')}\n`;
}

function table(byTrace: ByTrace): string {
  const reasons = numbered(byTrace);
  const metrics = [...new Set([...byTrace.values()].flat().map(({ metric }) => metric))];
  const lines = [`| metric | ${[...byTrace.keys()].join(' | ')} |`, `|---|${'--:|'.repeat(byTrace.size)}`];
  for (const metric of metrics) {
    const cells = [...byTrace.values()].map((comparisons) => {
      const found = comparisons.find((comparison) => comparison.metric === metric);
      return found === undefined || found.compared === 0 ? '' : cell(found, reasons);
    });
    if (cells.some((text) => text !== '')) lines.push(`| ${metric} | ${cells.join(' | ')} |`);
  }
  return `${lines.join('\n')}\n`;
}

function cell({ largest, explained, reasons, unexplained }: MetricComparison, numbers: ReadonlyMap<string, number>) {
  if (unexplained.length > 0) return `unexplained (${unexplained.length})`;
  if (explained > 0) return `${scientific(explained)} [${reasons.map((reason) => numbers.get(reason)).join(',')}]`;
  return scientific(largest);
}

function scientific(value: number): string {
  return value === 0 ? '0' : value.toExponential(0);
}

/** Every reason that is needed, numbered. */
function numbered(byTrace: ByTrace): ReadonlyMap<string, number> {
  const all = new Set([...byTrace.values()].flat().flatMap(({ reasons }) => reasons));
  return new Map([...all].map((reason, index) => [reason, index + 1]));
}

function notes(byTrace: ByTrace): string {
  const all = [...byTrace.values()].flat();
  const values = all.reduce((sum, { compared }) => sum + compared, 0);
  const missing = all.flatMap(({ unexplained }) => unexplained);
  return [
    `${values} values of ${byTrace.size} traces; differences up to ${TOLERANCE} need no reason.`,
    '',
    ...[...numbered(byTrace)].map(([reason, number]) => `[${number}] ${reason}.`),
    ...missing.map((text) => `unexplained: ${text}`),
    '',
  ].join('\n');
}

printConformance(process.argv.includes('--tsv'));
