import { absent } from '../../../base/elements.js';
import { EventKind } from '../../../model/events.js';
import { type CommunicationRecords, NONE } from './communicationRecords.js';
import type { RequestRecords } from './requestRecords.js';

/** Turns the MPI events of one location into rows of the communication records. */
export class Recorder {
  private collectiveBegin = Number.NaN;
  /** Bytes of the collective operation being added; used again and again. */
  private readonly data = { sent: 0, received: 0 };

  /** @param present has the time of the present event, in seconds; handed on as a number, it would be put into memory for each event */
  constructor(
    private readonly records: CommunicationRecords,
    private readonly requests: RequestRecords,
    private readonly location: number,
    private readonly present: { readonly last: number },
  ) {}

  /**
   * Adds the present event.
   * @param at index of the event's first operand in `operands`
   * @param operation the MPI call it happened in (row of `operations`), or NONE
   */
  add(kind: number, operands: Float64Array, at: number, operation: number): void {
    switch (kind) {
      case EventKind.MpiSend:
        this.send(operands, at, operation, operation);
        break;
      case EventKind.MpiIsend:
        this.startSend(operands, at, operation);
        break;
      case EventKind.MpiIsendComplete:
        this.requests.endSend(this.present.last, operands[at] ?? absent(at), operation);
        break;
      case EventKind.MpiRequestCancelled:
        this.requests.cancel(this.present.last, operands[at] ?? absent(at));
        break;
      case EventKind.MpiIrecvRequest:
        this.requests.postReceive(this.present.last, operands[at] ?? absent(at), operation);
        break;
      case EventKind.MpiRecv:
        this.blockingReceive(operands, at, operation);
        break;
      case EventKind.MpiIrecv:
        this.endReceive(operands, at, operation);
        break;
      case EventKind.MpiCollectiveBegin:
        this.collectiveBegin = this.present.last;
        break;
      case EventKind.MpiCollectiveEnd:
        this.collective(operands, at, operation);
        break;
      default:
        break;
    }
  }

  private startSend(operands: Float64Array, at: number, operation: number): void {
    const request = operands[at + 4] ?? absent(at + 4);
    this.requests.startSend(this.present.last, request, operation, this.send(operands, at, operation, NONE));
  }

  private endReceive(operands: Float64Array, at: number, operation: number): void {
    const request = operands[at + 4] ?? absent(at + 4);
    this.requests.endReceive(this.present.last, request, this.receive(operands, at, operation));
  }

  private send(operands: Float64Array, at: number, operation: number, completedIn: number): number {
    const { sends } = this.records;
    const row = sends.addRow();
    const { columns } = sends;
    columns.time[row] = this.present.last;
    columns.operation[row] = operation;
    columns.completedIn[row] = completedIn;
    columns.end[row] = this.endOf(operands, at);
    columns.bytes[row] = operands[at + 3] ?? absent(at + 3);
    return row;
  }

  /** A receive whose posting is not known. */
  private receive(operands: Float64Array, at: number, operation: number): number {
    const { receives } = this.records;
    const row = receives.addRow();
    const { columns } = receives;
    columns.time[row] = this.present.last;
    columns.operation[row] = operation;
    columns.postedIn[row] = NONE;
    columns.postTime[row] = this.present.last;
    columns.end[row] = this.endOf(operands, at);
    columns.hasData[row] = (operands[at + 3] ?? absent(at + 3)) > 0 ? 1 : 0;
    columns.unposted[row] = 0;
    return row;
  }

  /** A receive that its own call has posted. */
  private blockingReceive(operands: Float64Array, at: number, operation: number): void {
    const row = this.receive(operands, at, operation);
    if (operation === NONE) return;
    const { columns } = this.records.receives;
    columns.postedIn[row] = operation;
    columns.postTime[row] = this.enterOf(operation);
  }

  private endOf(operands: Float64Array, at: number): number {
    const communicator = operands[at] ?? absent(at);
    const other = operands[at + 1] ?? absent(at + 1);
    const tag = operands[at + 2] ?? absent(at + 2);
    return this.records.ends.number(this.location, communicator, other, tag);
  }

  private collective(operands: Float64Array, at: number, operation: number): void {
    const { collectives, shapes } = this.records;
    const { data } = this;
    const communicator = operands[at] ?? absent(at);
    const kind = operands[at + 1] ?? absent(at + 1);
    const root = operands[at + 2] ?? absent(at + 2);
    data.sent = operands[at + 3] ?? absent(at + 3);
    data.received = operands[at + 4] ?? absent(at + 4);
    const row = collectives.addRow();
    const { columns } = collectives;
    columns.operation[row] = operation;
    columns.begin[row] = this.beginOfCollective(operation);
    columns.end[row] = this.present.last;
    columns.shape[row] = shapes.shape(this.location, communicator, kind, root, data);
  }

  private beginOfCollective(operation: number): number {
    const begin = this.collectiveBegin;
    this.collectiveBegin = Number.NaN;
    if (!Number.isNaN(begin)) return begin;
    return operation === NONE ? this.present.last : this.enterOf(operation);
  }

  private enterOf(operation: number): number {
    return this.records.operations.columns.enter[operation] ?? absent(operation);
  }
}
