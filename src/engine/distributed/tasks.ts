import { present } from '../../base/present.js';
import { serialize } from 'node:v8';
import {
  costsFor,
  divide,
  encodePart,
  partOf,
  processesOf,
  readProcesses,
  recordingCosts,
} from '../../analysis/trace/index.js';
import { writeAtomically } from '../../base/files/index.js';
import { openAsTrace } from '../../formats/registry.js';
import { TrimtabError } from '../../base/problem.js';
import { analyzeArchive } from '../analysis/analyzeArchive.js';
import { ExchangeFolder } from './exchangeFolder.js';

/**
 * Reads one range of the processes into an exchange file.
 * @param index which range
 * @throws TrimtabError when the archive cannot be read or the file cannot be written
 */
export function readPart(path: string, index: number): void {
  const folder = new ExchangeFolder(path);
  const { archive, parts, compensate } = folder.readTask();
  const trace = openAsTrace(archive);
  // The step that merges the parts reports errors of the definitions.
  trace.takeNotes();
  const processes = processesOf(trace.definitions);
  const range = divide(trace.definitions, processes, parts).at(index);
  if (range === undefined || index < 0) {
    throw new TrimtabError(`There is no part ${index} of the analysis: ${archive} is divided into ${parts}.`);
  }
  // If costs are unknown, the step that merges the parts reports it.
  const costs = compensate === undefined ? undefined : recordingCosts(trace.definitions, compensate.cost);
  const part = partOf(readProcesses(trace, processes, range, costsFor({}, costs)));
  writeAtomically(folder.partFile(index), encodePart(part, trace.takeNotes()));
}

/**
 * Merges the parts, searches the whole and writes the results, in as many threads as an analysis on this machine has.
 * All of them read events a second time if clocks have to be corrected.
 * @param workerPath the worker's bundle; next to the running bundle if omitted
 * @throws TrimtabError when a part is missing or damaged, or results cannot be written
 */
export async function reduceParts(path: string, workerPath?: string): Promise<void> {
  const folder = new ExchangeFolder(path);
  const { archive, program, correctClocks, compensate, cubex, threads, dynamics } = folder.readTask();
  const result = await analyzeArchive(archive, {
    program,
    correctClocks,
    exchange: path,
    ...present({ compensate, cubex, threads }),
    ...(dynamics === true ? { dynamics: { isExtra: true } } : {}),
    ...present({ workerPath }),
  });
  writeAtomically(folder.resultFile, serialize(result));
}
