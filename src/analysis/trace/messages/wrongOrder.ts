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
 * so could have been received first (Wolf 2003, example 3.3). Messages that one operation completes together, as in
 * MPI_Waitall, have no order among themselves. The last hundred Late Senders of a location are
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
  let memory = new Memory(-1, found);
  for (let receive = 0; receive < receives.length; receive++) {
    const location = receives.columns.location[receive];
    if (memory.location !== location) memory = new Memory(location, found);
    const send = matching.sendOf[receive];
    if (send < 0) continue;
    const sendTime = sends.columns.time[send];
    const source = sends.columns.location[send];
    const operation = receives.columns.operation[receive];
    memory.received(sendTime, source, operation);
    if (operation !== NONE && waits.receive[operation] === receive) memory.add({ operation, sendTime, source });
  }
  return found;
}

/** The Late Senders a location remembers. */
class Memory {
  private remembered: Remembered[] = [];
  /** The latest send time among them, so that most messages need no search. */
  private latest = Number.NEGATIVE_INFINITY;

  constructor(
    readonly location: number,
    private readonly found: Map<number, WrongOrder>,
  ) {}

  add(late: Remembered): void {
    this.remembered.push(late);
    if (this.remembered.length > MEMORY) this.remembered.shift();
    this.latest = Math.max(this.latest, late.sendTime);
  }

  /** A message arrived in `operation`: those waited for before although they were sent after it are of wrong order. */
  received(sendTime: number, source: number, operation: number): void {
    if (this.latest <= sendTime) return;
    this.latest = Number.NEGATIVE_INFINITY;
    this.remembered = this.remembered.filter((late) => {
      if (late.sendTime > sendTime && late.operation !== operation) {
        this.found.set(late.operation, late.source === source ? 'same' : 'different');
        return false;
      }
      this.latest = Math.max(this.latest, late.sendTime);
      return true;
    });
  }
}
