/** Properties that a project has of its own, ranked with the shipped ones. */
import { evaluate, type Evaluated, type Instance } from '../../asl/compile/evaluate.js';
import { LimitReached } from '../../asl/compile/meter.js';
import type { AslData } from '../../asl/data.js';
import { shippedTexts } from '../../asl/library.js';
import { diagnosticLine, type Source } from '../../asl/syntax/diagnostics.js';
import { checkTexts, patternsOf, soundProperties } from '../../asl/texts.js';
import { elementOf } from '../../asl/types/type.js';
import type { TypedPattern } from '../../asl/types/pattern.js';
import type { Problem } from '../../base/problem.js';
import { duration } from '../../base/text.js';
import type { Definitions } from '../../model/definitions.js';
import type { Finding, FindingsReport } from '../../model/findings.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import { byRank } from '../../model/ranking.js';
import { MOST_FINDINGS } from '../report/findings.js';
import { CallPaths } from '../report/index.js';

/** More places are not told of one property. */
const MOST_OF_ONE = 20;
/** More mistakes are not told of all texts: `trimtab asl check` tells them all. */
const MOST_MISTAKES = 10;

interface Result {
  readonly space: PerformanceSpace;
  readonly report: FindingsReport;
}

/**
 * A report with what properties of a project find. A text with a mistake, a property that never ends, and one whose data
 * were not measured take nothing from the others: they become problems of the report.
 * @param dataOf gives the run as properties see it, with the matches of these patterns
 */
export function withOwnProperties<Analyzed extends Result>(
  analyzed: Analyzed,
  definitions: Definitions,
  texts: readonly Source[],
  dataOf: (patterns: readonly TypedPattern[]) => AslData,
): Analyzed {
  if (texts.length === 0) return analyzed;
  const { space, report } = analyzed;
  const checked = checkTexts([...texts, ...shippedTexts()], space.metrics).slice(0, texts.length);
  const mistakes = checked.flatMap(({ source, diagnostics }) =>
    diagnostics.filter(({ level }) => level === 'error').map((each) => diagnosticLine(source, each)),
  );
  const problems = mistakes.slice(0, MOST_MISTAKES).map((line) => warning(`A property is left out: ${line}.`));
  const properties = checked.flatMap(soundProperties);
  const results: Evaluated[] = [];
  try {
    const data = dataOf(patternsOf(properties, checked));
    for (const property of properties) results.push(evaluate(property, data));
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    problems.push(
      warning(`Properties of this project are left out, for their patterns match too often: ${error.message}.`),
    );
  }
  for (const { stopped } of results) if (stopped !== undefined) problems.push(warning(`${stopped}.`));
  const paths = new CallPaths(space.callTree, definitions);
  const found = results.flatMap((result) =>
    result.found.slice(0, MOST_OF_ONE).flatMap((instance) => findingOf(result, instance, paths, report.totalTime)),
  );
  const findings = [...report.findings, ...found].sort(byRank).slice(0, MOST_FINDINGS);
  return { ...analyzed, report: { ...report, findings, problems: [...report.problems, ...problems] } };
}

const warning = (message: string): Problem => ({ level: 'warning', message });

/** What a property found at one place; nothing where it tells none, or no time is lost. */
function findingOf({ property }: Evaluated, instance: Instance, paths: CallPaths, totalTime: number): Finding[] {
  const { impact = NaN, confidence } = instance;
  const node = nodeOf(property, instance);
  if (node === undefined || !(node < paths.tree.size) || !(impact > 0) || totalTime <= 0) return [];
  const place = paths.place(node);
  const lost = `Lost are ${duration(impact)} of all locations' time.`;
  return [
    {
      kind: 'cost',
      property: property.name,
      title: titleOf(property.name),
      callPath: paths.steps(node),
      ...(place === undefined ? {} : { place }),
      seconds: impact,
      severity: Math.min(1, impact / totalTime),
      confidence: Number.isNaN(confidence) ? 1 : confidence,
      locations: [],
      explanation: property.explain ?? lost,
      advice: property.advice ?? 'The property of this project says nothing of what to try.',
    },
  ];
}

/** The call path that a property is told at, else that it was asked of. */
export function nodeOf({ at: told, rows }: Evaluated['property'], instance: Instance): number | undefined {
  const at = told === undefined ? undefined : elementOf(told.type);
  const known = at?.kind === 'object' && at.name === 'CallPath' ? instance.at : undefined;
  const asked = instance.rows[rows.findIndex(({ of }) => of === 'CallPath')];
  const node = known ?? asked;
  return node === undefined || !Number.isInteger(node) ? undefined : node;
}

/** `TinyMessages` and `tiny_messages` as people write it: `Tiny Messages`. */
function titleOf(name: string): string {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .split(/[_\s]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
