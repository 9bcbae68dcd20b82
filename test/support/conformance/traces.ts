import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { type AnalysisResult, analyzeTrace } from '../../../src/analysis/trace/index.js';
import { openArchive } from '../../../src/formats/otf2/index.js';
import { valuesByPath } from '../spaceValues.js';
import { compareWithReference, type MetricComparison } from './compare.js';
import { readReference, type Reference } from './scalascaReference.js';
import { factsOf, type TraceFacts, type Values } from './traceFacts.js';

/** One trace with its reference. */
export interface Conformance {
  readonly reference: Reference;
  readonly result: AnalysisResult;
  readonly values: Values;
  readonly facts: TraceFacts;
  readonly comparisons: readonly MetricComparison[];
}

/** The traces in a folder that have reference values. */
export function tracesWithReference(folder: string | undefined): string[] {
  if (folder === undefined) return [];
  return readdirSync(folder).filter((name) => existsSync(path.join(folder, name, 'reference.tsv.gz')));
}

/** Analyses one of them and compares. */
export function conformanceOf(folder: string, name: string): Conformance {
  const trace = openArchive(path.join(folder, name, 'traces.otf2'));
  const reference = readReference(path.join(folder, name, 'reference.tsv.gz'));
  const result = analyzeTrace(trace, { program: name });
  const values = valuesByPath(result.space, trace.definitions);
  const facts = factsOf(trace.definitions, values, result);
  return { reference, result, values, facts, comparisons: compareWithReference(facts, reference, values) };
}
