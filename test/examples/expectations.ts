import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { parse } from 'yaml';
import { addAt, elementAt } from '../../src/base/elements.js';
import type { Finding, FindingsReport } from '../../src/model/findings/findings.js';
import { ofLength } from '../support/ofLength.js';

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
  /** The rank that `seconds` are spent waiting for. */
  waitsFor: v.optional(v.number()),
  /** Least and greatest share of the total time. */
  severity: v.optional(v.tuple([v.number(), v.number()])),
  /** The ranks (and threads, after all ranks) that wait more than a fifth as long as the one that waits longest. */
  waiting: v.optional(v.array(v.number())),
});
export type ExpectedFinding = v.InferOutput<typeof ExpectedFinding>;

const Expectations = v.strictObject({
  source: v.string(),
  ranks: v.number(),
  /** Seconds that a value of `seconds` may be off. */
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

/** Whether a call path passes a user's function; in Fortran its module's name goes before it. */
function passes(finding: Finding, name: string): boolean {
  return finding.callPath.some((step) => step.region.split('::').at(-1) === name);
}

/** The findings that an expectation names: several where a function is reached on several call paths. */
export function findingsFor(report: FindingsReport, expected: ExpectedFinding): Finding[] {
  return report.findings.filter((finding) => hasProperty(finding, expected) && passes(finding, expected.function));
}

/** Whether a finding is of the expected property; what waits in the wrong order (`…_wo`) is a part of it. */
export function hasProperty(finding: Finding, { property }: ExpectedFinding): boolean {
  return finding.property === property || finding.property === `${property}_wo`;
}

/**
 * Waiting time of each location, summed over findings, in the order of the report's locations: the ranks, after them
 * their further threads.
 */
export function secondsByRank(findings: readonly Finding[], ranks: number): number[] {
  const last = Math.max(...findings.flatMap(({ locations }) => locations.map(({ location }) => location)));
  const seconds = new Array<number>(Math.max(ranks, last + 1)).fill(0);
  for (const finding of findings) for (const share of finding.locations) addAt(seconds, share.location, share.seconds);
  return seconds;
}

/** How late each rank was, in seconds, by the function it was late in: as pingpong prints it. */
export type Delays = ReadonlyMap<string, readonly number[]>;

/** Reads what pingpong printed. */
export function delaysOf(output: string): Delays {
  const lines = [...output.matchAll(/^(\w+) +ranks late by((?: [\d.]+)+) s$/gm)];
  return new Map(
    lines.map((line) => {
      const [, name, delays] = ofLength(line, 3);
      return [name, delays.trim().split(' ').map(Number)];
    }),
  );
}

/** The closed form of each rank's wait: longer by how late the rank waited for was, shorter by its own delay. */
export function closedForm(expected: ExpectedFinding, delays: Delays): number[] {
  const late = delays.get(expected.function);
  if (expected.seconds === undefined || expected.waitsFor === undefined || late === undefined)
    throw new Error(`nothing is known about the times of ${expected.function}`);
  const awaited = elementAt(late, expected.waitsFor);
  return expected.seconds.map((seconds, rank) => (seconds > 0 ? seconds + awaited - elementAt(late, rank) : 0));
}
