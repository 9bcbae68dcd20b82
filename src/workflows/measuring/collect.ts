/** Making sure that what was recorded is an archive. */
import { join } from 'node:path';
import { ARCHIVE, finishArchive } from '../../measurement/probe.js';
import { FILES } from '../../experiments/index.js';
import { TrimtabError } from '../../model/problem.js';
import type { Job } from './job.js';
import { tellingRecorded } from './recordingProgress.js';

/**
 * The archive of a run, made now when the run could not make it itself.
 * @param interruptible whether the person's cancel applies; not while saving what a cancelled run measured
 * @returns its path, or undefined when nothing was recorded
 */
export async function collect(job: Job, interruptible: boolean): Promise<string | undefined> {
  const { recorder, observer } = job;
  const what = 'Collecting the trace';
  observer.onProgress?.('collect', what);
  const folder = recorder.path(FILES.trace);
  const { archive, remarks } = await tellingRecorded(
    folder,
    (recorded) => observer.onProgress?.('collect', `${what}: ${recorded}`),
    () =>
      finishArchive(folder, [...job.compilers, 'mpicc', 'mpifort', 'mpicxx'], job.environment, job.probeFolder, {
        ...(interruptible && observer.signal !== undefined ? { signal: observer.signal } : {}),
      }),
  );
  for (const message of remarks) job.problems.push({ level: 'warning', message });
  if (archive !== undefined) recorder.update({ trace: { kind: 'kept', path: join(FILES.trace, ARCHIVE) } });
  return archive;
}

/** What to say when a run that succeeded recorded nothing. */
export function nothingMeasured(job: Job): TrimtabError {
  const remark = job.problems.at(-1)?.message;
  if (remark !== undefined) return new TrimtabError(`The program ran but its trace could not be made: ${remark}`);
  return new TrimtabError(
    'The program ran but nothing was measured: it does not contain the probe, or does not call MPI_Init; ' +
      'put trimtab-cc in front of the MPI compiler in build.command, for compiling and for linking.',
  );
}
