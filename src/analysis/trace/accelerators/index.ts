import { absent, elementAt } from '../../../base/elements.js';
import type { Definitions } from '../../../model/definitions.js';
import type { Processes } from '../../../model/processes.js';
import type { LocationProfile } from '../profile/locationProfile.js';
import { type AcceleratorRecords, Activity } from '../records/acceleratorRecords.js';
import type { Severities } from '../severities/severities.js';
import type { Tolerance } from '../tolerance/index.js';
import type { Waits } from '../waits/waits.js';
import { BusyTime } from './busyTime.js';

/**
 * Searches accelerators for time lost. Streams of one location group are one device.
 *
 * - Kernel and transfer time, at the streams.
 * - Idle Device: from the device's first activity to the last event of the process that uses it, the time in which
 *   none of its streams is busy; at the device's first stream and the call path the process starts with. Streams that
 *   end early may be busy afterwards, so that it counts up to there.
 * - Host Waiting for Device: the part of a synchronizing call or a copy in which a device of the process is busy.
 */
export function analyzeAccelerators(
  records: AcceleratorRecords,
  definitions: Definitions,
  processes: Processes,
  profiles: readonly LocationProfile[],
  waits: Waits,
  severities: Severities,
  tolerance: Tolerance,
): void {
  if (records.activities.length === 0) return;
  const owners = ownersOf(definitions, processes);
  const devices = rowsBy(records, (location) => elementAt(definitions.locations, location).group);
  for (const rows of devices.values()) bookDevice(records, rows, owners, processes, profiles, severities, tolerance);

  const { enter, leave, location, node } = records.calls.columns;
  const busy = new Map<number, BusyTime>();
  for (const [owner, rows] of rowsBy(records, (stream) => elementAt(owners, stream)))
    busy.set(owner, BusyTime.of(records, rows));
  for (let row = 0; row < records.calls.length; row++) {
    const place = {
      node: elementAt(node, row),
      location: elementAt(location, row),
      enter: elementAt(enter, row),
      leave: elementAt(leave, row),
    };
    const process = elementAt(processes.ofLocation, place.location);
    const seconds = busy.get(process)?.between(place.enter, place.leave) ?? 0;
    if (!(seconds > 0)) continue;
    waits.addAt('acc_api', 'acc_wait', place, seconds);
  }
}

/** The process that uses each location: the creator of its group for a stream of an accelerator's context. */
function ownersOf({ locations, locationGroups }: Definitions, processes: Processes): Int32Array {
  const ofGroup = new Map<number, number>();
  locations.forEach(({ group }, index) => ofGroup.set(group, elementAt(processes.ofLocation, index)));
  return Int32Array.from(locations, ({ group }, index) => {
    const known = locationGroups.at(group);
    const creator = known?.type === 'accelerator' ? known.creator : group;
    return ofGroup.get(creator) ?? elementAt(processes.ofLocation, index);
  });
}

/** Rows of the activities by a property of their stream. */
function rowsBy({ activities }: AcceleratorRecords, key: (location: number) => number): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (let row = 0; row < activities.length; row++) {
    const name = key(elementAt(activities.columns.location, row));
    const rows = found.get(name);
    if (rows === undefined) found.set(name, [row]);
    else rows.push(row);
  }
  return found;
}

function bookDevice(
  records: AcceleratorRecords,
  rows: readonly number[],
  owners: Int32Array,
  processes: Processes,
  profiles: readonly LocationProfile[],
  severities: Severities,
  tolerance: Tolerance,
): void {
  const { begin, end, location, node, kind } = records.activities.columns;
  const stream = elementAt(location, elementAt(rows, 0));
  const threads = elementAt(processes.locations, elementAt(owners, stream)).flatMap((index) =>
    profiles.filter((p) => p.location === index),
  );
  // Nodes are made from the outside to the inside, so that the first one a thread visited has no caller.
  const root = threads
    .map(({ times }) => times.visits.findIndex((visits) => visits > 0) - 1)
    .find((first) => first >= 0);
  for (const row of rows) {
    const at = (node[row] ?? absent(row)) >= 0 ? node[row] : root;
    const metric = kind[row] === Activity.Kernel ? 'acc_kernel' : 'acc_transfer';
    if (at !== undefined)
      severities
        .of(metric)
        .add(at, location[row] ?? absent(row), (end[row] ?? absent(row)) - (begin[row] ?? absent(row)));
  }
  const busy = BusyTime.of(records, rows);
  const until = tolerance.untilOfGroup(stream);
  const last = Math.min(
    until,
    threads.reduce((latest, pass) => (pass.events > 0 ? Math.max(latest, pass.last) : latest), busy.first),
  );
  const idle = last - busy.first - busy.between(busy.first, last);
  if (root !== undefined && idle > 0) severities.of('acc_idle').add(root, stream, idle);
}
