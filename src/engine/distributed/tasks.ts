import { serialize } from 'node:v8';
import {
  analyzeReading,
  decodePart,
  divide,
  encodePart,
  Merger,
  partOf,
  processesOf,
  readProcesses,
} from '../../analysis/trace/index.js';
import { readBytes, writeAtomically, writeForPerson } from '../../base/files/index.js';
import { encodeCube } from '../../formats/cube/index.js';
import { openAsTrace } from '../../formats/registry.js';
import { spaceDefinitions } from '../../model/definitions.js';
import { type ProblemNote, TrimtabError } from '../../model/problem.js';
import { ExchangeFolder } from './exchangeFolder.js';

/** Bytes that Node reads at once. */
const MOST = 2 ** 31 - 1;

/**
 * Reads one range of the processes into an exchange file.
 * @param index which range
 * @throws TrimtabError when the archive cannot be read or the file cannot be written
 */
export function readPart(path: string, index: number): void {
  const folder = new ExchangeFolder(path);
  const { archive, parts } = folder.readTask();
  const trace = openAsTrace(archive);
  // What is wrong with the definitions is told by the step that puts the parts together.
  trace.takeNotes();
  const processes = processesOf(trace.definitions);
  const range = divide(trace.definitions, processes, parts).at(index);
  if (range === undefined || index < 0) {
    throw new TrimtabError(`There is no part ${index} of the analysis: ${archive} is divided into ${parts}.`);
  }
  const part = partOf(readProcesses(trace, processes, range));
  writeAtomically(folder.partFile(index), encodePart(part, trace.takeNotes()));
}

/**
 * Puts the parts together, searches the whole and writes the results.
 * @throws TrimtabError when a part is missing or damaged, or results cannot be written
 */
export function reduceParts(path: string): void {
  const folder = new ExchangeFolder(path);
  const { archive, program, correctClocks, parts, cubex } = folder.readTask();
  const trace = openAsTrace(archive);
  const merger = new Merger(parts);
  for (let index = 0; index < parts; index++) {
    const file = folder.partFile(index);
    const { part, extra } = decodePart(bytesOf(file), areNotes, file);
    trace.addNotes(extra);
    merger.append(part);
  }
  const result = analyzeReading(trace, merger.reading, { program, correctClocks });
  if (cubex !== undefined) writeForPerson(cubex, encodeCube(result.space, trace.definitions, { creator: 'Trimtab' }));
  const space = { ...result.space, definitions: spaceDefinitions(trace.definitions) };
  writeAtomically(folder.resultFile, serialize({ ...result, space }));
}

function bytesOf(file: string): Uint8Array {
  try {
    return readBytes(file, { limit: MOST });
  } catch (cause) {
    throw new TrimtabError(`The exchange file ${file} is missing: its part of the analysis did not finish.`, { cause });
  }
}

/** The format of the file says what is in it. */
function areNotes(extra: unknown): extra is readonly ProblemNote[] {
  return Array.isArray(extra);
}
