import { EventKind } from '../../../model/events.js';
import { type AcceleratorRecords, Activity } from './acceleratorRecords.js';

/** Keeps what one stream of an accelerator does. */
export class StreamRecorder {
  /** Begins of the transfers under way, by window and the number that matches begin and end. */
  private readonly underWay = new Map<string, number[]>();

  constructor(
    private readonly records: AcceleratorRecords,
    private readonly location: number,
  ) {}

  kernel(node: number, begin: number, end: number): void {
    this.add(Activity.Kernel, node, begin, end);
  }

  /**
   * Takes a record of a transfer: its begin or its end.
   * @param at index of the event's first operand in `operands`
   */
  transfer(kind: number, time: number, operands: Float64Array, at: number): void {
    if (kind === EventKind.RmaPut || kind === EventKind.RmaGet) {
      const key = `${operands[at]} ${operands[at + 3]}`;
      const begins = this.underWay.get(key);
      if (begins === undefined) this.underWay.set(key, [time]);
      else begins.push(time);
    } else if (kind === EventKind.RmaOpCompleteBlocking || kind === EventKind.RmaOpCompleteNonBlocking) {
      const begin = this.underWay.get(`${operands[at]} ${operands[at + 1]}`)?.shift();
      if (begin !== undefined) this.add(Activity.Transfer, -1, begin, time);
    }
  }

  private add(kind: number, node: number, begin: number, end: number): void {
    const { activities } = this.records;
    const row = activities.addRow();
    const { columns } = activities;
    columns.location[row] = this.location;
    columns.node[row] = node;
    columns.kind[row] = kind;
    columns.begin[row] = begin;
    columns.end[row] = end;
  }
}
