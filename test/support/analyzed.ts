import { analyzeTrace } from '../../src/analysis/trace/index.js';
import type { Doubt, FindingsReport } from '../../src/model/findings/findings.js';
import { valuesByPath } from './spaceValues.js';
import type { TraceBuilder } from './traceBuilder.js';

/** The exclusive values of a metric, from times as they were recorded, by `path \t location`, as the analysis of a built trace gives them. */
export function values(builder: TraceBuilder, metric: string): Record<string, number> {
  const trace = builder.build();
  const { space } = analyzeTrace(trace, { program: 'test', correctClocks: false });
  return Object.fromEntries(valuesByPath(space, trace.definitions).get(metric) ?? []);
}

/** Returns the complaints of the analysis of a built trace. */
export function problems(builder: TraceBuilder): string[] {
  return analyzeTrace(builder.build(), { program: 'test' }).report.problems.map(({ message }) => message);
}

/** Returns the warning of a report about an incomplete trace; undefined if it is complete. */
export function incompletenessOf({ doubts }: FindingsReport): Doubt | undefined {
  return doubts?.find(({ kind }) => kind === 'incomplete-trace');
}
