import { absent } from '../../../base/elements.js';
import { EventKind } from '../../../model/events.js';
import type { EventRecorder, FileCallRecorder } from '../recorders/recorders.js';
import type { FileRecords } from './fileRecords.js';

/** As OTF2 numbers what operations do. */
const READ = 0;
const WRITE = 1;
const FLUSH = 2;
/** Flag of an operation that continues after its call has ended. */
const NON_BLOCKING = 1;
/** The requested number of bytes is unknown. */
const UNKNOWN = 2 ** 63;

/** A call that is open. */
interface OpenCall {
  readonly row: number;
  /** Handle of the operation, if the trace contains it. */
  handle: number | undefined;
  /** Its time so far, without that of calls of files within it. */
  seconds: number;
  /** Bytes that the operation under way was asked for, and what it does. */
  requested: number;
  mode: number;
  /** Whether there is one under way. */
  isMoving: boolean;
}

/** Turns the calls of files of one location, and the events within them, into records. */
export class FileRecorder implements EventRecorder, FileCallRecorder {
  private readonly open: OpenCall[] = [];
  /** Since when the innermost of them is that. */
  private since = 0;
  /** State of operations that continue after their call, or are not its only one, by handle and matching identifier. */
  private readonly underWay = new Map<string, number>();

  constructor(
    private readonly records: FileRecords,
    private readonly location: number,
  ) {}

  get fileCalls(): FileCallRecorder {
    return this;
  }

  begin(kind: number, node: number, time: number): void {
    this.endStretch(time);
    const { calls } = this.records;
    const row = calls.addRow();
    const { columns } = calls;
    columns.kind[row] = kind;
    columns.node[row] = node;
    columns.location[row] = this.location;
    columns.bytes[row] = Number.NaN;
    this.open.push({ row, handle: undefined, seconds: 0, requested: UNKNOWN, mode: FLUSH, isMoving: false });
    this.since = time;
  }

  end(time: number): void {
    this.endStretch(time);
    const call = this.open.pop();
    if (call?.handle !== undefined && call.seconds > 0)
      this.records.uses.seconds.add(call.handle, this.location, call.seconds);
    this.since = time;
  }

  add(kind: number, _time: number, operands: Float64Array, at: number): void {
    const handle = operands[at] ?? absent(at);
    const call = this.open.at(-1);
    if (call !== undefined) call.handle = handle;
    if (kind === EventKind.IoOperationBegin) this.beginOperation(call, handle, operands, at);
    else if (kind === EventKind.IoOperationComplete) this.endOperation(call, handle, operands, at);
  }

  private beginOperation(call: OpenCall | undefined, handle: number, operands: Float64Array, at: number): void {
    const mode = operands[at + 1] ?? absent(at + 1);
    this.records.uses.operations.add(handle, this.location, 1);
    // A call that copies reads one file and writes another.
    if (((operands[at + 2] ?? absent(at + 2)) & NON_BLOCKING) !== 0 || call?.isMoving === true)
      this.underWay.set(`${handle}/${operands[at + 4]}`, mode);
    else if (call !== undefined) {
      call.isMoving = true;
      call.mode = mode;
      call.requested = operands[at + 3] ?? absent(at + 3);
    }
  }

  private endOperation(call: OpenCall | undefined, handle: number, operands: Float64Array, at: number): void {
    const bytes = operands[at + 1] ?? absent(at + 1);
    const key = `${handle}/${operands[at + 2]}`;
    const begun = this.underWay.get(key);
    this.underWay.delete(key);
    const mode = begun ?? call?.mode ?? FLUSH;
    if (begun === undefined && call !== undefined) call.isMoving = false;
    if (mode === READ) this.records.uses.read.add(handle, this.location, bytes);
    else if (mode === WRITE) this.records.uses.written.add(handle, this.location, bytes);
    if (call === undefined || mode === FLUSH) return;
    const { calls, sums } = this.records;
    const node = calls.columns.node[call.row] ?? absent(call.row);
    (mode === READ ? sums.io_bytes_read : sums.io_bytes_written).add(node, this.location, bytes);
    if (begun === undefined) this.size(call, call.requested < UNKNOWN ? call.requested : bytes);
  }

  /** Of several operations in a call the largest one counts. */
  private size({ row }: OpenCall, bytes: number): void {
    const { bytes: sizes } = this.records.calls.columns;
    const before = sizes[row] ?? absent(row);
    sizes[row] = Number.isNaN(before) ? bytes : Math.max(before, bytes);
  }

  private endStretch(time: number): void {
    const call = this.open.at(-1);
    if (call === undefined || time <= this.since) return;
    const { stretches } = this.records;
    const row = stretches.addRow();
    const { columns } = stretches;
    columns.call[row] = call.row;
    columns.enter[row] = this.since;
    columns.leave[row] = time;
    call.seconds += time - this.since;
  }
}
