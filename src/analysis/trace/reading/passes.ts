import { OverheadPass } from '../overhead/pass.js';
import { type RecordingCosts, recordedKinds } from '../overhead/costs.js';
import { CommunicationCounts } from '../counts/communicationCounts.js';
import { CounterPass } from '../counters/pass.js';
import { FilePass } from '../files/pass.js';
import { OneSidedPass } from '../onesided/pass.js';
import type { CommunicationRecords } from '../records/communicationRecords.js';
import type { Definitions } from '../../../model/definitions.js';
import { processesOf } from '../../../model/processes.js';
import { SampleCounts } from '../samples/sampleCounts.js';
import { TimelinePass } from '../timeline/pass.js';
import type { Pass } from '../passes/pass.js';

/** What recording cost, where that is to be taken out of the times of a trace. */
export interface Costly {
  readonly definitions: Definitions;
  /** By process. */
  readonly costs: readonly RecordingCosts[];
}

/**
 * New instances of all passes, for one reading, in the order in which they finish.
 * @param costly where it is to be found out what recording took
 */
export function makePasses(records: CommunicationRecords, costly?: Costly): Pass[] {
  const passes = [
    new OneSidedPass(),
    new CommunicationCounts(records),
    new SampleCounts(),
    new FilePass(),
    new CounterPass(),
    new TimelinePass(),
  ];
  if (costly === undefined) return passes;
  const { definitions, costs } = costly;
  return [...passes, new OverheadPass(recordedKinds(definitions), costs, processesOf(definitions).ofLocation)];
}
