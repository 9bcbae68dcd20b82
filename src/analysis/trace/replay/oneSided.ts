import { Peers } from '../matching/peers.js';
import { Operation } from '../metrics/operations.js';
import { visitWindowCalls } from '../onesided/collective.js';
import { type Epoch, epochsOf } from '../onesided/epochs.js';
import { visitWindowLocks } from '../onesided/lockCompetition.js';
import { OneSidedPass } from '../onesided/pass.js';
import { NONE } from '../records/communicationRecords.js';
import type { Searched } from './searched.js';
import { type JointBuilder, joinHeldUp } from './joints.js';
import { type WaitsFor, wasLate } from './partners.js';

/** Joins the collective calls of windows, where they held their processes up. */
export function joinWindows(builder: JointBuilder, { reading, trace, processes, tolerance }: Searched): void {
  const oneSided = recordsOf(reading);
  if (oneSided === undefined) return;
  const peers = new Peers(trace.definitions, processes);
  const { records } = reading;
  visitWindowCalls(records, oneSided, trace.definitions, processes, peers, tolerance.processes, (calls) =>
    joinHeldUp(builder, records, calls),
  );
}

/**
 * Who waits for whom in epochs and for locks of windows. Win_wait ends after the epochs of its origins were completed; all
 * others wait where they were seen to, since MPI leaves open which of the calls of an epoch does (MPI 3.1, 11.5.2).
 * @returns visits all pairs, each time it is called the same ones
 */
export function windowWaits({ reading, trace, processes }: Searched): (waitsFor: WaitsFor) => void {
  const oneSided = recordsOf(reading);
  if (oneSided === undefined) return () => undefined;
  const { records } = reading;
  const { access, exposure } = epochsOf(
    records,
    oneSided,
    trace.definitions,
    processes,
    new Peers(trace.definitions, processes),
  );
  return (waitsFor) => {
    const ifLate: WaitsFor = (call, partner) => {
      if (call !== NONE && wasLate(records, call, partner)) waitsFor(call, partner);
    };
    for (const epoch of access) visitAccess(epoch, ifLate);
    for (const { closed, partners } of exposure) {
      if (closed === NONE || records.operations.columns.kind[closed] !== Operation.WinWait) continue;
      for (const partner of partners)
        if (partner !== undefined && partner.closed !== NONE) waitsFor(closed, partner.closed);
    }
    visitWindowLocks(records, oneSided, waitsFor);
  };
}

function visitAccess({ opened, closed, transfers, partners }: Epoch, ifLate: WaitsFor): void {
  for (const partner of partners) {
    if (partner === undefined) continue;
    ifLate(opened, partner.opened);
    ifLate(closed, partner.opened);
    for (const { operation, target } of transfers) if (target === partner.process) ifLate(operation, partner.opened);
  }
}

function recordsOf({ passes }: Searched['reading']): OneSidedPass['records'] | undefined {
  const records = passes.find((pass) => pass instanceof OneSidedPass)?.records;
  return records === undefined || records.syncs.length + records.locks.length === 0 ? undefined : records;
}
