/** Output of the tasks that read, merged into one reading. */
import {
  costlyOf,
  decodePart,
  emptyReading,
  type Memory,
  Merger,
  type Reading,
  type RecordingCosts,
  unforeseenIn,
} from '../../analysis/trace/index.js';
import { readBytes } from '../../base/files/index.js';
import { type ProblemNote, TrimtabError } from '../../base/problem.js';
import type { SharedTrace } from '../../model/trace.js';
import { ExchangeFolder } from './exchangeFolder.js';

/** Bytes that Node reads at once. */
const MOST = 2 ** 31 - 1;

/**
 * Merges the parts in their order; adds the problems they found to the trace.
 * @param memory memory of records and timelines
 * @param costs by process, if the parts contain recording costs
 * @throws TrimtabError when one is missing or damaged
 */
export function readingOfParts(
  trace: SharedTrace,
  exchange: string,
  memory: Memory,
  costs?: readonly RecordingCosts[],
): Reading {
  const folder = new ExchangeFolder(exchange);
  const { parts } = folder.readTask();
  const merger = new Merger(parts, emptyReading(unforeseenIn(memory), costlyOf(trace, costs)));
  for (let index = 0; index < parts; index++) {
    const file = folder.partFile(index);
    const { part, extra } = decodePart(bytesOf(file), areNotes, file);
    trace.addNotes(extra);
    merger.append(part);
  }
  return merger.reading;
}

function bytesOf(file: string): Uint8Array {
  try {
    return readBytes(file, { limit: MOST });
  } catch (cause) {
    throw new TrimtabError(`The exchange file ${file} is missing: its part of the analysis did not finish.`, { cause });
  }
}

/** The file format determines its contents. */
function areNotes(extra: unknown): extra is readonly ProblemNote[] {
  return Array.isArray(extra);
}
