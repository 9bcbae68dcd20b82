import { absent } from '../../../base/elements.js';
import { type Processes, rowsByProcess } from '../../../model/processes.js';
import type { PropertyCatalog, Searched } from '../../../properties/index.js';
import type { RegionTable } from '../profile/regionTable.js';
import type { ThreadRecords } from '../records/threadRecords.js';
import type { Tolerance } from '../tolerance/index.js';
import type { Waits } from '../waits/waits.js';
import type { WaitingPlace } from '../statistics/instances.js';
import { LockHistory } from './lockHistory.js';

/**
 * Searches regions that acquire locks, by the declared property of their time. The previous owner is the thread of the
 * process that acquired the lock last before. A lock without a recorded release is ignored. For a lock that several may
 * own at once, it is the one that released it last before it was acquired. After a thread of the process ends early,
 * the owner may be that one.
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
  const namesCauses = regions.metric.some((metric) => contention.get(metric)?.search.cause !== undefined);
  const { location, node, region, enter, acquire, release, lock } = ownerships.columns;
  rowsByProcess(ownerships.length, location, acquire, processes).forEach((rows, process) => {
    const until = tolerance.processes.until(process);
    const latest = new Map<number, number>();
    const histories = new Map<number, LockHistory>();
    for (const row of rows) {
      const of = lock[row] ?? absent(row);
      const by = region[row] ?? absent(row);
      const place = {
        node: node[row] ?? absent(row),
        location: location[row] ?? absent(row),
        enter: enter[row] ?? absent(row),
        leave: acquire[row] ?? absent(row),
      };
      const history = namesCauses ? historyOf(histories, of, ownerships) : undefined;
      const isShared = regions.sharesLock[by] === 1;
      const before = isShared ? history?.lastReleased(place.leave) : latest.get(of);
      history?.add(row);
      latest.set(of, row);
      if (before === undefined) continue;
      const owner = location[before] ?? absent(before);
      if (owner === place.location || place.leave > until) continue;
      // Undefined for a region that the trace does not define.
      const from = regions.metric[by];
      const rule = from === undefined ? undefined : contention.get(from);
      if (from === undefined || rule === undefined) continue;
      const seconds = rule.search.formula(release[before] ?? absent(before), place.enter, place.leave);
      if (!(seconds > 0)) continue;
      const { cause } = rule.search;
      waits.addAt(from, rule.metric, place, seconds, cause === undefined ? owner : undefined);
      if (cause !== undefined && history !== undefined)
        blame(rule, place, seconds, before, cause === 'holders' ? history : undefined, ownerships, waits);
    }
  });
}

function historyOf(
  histories: Map<number, LockHistory>,
  lock: number,
  ownerships: ThreadRecords['ownerships'],
): LockHistory {
  let history = histories.get(lock);
  if (history === undefined) histories.set(lock, (history = new LockHistory(ownerships)));
  return history;
}

/** Attributes a wait to the lock's owner at each moment; if it had none, to the one that released it last. */
function blame(
  { metric }: Searched<'locks'>,
  { node, location, enter, leave }: WaitingPlace,
  seconds: number,
  lastOwner: number,
  history: LockHistory | undefined,
  ownerships: ThreadRecords['ownerships'],
  waits: Waits,
): void {
  const { columns } = ownerships;
  const causeOf = (row: number) => ({
    node: columns.node[row] ?? absent(row),
    location: columns.location[row] ?? absent(row),
  });
  let rest = seconds;
  for (const part of history?.heldBetween(enter, enter + seconds, leave) ?? []) {
    if (causeOf(part.row).location === location) continue;
    waits.blameAt(metric, node, causeOf(part.row), part.seconds);
    rest -= part.seconds;
  }
  if (rest > 0) waits.blameAt(metric, node, causeOf(lastOwner), rest);
}
