/** Reading one experiment's row of the history from its folder. */
import { join } from 'node:path';
import { folderSize, statOf } from '../../base/files/index.js';
import type { Bytes } from '../../base/units.js';
import { FILES } from '../store/experiment.js';
import { MANIFEST } from '../store/manifest.js';
import type { ExperimentStore } from '../store/store.js';
import type { HistoryEntry } from './entry.js';

/** Properties that distinguish states of a manifest. */
export interface Stamp {
  /** Microseconds since 1970; 0 when there is no manifest. */
  readonly mtime: number;
  readonly size: Bytes;
}

/** @param folder absolute path of an experiment */
export function stampOf(folder: string): Stamp {
  const facts = statOf(join(folder, MANIFEST));
  return facts === undefined ? { mtime: 0, size: 0 } : { mtime: Math.round(facts.mtimeMs * 1000), size: facts.size };
}

/** @param name of one of the store's folders */
export function readEntry(store: ExperimentStore, name: string): HistoryEntry {
  const { created, processes, worst, ...rest } = store.summary(name);
  const size = folderSize(rest.folder);
  return {
    ...rest,
    // A damaged manifest may not contain its identifier; the folder's name always does.
    id: name,
    date: created,
    ranks: processes,
    ...(worst === undefined ? {} : { worst: { ...worst, property: worst.property ?? '' } }),
    size,
    traceSize: folderSize(join(rest.folder, FILES.trace)),
  };
}
