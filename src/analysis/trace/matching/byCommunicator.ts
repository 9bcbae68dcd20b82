import { absent, addAt, elementAt } from '../../../base/elements.js';
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

/** The same, with the first of the rows and when it began. */
interface CommunicatorSequence extends List {
  readonly first: number;
  readonly begin: number;
}

/**
 * Rows of the collective operations by communicator and process; communicators in the order in which they occur, process
 * by process.
 */
export function byCommunicator(records: CommunicationRecords, processes: Processes): CommunicatorRows[] {
  const { begin } = records.collectives.columns;
  const sequences = listsOf(records, processes).map((list): CommunicatorSequence => {
    sortByBegin(list.rows, begin);
    const first = elementAt(list.rows, 0);
    return { ...list, first, begin: elementAt(begin, first) };
  });
  sequences.sort((a, b) => a.process - b.process || a.begin - b.begin || a.first - b.first);
  const found = new Map<number, Map<number, Uint32Array>>();
  for (const { communicator, process, rows } of sequences) {
    const byProcess = found.get(communicator) ?? new Map<number, Uint32Array>();
    found.set(communicator, byProcess.set(process, rows));
  }
  return Array.from(found, ([communicator, byProcess]) => ({ communicator, byProcess }));
}

/** Returns the rows of operations in MPI calls; empty lists are omitted. */
function listsOf({ collectives, shapes }: CommunicationRecords, { ofLocation }: Processes): List[] {
  const { operation, shape } = collectives.columns;
  const numbers = new Quadruples();
  const listOf = Int32Array.from({ length: shapes.count }, (_, of) =>
    numbers.number(shapes.communicator(of), elementAt(ofLocation, shapes.location(of)), 0, 0),
  );
  const listAt = (row: number): number => {
    const of = shape[row] ?? absent(row);
    return listOf[of] ?? absent(of);
  };
  const sizes = new Uint32Array(numbers.count);
  for (let row = 0; row < collectives.length; row++) if (operation[row] !== NONE) addAt(sizes, listAt(row), 1);
  const lists = Array.from(sizes, (size, list) => ({
    communicator: numbers.part(list, 0),
    process: numbers.part(list, 1),
    rows: collectives.memory.uint32(size),
  }));
  sizes.fill(0);
  for (let row = 0; row < collectives.length; row++) {
    if (operation[row] === NONE) continue;
    const list = listAt(row);
    const at = sizes[list] ?? absent(list);
    (lists[list] ?? absent(list)).rows[at] = row;
    sizes[list] = at + 1;
  }
  return lists.filter(({ rows }) => rows.length > 0);
}

/**
 * Rows come in order of time within each location, so that only processes with several threads need sorting; equal times
 * keep the order of the rows.
 */
function sortByBegin(rows: Uint32Array, begin: Float64Array): void {
  const beginOf = (row: number): number => begin[row] ?? absent(row);
  let before = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    const time = beginOf(row);
    if (time < before) {
      rows.sort((a, b) => beginOf(a) - beginOf(b) || a - b);
      return;
    }
    before = time;
  }
}
