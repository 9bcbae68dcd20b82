import { elementAt } from '../../../base/elements.js';
import { type CommunicationRecords, NONE } from './communicationRecords.js';
import { inOrderOfTime, type RequestRecords, type RequestTables } from './requestRecords.js';

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
 * Returns the non-blocking sends and receives of a process that have no end in the trace, by call path. The number of a
 * request may be reused: a still open operation then has no end either. Requests freed without being completed look the
 * same. Operations outside any MPI call are excluded.
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
      const operation = elementAt(starts.columns.operation, row);
      if (operation === NONE) continue;
      const node = elementAt(operations.columns.node, operation);
      counts.set(node, (counts.get(node) ?? 0) + 1);
    }
  }
  return [...counts].map(([node, count]) => ({ node, count }));
}

/** The rows of `starts` that none of the ends belongs to. */
function openAtEnd(starts: RequestTables, endTables: readonly RequestTables[]): number[] {
  const ends = endTables.map((table) => ({ columns: table.columns, rows: inOrderOfTime(table), next: 0 }));
  const open = new Map<number, number>();
  const endUntil = (time: number): void => {
    for (const list of ends) {
      for (; list.next < list.rows.length; list.next++) {
        const row = elementAt(list.rows, list.next);
        if (elementAt(list.columns.time, row) >= time) break;
        open.delete(elementAt(list.columns.request, row));
      }
    }
  };
  const leaked: number[] = [];
  for (const row of inOrderOfTime(starts)) {
    const request = elementAt(starts.columns.request, row);
    endUntil(elementAt(starts.columns.time, row));
    const former = open.get(request);
    if (former !== undefined) leaked.push(former);
    open.set(request, row);
  }
  endUntil(Number.POSITIVE_INFINITY);
  return [...leaked, ...open.values()];
}
