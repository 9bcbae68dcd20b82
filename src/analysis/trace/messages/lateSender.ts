import { Operation, operationFlags } from '../metrics/operations.js';
import { type CommunicationRecords, NONE } from '../records/communicationRecords.js';
import type { Matching } from './matching.js';
import { OperationWaits } from './operationWaits.js';

/**
 * Late Sender: `min(ENTER of the send operation, LEAVE of the receiving operation) - ENTER of the receiving
 * operation`, if positive (Wolf 2003, example 3.1). The receiving operation is the one in which the receive
 * completes. Waits for several messages in one operation overlap, so the longest counts.
 */
export function lateSenderWaits(records: CommunicationRecords, matching: Matching): OperationWaits {
  const { operations, sends, receives } = records;
  const { enter, leave, kind } = operations.columns;
  const waits = new OperationWaits(operations.length);
  for (let receive = 0; receive < receives.length; receive++) {
    const send = matching.sendOf[receive];
    const operation = receives.columns.operation[receive];
    if (send < 0 || operation === NONE || waiting[kind[operation]] !== 1) continue;
    const sendOperation = sends.columns.operation[send];
    if (sendOperation === NONE) continue;
    waits.offer(operation, Math.min(enter[sendOperation], leave[operation]) - enter[operation], receive);
  }
  return waits;
}

/** Operations that wait for the messages they complete. Test* never waits. */
const waiting = operationFlags([
  Operation.Recv,
  Operation.Sendrecv,
  Operation.Wait,
  Operation.Waitany,
  Operation.Waitall,
  Operation.Waitsome,
]);
