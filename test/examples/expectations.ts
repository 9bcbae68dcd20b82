import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { parse } from 'yaml';
import type { Finding, FindingsReport } from '../../src/model/findings.js';

const ExpectedFinding = v.strictObject({
  /** Unique metric name. */
  property: v.string(),
  /** The user's function that waits. */
  function: v.string(),
  /** Text of the waiting line: the first that contains it after the function begins. */
  line: v.string(),
  /** Whether this is the first finding of the report. */
  worst: v.optional(v.boolean(), false),
  /** Waiting time of each rank. */
  seconds: v.optional(v.array(v.number())),
  /** Least and greatest share of the total time. */
  severity: v.optional(v.tuple([v.number(), v.number()])),
  /** The ranks that wait for more than a thousandth of the total time. */
  waiting: v.optional(v.array(v.number())),
});
export type ExpectedFinding = v.InferOutput<typeof ExpectedFinding>;

const Expectations = v.strictObject({
  source: v.string(),
  ranks: v.number(),
  /** Seconds that a value of `seconds` may be off in the recorded run. */
  tolerance: v.optional(v.number()),
  findings: v.array(ExpectedFinding),
});
export type Expectations = v.InferOutput<typeof Expectations>;

export const examplesFolder = join(import.meta.dirname, '../../examples');

/** Reads expected.yaml of an example. */
export function loadExpectations(example: string): Expectations {
  return v.parse(Expectations, parse(readFileSync(join(examplesFolder, example, 'expected.yaml'), 'utf8')));
}

/** The 1-based line of an example's source that an expectation means. */
export function expectedLine(example: string, source: string, expected: ExpectedFinding): number {
  const lines = readFileSync(join(examplesFolder, example, source), 'utf8').split('\n');
  const definition = new RegExp(`^(?:static .*|\\s*subroutine )\\b${expected.function}\\(`);
  const begin = lines.findIndex((line) => definition.test(line));
  const found = begin < 0 ? -1 : lines.findIndex((line, index) => index > begin && line.includes(expected.line));
  if (found < 0) throw new Error(`${example}/${source}: no line "${expected.line}" in ${expected.function}`);
  return found + 1;
}

/** Whether a call path passes a user's function; Fortran compilers add the module's name and change the case. */
function passes(finding: Finding, name: string): boolean {
  return finding.callPath.some((step) => step.region === name || step.region.toLowerCase().endsWith(`_${name}`));
}

/** The findings of a report that an expectation names; several where one function is reached on several call paths. */
export function findingsFor(report: FindingsReport, expected: ExpectedFinding): Finding[] {
  return report.findings.filter(
    (finding) => finding.property === expected.property && passes(finding, expected.function),
  );
}

/** Waiting time of each rank, summed over findings. Ranks are told by their place among the report's locations. */
export function secondsByRank(findings: readonly Finding[], ranks: number): number[] {
  const seconds = new Array<number>(ranks).fill(0);
  for (const finding of findings) for (const share of finding.locations) seconds[share.location] += share.seconds;
  return seconds;
}
