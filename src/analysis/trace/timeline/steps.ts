/** Operations in logical order: by happened-before relations, independent of clocks. */
import { absent } from '../../../base/elements.js';
import type { TimelineSteps } from '../../../model/timeline.js';
import type { CommunicationRecords } from '../records/communicationRecords.js';
import type { MessageMatching } from '../matching/messages.js';
import { Table } from '../tables/table.js';

type Operations = CommunicationRecords['operations'];

/** Which operations belong together: rows of `operations`. */
export class StepLog {
  /** In turn, what receives and what sent it. */
  private pairs: Int32Array = new Int32Array(0);
  /** Members of collective operations, one after the other, and where each operation's end. */
  private readonly members = new Table([], ['operation']);
  private readonly ends: number[] = [];

  messages({ sends, receives }: CommunicationRecords, { sendOf }: Pick<MessageMatching, 'sendOf'>): void {
    const pairs = new Int32Array(2 * receives.length);
    let length = 0;
    for (let receive = 0; receive < receives.length; receive++) {
      const send = sendOf[receive] ?? absent(receive);
      if (send < 0) continue;
      const [to, from] = [receives.columns.operation[receive] ?? -1, sends.columns.operation[send] ?? -1];
      if (to < 0 || from < 0) continue;
      pairs[length++] = to;
      pairs[length++] = from;
    }
    this.pairs = pairs.subarray(0, length);
  }

  collective(operations: Int32Array): void {
    for (const operation of operations) {
      const row = this.members.addRow();
      this.members.columns.operation[row] = operation;
    }
    this.ends.push(this.members.length);
  }

  /** The steps of all operations. @param locations how many there are */
  stepsOf(operations: Operations, locations: number): TimelineSteps {
    const { columns, length } = this.members;
    const members = columns.operation.subarray(0, length);
    const rows = rowsOfLocations(operations, locations);
    const stepper = new Stepper(operations, rows, this.pairs, members, this.ends);
    return timelineSteps(operations, rows, stepper.run(), stepper.collectiveOf);
  }
}

/**
 * Advances all locations while the dependencies of their operations are satisfied: `step(op) = 1 + max(step before on
 * its location, steps of matching sends)`. An operation sends in the step that it would have without its receives.
 * Members of a collective operation are in their maximum step (Isaacs et al., "Combing the Communication Hairball",
 * 2014).
 */
class Stepper {
  private readonly step: Int32Array;
  /** The step in which an operation sends. */
  private readonly sent: Int32Array;
  private readonly next: Uint32Array;
  private readonly last: Int32Array;
  /** Sources and receivers of operations. */
  private readonly sources: StepPartners;
  private readonly targets: StepPartners;
  /** By operation, the collective one that it belongs to, in the order in which they were added; -1 where to none. */
  readonly collectiveOf: Int32Array;
  private readonly arrived: Int32Array;
  /** By collective operation, the largest step that a member has come to it in. */
  private readonly reached: Int32Array;

  /** @param rows by location, those from `next` on are to be passed */
  constructor(
    private readonly operations: Operations,
    private readonly rows: readonly Uint32Array[],
    pairs: Int32Array,
    private readonly members: Int32Array,
    private readonly ends: readonly number[],
  ) {
    const { length } = operations;
    this.step = new Int32Array(length).fill(-1);
    this.sent = new Int32Array(length).fill(-1);
    this.next = new Uint32Array(rows.length);
    this.last = new Int32Array(rows.length).fill(-1);
    this.sources = partnersOf(pairs, 0, length);
    this.targets = partnersOf(pairs, 1, length);
    this.collectiveOf = new Int32Array(length).fill(-1);
    this.arrived = new Int32Array(ends.length);
    this.reached = new Int32Array(ends.length);
    for (const [collective, end] of ends.entries())
      for (let at = ends[collective - 1] ?? 0; at < end; at++)
        this.collectiveOf[members[at] ?? absent(at)] = collective;
  }

  run(): Int32Array {
    const { rows } = this;
    const due = Array.from(rows.keys()).reverse();
    for (;;) {
      for (let location = due.pop(); location !== undefined; location = due.pop()) this.pass(location, due, false);
      // The rest waits in a cycle, as when records contradict each other: the first of all continues.
      const stuck = this.firstStuck();
      if (stuck === undefined) return this.step;
      this.pass(stuck, due, true);
    }
  }

  /** Passes what can be passed of a location. @param due locations that can go on then @param isForced passes one that cannot */
  private pass(location: number, due: number[], isForced: boolean): void {
    const own = this.rows[location] ?? absent(location);
    let force = isForced;
    for (;;) {
      const at = this.next[location] ?? absent(location);
      const row = own[at];
      if (row === undefined) return;
      const before = this.last[location] ?? absent(location);
      if (this.sent[row] === -1) {
        this.sent[row] = before + 1;
        this.arrive(row, due);
      }
      const step = this.stepOf(row, before, force);
      force = false;
      if (step === undefined) return;
      this.step[row] = step;
      this.last[location] = step;
      this.next[location] = at + 1;
    }
  }

  /** Releases operations that waited for an operation to send, or to reach a collective one. */
  private arrive(row: number, due: number[]): void {
    const collective = this.collectiveOf[row] ?? absent(row);
    if (collective >= 0) {
      const { arrived, reached } = this;
      arrived[collective] = (arrived[collective] ?? absent(collective)) + 1;
      reached[collective] = Math.max(reached[collective] ?? absent(collective), this.sent[row] ?? absent(row));
      if (this.isWhole(collective))
        for (let at = this.firstMember(collective); at < (this.ends[collective] ?? 0); at++)
          this.wake(this.members[at] ?? absent(at), due);
    }
    const { ends, partners } = this.targets;
    for (let at = ends[row] ?? absent(row); at < (ends[row + 1] ?? absent(row)); at++)
      this.wake(partners[at] ?? absent(at), due);
  }

