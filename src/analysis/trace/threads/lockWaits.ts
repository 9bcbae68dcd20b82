import { absent } from '../../../base/elements.js';
import { type Processes, rowsByProcess } from '../../../model/processes.js';
import type { PropertyCatalog } from '../../../properties/index.js';
import type { RegionTable } from '../profile/regionTable.js';
import type { ThreadRecords } from '../records/threadRecords.js';
import type { Tolerance } from '../tolerance/index.js';
import type { Waits } from '../severities/waits.js';

/**
 * Searches regions that acquire locks, by what the property of their time declares. The previous owner is the thread of the process that acquired the lock last before; a lock that it never
 * released, as the trace has it, tells nothing. After a thread of the process ends early, the owner may be that one.
 */
export function analyzeLocks(
  records: ThreadRecords,
  processes: Processes,
  properties: PropertyCatalog,
  regions: RegionTable,
  waits: Waits,
  tolerance: Tolerance,
): void {
  const { ownerships } = records;
  const contention = new Map(properties.searchedIn('locks').map((rule) => [rule.parent, rule]));
  const { location, node, region, enter, acquire, release, lock } = ownerships.columns;
  rowsByProcess(ownerships.length, location, acquire, processes).forEach((rows, process) => {
    const until = tolerance.processes.until(process);
    const latest = new Map<number, number>();
    for (const row of rows) {
      const of = lock[row] ?? absent(row);
      const before = latest.get(of);
      latest.set(of, row);
      if (before === undefined) continue;
      const owner = location[before] ?? absent(before);
      const place = {
        node: node[row] ?? absent(row),
        location: location[row] ?? absent(row),
        enter: enter[row] ?? absent(row),
        leave: acquire[row] ?? absent(row),
      };
      if (owner === place.location || place.leave > until) continue;
      // Undefined for a region that the trace does not define.
      const from = regions.metric[region[row] ?? absent(row)];
      const rule = from === undefined ? undefined : contention.get(from);
      if (from === undefined || rule === undefined) continue;
      const seconds = rule.search.formula(release[before] ?? absent(before), place.enter, place.leave);
      if (seconds > 0) waits.addAt(from, rule.metric, place, seconds, owner);
    }
  });
}
