/** Making the archive of a run that was interrupted before it had one, when a person asks for it. */
import { resolve } from 'node:path';
import { finishEnvironment } from '../../measurement/environment.js';
import { COMPILERS, finishArchive } from '../../measurement/probe.js';
import { CancelledError, TrimtabError } from '../../base/problem.js';
import type { Seconds } from '../../base/units.js';
import { inheritedEnvironment } from '../../targets/environment.js';
import type { JobObserver } from './job.js';
import { reportingRecorded } from './recordingProgress.js';

/** Timeout for ranks that still run: untrusted records may name any process of this machine. */
const PATIENCE: Seconds = 10;

/**
 * Makes the archive of the records in a folder, with Trimtab's own finisher: no program in the folder is started. The
 * records may be truncated, damaged or malicious; only this folder is written to.
 * @returns the archive, and the finisher's output
 * @throws TrimtabError when none could be made; CancelledError when the signal was aborted
 */
export async function finishLeftRecords(
  folder: string,
  probeFolder: string,
  { signal, onProgress }: Pick<JobObserver, 'signal' | 'onProgress'>,
): Promise<{ readonly archive: string; readonly remarks: readonly string[] }> {
  const what = 'Creating the trace from the remaining records';
  onProgress?.('collect', what);
  const environment = finishEnvironment(inheritedEnvironment(), PATIENCE);
  const options = signal === undefined ? {} : { signal };
  const { archive, remarks } = await reportingRecorded(
    folder,
    (recorded) => onProgress?.('collect', `${what}: ${recorded}`),
    () => finishArchive(resolve(folder), COMPILERS, environment, probeFolder, options),
  );
  if (signal?.aborted === true) throw new CancelledError();
  if (archive !== undefined) return { archive, remarks };
  throw new TrimtabError(remarks.at(-1) ?? `${folder} holds no records of the probe.`, {
    details: remarks.slice(0, -1).join('\n'),
  });
}
