import { NO_NODE } from './callTreeBuilder.js';
import type { Fork, ForkList } from './forks.js';
import type { TimeRecorder } from '../recorders/recorders.js';
import type { IntervalRecorder } from '../intervals/intervals.js';
import { addTo, type NodeTimes } from '../intervals/nodeTimes.js';

/** A thread's part in a team. */
export interface Membership {
  readonly team: number;
  /** How many of the team's barriers the thread entered. */
  barriers: number;
}

interface OpenFork {
  readonly fork: Fork;
  readonly membership: Membership;
  /** Depth of the region stack at the fork. */
  readonly depth: number;
  /** When the thread left the parallel region again; NaN before. */
  left: number;
}

/**
 * Tracks the parallel regions of one thread. Time from the fork to the ENTER of the parallel region, and from its LEAVE
 * to the join, is team management of the region's node. This applies to every participating thread; worker threads
 * inherit the call path of the fork (Wolf 2003, definition 3.20).
 */
export class TeamTimes {
  /** Parent node of regions entered at the bottom of the stack. */
  base = NO_NODE;
  /** True between a fork, or the begin of a team, and the ENTER of its parallel region. */
  pending = false;
  private readonly open: OpenFork[] = [];
  private entering: Fork | undefined;
  /** True once this thread took part in a team another thread forked. */
  isWorker = false;
  /** True once this thread forked a team. */
  hasForked = false;
  /** Position after the master's last fork this thread took part in. */
  private nextOfMaster = 0;
  /** The team of another thread that this thread is in. */
  private hired: Membership | undefined;
  private joined: { fork: Fork; node: number } | undefined;

  constructor(
    private readonly location: number,
    private readonly forks: ForkList,
    private readonly times: NodeTimes,
    private readonly intervals: IntervalRecorder,
    private readonly recorder?: TimeRecorder,
  ) {}

  /** The innermost team this thread is in. */
  get membership(): Membership | undefined {
    return this.open.at(-1)?.membership ?? this.hired;
  }

  /** This thread forks a team while `node` is current. */
  fork(time: number, node: number, depth: number): void {
    this.hasForked = true;
    const fork = this.forks.add(this.location, time, node);
    this.open.push({ fork, membership: { team: fork.team, barriers: 0 }, depth, left: Number.NaN });
    this.entering = fork;
    this.pending = true;
    this.times.enterTeams();
    this.recorder?.inTeams?.(true);
  }

  /** The team this thread forked last has ended. */
  join(time: number): void {
    const open = this.open.pop();
    if (open === undefined) return;
    open.fork.end = time;
    if (open.fork.node !== undefined && !Number.isNaN(open.left)) {
      this.manage(open.fork.node, open.left, time);
    }
    this.pending = false;
    if (this.open.length === 0) this.leaveTeams();
  }

  /** Counts time to end a team. */
  private manage(node: number, from: number, to: number): void {
    addTo(this.times.management, node, to - from);
    this.intervals.add(node, to - from);
    this.recorder?.manage(node, from, to, false);
  }

  private leaveTeams(): void {
    this.times.leaveTeams();
    this.recorder?.inTeams?.(false);
  }

  /**
   * A team begins on this thread, with nothing else running on it.
   * @returns false when no fork of another thread is known that it could belong to
   */
  beginTeam(time: number, communicator: number): boolean {
    const fork = this.forks.find(this.location, time, communicator);
    if (fork === undefined) return false;
    this.isWorker = true;
    this.hired = { team: fork.team, barriers: 0 };
    this.forks.joinTeam(fork);
    this.leftOutUntil(fork);
    this.base = fork.base;
    this.entering = fork;
    this.pending = true;
    return true;
  }

  /** Forks of the master between the last one this thread took part in and `fork` went without it. */
  private leftOutUntil(fork: Fork): void {
    if (fork.location !== this.forks.master) return;
    this.leftOut(this.nextOfMaster, fork.index);
    this.nextOfMaster = fork.index + 1;
  }

  private leftOut(from: number, to: number): void {
    if (this.forks.master === undefined) return;
    for (const { node, begin, end } of this.forks.of(this.forks.master).slice(from, to)) {
      if (node === undefined) continue;
      addTo(this.times.limited, node, end - begin);
      this.recorder?.leftOut?.(node, begin, end);
    }
  }

  /** The team this thread forked last begins on this thread too. */
  nameTeam(communicator: number): void {
    const fork = this.open.at(-1)?.fork;
    if (fork !== undefined) fork.communicator ??= communicator;
  }

  endTeam(): void {
    this.base = NO_NODE;
    this.pending = false;
    this.joined = undefined;
    this.hired = undefined;
  }

  /** The first region after a fork or the begin of a team was entered as `node`. */
  enterParallelRegion(time: number, node: number): void {
    this.pending = false;
    const fork = this.entering;
    if (fork === undefined) return;
    fork.node ??= node;
    addTo(this.times.fork, node, time - fork.begin);
    this.intervals.add(node, time - fork.begin);
    this.recorder?.manage(node, fork.begin, time, true);
    if (fork.location !== this.location) this.joined = { fork, node };
  }

  /**
   * The region stack fell to `depth`.
   * @returns true when time from now on is that of ending a team, until the join
   */
  leaveTo(depth: number, time: number): boolean {
    const open = this.open.at(-1);
    if (open?.depth === depth && open.fork.node !== undefined) {
      open.left = time;
      return true;
    }
    if (depth < 0 && this.joined !== undefined) {
      const { fork, node } = this.joined;
      if (Number.isFinite(fork.end) && fork.end > time) this.manage(node, time, fork.end);
      this.joined = undefined;
    }
    return false;
  }

  /** The thread's events end within a parallel region: how long it took to end the team is not known. */
  endUnseen(): void {
    this.joined = undefined;
  }

  /** The trace ends at `time`: teams that were not joined end there. */
  finish(time: number): void {
    const { master } = this.forks;
    if (this.isWorker && master !== undefined) this.leftOut(this.nextOfMaster, this.forks.of(master).length);
    for (const { fork } of this.open) fork.end = time;
    this.open.length = 0;
    this.leaveTeams();
  }
}
