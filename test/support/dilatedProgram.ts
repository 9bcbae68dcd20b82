import fc from 'fast-check';
import { elementAt } from '../../src/base/elements.js';
import { CollectiveOperation, EventKind } from '../../src/model/events.js';
import { type LocationWriter, TraceBuilder } from './traceBuilder.js';

/** Overhead of recording a call, in seconds: in total, and between the readings of the clock. */
export interface Cost {
  readonly pair: number;
  readonly within: number;
}

export interface Costs {
  readonly functions: Cost;
  readonly mpi: Cost;
  readonly openMp: Cost;
  readonly files: Cost;
}

const FREE: Cost = { pair: 0, within: 0 };
export const NO_COSTS: Costs = { functions: FREE, mpi: FREE, openMp: FREE, files: FREE };

const COLLECTIVES = {
  MPI_Barrier: { operation: CollectiveOperation.Barrier, root: false },
  MPI_Allreduce: { operation: CollectiveOperation.Allreduce, root: false },
  MPI_Alltoall: { operation: CollectiveOperation.Alltoall, root: false },
  MPI_Bcast: { operation: CollectiveOperation.Bcast, root: true },
  MPI_Reduce: { operation: CollectiveOperation.Reduce, root: true },
  MPI_Scan: { operation: CollectiveOperation.Scan, root: false },
} as const;
/** As OTF2 numbers what operations on files do. */
const WRITE = 1;
export type CollectiveName = keyof typeof COLLECTIVES;

/** A step of a program whose calls take known times; seconds. */
export type DilatedStep =
  | { readonly kind: 'compute'; readonly rank: number; readonly seconds: number }
  | { readonly kind: 'calls' | 'writes'; readonly rank: number; readonly count: number; readonly seconds: number }
  | {
      readonly kind: 'message';
      readonly from: number;
      readonly to: number;
      readonly blocking: boolean;
      readonly seconds: number;
      /** 8 if omitted; messages of non-blocking receives always have 8. */
      readonly bytes?: number;
    }
  | { readonly kind: 'wait'; readonly rank: number; readonly seconds: number }
  | { readonly kind: 'flush'; readonly rank: number; readonly seconds: number }
  | { readonly kind: 'collective'; readonly name: CollectiveName; readonly root: number; readonly seconds: number };

export interface DilatedProgram {
  readonly ranks: number;
  readonly steps: readonly DilatedStep[];
  /** How long the last wait for pending messages takes after their arrival, in seconds; a millisecond if omitted. */
  readonly lastWait?: number;
  /** Seconds that each rank computes after its last step; none if omitted. */
  readonly lastCompute?: number;
  /** Functions that do not wait: their data is due at the next send, the next collective operation and the end. */
  readonly overlapped?: readonly string[];
}

interface Rank {
  readonly writer: LocationWriter;
  clock: number;
  /** When all data of calls that did not wait is complete. */
  due: number;
  pending: { readonly from: number; readonly request: number; readonly arrived: number }[];
}

/**
 * A program that is executed with measurement overhead, in closed form. A call ends the specified time after the
 * arrival of the last location it waits for. Recording adds its overhead before and after each reading of the clock.
 */
export class DilatedRun {
  readonly builder = new TraceBuilder();
  private readonly ranks: Rank[];
  private readonly communicator: number;
  private requests = 0;
  private readonly overlapped: ReadonlySet<string>;

  constructor(
    program: DilatedProgram,
    private readonly costs: Costs,
  ) {
    this.overlapped = new Set(program.overlapped);
    this.ranks = Array.from({ length: program.ranks }, () => {
      const [writer] = this.builder.process();
      writer.enter(0, 'main');
      // The overhead of the first event before its clock reading is unknown.
      return { writer, clock: costs.functions.within / 2, due: 0, pending: [] };
    });
    this.builder.region('write', { paradigm: 'none', role: 'file-io' });
    this.communicator = this.builder.communicator(this.ranks.map(({ writer }) => writer.location));
    for (const step of program.steps) this.step(step);
    for (const rank of this.ranks) {
      this.wait(rank, program.lastWait ?? 1e-3);
      rank.clock += (program.lastCompute ?? 0) + costs.functions.within / 2;
      this.needData(rank);
      rank.writer.leave(rank.clock, 'main');
    }
  }

