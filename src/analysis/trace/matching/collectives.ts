import { absent, elementAt } from '../../../base/elements.js';
import type { Definitions } from '../../../model/definitions.js';
import { CollectiveOperation, CollectiveRoot } from '../../../model/events.js';
import { Peers } from './peers.js';
import type { Processes } from '../../../model/processes.js';
import type { CommunicationRecords } from '../records/communicationRecords.js';
import { certainPrefix } from '../certainty/agreement.js';
import type { ProcessCertainty } from '../certainty/processCertainty.js';
import type { ShapeColumns } from '../records/collectiveShapes.js';
import { release } from '../tables/release.js';
import { byCommunicator, NO_ROWS } from './byCommunicator.js';

/**
 * One collective operation, with its members in order of rank: on an intercommunicator those of the second group follow
 * those of the first. Times are seconds.
 */
export interface CollectiveInstance extends CollectiveMembers {
  /** Index of the communicator. */
  readonly communicator: number;
  /** A CollectiveOperation. */
  readonly collective: number;
  /** Position of the root among the members, or CollectiveRoot.None. */
  readonly root: number;
  /** How many members are in the first group of an intercommunicator; undefined on any other communicator. */
  readonly firstGroup?: number;
}

/** The members of a collective operation, by rank. */
export interface CollectiveMembers {
  /** Row of `operations` of each member. */
  readonly operation: Int32Array;
  readonly begin: Float64Array;
  readonly end: Float64Array;
  /** More than 0 where a member sends data, and where it receives some. */
  readonly sent: Float64Array;
  readonly received: Float64Array;
}

/** Numbers of excluded collective operations. */
export interface LeftOut {
  /** Operations with missing member records, or whose members disagree. */
  uncertain: number;
  /** When the first of the uncertain ones began, in seconds; Infinity where there is none. */
  since: number;
}

/**
 * Matches collective records: the n-th operation on a communicator at each member is one instance (MPI 3.1, 5.12). If
 * records were lost, the rest of that communicator is uncertain, because the counting may be shifted. Operations of a
 * single process wait for no one and are skipped. All instances of a communicator are visited in the same memory: copy
 * data to keep it.
 * @param certainty extent of the available records of the processes; all of those that are needed if omitted
 */
export function visitInstances(
  records: CommunicationRecords,
  definitions: Definitions,
  processes: Processes,
  visit: (instance: CollectiveInstance) => void,
  certainty?: ProcessCertainty,
): LeftOut {
  const peers = new Peers(definitions, processes);
  const leftOut: LeftOut = { uncertain: 0, since: Number.POSITIVE_INFINITY };
  const shapes = records.shapes.columns();
  for (const { communicator, byProcess } of byCommunicator(records, processes)) {
    if (peers.isSelf(communicator)) continue;
    const groups = peers.groups(communicator);
    const members = groups === undefined ? peers.members(communicator) : Int32Array.from([...groups[0], ...groups[1]]);
    if (members === undefined) {
      leaveOut(leftOut, records, [...byProcess.values()], 0);
      continue;
    }
    if (members.length < 2) continue;
    const lists = Array.from(members, (process) => byProcess.get(process) ?? NO_ROWS);
    const firstGroup = groups?.[0].length;
    const complete = agreeing(records, shapes, lists, members, firstGroup, certainty);
    const filler = { communicator, lists, firstGroup, records, shapes, space: emptyMembers(members.length) };
    for (let n = 0; n < complete; n++) visit(instance(filler, n));
    leaveOut(leftOut, records, lists, complete);
    release(...byProcess.values());
  }
  return leftOut;
}

/** Counts the operations from position `from` on. */
function leaveOut(leftOut: LeftOut, records: CommunicationRecords, lists: readonly Uint32Array[], from: number): void {
  const { begin } = records.collectives.columns;
  let longest = from;
  for (const list of lists) {
    longest = Math.max(longest, list.length);
    if (from < list.length) leftOut.since = Math.min(leftOut.since, elementAt(begin, elementAt(list, from)));
  }
  leftOut.uncertain += longest - from;
}

