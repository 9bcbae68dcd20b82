import { type Processes, rowsByProcess } from '../../../model/processes.js';
import { type CommunicationRecords, NONE } from '../records/communicationRecords.js';

/** Requests that one call path of a process starts and that neither complete nor are cancelled. */
export interface LeakedRequests {
  readonly process: number;
  /** Node of the call tree that starts them. */
  readonly node: number;
  readonly count: number;
}

type RequestColumns = Readonly<Record<'time' | 'request', Float64Array> & Record<'operation' | 'location', Int32Array>>;
interface Requests {
  readonly length: number;
  readonly columns: RequestColumns;
}

/**
 * The non-blocking sends and receives of which the trace has no end, by process and call path. The number of a request
 * may be used again: an operation that is still open then has no end either. Those freed without being completed look
 * the same. Operations outside any MPI call are left out.
 */
export function leakedRequests(records: CommunicationRecords, processes: Processes): LeakedRequests[] {
  const { sends, sendCompletions, receiveRequests, receives, cancellations, operations } = records;
  const counts = new Map<number, Map<number, number>>();
  const pairs: readonly (readonly [Requests, Requests])[] = [
    [sends, sendCompletions],
    [receiveRequests, receives],
  ];
  for (const [starts, ends] of pairs) {
    const rows = sortedRows(starts, processes);
    const endLists = [ends, cancellations].map((table) => ({ ...table, rows: sortedRows(table, processes) }));
    rows.forEach((ofProcess, process) => {
      const ended = endLists.map(({ columns, rows: all }) => ({ columns, rows: all[process] }));
      for (const row of openAtEnd(starts.columns, ofProcess, ended)) {
        const operation = starts.columns.operation[row];
        if (operation === NONE) continue;
        const node = operations.columns.node[operation];
        const ofNode = counts.get(process) ?? new Map<number, number>();
        counts.set(process, ofNode.set(node, (ofNode.get(node) ?? 0) + 1));
      }
    });
  }
  return [...counts].flatMap(([process, ofNode]) => [...ofNode].map(([node, count]) => ({ process, node, count })));
}

function sortedRows({ length, columns: { location, time } }: Requests, processes: Processes): readonly Uint32Array[] {
  return rowsByProcess(length, location, time, processes);
}

/** The rows of `starts` that none of the ends belongs to; all rows in order of time. */
function openAtEnd(
  starts: RequestColumns,
  startRows: Uint32Array,
  ends: readonly { readonly columns: RequestColumns; readonly rows: Uint32Array }[],
): number[] {
  const open = new Map<number, number>();
  const next = ends.map(() => 0);
  const endUntil = (time: number): void => {
    ends.forEach(({ columns, rows }, list) => {
      for (; next[list] < rows.length && columns.time[rows[next[list]]] < time; next[list]++)
        open.delete(columns.request[rows[next[list]]]);
    });
  };
  const leaked: number[] = [];
  for (const row of startRows) {
    const request = starts.request[row];
    if (request === NONE) continue;
    endUntil(starts.time[row]);
    const former = open.get(request);
    if (former !== undefined) leaked.push(former);
    open.set(request, row);
  }
  endUntil(Number.POSITIVE_INFINITY);
  return [...leaked, ...open.values()];
}
