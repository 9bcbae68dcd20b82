/** Breakdown of the disk space under a project's `.trimtab`. */
import { join } from 'node:path';
import { folderSize } from '../base/files/index.js';
import { type ExperimentStore, type HistoryEntry } from '../experiments/index.js';
import type { Bytes } from '../base/units.js';
import { jobsFolder, leftFolders } from './runs/leftJobs.js';
import { runsFolder } from './runs/runRecord.js';

export interface DiskUsage {
  /** Absolute path of the folder. */
  readonly folder: string;
  readonly all: Bytes;
  /** Traces of experiments, and all else of them: results, sources, logs. */
  readonly traces: Bytes;
  readonly results: Bytes;
  /** Folders of jobs that workflow runs started, and of that what nothing needs any more. */
  readonly jobs: Bytes;
  readonly left: Bytes;
  /** States and logs of workflow runs. */
  readonly runs: Bytes;
  /** Largest first. */
  readonly experiments: readonly Pick<HistoryEntry, 'id' | 'name' | 'size' | 'traceSize'>[];
}

/** @param entries all experiments of the store */
export function diskUsage(store: ExperimentStore, entries: readonly HistoryEntry[]): DiskUsage {
  const sum = (sizes: readonly Bytes[]): Bytes => sizes.reduce((total, size) => total + size, 0);
  const folder = join(store.project, '.trimtab');
  const traces = sum(entries.map(({ traceSize }) => traceSize));
  return {
    folder,
    all: folderSize(folder),
    traces,
    results: sum(entries.map(({ size }) => size)) - traces,
    jobs: folderSize(jobsFolder(store.project)),
    left: sum(leftFolders(store).map(({ bytes }) => bytes)),
    runs: folderSize(runsFolder(store.project)),
    experiments: [...entries]
      .sort((a, b) => b.size - a.size)
      .map(({ id, name, size, traceSize }) => ({ id, name, size, traceSize })),
  };
}
