/** User-defined properties of a project, ranked with the shipped ones. */
import { evaluate } from '../../asl/compile/evaluate.js';
import type { EvaluateOptions } from '../../asl/compile/meter.js';
import type { AslData } from '../../asl/data.js';
import { shippedTexts } from '../../asl/library.js';
import { isParameters } from '../../asl/files.js';
import { diagnosticLine, type Source } from '../../asl/syntax/diagnostics.js';
import { checkTexts, patternsOf, soundProperties } from '../../asl/texts.js';
import type { TypedPattern } from '../../asl/types/pattern.js';
import type { Problem } from '../../base/problem.js';
import { counted, duration } from '../../base/text.js';
import type { Definitions } from '../../model/definitions.js';
import type { Finding, FindingsReport } from '../../model/findings/findings.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import { byRank } from '../../model/findings/ranking.js';
import { MOST_FINDINGS } from '../report/findings.js';
import { CallPaths } from '../report/index.js';
import { isPossible } from '../report/plausibility.js';
import { foundBy } from './found.js';

/** Maximum number of errors listed over all texts; `trimtab asl check` lists all of them. */
const MOST_MISTAKES = 10;
/** More properties of a project are not evaluated. */
const MOST_PROPERTIES = 1000;

/** Steps of the evaluation, in the order of the properties. */
export type OwnStep =
  /** The texts were looked through: properties have numbers from here on. */
  | { readonly kind: 'checked'; readonly properties: readonly OwnProperty[] }
  /** The next steps are about this property; if omitted, about several whose patterns are searched for. */
  | { readonly kind: 'begun'; readonly property?: number }
  | { readonly kind: 'found'; readonly property: number; readonly findings: readonly Finding[] }
  | { readonly kind: 'problem'; readonly message: string };

export interface OwnProperty {
  readonly name: string;
  /** Whether it asks for matches of patterns. */
  readonly isOfEvents: boolean;
}

export interface OwnRun {
  readonly space: PerformanceSpace;
  readonly definitions: Definitions;
  /** Seconds of all locations, which severities are shares of. */
  readonly totalTime: number;
}

export interface OwnOptions extends EvaluateOptions {
  /** The numbers of the only properties that are evaluated; all when not given. */
  readonly only?: ReadonlySet<number>;
}

/**
 * Evaluates the properties of a project one after the other. A text with a mistake, a property that takes too much, and
 * one whose data were not measured take nothing from the others.
 * @param dataOf gives the run as properties see it, with the matches of these patterns
 */
export function* ownSteps(
  { space, definitions, totalTime }: OwnRun,
  texts: readonly Source[],
  dataOf: (patterns: readonly TypedPattern[]) => AslData,
  options: OwnOptions = {},
): Generator<OwnStep, void> {
  const checked = checkTexts(texts, space.metrics, undefined, shippedTexts());
  const all = checked.flatMap(soundProperties);
  const properties = all.slice(0, MOST_PROPERTIES);
  yield {
    kind: 'checked',
    properties: properties.map(({ name, patterns }) => ({ name, isOfEvents: patterns.length > 0 })),
  };
  const mistakes = checked.flatMap(({ source, diagnostics }) =>
    diagnostics.filter(({ level }) => level === 'error').map((each) => ({ source, each })),
  );
  for (const { source, each } of mistakes.slice(0, MOST_MISTAKES))
    yield problem(
      `A ${isParameters(source) ? 'parameter' : 'property'} is not evaluated: ${diagnosticLine(source, each)}.`,
    );
  if (all.length > properties.length)
    yield problem(`Only ${MOST_PROPERTIES} of the project's ${all.length} properties are evaluated.`);
  const { only } = options;
  const asked = [...properties.entries()].filter(([number]) => only === undefined || only.has(number));
  yield { kind: 'begun' };
  const wanted = patternsOf(
    asked.map(([, property]) => property),
    checked,
  );
  const data = dataOf(wanted);
  const paths = new CallPaths(space.callTree, definitions);
  for (const [number, property] of asked) {
    yield { kind: 'begun', property: number };
    const result = evaluate(property, data, options);
    if (result.stopped !== undefined) yield problem(`${result.stopped}.`);
    const found = foundBy(result, paths, totalTime).map(({ finding }) => finding);
    yield* tooMuch(property.name, found, totalTime);
    yield { kind: 'found', property: number, findings: found.filter(isPossible) };
  }
}

/** A property of a project may compute anything; a share above the whole would be believed of the program. */
function* tooMuch(name: string, findings: readonly Finding[], totalTime: number): Generator<OwnStep, void> {
  const [first, ...more] = findings.filter((finding) => !isPossible(finding));
  if (first === undefined) return;
  const others = more.length === 0 ? '' : `, with ${counted(more.length, 'more such finding')}`;
  yield problem(
    `${name} returns an impact of ${duration(first.seconds)} at ${first.callPath.at(-1)?.region ?? 'a call path'}, more than the total time of ${duration(totalTime)}. This finding is excluded${others}. Check the impact of the property.`,
  );
}

const problem = (message: string): OwnStep => ({ kind: 'problem', message });

/** A report with what was found of a project's own properties. */
export function withOwn(report: FindingsReport, steps: readonly OwnStep[]): FindingsReport {
  const found = steps.flatMap((step) => (step.kind === 'found' ? step.findings : []));
  const told = steps.flatMap((step) => (step.kind === 'problem' ? [warning(step.message)] : []));
  const findings = [...report.findings, ...found].sort(byRank).slice(0, MOST_FINDINGS);
  return { ...report, findings, problems: [...report.problems, ...told] };
}

const warning = (message: string): Problem => ({ level: 'warning', message });
