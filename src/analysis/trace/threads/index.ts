import type { Problem } from '../../../base/problem.js';
import type { Processes } from '../../../model/processes.js';
import type { PropertyCatalog } from '../../../properties/index.js';
import type { RegionTable } from '../profile/regionTable.js';
import type { ThreadRecords } from '../records/threadRecords.js';
import type { Tolerance } from '../tolerance/index.js';
import type { Waits } from '../waits/waits.js';
import { analyzeBarriers } from './barrierWaits.js';
import { analyzeLocks } from './lockWaits.js';

/** Searches the threads of a trace for time they wait for each other. */
export function analyzeThreads(
  records: ThreadRecords,
  processes: Processes,
  properties: PropertyCatalog,
  regions: RegionTable,
  waits: Waits,
  tolerance: Tolerance,
): Problem[] {
  analyzeLocks(records, processes, properties, regions, waits, tolerance);
  return analyzeBarriers(records, processes, regions, waits, tolerance);
}