/** How many operations from the start surely belong together. */
function agreeing(
  { collectives }: CommunicationRecords,
  { collective, root }: ShapeColumns,
  lists: readonly Uint32Array[],
  members: Int32Array,
  firstGroup: number | undefined,
  certainty: ProcessCertainty | undefined,
): number {
  const { shape, begin } = collectives.columns;
  // Each side of an intercommunicator names the root in its own way.
  const named = firstGroup === undefined ? root : undefined;
  let n = 0;
  while (allAgree(lists, n, shape, collective, named)) n++;
  const endsEarly = (list: number): boolean => certainty?.endsEarly(elementAt(members, list)) ?? true;
  const someoneIsWhole = certainty === undefined || members.some((process) => !certainty.endsEarly(process));
  if (someoneIsWhole && lists.every(({ length }) => length === n)) return n;
  // If one thread of a process ends early and another one continues, the lost operations are in between.
  const certain = lists.map((rows, list) => {
    if (certainty === undefined || !endsEarly(list)) return rows;
    const until = certainty.until(elementAt(members, list));
    return rows.filter((row) => elementAt(begin, row) <= until);
  });
  const kindOf = (row: number): number => {
    const of = elementAt(shape, row);
    return elementAt(collective, of) + (named === undefined ? 0 : elementAt(named, of)) * 256;
  };
  return certainPrefix(certain, kindOf, endsEarly);
}

function allAgree(
  lists: readonly Uint32Array[],
  n: number,
  shape: Int32Array,
  collective: Int32Array,
  root: Float64Array | undefined,
): boolean {
  let first: number | undefined;
  for (const list of lists) {
    const row = list[n];
    if (row === undefined) return false;
    const own = shape[row] ?? absent(row);
    first ??= own;
    if (collective[own] !== collective[first] || root?.[own] !== root?.[first]) return false;
  }
  return true;
}

function emptyMembers(size: number): CollectiveMembers {
  const times = (): Float64Array => new Float64Array(size);
  return { operation: new Int32Array(size), begin: times(), end: times(), sent: times(), received: times() };
}

/** Inputs for the operations of one communicator. */
interface Source {
  readonly communicator: number;
  /** Rows of the members' operations, by rank. */
  readonly lists: readonly Uint32Array[];
  readonly firstGroup: number | undefined;
  readonly records: CommunicationRecords;
  readonly shapes: ShapeColumns;
  /** Memory for one operation. */
  readonly space: CollectiveMembers;
}

/** Puts the n-th operation of all members together. */
function instance(source: Source, n: number): CollectiveInstance {
  const { communicator, lists, firstGroup, records, shapes, space } = source;
  const { operation, begin, end, shape } = records.collectives.columns;
  const rowOf = (rank: number): number => (lists[rank] ?? absent(rank))[n] ?? absent(n);
  const shapeOf = (row: number): number => shape[row] ?? absent(row);
  for (let rank = 0; rank < lists.length; rank++) {
    const row = rowOf(rank);
    const own = shapeOf(row);
    space.operation[rank] = operation[row] ?? absent(row);
    space.begin[rank] = begin[row] ?? absent(row);
    space.end[rank] = end[row] ?? absent(row);
    space.sent[rank] = shapes.sends[own] ?? absent(own);
    space.received[rank] = shapes.receives[own] ?? absent(own);
  }
  const first = shapeOf(rowOf(0));
  const collective = shapes.collective[first] ?? absent(first);
  const rootAt = (rank: number): number => elementAt(shapes.root, shapeOf(rowOf(rank)));
  if (firstGroup === undefined) return { communicator, collective, root: rootAt(0), ...space };
  const root = rootBetween(rootAt, lists.length, firstGroup);
  return { communicator, collective, root, firstGroup, ...space };
}

/**
 * Returns the root of an operation on an intercommunicator. The root's record names itself; the others of its group
 * only record that it is one of them, and the other group records its rank (MPI 3.1, 5.2.3).
 * @param rootAt root in the record of a member
 * @returns its position, or CollectiveRoot.None if the members disagree or there is no root
 */
function rootBetween(rootAt: (rank: number) => number, size: number, firstGroup: number): number {
  let root: number = CollectiveRoot.None;
  for (let rank = 0; rank < size && root === CollectiveRoot.None; rank++) {
    if (rootAt(rank) === CollectiveRoot.Self) root = rank;
  }
  if (root === CollectiveRoot.None) return root;
  const isFirst = root < firstGroup;
  const name = isFirst ? root : root - firstGroup;
  for (let rank = 0; rank < size; rank++) {
    const expected = rank < firstGroup === isFirst ? CollectiveRoot.ThisGroup : name;
    if (rank !== root && rootAt(rank) !== expected) return CollectiveRoot.None;
  }
  return root;
}

/** Reports whether an operation's participants are not known pair by pair, so that no wait can be determined. */
export function isPairwise(collective: number): boolean {
  return collective === CollectiveOperation.Alltoallv || collective === CollectiveOperation.Alltoallw;
}
