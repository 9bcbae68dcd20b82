import { absent } from '../../../base/elements.js';
import type { CollectiveInstance } from '../matching/collectives.js';
import type { CommunicationRecords } from '../records/communicationRecords.js';
import { Table } from '../tables/table.js';
import type { StepLog } from './steps.js';
import type { WaitLog } from '../waits/waitLog.js';

/** Collective operations, as they are searched; see TimelineCollectives of the model. */
export class CollectiveLog {
  readonly table = new Table(['first', 'last', 'end', 'waiting'], ['communicator', 'operation', 'late']);

  constructor(
    private readonly records: CommunicationRecords,
    private readonly waits: WaitLog,
    private readonly steps: StepLog,
  ) {}

  /** Adds an operation. @param search books its waits */
  add({ communicator, collective, operation, begin, end }: CollectiveInstance, search: () => void): void {
    const before = this.waits.seconds;
    const row = this.table.addRow();
    const { columns } = this.table;
    let late = 0;
    let [first, last, ended] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let rank = 0; rank < operation.length; rank++) {
      const came = begin[rank] ?? absent(rank);
      first = Math.min(first, came);
      ended = Math.max(ended, end[rank] ?? absent(rank));
      if (came > last) [last, late] = [came, operation[rank] ?? absent(rank)];
    }
    columns.first[row] = first;
    columns.last[row] = last;
    columns.end[row] = ended;
    columns.communicator[row] = communicator;
    columns.operation[row] = collective;
    columns.late[row] = this.records.operations.columns.location[late] ?? absent(late);
    this.steps.collective(operation);
    search();
    columns.waiting[row] = this.waits.seconds - before;
  }
}
