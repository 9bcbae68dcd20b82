import type { Processes } from '../../../model/processes.js';
import { type CommunicationRecords, NONE } from '../records/communicationRecords.js';
import { Quadruples } from '../tables/quadruples.js';

export const NO_ROWS = new Uint32Array(0);

/** Rows of each process's collective operations on one communicator, in order of time. */
export interface CommunicatorRows {
  readonly communicator: number;
  readonly byProcess: ReadonlyMap<number, Uint32Array>;
}

/** The rows of one process and communicator. */
interface List {
  readonly communicator: number;
  readonly process: number;
  readonly rows: Uint32Array;
}

/**
 * Rows of the collective operations by communicator and process; communicators in the order in which they occur, process
 * by process.
 */
export function byCommunicator(records: CommunicationRecords, processes: Processes): CommunicatorRows[] {
  const { begin } = records.collectives.columns;
  const lists = listsOf(records, processes);
  for (const { rows } of lists) sortByBegin(rows, begin);
  lists.sort((a, b) => a.process - b.process || begin[a.rows[0]] - begin[b.rows[0]] || a.rows[0] - b.rows[0]);
  const found = new Map<number, Map<number, Uint32Array>>();
  for (const { communicator, process, rows } of lists) {
    const byProcess = found.get(communicator) ?? new Map<number, Uint32Array>();
    found.set(communicator, byProcess.set(process, rows));
  }
  return Array.from(found, ([communicator, byProcess]) => ({ communicator, byProcess }));
}

/** The rows of operations in MPI calls; lists without any are left out. */
function listsOf({ collectives, shapes }: CommunicationRecords, { ofLocation }: Processes): List[] {
  const { operation, shape } = collectives.columns;
  const numbers = new Quadruples();
  const listOf = Int32Array.from({ length: shapes.count }, (_, of) =>
    numbers.number(shapes.communicator(of), ofLocation[shapes.location(of)], 0, 0),
  );
  const sizes = new Uint32Array(numbers.count);
  for (let row = 0; row < collectives.length; row++) if (operation[row] !== NONE) sizes[listOf[shape[row]]]++;
  const lists = Array.from(sizes, (size, list) => ({
    communicator: numbers.part(list, 0),
    process: numbers.part(list, 1),
    rows: collectives.memory.uint32(size),
  }));
  sizes.fill(0);
  for (let row = 0; row < collectives.length; row++) {
    const list = listOf[shape[row]];
    if (operation[row] !== NONE) lists[list].rows[sizes[list]++] = row;
  }
  return lists.filter(({ rows }) => rows.length > 0);
}

/**
 * Rows come in order of time within each location, so that only processes with several threads need sorting; equal times
 * keep the order of the rows.
 */
function sortByBegin(rows: Uint32Array, begin: Float64Array): void {
  for (let i = 1; i < rows.length; i++) {
    if (begin[rows[i]] >= begin[rows[i - 1]]) continue;
    rows.sort((a, b) => begin[a] - begin[b] || a - b);
    return;
  }
}