  private rank(index: number): Rank {
    return elementAt(this.ranks, index);
  }

  private step(step: DilatedStep): void {
    switch (step.kind) {
      case 'compute':
        this.rank(step.rank).clock += step.seconds;
        break;
      case 'calls':
        for (let call = 0; call < step.count; call++)
          this.call(this.rank(step.rank), 'tiny', this.costs.functions, (_, begun) => begun + step.seconds);
        break;
      case 'writes':
        for (let call = 0; call < step.count; call++) this.write(this.rank(step.rank), step.seconds);
        break;
      case 'message':
        if (step.from !== step.to) this.message(this.rank(step.from), this.rank(step.to), step);
        break;
      case 'wait':
        this.wait(this.rank(step.rank), step.seconds);
        break;
      case 'flush':
        this.flush(this.rank(step.rank), step.seconds);
        break;
      case 'collective':
        this.collective(step.name, step.root % this.ranks.length, step.seconds);
        break;
    }
  }

  /** @param end returns the end of the call itself, given its ENTER and its real start, and records the events in it */
  private call(
    rank: Rank,
    name: string,
    { pair, within }: Cost,
    end: (enter: number, begun: number) => number,
  ): number {
    rank.clock += (pair - within) / 2;
    const enter = rank.clock;
    rank.writer.enter(enter, name);
    rank.clock = end(enter, enter + within / 2) + within / 2;
    rank.writer.leave(rank.clock, name);
    rank.clock += (pair - within) / 2;
    return enter;
  }

  /** The events of what it does have the times of its beginning and its end. */
  private write(rank: Rank, seconds: number): void {
    const handle = 1;
    const matching = ++this.requests;
    this.call(rank, 'write', this.costs.files, (enter, begun) => {
      rank.writer.event(EventKind.IoOperationBegin, enter, [handle, WRITE, 0, 8, matching]);
      rank.writer.event(EventKind.IoOperationComplete, begun + seconds + this.costs.files.within / 2, [
        handle,
        8,
        matching,
      ]);
      return begun + seconds;
    });
  }

  /** Waits for all data that is due. */
  private needData(rank: Rank): void {
    rank.clock = Math.max(rank.clock, rank.due);
    rank.due = 0;
  }

  /** When a call ends that takes some time after the arrival of others; if it does not wait, its data is due then. */
  private ended(rank: Rank, name: string, begun: number, arrivals: readonly number[], seconds: number): number {
    const complete = Math.max(begun, ...arrivals) + seconds;
    if (!this.overlapped.has(name)) return complete;
    rank.due = Math.max(rank.due, complete);
    return begun + seconds;
  }

  private message(
    from: Rank,
    to: Rank,
    { blocking, seconds, bytes = 8 }: { blocking: boolean; seconds: number; bytes?: number },
  ): void {
    const { mpi } = this.costs;
    let arrived = 0;
    this.needData(from);
    this.call(from, 'MPI_Bsend', mpi, (enter, begun) => {
      from.writer.send(enter, this.communicator, this.ranks.indexOf(to), 0, bytes);
      arrived = begun;
      return begun + seconds / 2;
    });
    const sender = this.ranks.indexOf(from);
    if (blocking) {
      this.call(to, 'MPI_Recv', mpi, (_, begun) => {
        const ended = this.ended(to, 'MPI_Recv', begun, [arrived], seconds);
        to.writer.recv(ended, this.communicator, sender, 0, bytes);
        return ended;
      });
      return;
    }
    const request = ++this.requests;
    this.call(to, 'MPI_Irecv', mpi, (enter, begun) => {
      to.writer.irecvRequest(enter, request);
      return begun + seconds / 3;
    });
    to.pending.push({ from: sender, request, arrived });
  }

  private wait(rank: Rank, seconds: number): void {
    const done = rank.pending.splice(0);
    if (done.length === 0) return;
    this.call(rank, 'MPI_Waitall', this.costs.mpi, (_, begun) => {
      const arrivals = done.map(({ arrived }) => arrived);
      const ended = this.ended(rank, 'MPI_Waitall', begun, arrivals, seconds);
      for (const { from, request } of done) rank.writer.irecv(ended, this.communicator, from, 0, 8, request);
      return ended;
    });
  }