  /** A location may go on where it is this operation that it has come to. */
  private wake(row: number, due: number[]): void {
    const location = this.operations.columns.location[row] ?? absent(row);
    if (this.rows[location]?.[this.next[location] ?? absent(location)] === row) due.push(location);
  }

  /** Undefined where what it waits for has not been passed yet. */
  private stepOf(row: number, before: number, isForced: boolean): number | undefined {
    let step = before + 1;
    const { ends, partners } = this.sources;
    for (let at = ends[row] ?? absent(row); at < (ends[row + 1] ?? absent(row)); at++) {
      const sent = this.sent[partners[at] ?? absent(at)] ?? absent(at);
      if (sent < 0 && !isForced) return undefined;
      step = Math.max(step, sent + 1);
    }
    const collective = this.collectiveOf[row] ?? absent(row);
    if (collective < 0) return step;
    if (!this.isWhole(collective) && !isForced) return undefined;
    return Math.max(step, this.reached[collective] ?? absent(collective));
  }

  private isWhole(collective: number): boolean {
    return this.arrived[collective] === (this.ends[collective] ?? absent(collective)) - this.firstMember(collective);
  }

  private firstMember(collective: number): number {
    return this.ends[collective - 1] ?? 0;
  }

  private firstStuck(): number | undefined {
    const { enter } = this.operations.columns;
    let first: number | undefined;
    let earliest = Number.POSITIVE_INFINITY;
    for (const [location, own] of this.rows.entries()) {
      const row = own[this.next[location] ?? absent(location)];
      const time = row === undefined ? Number.POSITIVE_INFINITY : (enter[row] ?? absent(row));
      if (row !== undefined && (first === undefined || time < earliest)) [first, earliest] = [location, time];
    }
    return first;
  }
}

/** Partners of operations: those of row `r` are `partners` from `ends[r]` up to `ends[r + 1]`. */
interface StepPartners {
  readonly ends: Uint32Array;
  readonly partners: Int32Array;
}

/** @param side 0: what operations received from; 1: what received from them @param count of operations */
function partnersOf(pairs: Int32Array, side: 0 | 1, count: number): StepPartners {
  const ends = new Uint32Array(count + 1);
  for (let at = side; at < pairs.length; at += 2) {
    const slot = (pairs[at] ?? absent(at)) + 1;
    ends[slot] = (ends[slot] ?? absent(slot)) + 1;
  }
  for (let row = 0; row < count; row++) ends[row + 1] = (ends[row + 1] ?? absent(row)) + (ends[row] ?? absent(row));
  const partners = new Int32Array(pairs.length / 2);
  const free = ends.slice();
  for (let at = side; at < pairs.length; at += 2) {
    const row = pairs[at] ?? absent(at);
    const slot = free[row] ?? absent(row);
    partners[slot] = pairs[at ^ 1] ?? absent(at);
    free[row] = slot + 1;
  }
  return { ends, partners };
}

/** Rows of operations by location, in order of time. */
function rowsOfLocations({ length, columns }: Operations, locations: number): Uint32Array[] {
  const counts = new Uint32Array(locations);
  for (let row = 0; row < length; row++) {
    const own = columns.location[row] ?? absent(row);
    counts[own] = (counts[own] ?? absent(own)) + 1;
  }
  const rows = Array.from(counts, (count) => new Uint32Array(count));
  counts.fill(0);
  for (let row = 0; row < length; row++) {
    const own = columns.location[row] ?? absent(row);
    const at = counts[own] ?? absent(own);
    (rows[own] ?? absent(own))[at] = row;
    counts[own] = at + 1;
  }
  const enterOf = (row: number): number => columns.enter[row] ?? absent(row);
  const isInOrder = (own: Uint32Array): boolean => {
    for (let at = 1; at < own.length; at++)
      if (enterOf(own[at - 1] ?? absent(at)) > enterOf(own[at] ?? absent(at))) return false;
    return true;
  };
  for (const own of rows) {
    if (!isInOrder(own)) own.sort((a, b) => enterOf(a) - enterOf(b) || a - b);
  }
  return rows;
}

/** The rows of a timeline: by location, in order of steps. */
function timelineSteps(
  operations: Operations,
  rowsOf: readonly Uint32Array[],
  steps: Int32Array,
  collectiveOf: Int32Array,
): TimelineSteps {
  const { enter, leave } = operations.columns;
  const begun = new Float64Array(steps.reduce((most, step) => Math.max(most, step + 1), 0)).fill(
    Number.POSITIVE_INFINITY,
  );
  for (let row = 0; row < operations.length; row++) {
    const step = steps[row] ?? absent(row);
    begun[step] = Math.min(begun[step] ?? absent(step), enter[row] ?? absent(row));
  }
  const first = new Uint32Array(rowsOf.length + 1);
  const made = {
    enter: new Float64Array(operations.length),
    leave: new Float64Array(operations.length),
    late: new Float64Array(operations.length),
    step: new Int32Array(operations.length),
    collective: new Int32Array(operations.length),
  };
  let at = 0;
  for (const [location, own] of rowsOf.entries()) {
    for (let each = 0; each < own.length; each++, at++) {
      const row = own[each] ?? absent(each);
      const step = steps[row] ?? absent(row);
      const begin = enter[row] ?? absent(row);
      made.enter[at] = begin;
      made.leave[at] = leave[row] ?? absent(row);
      made.late[at] = begin - (begun[step] ?? absent(step));
      made.step[at] = step;
      made.collective[at] = collectiveOf[row] ?? absent(row);
    }
    first[location + 1] = at;
  }
  return { first, ...made };
}
