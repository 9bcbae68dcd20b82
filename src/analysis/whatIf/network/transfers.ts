import type { Seconds } from '../../../base/units.js';
import { EventKind } from '../../../model/events.js';
import { absent } from '../../../base/elements.js';
import type { EventObserver } from '../../trace/recorders/recorders.js';
import { Table } from '../../trace/tables/table.js';
import type { PairClasses } from './pairClasses.js';

/** MPI calls that transfer data, those of a location in order of time: when they end, and which class they belong to. */
export type Transfers = Table<'time' | 'bytes', 'location' | 'region' | 'of', 'crosses'>;

export function emptyTransfers(): Transfers {
  return new Table(['time', 'bytes'], ['location', 'region', 'of'], undefined, ['crosses']);
}

/** Collects the data that each MPI call of one location sends and receives. */
export class TransferRecorder implements Pick<EventObserver, 'see'> {
  private bytes = 0;
  private isTransferring = false;
  private isCrossing = false;

  /** @param isMpi by region: 1 for functions of MPI */
  constructor(
    private readonly transfers: Transfers,
    private readonly location: number,
    private readonly isMpi: Uint8Array,
    private readonly pairs: PairClasses,
  ) {}

  /** @param of class of the time that is spent now; negative if none */
  see(kind: number, time: Seconds, reference: number, operands: Float64Array, of = -1): void {
    if (kind === EventKind.Leave) {
      if (this.isTransferring && this.isMpi[reference] === 1) this.end(time, reference, of);
    } else if (
      kind === EventKind.MpiSend ||
      kind === EventKind.MpiIsend ||
      kind === EventKind.MpiRecv ||
      kind === EventKind.MpiIrecv
    )
      this.message(operands, reference);
    else if (kind === EventKind.MpiCollectiveEnd) this.collective(operands, reference);
  }

  private message(operands: Float64Array, at: number): void {
    const [communicator, rank] = [operands[at] ?? absent(at), operands[at + 1] ?? absent(at + 1)];
    this.add(operands[at + 3] ?? absent(at + 3), this.pairs.crosses(this.location, communicator, rank));
  }

  private collective(operands: Float64Array, at: number): void {
    const [sent, received] = [operands[at + 3] ?? absent(at + 3), operands[at + 4] ?? absent(at + 4)];
    this.add(Math.max(sent, received), this.pairs.spans(operands[at] ?? absent(at)));
  }

  private add(bytes: number, isCrossing: boolean): void {
    this.bytes += bytes;
    this.isTransferring = true;
    if (isCrossing) this.isCrossing = true;
  }

  private end(time: Seconds, region: number, of: number): void {
    const { transfers } = this;
    if (of >= 0) {
      const row = transfers.addRow();
      const { columns } = transfers;
      columns.time[row] = time;
      columns.bytes[row] = this.bytes;
      columns.location[row] = this.location;
      columns.region[row] = region;
      columns.of[row] = of;
      columns.crosses[row] = this.isCrossing ? 1 : 0;
    }
    this.bytes = 0;
    this.isTransferring = false;
    this.isCrossing = false;
  }
}
