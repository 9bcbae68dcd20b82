/** Recorded runs of the examples, analyzed, as experiments of a project. */
import { join } from 'node:path';
import { type AnalysisResult, analyzeTrace } from '../../src/analysis/trace/index.js';
import { ExperimentStore, FILES } from '../../src/experiments/index.js';
import { writeTimeline } from '../../src/experiments/files/timelineFile.js';
import { openArchive } from '../../src/formats/otf2/index.js';
import { type Definitions, type SpaceDefinitions, spaceDefinitions } from '../../src/model/definitions.js';
import { exampleArchive } from '../engine/support/archives.js';

export interface AnalyzedExample extends AnalysisResult {
  readonly archive: string;
  readonly definitions: Definitions;
}

export function analyzedExample(name: string): AnalyzedExample {
  return analyzedArchive(join(exampleArchive(name), 'traces.otf2'), name);
}

export function analyzedArchive(archive: string, name: string): AnalyzedExample {
  const trace = openArchive(archive);
  return { archive, definitions: trace.definitions, ...analyzeTrace(trace, { program: name, timeline: true }) };
}

/**
 * Keeps a run as an experiment, with its trace.
 * @param changes of what the experiment has of itself, such as topologies that its program could have made
 * @returns its identifier
 */
export function kept(
  folder: string,
  { archive, definitions, space, timeline, report }: AnalyzedExample,
  changes: Partial<SpaceDefinitions> = {},
): string {
  if (timeline === undefined) throw new Error('there is no timeline');
  const recorder = new ExperimentStore(folder).create({ program: 'heat2d', target: 'local', ranks: 4 });
  recorder.update({ trace: { kind: 'reference', path: archive } });
  const named = { ...space, definitions: { ...spaceDefinitions(definitions), ...changes } };
  recorder.storeResults(report, named);
  writeTimeline(join(recorder.folder, FILES.timeline), timeline, space.callTree.size);
  recorder.finish('complete');
  return recorder.id;
}
