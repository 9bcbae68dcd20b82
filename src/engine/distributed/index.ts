import { present } from '../../base/present.js';
import { dirname, resolve } from 'node:path';
import { deserialize } from 'node:v8';
import { type Compensate, divide, processesOf, READING, READING_EVENTS } from '../../analysis/trace/index.js';
import type { AskedDynamics } from '../../analysis/dynamics/ofTrace.js';
import { readBytes } from '../../base/files/index.js';
import { openAsTrace } from '../../formats/registry.js';
import type { Definitions } from '../../model/definitions.js';
import { CancelledError, TrimtabError } from '../../base/problem.js';
import type { AnalysisResult } from '../analysis/messages.js';
import { ExchangeFolder } from './exchangeFolder.js';
import { processRunner } from './processRunner.js';
import type { Runner } from './runner.js';
import { schedulerRunner } from './schedulerRunner.js';

export { readPart, reduceParts } from './tasks.js';

/** How often, in milliseconds, the exchange folder is looked at for parts that are ready. */
const WATCH_PERIOD = 300;

export interface DistributedOptions {
  readonly program: string;
  readonly correctClocks: boolean;
  /** Subtracts measurement overhead from all times; if omitted, times are as measured. */
  readonly compensate?: Compensate;
  /** Wanted number of tasks that read; fewer when there are fewer processes. */
  readonly parts: number;
  /** The command line that does a task: followed by `read`, the exchange folder and the part, or by `reduce` and the folder. */
  readonly command: readonly string[];
  /** A folder all machines see, for the exchange of files; that of the archive when not given. */
  readonly exchange?: string;
  readonly cubex?: string;
  /** Requests an analysis of performance by iteration; read by the machine that merges the parts. */
  readonly dynamics?: AskedDynamics;
  /** Threads of the last step; as the trace and the machine suggest when not given. The results do not depend on it. */
  readonly threads?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (fraction: number, message: string) => void;
  /** Who runs the tasks; when not given, a scheduler that answers here, else processes on this machine. */
  readonly runner?: Runner;
}

/**
 * Analyses an archive next to the data, by one task for each group of processes and one that puts the parts together.
 * The results are the same to the last bit as those of `analyzeArchive`.
 * @param archive path of the anchor file
 * @throws TrimtabError when the archive cannot be read or a task fails; CancelledError
 */
export async function analyzeDistributed(archive: string, options: DistributedOptions): Promise<AnalysisResult> {
  const path = resolve(archive);
  const { program, correctClocks, compensate, cubex, signal, threads, dynamics } = options;
  const { definitions } = openAsTrace(path);
  const parts = partsOf(definitions, options.parts);
  const task = {
    archive: path,
    program,
    correctClocks,
    parts,
    ...present({ compensate, cubex, threads }),
    ...(dynamics === undefined ? {} : { dynamics: true }),
  };
  const folder = ExchangeFolder.make(options.exchange ?? dirname(path), task);
  const runner = options.runner ?? (await schedulerRunner()) ?? processRunner;
  const watch = setInterval(() => {
    const share = folder.partsReady(parts) / parts;
    options.onProgress?.(READING * share, `${READING_EVENTS} (${runner.name})`);
  }, WATCH_PERIOD);
  try {
    if (signal?.aborted === true) throw new CancelledError();
    const read = [...options.command, 'read', folder.path];
    const reduce = [...options.command, 'reduce', folder.path];
    await runner.run({ read, reduce, parts, folder, signal });
    return resultIn(folder);
  } finally {
    clearInterval(watch);
    folder.remove();
  }
}

/** Into how many ranges the processes are really divided. */
function partsOf(definitions: Definitions, wanted: number): number {
  const processes = processesOf(definitions);
  for (let parts = wanted; parts > 1; parts--) if (divide(definitions, processes, parts).length === parts) return parts;
  return 1;
}

function resultIn({ resultFile }: ExchangeFolder): AnalysisResult {
  const result: unknown = deserialize(readBytes(resultFile, { limit: 2 ** 31 - 1 }));
  if (isResult(result)) return result;
  throw new TrimtabError(`The result file ${resultFile} is damaged; start the analysis again.`);
}

/** Written by this program a moment ago. */
function isResult(result: unknown): result is AnalysisResult {
  return typeof result === 'object' && result !== null && 'space' in result && 'report' in result;
}
