import { absent } from '../../../base/elements.js';
import { EventKind } from '../../../model/events.js';
import { type PollingRecords, Proof } from './pollingRecords.js';
import { type PolledRequest, PolledRequests } from './polledRequests.js';

/** The calls of one stretch at one call path. */
interface Share {
  readonly calls: number;
  readonly seconds: number;
}

/** Successive calls at one call path of which the trace contains only that they were made. */
interface PollRow {
  readonly node: number;
  readonly enter: number;
  calls: number;
  seconds: number;
}

/**
 * Polling of one location: calls of the MPI_Test family that find a request pending, up to the one that completes it.
 * Calls that test the same requests at the same call path are summed up. Thus memory depends on communication and not
 * on the number of tests.
 */
export class PollingRecorder {
  /** Whether the trace names a request that a call of this location tested in vain. */
  recordsTests = false;
  /** Whether any call asked; before, there is nothing to follow. */
  private hasAsked = false;
  private readonly polled = new PolledRequests();
  private row: PollRow | undefined;
  /** The call that is open: depth on the stack (-1 for none), call path, begin, and time of the call path before it. */
  private depth = -1;
  private node = -1;
  private enterTime = 0;
  private before = 0;
  /** Requests that the open call tested in vain, and completed. */
  private tested: number[] = [];
  private completed: number[] = [];

  constructor(
    private readonly records: PollingRecords,
    private readonly location: number,
  ) {}

  /**
   * A call that asks begins; of nested ones only the innermost asks.
   * @param spent seconds of the location at this call path until now
   */
  enter(depth: number, node: number, time: number, spent: number): void {
    this.hasAsked = true;
    this.depth = depth;
    this.node = node;
    this.enterTime = time;
    this.before = spent;
    this.tested = [];
    this.completed = [];
  }

  /** @param spent seconds of the location at the call's call path until now */
  leave(depth: number, time: number, spent: number): void {
    if (depth !== this.depth) return;
    this.depth = -1;
    const { tested, completed } = this;
    const seconds = spent - this.before;
    const ended = completed.map((request) => this.polled.take(request)).filter((request) => request !== undefined);
    if (ended.length > 0) this.end(ended, time, seconds);
    else if (completed.length > 0) this.endRow(time, seconds);
    else if (tested.length === 0) this.extendRow(seconds);
    for (const request of tested) this.polled.begin(request, this.enterTime);
    if (ended.length === 0 && tested.length > 0) this.polled.add(this.node, tested, seconds);
    if (tested.length > 0 || completed.length > 0) this.row = undefined;
  }

  /**
   * Takes a record of communication, or of requests.
   * @param at index of the event's first operand in `operands`
   */
  add(kind: number, operands: Float64Array, at: number): void {
    if (!this.hasAsked) return;
    const operand = (number: number): number => operands[at + number] ?? absent(at + number);
    switch (kind) {
      case EventKind.MpiRequestTest:
        this.recordsTests = true;
        if (this.depth >= 0) this.tested.push(operand(0));
        break;
      case EventKind.MpiIsendComplete:
        this.complete(operand(0));
        break;
      case EventKind.MpiIrecv:
        this.complete(operand(4));
        break;
      case EventKind.NonBlockingCollectiveComplete:
        this.complete(operand(5));
        break;
      case EventKind.MpiIsend:
        this.begin(operand(4));
        break;
      case EventKind.MpiIrecvRequest:
      case EventKind.NonBlockingCollectiveRequest:
      case EventKind.MpiRequestCancelled:
        this.begin(operand(0));
        break;
      default:
        this.row = undefined;
    }
  }

  /** A request begins, or is given up: what was asked about its number before is over. */
  private begin(request: number): void {
    this.row = undefined;
    this.polled.take(request);
  }

  private complete(request: number): void {
    if (this.depth >= 0) this.completed.push(request);
    else this.begin(request);
  }

  /** Requests that were asked about have ended, in the open call. */
  private end(requests: readonly PolledRequest[], leave: number, seconds: number): void {
    const shares = new Map<number, Share>([[this.node, { calls: 1, seconds }]]);
    for (const group of new Set(requests.flatMap(({ calls }) => calls))) {
      const share = shares.get(group.node) ?? { calls: 0, seconds: 0 };
      shares.set(group.node, { calls: share.calls + group.calls, seconds: share.seconds + group.seconds });
      this.polled.drop(group);
    }
    const enter = requests.reduce((first, request) => Math.min(first, request.first), leave);
    for (const [node, share] of shares) this.write(node, enter, leave, share, Proof.Tests);
  }

  private extendRow(seconds: number): void {
    if (this.row?.node !== this.node) this.row = { node: this.node, enter: this.enterTime, calls: 0, seconds: 0 };
    this.row.calls++;
    this.row.seconds += seconds;
  }

  private endRow(leave: number, seconds: number): void {
    const { row } = this;
    if (row?.node !== this.node) return;
    const share = { calls: row.calls + 1, seconds: row.seconds + seconds };
    this.write(row.node, row.enter, leave, share, Proof.Calls);
  }

  private write(node: number, enter: number, leave: number, { calls, seconds }: Share, proof: number): void {
    const { stretches } = this.records;
    const row = stretches.addRow();
    const { columns } = stretches;
    columns.location[row] = this.location;
    columns.node[row] = node;
    columns.enter[row] = enter;
    columns.leave[row] = leave;
    columns.seconds[row] = seconds;
    columns.calls[row] = calls;
    columns.proof[row] = proof;
  }
}
