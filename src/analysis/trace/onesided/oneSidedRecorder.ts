import { absent } from '../../../base/elements.js';
import { EventKind } from '../../../model/events.js';
import { NONE } from '../records/communicationRecords.js';
import { type OneSidedRecords, Transfer } from './oneSidedRecords.js';

/** Lock types of OTF2: 0 is exclusive, 1 shared. */
const EXCLUSIVE = 0;

/** Turns the one-sided events of one location into records; those outside MPI calls, as of accelerators, are none. */
export class OneSidedRecorder {
  /** Rows of the locks this location holds, by window, process and lock. */
  private readonly held = new Map<string, number>();

  constructor(private readonly records: OneSidedRecords) {}

  /**
   * Adds an event.
   * @param at index of the event's first operand in `operands`
   * @param operation the MPI call it happened in (row of `operations`), or NONE
   */
  add(kind: number, time: number, operands: Float64Array, at: number, operation: number): void {
    if (operation === NONE) return;
    const operand = (number: number): number => operands[at + number] ?? absent(at + number);
    const window = operand(0);
    switch (kind) {
      case EventKind.RmaCollectiveEnd:
        this.sync(window, -1, operation);
        break;
      case EventKind.RmaGroupSync:
        this.sync(window, operand(2), operation);
        break;
      case EventKind.RmaPut:
        this.transfer(window, operand(1), Transfer.Put, operand(2), 0, operation);
        break;
      case EventKind.RmaGet:
        this.transfer(window, operand(1), Transfer.Get, 0, operand(2), operation);
        break;
      case EventKind.RmaAtomic:
        this.transfer(window, operand(1), Transfer.Atomic, operand(3), operand(4), operation);
        break;
      case EventKind.RmaAcquireLock:
        this.acquire(time, operands, at, operation);
        break;
      case EventKind.RmaReleaseLock:
        this.release(time, operands, at, operation);
        break;
      default:
        break;
    }
  }

  private sync(window: number, group: number, operation: number): void {
    const { syncs } = this.records;
    const row = syncs.addRow();
    syncs.columns.window[row] = window;
    syncs.columns.group[row] = group;
    syncs.columns.operation[row] = operation;
  }

  private transfer(
    window: number,
    remote: number,
    type: number,
    sent: number,
    received: number,
    operation: number,
  ): void {
    const { transfers } = this.records;
    const row = transfers.addRow();
    const { columns } = transfers;
    columns.window[row] = window;
    columns.remote[row] = remote;
    columns.type[row] = type;
    columns.sent[row] = sent;
    columns.received[row] = received;
    columns.operation[row] = operation;
  }

  private acquire(time: number, operands: Float64Array, at: number, operation: number): void {
    const [window = absent(at), remote = absent(at), lock = absent(at), type] = operands.subarray(at, at + 4);
    const { locks } = this.records;
    const row = locks.addRow();
    const { columns } = locks;
    columns.window[row] = window;
    columns.remote[row] = remote;
    columns.lock[row] = lock;
    columns.exclusive[row] = type === EXCLUSIVE ? 1 : 0;
    columns.acquire[row] = time;
    columns.release[row] = Number.NaN;
    columns.operation[row] = operation;
    columns.releasedIn[row] = NONE;
    this.held.set(`${window} ${remote} ${lock}`, row);
  }

  private release(time: number, operands: Float64Array, at: number, operation: number): void {
    const key = operands.subarray(at, at + 3).join(' ');
    const row = this.held.get(key);
    if (row === undefined) return;
    this.records.locks.columns.release[row] = time;
    this.records.locks.columns.releasedIn[row] = operation;
    this.held.delete(key);
  }
}
