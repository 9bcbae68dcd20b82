import { absent, elementAt } from '../../../base/elements.js';
import type { Intervals } from '../intervals/intervals.js';
import { barrierMark, barrierOf, type Marks, teamMark, teamOf } from '../intervals/marks.js';
import { renumberNodes } from '../intervals/nodeColumn.js';
import { packed } from '../intervals/packedIntervals.js';
import { NO_NODE } from '../profile/callTreeBuilder.js';
import type { LocationProfile, TimesByNode } from '../profile/locationProfile.js';
import { release } from '../tables/release.js';
import type { Memory } from '../tables/memory.js';
import type { Renumbering, TableData } from '../tables/table.js';
import type { ReadingPart } from './part.js';
import { emptyReading, type Reading } from './reading.js';

/** Rows memory is made for in advance: when the first part is much larger than the others, that should not matter. */
const RESERVED_AT_MOST = 1 << 24;

/** Changes of the numbers of a part when it is merged. */
interface PartShift {
  readonly node: Numbering;
  /** By how much rows and numbers of teams grow. */
  readonly operation: number;
  readonly team: number;
  readonly barrier: number;
}

/** New numbers of call-tree nodes; `same` where none of them changes. */
interface Numbering {
  readonly of: Int32Array;
  readonly same: boolean;
  /** The largest of them. */
  readonly largest: number;
  /** Renumbering of node columns. */
  readonly change: Renumbering;
}

/**
 * Puts the readings of consecutive ranges of processes together, in order of the processes. Call paths and records get
 * the numbers they have when one reading goes through all processes: a call path is numbered where it occurs first,
 * and records follow each other. So the results are the same to the last bit.
 */
export class Merger {
  /**
   * @param parts how many are expected, about as large as the first, so that memory is made for them at once
   * @param reading of the processes before, which may be read on between the parts
   */
  constructor(
    private readonly parts = 1,
    readonly reading: Reading = emptyReading(),
  ) {}

  /** Adds the next range of processes; the part must not be used any more. */
  append(part: ReadingPart): void {
    if (this.reading.processes.length === 0) this.reserve(part);
    const shift = this.shift(part);
    this.appendMpi(part, shift);
    this.appendThreads(part, shift);
    const { activities, calls } = this.reading.accelerators;
    activities.append(part.tables.activities, { node: shift.node.change });
    calls.append(part.tables.calls, { node: shift.node.change });
    this.reading.polling.stretches.append(part.tables.stretches, { node: shift.node.change });
    for (const pass of this.reading.passes) {
      const { node, operation, team } = shift;
      pass.merge(part.passes[pass.name] ?? absent(pass.name), { node: node.of, operation, team });
    }
    for (const { columns } of Object.values(part.tables)) release(...Object.values(columns));
    for (const { profiles, master, requests } of part.processes) {
      const leaked = requests.leaked.map(({ node, count }) => ({ node: elementAt(shift.node.of, node), count }));
      const moved = profiles.map((profile) => this.shared(renumbered(profile, shift, this.memory)));
      this.reading.processes.push({ profiles: moved, master, requests: { ...requests, leaked } });
    }
  }

  /** The profile with its intervals where the records are, for those that were read elsewhere. */
  private shared(profile: LocationProfile): LocationProfile {
    const { memory } = this;
    return memory.isShared ? { ...profile, intervals: packed(profile.intervals, memory) } : profile;
  }

  private get memory(): Memory {
    return this.reading.records.operations.memory;
  }

  private reserve({ tables }: ReadingPart): void {
    const { operations, sends, receives, collectives } = this.reading.records;
    const expected = ({ length }: TableData): number => Math.min(length * this.parts, RESERVED_AT_MOST);
    operations.reserve(expected(tables.operations));
    sends.reserve(expected(tables.sends));
    receives.reserve(expected(tables.receives));
    collectives.reserve(expected(tables.collectives));
  }

  private shift(part: ReadingPart): PartShift {
    return {
      node: this.mergeTree(part),
      operation: this.reading.records.operations.length,
      team: this.reading.threads.teamSizes.length,
      barrier: this.reading.threads.barriers.length,
    };
  }