  /** Writing the buffer costs time only if something is recorded. */
  private flush(rank: Rank, seconds: number): void {
    const took = this.costs === NO_COSTS ? 0 : seconds;
    rank.writer.event(EventKind.BufferFlush, rank.clock, [rank.clock + took]);
    rank.clock += took;
  }

  private collective(name: CollectiveName, root: number, seconds: number): void {
    const { mpi } = this.costs;
    const { operation, root: isRooted } = COLLECTIVES[name];
    for (const rank of this.ranks) this.needData(rank);
    const begun = this.ranks.map(({ clock }) => clock + (mpi.pair - mpi.within) / 2 + mpi.within / 2);
    this.ranks.forEach((rank, index) => {
      const awaited = begun.filter((_, other) => waitsFor(name, index, other, root));
      this.call(rank, name, mpi, (enter, own) => {
        rank.writer.collectiveBegin(enter);
        const ended = this.ended(rank, name, own, awaited, seconds * (1 + index / 7));
        const isRoot = index === root;
        const data = {
          MPI_Bcast: { sent: isRoot ? 8 : 0, received: 8 },
          MPI_Reduce: { sent: 8, received: isRoot ? 8 : 0 },
          MPI_Barrier: { sent: 0, received: 0 },
        }[name as string] ?? { sent: 8, received: 8 };
        rank.writer.collectiveEnd(ended, this.communicator, operation, { ...(isRooted ? { root } : {}), ...data });
        return ended;
      });
    });
  }
}

function waitsFor(name: CollectiveName, own: number, other: number, root: number): boolean {
  if (name === 'MPI_Bcast') return other === root;
  if (name === 'MPI_Reduce') return own === root;
  return name !== 'MPI_Scan' || other <= own;
}

const seconds = fc.integer({ min: 1, max: 5000 }).map((microseconds) => microseconds * 1e-6);

export const dilatedPrograms: fc.Arbitrary<DilatedProgram> = fc.integer({ min: 2, max: 4 }).chain((ranks) => {
  const rank = fc.integer({ min: 0, max: ranks - 1 });
  return fc.record({
    ranks: fc.constant(ranks),
    steps: fc.array(
      fc.oneof(
        fc.record({ kind: fc.constant('compute' as const), rank, seconds }),
        fc.record({
          kind: fc.constantFrom('calls' as const, 'writes' as const),
          rank,
          count: fc.integer({ min: 1, max: 20 }),
          seconds,
        }),
        fc.record({ kind: fc.constant('message' as const), from: rank, to: rank, blocking: fc.boolean(), seconds }),
        fc.record({ kind: fc.constant('wait' as const), rank, seconds }),
        fc.record({ kind: fc.constant('flush' as const), rank, seconds }),
        fc.record({
          kind: fc.constant('collective' as const),
          name: fc.constantFrom(...(Object.keys(COLLECTIVES) as CollectiveName[])),
          root: rank,
          seconds,
        }),
      ),
      { maxLength: 40, size: 'max' },
    ),
  });
});

/** Programs that call `tiny`, and never write a buffer. */
export const callingPrograms: fc.Arbitrary<DilatedProgram> = dilatedPrograms
  .map((program) => ({ ...program, steps: program.steps.filter(({ kind }) => kind !== 'flush') }))
  .filter(({ steps }) => steps.some(({ kind }) => kind === 'calls'));

/** The program with other durations of the calls of `tiny`. */
export function withCalls(program: DilatedProgram, change: (rank: number) => number): DilatedProgram {
  const steps = program.steps.map((step) =>
    step.kind === 'calls' ? { ...step, seconds: step.seconds * change(step.rank) } : step,
  );
  return { ...program, steps };
}

const cost: fc.Arbitrary<Cost> = fc
  .tuple(fc.integer({ min: 2, max: 2000 }), fc.integer({ min: 0, max: 100 }))
  .map(([microseconds, share]) => ({ pair: microseconds * 1e-6, within: (microseconds * 1e-6 * share) / 100 }));

export const dilatedCosts: fc.Arbitrary<Costs> = fc.record({ functions: cost, mpi: cost, openMp: cost, files: cost });
