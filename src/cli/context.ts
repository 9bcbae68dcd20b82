import { dirname, join } from 'node:path';
import { existsSync } from 'node:fs';
import { ExperimentStore } from '../experiments/index.js';
import type { FindingsReport } from '../model/findings.js';
import type { PerformanceSpace } from '../model/performanceSpace.js';
import { openMeasurement } from '../formats/registry.js';
import { toTsv } from '../analysis/trace/index.js';
import { type AnalyzeArchive, CONFIGURATION } from '../workflows/index.js';
import type { Format } from './formats.js';
import { reportLines } from './reportText.js';
import type { Terminal } from './terminal.js';

/** What every command needs of its surroundings. */
export interface Context {
  readonly terminal: Terminal;
  /** The folder that relative paths start from. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly analyzeArchive: AnalyzeArchive;
  /** Finds the folder with trimtab-cc. @throws TrimtabError when it is missing */
  readonly findProbe: () => string;
}

/**
 * The store that is meant in a folder: of the nearest project at or above it, which has a `trimtab.yaml` or experiments;
 * of the folder itself when there is none.
 */
export function storeFor(folder: string): ExperimentStore {
  for (let at = folder; ; at = dirname(at)) {
    if ([CONFIGURATION, join('.trimtab', 'experiments')].some((name) => existsSync(join(at, name))))
      return new ExperimentStore(at);
    if (dirname(at) === at) return new ExperimentStore(folder);
  }
}

/** What is printed, and how to get more of it. */
export interface Results {
  readonly report: FindingsReport;
  readonly space: () => PerformanceSpace;
  /** Where the space's definitions are read from, for TSV. */
  readonly archive: string;
  /** The command that shows the same again. */
  readonly again: string;
}

/** Prints results in the format asked for. */
export async function printResults(context: Context, format: Format, results: Results): Promise<void> {
  const { terminal, folder } = context;
  if (format === 'json') await terminal.json(results.report);
  else if (format === 'tsv') await terminal.lines(toTsv(results.space(), openMeasurement(results.archive).definitions));
  else {
    const { width, style } = terminal;
    const metrics = format === 'metrics';
    const next = `${results.again} --metrics`;
    await terminal.lines(reportLines(results.report, { width, style, folder, metrics, next }));
  }
}
