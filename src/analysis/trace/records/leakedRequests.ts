import { type CommunicationRecords, NONE } from './communicationRecords.js';
import { inOrderOfTime, type RequestRecords, type Requests } from './requestRecords.js';

/** Requests that one call path of a process starts and that neither complete nor are cancelled. */
export interface LeakedAt {
  /** Node of the call tree that starts them. */
  readonly node: number;
  readonly count: number;
}

/** The same, with the process. */
export interface LeakedRequests extends LeakedAt {
  readonly process: number;
}

/**
 * The non-blocking sends and receives of a process of which the trace has no end, by call path. The number of a request
 * may be used again: an operation that is still open then has no end either. Those freed without being completed look
 * the same. Operations outside any MPI call are left out.
 */
export function leakedRequests(requests: RequestRecords, { operations }: CommunicationRecords): LeakedAt[] {
  const { sendStarts, sendEnds, receiveStarts, receiveEnds, cancellations } = requests;
  const counts = new Map<number, number>();
  const pairs = [
    [sendStarts, sendEnds],
    [receiveStarts, receiveEnds],
  ] as const;
  for (const [starts, ends] of pairs) {
    for (const row of openAtEnd(starts, [ends, cancellations])) {
      const operation = starts.columns.operation[row];
      if (operation === NONE) continue;
      const node = operations.columns.node[operation];
      counts.set(node, (counts.get(node) ?? 0) + 1);
    }
  }
  return [...counts].map(([node, count]) => ({ node, count }));
}

/** The rows of `starts` that none of the ends belongs to. */
function openAtEnd(starts: Requests, endTables: readonly Requests[]): number[] {
  const ends = endTables.map((table) => ({ columns: table.columns, rows: inOrderOfTime(table) }));
  const open = new Map<number, number>();
  const next = ends.map(() => 0);
  const endUntil = (time: number): void => {
    ends.forEach(({ columns, rows }, list) => {
      for (; next[list] < rows.length && columns.time[rows[next[list]]] < time; next[list]++)
        open.delete(columns.request[rows[next[list]]]);
    });
  };
  const leaked: number[] = [];
  for (const row of inOrderOfTime(starts)) {
    const request = starts.columns.request[row];
    endUntil(starts.columns.time[row]);
    const former = open.get(request);
    if (former !== undefined) leaked.push(former);
    open.set(request, row);
  }
  endUntil(Number.POSITIVE_INFINITY);
  return [...leaked, ...open.values()];
}
