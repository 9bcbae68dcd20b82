import { type CommunicationRecords, NONE } from '../records/communicationRecords.js';
import type { Matching } from './matching.js';
import type { OperationWaits } from './operationWaits.js';

/** How many Late Senders a location remembers. */
const MEMORY = 100;

export type WrongOrder = 'same' | 'different';

interface Remembered {
  readonly operation: number;
  readonly sendTime: number;
  readonly source: number;
}

/**
 * Late Sender, wrong order: a Late Sender after which the location receives a message that had been sent earlier, and
 * so could have been received first (Wolf 2003, example 3.3). The last hundred Late Senders of a location are
 * remembered.
 * @returns for each operation concerned, whether the earlier message came from the same or from another process
 */
export function wrongOrder(
  records: CommunicationRecords,
  matching: Matching,
  waits: OperationWaits,
): Map<number, WrongOrder> {
  const { sends, receives } = records;
  const found = new Map<number, WrongOrder>();
  let location = -1;
  let remembered: Remembered[] = [];
  for (let receive = 0; receive < receives.length; receive++) {
    if (receives.columns.location[receive] !== location) {
      location = receives.columns.location[receive];
      remembered = [];
    }
    const send = matching.sendOf[receive];
    if (send < 0) continue;
    const sendTime = sends.columns.time[send];
    const source = sends.columns.location[send];
    if (remembered.some((late) => late.sendTime > sendTime)) {
      remembered = remembered.filter((late) => {
        if (late.sendTime <= sendTime) return true;
        found.set(late.operation, late.source === source ? 'same' : 'different');
        return false;
      });
    }
    const operation = receives.columns.operation[receive];
    if (operation !== NONE && waits.receive[operation] === receive) {
      remembered.push({ operation, sendTime, source });
      if (remembered.length > MEMORY) remembered.shift();
    }
  }
  return found;
}
