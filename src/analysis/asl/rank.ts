/** Properties that a project has of its own, ranked with the shipped ones. */
import { evaluate, type Evaluated } from '../../asl/compile/evaluate.js';
import { LimitReached } from '../../asl/compile/meter.js';
import type { AslData } from '../../asl/data.js';
import { shippedTexts } from '../../asl/library.js';
import { diagnosticLine, type Source } from '../../asl/syntax/diagnostics.js';
import { checkTexts, patternsOf, soundProperties } from '../../asl/texts.js';
import type { TypedPattern } from '../../asl/types/pattern.js';
import type { Problem } from '../../base/problem.js';
import type { Definitions } from '../../model/definitions.js';
import type { FindingsReport } from '../../model/findings.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import { byRank } from '../../model/ranking.js';
import { MOST_FINDINGS } from '../report/findings.js';
import { CallPaths } from '../report/index.js';
import { foundBy } from './found.js';

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
  const found = results.flatMap((result) => foundBy(result, paths, report.totalTime).map(({ finding }) => finding));
  const findings = [...report.findings, ...found].sort(byRank).slice(0, MOST_FINDINGS);
  return { ...analyzed, report: { ...report, findings, problems: [...report.problems, ...problems] } };
}

const warning = (message: string): Problem => ({ level: 'warning', message });
