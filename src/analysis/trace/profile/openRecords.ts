import { absent } from '../../../base/elements.js';
import type { AcceleratorRecords } from '../records/acceleratorRecords.js';
import { Barriers } from './barriers.js';
import { type CommunicationRecords, NONE, undecide } from '../records/communicationRecords.js';
import { Operation } from '../metrics/operations.js';
import { PollingRecorder } from '../records/pollingRecorder.js';
import type { PollingRecords } from '../records/pollingRecords.js';
import type { ThreadRecords } from '../records/threadRecords.js';
import type { IntervalRecorder } from '../intervals/intervals.js';
import { barrierMark } from '../intervals/marks.js';
import type { FileCallRecorder } from '../recorders/recorders.js';
import type { BufferFlushes } from './bufferFlushes.js';
import type { NodeTimes } from '../intervals/nodeTimes.js';
import type { RegionStack } from './regionStack.js';
import { Kept, type RegionTable } from './regionTable.js';
import type { Tasks } from './tasks.js';
import type { TeamTimes } from './teams.js';

/** Destination of the records. */
interface Records {
  readonly regions: RegionTable;
  readonly records: CommunicationRecords;
  readonly threads: ThreadRecords;
  readonly accelerators: AcceleratorRecords;
  readonly polling: PollingRecords;
}

/**
 * Represents the record of a call that tests requests, or accesses files, until something else needs an MPI operation
 * for it.
 */
const ASKING = -2;

/** State of the location pass at the current event. */
interface Present {
  /** Time of the present event, in seconds; handed on as a number, it would be put into memory for each event. */
  readonly last: number;
  readonly stack: RegionStack;
  readonly buffer: BufferFlushes;
  readonly times: NodeTimes;
  readonly teams: TeamTimes;
  readonly tasks: Tasks;
  readonly intervals: IntervalRecorder;
}

/** Keeps the records of regions that one location is in: MPI operations, OpenMP barriers, calls that wait for devices or ask for requests. */
export class OpenRecords {
  readonly polling: PollingRecorder;
  private readonly barriers: Barriers;

  constructor(
    private readonly location: number,
    private readonly records: Records,
    private readonly present: Present,
    private readonly fileCalls: readonly FileCallRecorder[],
  ) {
    this.barriers = new Barriers(records.threads, location);
    this.polling = new PollingRecorder(records.polling, location);
  }

  /**
   * Begins the record of a region that is kept whenever it is entered.
   * @param kept one of Kept
   * @param depth of the region on the stack
   * @param current slot time goes to
   */
  enter(kept: number, depth: number, current: number): void {
    if (kept === Kept.Operation) this.operationAt(depth, current);
    else if (kept === Kept.AcceleratorCall) this.acceleratorCallAt(depth);
    else if (kept === Kept.Barrier) this.barrierAt(depth, current);
    else if (kept === Kept.Test) this.testAt(depth);
    else if (kept === Kept.File) this.fileCallAt(depth);
  }

  /** Ends the record of a region that is left. */
  leave(region: number, row: number): void {
    const { last, tasks, stack } = this.present;
    const kept = this.records.regions.kept[region];
    if (kept === Kept.Barrier) this.barriers.leave(row, last, tasks.secondsUntil(last));
    else if (kept === Kept.AcceleratorCall) this.records.accelerators.calls.columns.leave[row] = last;
    else {
      if (kept === Kept.Test) this.polling.leave(stack.depth, last, this.spentAtTop());
      if (kept === Kept.File) for (const recorder of this.fileCalls) recorder.end(last);
      if (row !== ASKING) this.records.records.operations.columns.leave[row] = last;
    }
  }

  /** Marks a record whose region was closed without its LEAVE. */
  endUnseen(region: number, row: number): void {
    const kept = this.records.regions.kept[region];
    if (kept === Kept.Barrier) this.barriers.endUnseen(row);
    else {
      if (kept === Kept.File) for (const recorder of this.fileCalls) recorder.end(this.present.last);
      if (kept !== Kept.AcceleratorCall && row !== ASKING) undecide(this.records.records, row);
    }
  }

  /** The thread executed explicit tasks from `begin` to `end`, one after the other. */
  executedTasks(begin: number, end: number): void {
    this.barriers.executedTasks(begin, end);
  }

  /** The row of the innermost open MPI call, or NONE. */
  enclosingOperation(current: number): number {
    const { operation } = this.records.regions;
    const { stack } = this.present;
    for (let depth = stack.depth; depth >= 0; depth--) {
      const region = stack.region[depth] ?? absent(depth);
      // A region that the trace does not define is taken for none of MPI's.
      if ((operation[region] ?? Operation.None) !== Operation.None) return this.operationAt(depth, current);
    }
    return NONE;
  }

  private operationAt(depth: number, current: number): number {
    const known = this.present.stack.operation[depth] ?? absent(depth);
    return known === NONE || known === ASKING ? this.addOperation(depth, current) : known;
  }

  private addOperation(depth: number, current: number): number {
    const { stack, buffer, intervals, last } = this.present;
    const { operations } = this.records.records;
    const row = operations.addRow();
    const { columns } = operations;
    const node = stack.node[depth] ?? absent(depth);
    const region = stack.region[depth] ?? absent(depth);
    const enter = stack.enter[depth] ?? absent(depth);
    columns.location[row] = this.location;
    columns.node[row] = node;
    columns.kind[row] = this.records.regions.operation[region] ?? absent(region);
    columns.enter[row] = enter;
    columns.leave[row] = last;
    stack.operation[depth] = row;
    intervals.cut(row, node + 1, last - enter - buffer.since(enter), current);
    return row;
  }

  private barrierAt(depth: number, current: number): void {
    const { stack, teams, tasks, intervals, last } = this.present;
    const member = teams.membership;
    if (member === undefined) return;
    const node = stack.node[depth] ?? absent(depth);
    const region = stack.region[depth] ?? absent(depth);
    const row = this.barriers.enter(last, node, region, member, tasks.secondsUntil(last));
    stack.operation[depth] = row;
    intervals.cut(barrierMark(row), node + 1, 0, current);
  }

  private testAt(depth: number): void {
    const { stack, last } = this.present;
    stack.operation[depth] = ASKING;
    this.polling.enter(depth, stack.node[depth] ?? absent(depth), last, this.spentAtTop());
  }

  private fileCallAt(depth: number): void {
    const { stack, last } = this.present;
    stack.operation[depth] = ASKING;
    const kind = this.records.regions.fileCall[stack.region[depth] ?? absent(depth)] ?? absent(depth);
    for (const recorder of this.fileCalls) recorder.begin(kind, stack.node[depth] ?? absent(depth), last);
  }

  /** Seconds of the location at the call path of the innermost region, as they are booked. */
  private spentAtTop(): number {
    const { stack, times } = this.present;
    const node = stack.node[stack.depth] ?? absent(stack.depth);
    return times.self[node + 1] ?? absent(node);
  }

  private acceleratorCallAt(depth: number): void {
    const { stack } = this.present;
    const enter = stack.enter[depth] ?? absent(depth);
    const { calls } = this.records.accelerators;
    const row = calls.addRow();
    const { columns } = calls;
    columns.location[row] = this.location;
    columns.node[row] = stack.node[depth] ?? absent(depth);
    columns.enter[row] = enter;
    columns.leave[row] = enter;
    stack.operation[depth] = row;
  }
}