  private mergeTree({ tree: { size, parent, region, site } }: ReadingPart): Numbering {
    const { tree } = this.reading;
    const numbers = new Int32Array(size);
    let same = true;
    let largest = 0;
    for (let node = 0; node < size; node++) {
      // Parents come before their children.
      const above = elementAt(parent, node);
      const at = above === NO_NODE ? NO_NODE : elementAt(numbers, above);
      const number = tree.child(at, elementAt(region, node), elementAt(site, node));
      numbers[node] = number;
      if (number !== node) same = false;
      largest = Math.max(largest, number);
    }
    return { of: numbers, same, largest, change: same ? 0 : numbers };
  }

  private appendMpi({ tables, ends, shapes }: ReadingPart, { node, operation }: PartShift): void {
    const { records } = this.reading;
    const end = records.ends.append(ends);
    records.operations.append(tables.operations, { node: node.change });
    records.sends.append(tables.sends, { operation, completedIn: operation, end });
    records.receives.append(tables.receives, { operation, postedIn: operation, end });
    records.collectives.append(tables.collectives, { operation, shape: records.shapes.append(shapes) });
  }

  private appendThreads({ tables, teamSizes }: ReadingPart, { node, team }: PartShift): void {
    const { threads } = this.reading;
    const span = threads.taskSpans.length;
    threads.barriers.append(tables.barriers, { node: node.change, team, firstSpan: span, endSpan: span });
    threads.taskSpans.append(tables.taskSpans, {});
    threads.ownerships.append(tables.ownerships, { node: node.change });
    for (const size of teamSizes) threads.teamSizes.push(size);
  }
}

function renumbered(profile: LocationProfile, shift: PartShift, memory: Memory): LocationProfile {
  return {
    ...profile,
    times: shift.node.same ? profile.times : renumberedTimes(profile.times, shift.node),
    intervals: renumberedIntervals(profile.intervals, shift, memory),
  };
}

function renumberedTimes(times: TimesByNode, { of }: Numbering): TimesByNode {
  let largest = 0;
  for (let slot = 1; slot < times.visits.length; slot++)
    if (isUsed(times, slot)) largest = Math.max(largest, of[slot - 1] ?? absent(slot - 1));
  const slotOf = (slot: number): number => (slot === 0 ? 0 : (of[slot - 1] ?? absent(slot - 1)) + 1);
  const column = (values: Float64Array): Float64Array => {
    const moved = new Float64Array(largest + 2);
    values.forEach((value, slot) => {
      if (value !== 0) moved[slotOf(slot)] = value;
    });
    return moved;
  };
  const map = (values: ReadonlyMap<number, number>): Map<number, number> =>
    new Map(Array.from(values, ([node, value]) => [node === NO_NODE ? NO_NODE : elementAt(of, node), value]));
  return {
    serial: column(times.serial),
    inTeam: column(times.inTeam),
    visits: column(times.visits),
    fork: map(times.fork),
    management: map(times.management),
    limited: map(times.limited),
  };
}

function isUsed({ serial, inTeam, visits }: TimesByNode, slot: number): boolean {
  return serial[slot] !== 0 || inTeam[slot] !== 0 || visits[slot] !== 0;
}

/** Renumbers the nodes of the intervals for the merged reading, in place if the width suffices. */
function renumberedIntervals(intervals: Intervals, shift: PartShift, memory: Memory): Intervals {
  const { of, largest, same } = shift.node;
  const marks = renumberedMarks(intervals.marks, shift);
  return { ...intervals, marks, node: same ? intervals.node : renumberNodes(intervals.node, of, largest, memory) };
}

function renumberedMarks({ first, row }: Marks, { operation, barrier, team }: PartShift): Marks {
  if (row !== undefined && operation + barrier + team > 0) {
    for (let i = 0; i < row.length; i++) {
      const former = row[i] ?? absent(i);
      row[i] = former >= 0 ? former + operation : renumberedMark(former, barrier, team);
    }
  }
  return { first: first + operation, row };
}

/** Marks that are no operations; BEGINNING stays what it is. */
function renumberedMark(mark: number, barriers: number, teams: number): number {
  const barrier = barrierOf(mark);
  if (barrier !== undefined) return barrierMark(barrier + barriers);
  const team = teamOf(mark);
  return team === undefined ? mark : teamMark(team + teams);
}
