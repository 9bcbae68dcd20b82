import {
  analyzeReading,
  type AnalysisResult,
  decodePart,
  divide,
  encodePart,
  Merger,
  partOf,
  processesOf,
  readProcesses,
} from '../../src/analysis/trace/index.js';
import type { Trace } from '../../src/model/trace.js';

const isNothing = (extra: unknown): extra is null => extra === null;

/** The analysis of a trace whose processes were read in so many parts, each of which went through a file. */
export function analyzeInParts(trace: Trace, parts: number): AnalysisResult {
  const processes = processesOf(trace.definitions);
  const merger = new Merger();
  for (const range of divide(trace.definitions, processes, parts)) {
    const bytes = encodePart(partOf(readProcesses(trace, processes, range)), null);
    merger.append(decodePart(bytes, isNothing, 'a test').part);
  }
  return analyzeReading(trace, merger.reading, { program: 'test' });
}

/** Everything of a result, for comparison to the last bit. */
export function contents({ report, space }: Pick<AnalysisResult, 'report' | 'space'>): unknown {
  return { report, callTree: space.callTree, severities: [...space.severities] };
}
