import { JointBuilder, type Joints, joinCollectives } from './joints.js';
import { joinWindows, windowWaits } from './oneSided.js';
import type { Searched } from './searched.js';
import { type Partners, partnersOf, visitMessages } from './partners.js';

/** Which MPI calls wait for which others. */
export interface Dependencies {
  readonly partners: Partners;
  readonly joints: Joints;
}

/** Returns the dependencies of messages, collective operations, and one-sided communication. */
export function dependenciesOf(searched: Searched): Dependencies {
  const { reading, trace, processes, matching } = searched;
  const { records } = reading;
  const joints = new JointBuilder(records.operations.length);
  joinCollectives(joints, records, trace.definitions, processes);
  joinWindows(joints, searched);
  const visitWaits = windowWaits(searched);
  const partners = partnersOf(records, (waitsFor) => {
    visitMessages(records, matching, waitsFor);
    visitWaits(waitsFor);
  });
  return { partners, joints };
}
