import { readdirSync } from 'node:fs';
import path from 'node:path';
import { analyzeTrace } from '../../../src/analysis/trace/index.js';
import { elementAt } from '../../../src/base/elements.js';
import { openArchive } from '../../../src/formats/otf2/index.js';
import { causeInvariants, holds, type Invariant } from '../causeInvariants.js';
import { conformanceData } from '../conformanceData.js';
import { differences, type MetricComparison, TOLERANCE } from './compare.js';
import { conformanceOf, tracesWithReference } from './traces.js';

/**
 * Prints the agreement of every metric with the reference on every trace: the largest relative difference of values,
 * then the necessary reasons. Also prints the invariants between waiting and its causes in all public traces; in
 * Markdown, as tab-separated rows, or as JSON. Exits with 1 when a difference has no cause in its trace, or an
 * invariant is violated.
 */
function printConformance(form: 'markdown' | 'tsv' | 'json'): void {
  const folder = conformanceData('otf2-with-scalasca');
  if (folder === undefined) {
    process.exitCode = 1;
    return;
  }
  const traces = tracesWithReference(folder);
  const found = new Map(traces.map((trace) => [trace, conformanceOf(folder, trace)] as const));
  const byTrace = new Map([...found].map(([trace, { comparisons }]) => [trace, comparisons] as const));
  const invariants = new Map([
    ...[...found].map(([trace, { result }]) => [trace, causeInvariants(result)] as const),
    ...invariantsOfOthers(),
  ]);
  if (form === 'tsv') process.stdout.write(rows(byTrace));
  else if (form === 'json') process.stdout.write(`${JSON.stringify(asData(byTrace, invariants), undefined, 2)}\n`);
  else process.stdout.write(`${table(byTrace)}\n${notes(byTrace)}\n${laws(invariants)}`);
  const all = [...byTrace.values()].flat();
  const isViolated = [...invariants.values()].flat().some((invariant) => !holds(invariant));
  if (isViolated || all.some(({ unexplained }) => unexplained.length > 0)) process.exitCode = 1;
}

type Invariants = ReadonlyMap<string, readonly Invariant[]>;

/** Of the public traces without reference values. */
function invariantsOfOthers(): (readonly [string, Invariant[]])[] {
  const folder = conformanceData('otf2');
  if (folder === undefined) return [];
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.otf2'));
  return files.sort().map((file) => {
    const trace = openArchive(path.join(folder, file));
    return [elementAt(file.split(path.sep), 0), causeInvariants(analyzeTrace(trace, { program: file }))] as const;
  });
}

function laws(invariants: Invariants): string {
  const lines = ['| trace | invariant | left (s) | | right (s) | |', '|---|---|--:|---|--:|---|'];
  for (const [trace, ofTrace] of invariants) {
    for (const invariant of ofTrace) {
      const { law, left, right, relation } = invariant;
      const verdict = holds(invariant) ? 'holds' : 'VIOLATED';
      lines.push(`| ${trace} | ${law} | ${left.toFixed(9)} | ${relation} | ${right.toFixed(9)} | ${verdict} |`);
    }
  }
  return `${lines.join('\n')}\n`;
}

function asData(byTrace: ByTrace, invariants: Invariants): unknown {
  return {
    comparisons: Object.fromEntries([...byTrace].map(([trace, all]) => [trace, all.filter((c) => c.compared > 0)])),
    invariants: Object.fromEntries(
      [...invariants].map(([trace, all]) => [trace, all.map((one) => ({ ...one, holds: holds(one) }))]),
    ),
  };
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

/** The cause that a reason belongs to. */
function causeOf(reason: string): string | undefined {
  return differences.find((difference) => difference.reason === reason)?.cause;
}

function notes(byTrace: ByTrace): string {
  const all = [...byTrace.values()].flat();
  const values = all.reduce((sum, { compared }) => sum + compared, 0);
  const missing = all.flatMap(({ unexplained }) => unexplained);
  return [
    `${values} values of ${byTrace.size} traces; differences up to ${TOLERANCE} need no reason.`,
    '',
    ...[...numbered(byTrace)].map(([reason, number]) => `[${number}] ${causeOf(reason)}: ${reason}.`),
    ...missing.map((text) => `unexplained: ${text}`),
    '',
  ].join('\n');
}

printConformance(process.argv.includes('--json') ? 'json' : process.argv.includes('--tsv') ? 'tsv' : 'markdown');
