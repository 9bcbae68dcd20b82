import { EventKind } from '../../../model/events.js';
import { type CommunicationRecords, NONE } from './communicationRecords.js';

/** Turns the MPI events of one location into rows of the communication records. */
export class Recorder {
  private collectiveBegin = Number.NaN;

  constructor(
    private readonly records: CommunicationRecords,
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
        this.send(time, operands, at, NONE, operation);
        break;
      case EventKind.MpiIsend:
        this.send(time, operands, at, operands[at + 4], operation);
        break;
      case EventKind.MpiIsendComplete:
        this.request(this.records.sendCompletions, time, operands[at], operation);
        break;
      case EventKind.MpiRequestCancelled:
        this.request(this.records.cancellations, time, operands[at], operation);
        break;
      case EventKind.MpiIrecvRequest:
        this.request(this.records.receiveRequests, time, operands[at], operation);
        break;
      case EventKind.MpiRecv:
        this.receive(time, operands, at, NONE, operation);
        break;
      case EventKind.MpiIrecv:
        this.receive(time, operands, at, operands[at + 4], operation);
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

  private send(time: number, operands: Float64Array, at: number, request: number, operation: number): void {
    const { sends } = this.records;
    const row = sends.addRow();
    this.placeAt(sends.columns, row, time, operation);
    describeMessage(sends.columns, row, operands, at, request);
    sends.columns.completedIn[row] = request === NONE ? operation : NONE;
  }

  private request(
    table: CommunicationRecords['sendCompletions'],
    time: number,
    request: number,
    operation: number,
  ): void {
    const row = table.addRow();
    this.placeAt(table.columns, row, time, operation);
    table.columns.request[row] = request;
  }

  private receive(time: number, operands: Float64Array, at: number, request: number, operation: number): void {
    const { receives, operations } = this.records;
    const row = receives.addRow();
    const columns = receives.columns;
    this.placeAt(columns, row, time, operation);
    describeMessage(columns, row, operands, at, request);
    columns.postedIn[row] = request === NONE ? operation : NONE;
    columns.postTime[row] = request === NONE && operation !== NONE ? operations.columns.enter[operation] : time;
  }

  private collective(time: number, operands: Float64Array, at: number, operation: number): void {
    const { collectives, operations } = this.records;
    const begin = Number.isNaN(this.collectiveBegin)
      ? operation === NONE
        ? time
        : operations.columns.enter[operation]
      : this.collectiveBegin;
    this.collectiveBegin = Number.NaN;
    const row = collectives.addRow();
    const columns = collectives.columns;
    columns.operation[row] = operation;
    columns.location[row] = this.location;
    columns.begin[row] = begin;
    columns.end[row] = time;
    columns.communicator[row] = operands[at];
    columns.collective[row] = operands[at + 1];
    columns.root[row] = operands[at + 2];
    columns.sent[row] = operands[at + 3];
    columns.received[row] = operands[at + 4];
  }

  private placeAt(
    columns: { readonly operation: Int32Array; readonly location: Int32Array; readonly time: Float64Array },
    row: number,
    time: number,
    operation: number,
  ): void {
    columns.operation[row] = operation;
    columns.location[row] = this.location;
    columns.time[row] = time;
  }
}

/** The columns that sends and receives have in common. */
type MessageColumns = Readonly<
  Record<'tag' | 'bytes' | 'request', Float64Array> & Record<'communicator' | 'peer', Int32Array>
>;

function describeMessage(
  columns: MessageColumns,
  row: number,
  operands: Float64Array,
  at: number,
  request: number,
): void {
  columns.communicator[row] = operands[at];
  columns.peer[row] = operands[at + 1];
  columns.tag[row] = operands[at + 2];
  columns.bytes[row] = operands[at + 3];
  columns.request[row] = request;
}
