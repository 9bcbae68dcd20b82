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

/** Recording costs, if overhead is to be subtracted from the times of a trace. */
export interface Costly {
  readonly definitions: Definitions;
  /** By process. */
  readonly costs: readonly RecordingCosts[];
}

/**
 * Returns new instances of all passes, for one reading, in the order in which they finish.
 * @param costly set if overhead is to be determined
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
