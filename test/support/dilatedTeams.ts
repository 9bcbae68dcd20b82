import fc from 'fast-check';
import { elementAt } from '../../src/base/elements.js';
import type { Costs } from './dilatedProgram.js';
import { acquire, begin, end, fork, join, openmpTrace, release } from './openmpTrace.js';
import type { LocationWriter, TraceBuilder } from './traceBuilder.js';

/** A step of a thread of a team; seconds. */
export type TeamStep =
  | { readonly kind: 'calls'; readonly thread: number; readonly count: number; readonly seconds: number }
  /** The master calls `serial` before it forks the team. */
  | { readonly kind: 'serial'; readonly seconds: number }
  | { readonly kind: 'barrier'; readonly seconds: number }
  | { readonly kind: 'lock'; readonly thread: number; readonly held: number; readonly seconds: number };

/** Teams of three threads, one after the other. */
export type TeamProgram = readonly (readonly TeamStep[])[];

interface Member {
  readonly writer: LocationWriter;
  clock: number;
}

/**
 * Runs of teams with measurement overhead, in closed form. Records of OpenMP cost half a pair, as much before their
 * reading of the clock as after it.
 */
export class DilatedTeams {
  readonly builder: TraceBuilder = openmpTrace();
  private readonly threads: Member[];
  /** When a record's reading of the clock is half of its cost ago. */
  private readonly half: number;
  private lockFree = Number.NEGATIVE_INFINITY;

  constructor(
    teams: TeamProgram,
    private readonly costs: Costs,
  ) {
    this.half = costs.openMp.pair / 4;
    const master = { clock: costs.functions.within / 2 };
    this.threads = this.builder
      .process(3)
      .map((writer, thread) => ({ writer, clock: thread === 0 ? master.clock : Number.NEGATIVE_INFINITY }));
    const { writer } = this.thread(0);
    writer.enter(0, 'main');
    for (const team of teams) this.team(team);
    this.thread(0).clock += costs.functions.within / 2;
    writer.leave(this.thread(0).clock, 'main');
  }

  private thread(index: number): Member {
    return elementAt(this.threads, index);
  }

  /** Something is recorded. @returns when it is done, so that others may go on */
  private record(member: Member, write: (time: number) => unknown): number {
    member.clock += this.half;
    write(member.clock);
    member.clock += this.half;
    return member.clock;
  }

  private team(steps: readonly TeamStep[]): void {
    const master = this.thread(0);
    for (const step of steps) if (step.kind === 'serial') this.call(master, step.seconds, 'serial');
    const forked = this.record(master, (time) => fork(master.writer, time));
    for (const worker of this.threads.slice(1)) {
      worker.clock = Math.max(worker.clock, forked) + 2e-6;
      this.record(worker, (time) => begin(worker.writer, time));
    }
    for (const step of steps) this.step(step);
    this.barrier(1e-6);
    for (const worker of this.threads.slice(1)) this.record(worker, (time) => end(worker.writer, time));
    this.record(master, (time) => join(master.writer, time));
  }

  private step(step: TeamStep): void {
    if (step.kind === 'serial') return;
    if (step.kind === 'barrier') this.barrier(step.seconds);
    else if (step.kind === 'lock') this.lock(this.thread(step.thread), step.held, step.seconds);
    else for (let call = 0; call < step.count; call++) this.call(this.thread(step.thread), step.seconds);
  }

  private call(member: Member, seconds: number, region = 'tiny'): void {
    const { pair, within } = this.costs.functions;
    member.clock += (pair - within) / 2;
    member.writer.enter(member.clock, region);
    member.clock += within + seconds;
    member.writer.leave(member.clock, region);
    member.clock += (pair - within) / 2;
  }

  private barrier(seconds: number): void {
    const arrived = this.threads.map((member) => this.record(member, (time) => member.writer.enter(time, 'implicit')));
    this.threads.forEach((member, index) => {
      member.clock = Math.max(...arrived) + seconds * (1 + index);
      this.record(member, (time) => member.writer.leave(time, 'implicit'));
    });
  }

  private lock(member: Member, held: number, seconds: number): void {
    const wanted = this.record(member, (time) => member.writer.enter(time, 'critical'));
    member.clock = Math.max(wanted, this.lockFree) + seconds;
    this.record(member, (time) => acquire(member.writer, time, 3));
    for (let call = 0; call < 3; call++) this.call(member, held);
    this.lockFree = this.record(member, (time) => release(member.writer, time, 3).leave(time, 'critical'));
  }
}

const seconds = fc.integer({ min: 1, max: 3000 }).map((microseconds) => microseconds * 1e-6);
const thread = fc.integer({ min: 0, max: 2 });

export const teamPrograms: fc.Arbitrary<TeamProgram> = fc.array(
  fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('calls' as const), thread, count: fc.integer({ min: 1, max: 20 }), seconds }),
      fc.record({ kind: fc.constant('barrier' as const), seconds }),
      fc.record({ kind: fc.constant('lock' as const), thread, held: seconds, seconds }),
    ),
    { maxLength: 12 },
  ),
  { minLength: 1, maxLength: 4 },
);
