import { barrierMark, barrierOf, type Intervals, teamMark, teamOf } from '../rootCauses/intervals.js';
import { NO_NODE } from '../profile/callTreeBuilder.js';
import { NONE } from '../records/communicationRecords.js';
import type { LocationProfile, TimesByNode } from './locationProfile.js';
import type { TableData } from '../tables/table.js';
import type { ReadingPart } from './part.js';
import { emptyReading, type Reading } from './reading.js';

/** Rows memory is made for in advance: when the first part is much larger than the others, that should not matter. */
const RESERVED_AT_MOST = 1 << 24;

/** What the numbers of a part become in the whole. */
interface Shift {
  readonly node: Numbering;
  readonly operation: (row: number) => number;
  readonly team: (team: number) => number;
  readonly barrier: (row: number) => number;
}

/** New numbers of call-tree nodes; `same` where none of them changes. */
interface Numbering {
  readonly of: (node: number) => number;
  readonly same: boolean;
}

/**
 * Puts the readings of consecutive ranges of processes together, in order of the processes. Call paths and records get
 * the numbers they have when one reading goes through all processes: a call path is numbered where it occurs first,
 * and records follow each other. So the results are the same to the last bit.
 */
export class Merger {
  readonly reading: Reading = emptyReading();

  /** @param parts how many are expected, about as large as the first, so that memory is made for them at once */
  constructor(private readonly parts = 1) {}

  /** Adds the next range of processes; the part must not be used any more. */
  append(part: ReadingPart): void {
    if (this.reading.processes.length === 0) this.reserve(part);
    const shift = this.shift(part);
    this.appendMpi(part, shift);
    this.appendThreads(part, shift);
    const { activities, calls } = this.reading.accelerators;
    activities.append(part.tables.activities, { node: shift.node.of });
    calls.append(part.tables.calls, { node: shift.node.of });
    for (const { profiles, master } of part.processes) {
      this.reading.processes.push({ profiles: profiles.map((profile) => renumbered(profile, shift)), master });
    }
  }

  private reserve({ tables }: ReadingPart): void {
    const { operations, sends, receives, collectives } = this.reading.records;
    const expected = ({ length }: TableData): number => Math.min(length * this.parts, RESERVED_AT_MOST);
    operations.reserve(expected(tables.operations));
    sends.reserve(expected(tables.sends));
    receives.reserve(expected(tables.receives));
    collectives.reserve(expected(tables.collectives));
  }

  private shift(part: ReadingPart): Shift {
    const operations = this.reading.records.operations.length;
    const teams = this.reading.threads.teamSizes.length;
    const barriers = this.reading.threads.barriers.length;
    return {
      node: this.mergeTree(part),
      operation: (row) => (row === NONE ? NONE : row + operations),
      team: (team) => team + teams,
      barrier: (row) => row + barriers,
    };
  }

  private mergeTree({ tree: { size, parent, region, site } }: ReadingPart): Numbering {
    const { tree } = this.reading;
    const numbers = new Int32Array(size);
    let same = true;
    for (let node = 0; node < size; node++) {
      // Parents come before their children.
      const at = parent[node] === NO_NODE ? NO_NODE : numbers[parent[node]];
      numbers[node] = tree.child(at, region[node], site[node]);
      if (numbers[node] !== node) same = false;
    }
    return { of: (node) => (node === NO_NODE ? NO_NODE : numbers[node]), same };
  }

  private appendMpi({ tables }: ReadingPart, { node, operation }: Shift): void {
    const { records, oneSided } = this.reading;
    records.operations.append(tables.operations, { node: node.of });
    records.sends.append(tables.sends, { operation, completedIn: operation });
    records.sendCompletions.append(tables.sendCompletions, { operation });
    records.cancellations.append(tables.cancellations, { operation });
    records.receiveRequests.append(tables.receiveRequests, { operation });
    records.receives.append(tables.receives, { operation, postedIn: operation });
    records.collectives.append(tables.collectives, { operation });
    oneSided.syncs.append(tables.syncs, { operation });
    oneSided.transfers.append(tables.transfers, { operation });
    oneSided.locks.append(tables.locks, { operation, releasedIn: operation });
  }

  private appendThreads({ tables, teamSizes }: ReadingPart, { node, team }: Shift): void {
    const { threads } = this.reading;
    const spans = threads.taskSpans.length;
    const span = (row: number): number => row + spans;
    threads.barriers.append(tables.barriers, { node: node.of, team, firstSpan: span, endSpan: span });
    threads.taskSpans.append(tables.taskSpans, {});
    threads.ownerships.append(tables.ownerships, { node: node.of });
    for (const size of teamSizes) threads.teamSizes.push(size);
  }
}

function renumbered(profile: LocationProfile, shift: Shift): LocationProfile {
  return {
    ...profile,
    times: shift.node.same ? profile.times : renumberedTimes(profile.times, shift.node),
    intervals: renumberedIntervals(profile.intervals, shift),
  };
}

function renumberedTimes(times: TimesByNode, { of }: Numbering): TimesByNode {
  let largest = 0;
  for (let slot = 1; slot < times.visits.length; slot++)
    if (isUsed(times, slot)) largest = Math.max(largest, of(slot - 1));
  const column = (values: Float64Array): Float64Array => {
    const moved = new Float64Array(largest + 2);
    moved[0] = values[0];
    for (let slot = 1; slot < values.length; slot++) if (values[slot] !== 0) moved[of(slot - 1) + 1] = values[slot];
    return moved;
  };
  const map = (values: ReadonlyMap<number, number>): Map<number, number> =>
    new Map(Array.from(values, ([node, value]) => [of(node), value]));
  return {
    serial: column(times.serial),
    inTeam: column(times.inTeam),
    visits: column(times.visits),
    fork: map(times.fork),
    management: map(times.management),
    overhead: map(times.overhead),
    limited: map(times.limited),
  };
}

function isUsed({ serial, inTeam, visits }: TimesByNode, slot: number): boolean {
  return serial[slot] !== 0 || inTeam[slot] !== 0 || visits[slot] !== 0;
}

/** The intervals under the numbers of the whole, in place. */
function renumberedIntervals(intervals: Intervals, shift: Shift): Intervals {
  const { row, node } = intervals;
  for (let i = 0; i < row.length; i++) row[i] = row[i] >= 0 ? shift.operation(row[i]) : renumberedMark(row[i], shift);
  if (!shift.node.same) for (let entry = 0; entry < node.length; entry++) node[entry] = shift.node.of(node[entry]);
  return intervals;
}

/** Marks that are no operations; BEGINNING stays what it is. */
function renumberedMark(mark: number, { barrier, team }: Shift): number {
  const barrierRow = barrierOf(mark);
  if (barrierRow !== undefined) return barrierMark(barrier(barrierRow));
  const teamNumber = teamOf(mark);
  return teamNumber === undefined ? mark : teamMark(team(teamNumber));
}
