/** Experiments on disk with results that belong together: space with its names, and report of one made-up run. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExperimentStore } from '../../src/experiments/index.js';
import { spaceDefinitions } from '../../src/model/definitions.js';
import { runOf, type Call } from './compare/runs.js';
import { sampleReport } from './support.js';

/** Adds a complete experiment of one run; `text` is the measured source, kept as `main.c`. */
export function addMeasured(
  store: ExperimentStore,
  moment: Date,
  roots: readonly Call[],
  options: { text?: string; program?: string } = {},
): string {
  const { program = 'app', text } = options;
  const run = runOf(roots);
  const recorder = store.create({ program, target: 'local', ranks: 1 }, moment);
  if (text !== undefined) {
    const source = join(store.project, 'main.c');
    writeFileSync(join(recorder.folder, 'main.copy.c'), text);
    recorder.update({ sources: [{ measured: '/home/u/app/main.c', copy: 'main.copy.c', project: 'main.c' }] });
    writeFileSync(source, text);
  }
  recorder.storeResults(sampleReport({ program, processes: 1, span: run.span, totalTime: run.span }), {
    ...run.space,
    definitions: spaceDefinitions(run.definitions),
  });
  recorder.finish('complete');
  return recorder.id;
}
