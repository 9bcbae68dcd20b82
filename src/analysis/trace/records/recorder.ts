import { EventKind } from '../../../model/events.js';
import { type CommunicationRecords, NONE } from './communicationRecords.js';
import type { RequestRecords } from './requestRecords.js';

/** Turns the MPI events of one location into rows of the communication records. */
export class Recorder {
  private collectiveBegin = Number.NaN;
  /** Bytes of the collective operation being added; used again and again. */
  private readonly data = { sent: 0, received: 0 };

  constructor(
    private readonly records: CommunicationRecords,
    private readonly requests: RequestRecords,
    private readonly location: number,
  ) {}

  /**
   * Adds an event.
   * @param at index of the event's first operand in `operands`
   * @param operation the MPI call it happened in (row of `operations`), or NONE
   */
  add(kind: number, time: number, operands: Float64Array, at: number, operation: number): void {
    switch (kind) {
      case EventKind.MpiSend:
        this.send(time, operands, at, operation, operation);
        break;
      case EventKind.MpiIsend:
        this.requests.startSend(time, operands[at + 4], operation, this.send(time, operands, at, operation, NONE));
        break;
      case EventKind.MpiIsendComplete:
        this.requests.endSend(time, operands[at], operation);
        break;
      case EventKind.MpiRequestCancelled:
        this.requests.cancel(time, operands[at]);
        break;
      case EventKind.MpiIrecvRequest:
        this.requests.postReceive(time, operands[at], operation);
        break;
      case EventKind.MpiRecv:
        this.receive(time, operands, at, operation, operation === NONE ? time : this.enterOf(operation), operation);
        break;
      case EventKind.MpiIrecv:
        this.requests.endReceive(time, operands[at + 4], this.receive(time, operands, at, operation, time, NONE));
        break;
      case EventKind.MpiCollectiveBegin:
        this.collectiveBegin = time;
        break;
      case EventKind.MpiCollectiveEnd:
        this.collective(time, operands, at, operation);
        break;
      default:
        break;
    }
  }

  private send(time: number, operands: Float64Array, at: number, operation: number, completedIn: number): number {
    const { sends } = this.records;
    const row = sends.addRow();
    const { columns } = sends;
    columns.time[row] = time;
    columns.operation[row] = operation;
    columns.completedIn[row] = completedIn;
    columns.end[row] = this.endOf(operands, at);
    columns.hasData[row] = operands[at + 3] > 0 ? 1 : 0;
    return row;
  }

  private receive(
    time: number,
    operands: Float64Array,
    at: number,
    operation: number,
    postTime: number,
    postedIn: number,
  ): number {
    const { receives } = this.records;
    const row = receives.addRow();
    const { columns } = receives;
    columns.time[row] = time;
    columns.operation[row] = operation;
    columns.postedIn[row] = postedIn;
    columns.postTime[row] = postTime;
    columns.end[row] = this.endOf(operands, at);
    columns.hasData[row] = operands[at + 3] > 0 ? 1 : 0;
    columns.unposted[row] = 0;
    return row;
  }

  private endOf(operands: Float64Array, at: number): number {
    return this.records.ends.number(this.location, operands[at], operands[at + 1], operands[at + 2]);
  }

  private collective(time: number, operands: Float64Array, at: number, operation: number): void {
    const { collectives, shapes } = this.records;
    const { data } = this;
    data.sent = operands[at + 3];
    data.received = operands[at + 4];
    const row = collectives.addRow();
    const { columns } = collectives;
    columns.operation[row] = operation;
    columns.begin[row] = this.beginOfCollective(time, operation);
    columns.end[row] = time;
    columns.shape[row] = shapes.shape(this.location, operands[at], operands[at + 1], operands[at + 2], data);
  }

  private beginOfCollective(time: number, operation: number): number {
    const begin = this.collectiveBegin;
    this.collectiveBegin = Number.NaN;
    if (!Number.isNaN(begin)) return begin;
    return operation === NONE ? time : this.enterOf(operation);
  }

  private enterOf(operation: number): number {
    return this.records.operations.columns.enter[operation];
  }
}
