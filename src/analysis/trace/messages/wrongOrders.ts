import { unforeseenIn } from '../tables/forecast.js';
import type { Memory } from '../tables/memory.js';
import { Table } from '../tables/table.js';

/** Whether the earlier message is of the same process or of another one, if the trace shows it. */
export const WrongOrder = { Same: 0, Different: 1, Unknown: 2 } as const;
export type WrongOrder = (typeof WrongOrder)[keyof typeof WrongOrder];

/** Waits for messages that could have been handled in another order, in the order in which they were found. */
export class WrongOrders {
  /** `seconds` the operation waits for the message of `receive`; `source` is a WrongOrder. */
  readonly table: Table<'seconds', 'operation' | 'receive', 'source'>;

  /** @param memory where they lie */
  constructor(memory: Memory) {
    this.table = new Table(['seconds'], ['operation', 'receive'], unforeseenIn(memory), ['source']);
  }

  add(operation: number, source: WrongOrder, seconds: number, receive: number): void {
    const row = this.table.addRow();
    const { columns } = this.table;
    columns.operation[row] = operation;
    columns.source[row] = source;
    columns.seconds[row] = seconds;
    columns.receive[row] = receive;
  }
}
