/** The measurement that a path names. */
import { holdsMeasurement, knownFormats, measurementAt, refuseUnread } from '../../formats/registry.js';
import { statOf } from '../../base/files/index.js';
import { plainLines } from '../../base/plainText.js';
import { TrimtabError } from '../../base/problem.js';
import { holdsRawRecords } from '../../measurement/probe.js';
import { finishLeftRecords } from '../../workflows/index.js';
import type { Context } from '../services/context.js';
import type { ProgressLine } from '../terminal/progress.js';

/**
 * Returns the trace or profile to analyze, created first if a run left only records. Analyzing runs nothing: for other
 * files an error explains how to build and measure.
 * @throws TrimtabError when there is none, or more than one
 */
export async function measurementIn(context: Context, path: string, progress: ProgressLine): Promise<string> {
  const facts = statOf(path);
  if (facts === undefined) throw new TrimtabError(`${path} does not exist.`);
  if (holdsMeasurement(path)) return measurementAt(path);
  if (facts.isDirectory() && holdsRawRecords(path)) return archiveOfRecords(context, path, progress);
  if (facts.isDirectory()) refuseUnread(path);
  throw new TrimtabError(
    `${path} ${facts.isDirectory() ? 'contains' : 'is'} no ${knownFormats}; "trimtab analyze" reads only these. To build, run and analyze a program, use "trimtab run ${path}".`,
  );
}

/** Creates the archive of an interrupted run. Messages of its finisher go to standard error. */
async function archiveOfRecords(context: Context, folder: string, progress: ProgressLine): Promise<string> {
  const { archive, remarks } = await finishLeftRecords(folder, context.findProbe(), {
    signal: context.signal,
    onProgress: (_, message, fraction) => progress.show(message, fraction),
  });
  progress.clear();
  context.terminal.status([...remarks, `Made ${archive}.`].map((line) => `${plainLines(line)}\n`).join(''));
  return archive;
}
