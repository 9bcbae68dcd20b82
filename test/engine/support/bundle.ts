import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { copyProperties } from '../../../scripts/lib/aslFiles.mjs';
import { copyWorkflows } from '../../../scripts/lib/workflowFiles.mjs';
import { bundled } from '../../support/bundled.js';

/** The shipped form of the engine, bundled from the present sources into a separate folder. */
export interface EngineBundle {
  readonly engine: string;
  readonly worker: string;
  readonly comparisonWorker: string;
  readonly measurementWorker: string;
  readonly propertyWorker: string;
  remove(): void;
}

/** Bundles engine and worker, so that no test depends on when `npm run build` last ran. */
export async function bundleEngine(): Promise<EngineBundle> {
  const root = join(import.meta.dirname, '..', '..', '..');
  mkdirSync(join(root, 'out'), { recursive: true });
  const folder = mkdtempSync(join(root, 'out', 'engine-test-'));
  const programs = {
    engine: join(root, 'src/engine/main.ts'),
    analysisWorker: join(root, 'src/engine/workers/analysisWorker.ts'),
    comparisonWorker: join(root, 'src/engine/workers/comparisonWorker.ts'),
    measurementWorker: join(root, 'src/engine/workers/measurementWorker.ts'),
    propertyWorker: join(root, 'src/engine/workers/propertyWorker.ts'),
  };
  await bundled(programs, folder);
  copyWorkflows(folder);
  copyProperties(folder);
  return {
    engine: join(folder, 'engine.cjs'),
    worker: join(folder, 'analysisWorker.cjs'),
    comparisonWorker: join(folder, 'comparisonWorker.cjs'),
    measurementWorker: join(folder, 'measurementWorker.cjs'),
    propertyWorker: join(folder, 'propertyWorker.cjs'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Bundles the command line into a folder; returns the command line of its tasks. */
export async function bundleTasks(folder: string): Promise<string[]> {
  const sources = join(import.meta.dirname, '..', '..', '..', 'src');
  const programs = {
    cli: join(sources, 'cli/main.ts'),
    analysisWorker: join(sources, 'engine/workers/analysisWorker.ts'),
  };
  await bundled(programs, folder);
  return [process.execPath, join(folder, 'cli.cjs'), 'task'];
}
