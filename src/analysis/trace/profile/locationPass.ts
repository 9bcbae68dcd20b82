import { absent, addAt } from '../../../base/elements.js';
import type { EventBatch } from '../../../model/events.js';
import { EventKind } from '../../../model/events.js';
import type { Forecast } from '../tables/forecast.js';
import type { AcceleratorRecords } from '../records/acceleratorRecords.js';
import { type CommunicationRecords, NONE } from '../records/communicationRecords.js';
import { LockRecords } from '../records/locks.js';
import { Recorder } from '../records/recorder.js';
import type { RequestRecords } from '../records/requestRecords.js';
import type {
  CallRecorder,
  EventObserver,
  EventRecorder,
  FileCallRecorder,
  ReadingRecorder,
  RecorderSource,
  TimeRecorder,
} from '../recorders/recorders.js';
import { StreamRecorder } from '../records/streamRecorder.js';
import type { PollingRecords } from '../records/pollingRecords.js';
import type { ThreadRecords } from '../records/threadRecords.js';
import type { Irregularities, LocationProfile } from './locationProfile.js';
import { IntervalRecorder } from '../intervals/intervals.js';
import { teamMark } from '../intervals/marks.js';
import { DEVICE, OUTSIDE } from '../metrics/timeClasses.js';
import { BufferFlushes } from './bufferFlushes.js';
import { CountedRegions } from './countedRegions.js';
import type { CallTreeBuilder } from './callTreeBuilder.js';
import type { ForkList } from './forks.js';
import { NodeTimes } from '../intervals/nodeTimes.js';
import { OpenRecords } from './openRecords.js';
import { RegionStack } from './regionStack.js';
import { Kept, type RegionTable } from './regionTable.js';
import type { Room } from '../intervals/room.js';
import { Tasks } from './tasks.js';
import { TeamTimes } from './teams.js';

/** Call paths deeper than this are folded into their node of this depth, so that runaway recursion stays bounded. */
export const DEPTH_LIMIT = 1000;

/** Context shared by all location passes. */
export interface PassContext {
  readonly tree: CallTreeBuilder;
  readonly regions: RegionTable;
  readonly records: CommunicationRecords;
  /** Those of the process being read. */
  readonly requests: RequestRecords;
  readonly threads: ThreadRecords;
  readonly accelerators: AcceleratorRecords;
  readonly polling: PollingRecords;
  readonly passes: readonly RecorderSource[];
  /** 1 for each location that is a stream of an accelerator. */
  readonly streams: Uint8Array;
  /** How long the run took as the trace declares, in seconds; 0 where it does not. */
  readonly span: number;
  /** Maximum number of nodes on a call path; DEPTH_LIMIT if omitted. */
  readonly depthLimit?: number;
  /** Whether calls and their times are all that is wanted: nothing is recorded of what they communicate or wait for. */
  readonly isCallsOnly?: boolean;
}

type Counted<T> = { -readonly [Name in keyof T]: number };

/**
 * Goes once through the events of one location: keeps the region stack, adds time and visits to the nodes of the
 * call tree, and hands communication to the records. Time between two events belongs to the node that is current.
 */
export class LocationPass implements LocationProfile {
  readonly times: NodeTimes;
  /** Activity of the location between its synchronizing operations. */
  readonly intervals: IntervalRecorder;
  readonly irregularities: Counted<Irregularities> = { strayLeaves: 0, crossedLeaves: 0, unclosed: 0, folded: 0 };
  events = 0;
  /** Times of the first and the last event, in seconds; NaN when there is none. */
  first = Number.NaN;
  last = Number.NaN;

  readonly stack = new RegionStack();
  readonly buffer = new BufferFlushes();
  readonly teams: TeamTimes;
  readonly tasks = new Tasks(this.stack);
  private readonly counted: CountedRegions;
  private readonly recorder: Recorder;
  /** By kind of event: what passes take of this location. */
  private readonly recorders: (EventRecorder[] | undefined)[] = [];
  private readonly stream: StreamRecorder | undefined;
  private readonly observer: EventObserver | undefined;
  private blocks: TimeRecorder | undefined;
  private calls: CallRecorder | undefined;
  private readonly open: OpenRecords;
  private readonly locks: LockRecords;
  private readonly depthLimit: number;
  private readonly isCallsOnly: boolean;
  /** Slot (node + 1) that time goes to; 0 collects time that belongs to no node. */
  private current = 0;

  constructor(
    readonly location: number,
    private readonly context: PassContext,
    forks: ForkList,
    forecast: Forecast,
    room: Room,
  ) {
    this.times = new NodeTimes(room.slots);
    this.intervals = new IntervalRecorder(this.times, forecast, room);
    this.recorder = new Recorder(context.records, context.requests, location, this);
    this.counted = new CountedRegions(this.stack, context.regions.counters);
    const fileCalls: FileCallRecorder[] = [];
    for (const pass of context.passes) this.listen(pass, fileCalls, this.counted.recorders);
    this.observer = observerIn(context.passes, location);
    this.stream = context.streams[location] === 1 ? new StreamRecorder(context.accelerators, location) : undefined;
    this.locks = new LockRecords(context.threads, location);
    this.teams = new TeamTimes(location, forks, this.times, this.intervals, this.blocks);
    this.open = new OpenRecords(location, context, this, fileCalls);
    this.depthLimit = context.depthLimit ?? DEPTH_LIMIT;
    this.isCallsOnly = context.isCallsOnly === true;
  }

  /** Whether this thread took part in a team another thread forked. */
  get isWorker(): boolean {
    return this.teams.isWorker;
  }

  /** Whether this thread forked a team. */
  get hasForked(): boolean {
    return this.teams.hasForked;
  }

  /** How often its buffer of events was written. */
  get flushes(): number {
    return this.buffer.count;
  }

  /** Whether the trace names a request that this thread tested in vain. */
  get recordsTests(): boolean {
    return this.open.polling.recordsTests;
  }

  /** Takes the next events of the location. */
  add(batch: EventBatch): void {
    const { count, kind: kinds, time: times, reference, site, operands } = batch;
    if (count === 0) return;
    if (this.events === 0) this.first = this.last = times[0] ?? absent(0);
    this.events += count;
    const { observer, blocks } = this;
    for (let i = 0; i < count; i++) {
      const time = times[i] ?? absent(i);
      const kind = kinds[i] ?? absent(i);
      const refersTo = reference[i] ?? absent(i);
      if (observer !== undefined) observer.see(kind, time, refersTo, operands);
      this.spend(time - this.last);
      this.last = time;
      blocks?.event(time);
      if (time > this.buffer.begin) this.endFlush(time);
      if (kind === EventKind.Enter) this.enter(refersTo, site[i] ?? absent(i));
      else if (kind === EventKind.Leave) this.leave(refersTo);
      else this.other(kind, operands, refersTo);
    }
  }

  /** Closes what is still open, at the time of the last event. */
  finish(): void {
    if (this.buffer.begin <= this.last) this.endLastFlush();
    this.irregularities.unclosed += this.stack.depth + 1;
    if (this.stack.depth >= 0) this.teams.endUnseen();
    while (this.stack.depth >= 0) this.closeUnseen();
    this.teams.finish(this.last);
    this.intervals.finish();
    if (this.events > 0) this.blocks?.finish(this.last);
  }

  /** Counts time where it goes now. */
  private spend(seconds: number): void {
    const { times, current } = this;
    times.self[current] = (times.self[current] ?? absent(current)) + seconds;
    this.blocks?.spend(seconds);
  }

  /** The node of the innermost region; outside of all, the parent node of top-level regions. */
  private get node(): number {
    const { stack } = this;
    return stack.depth < 0 ? this.teams.base : (stack.node[stack.depth] ?? absent(stack.depth));
  }

  /** Slot of the innermost region; that of no node outside of all. */
  private get slot(): number {
    const { stack } = this;
    return stack.depth < 0 ? 0 : (stack.node[stack.depth] ?? absent(stack.depth)) + 1;
  }

  /** Time goes to `slot` from now on. */
  private goOnAt(slot: number): void {
    this.current = slot;
    if (!this.isCallsOnly) this.intervals.touch(slot);
    this.blocks?.goOn(slot === 0 ? OUTSIDE : this.timeClass, slot - 1);
  }

  /** The class of time in the innermost region. A region that the trace does not define counts as computation. */
  private get timeClass(): number {
    if (this.stream !== undefined) return DEVICE;
    const { depth, region } = this.stack;
    return this.context.regions.timeClass[region[depth] ?? absent(depth)] ?? 0;
  }

  /** A region is entered at `last`; handing the time on as a number would allocate memory for each event. */
  private enter(region: number, site: number): void {
    const stack = this.stack;
    const parent = this.node;
    let node = parent;
    if (stack.depth + 1 < this.depthLimit) node = this.context.tree.child(parent, region, site);
    else this.irregularities.folded++;
    stack.push(node, region, this.last);
    if (this.counted.isEntering) this.counted.enter(this.context.regions.uncounted[region] === 1);
    this.times.visit(node);
    this.calls?.begin(node, this.last);
    this.goOnAt(node + 1);
    if (this.teams.pending) this.teams.enterParallelRegion(this.last, node);
    // Of a region that the trace does not define nothing is known.
    const kept = this.context.regions.kept[region] ?? Kept.No;
    if (kept !== Kept.No && !this.isCallsOnly) this.open.enter(kept, stack.depth, this.current);
  }

  /** The thread's present team begins. */
  private cutAtTeam(): void {
    const { membership } = this.teams;
    if (membership === undefined) return;
    if (!this.isCallsOnly) this.intervals.cut(teamMark(membership.team), 0, 0, this.current);
    this.blocks?.team(membership.team, this.last);
  }

  private leave(region: number): void {
    const stack = this.stack;
    if (stack.depth < 0 || stack.region[stack.depth] !== region) this.leaveOutOfOrder(region);
    else this.pop();
  }

  /** The region left is not the innermost one: the ones within it must have ended unseen, or it was never entered. */
  private leaveOutOfOrder(region: number): void {
    const stack = this.stack;
    let match = stack.depth;
    while (match >= 0 && stack.region[match] !== region) match--;
    if (match < 0) {
      this.irregularities.strayLeaves++;
      return;
    }
    this.irregularities.crossedLeaves++;
    while (stack.depth > match) this.closeUnseen();
    this.pop();
  }

  /** Closes the innermost region without a LEAVE record; whether it waited is not known either. */
  private closeUnseen(): void {
    const { stack } = this;
    const region = stack.region[stack.depth] ?? absent(stack.depth);
    const row = stack.operation[stack.depth] ?? absent(stack.depth);
    this.pop();
    if (row !== NONE) this.open.endUnseen(region, row);
  }

  private pop(): void {
    const { stack } = this;
    const row = stack.operation[stack.depth] ?? absent(stack.depth);
    if (row !== NONE) this.open.leave(stack.region[stack.depth] ?? absent(stack.depth), row);
    this.calls?.end(stack.node[stack.depth] ?? absent(stack.depth), this.last);
    const depth = --stack.depth;
    this.counted.isEntering = false;
    if (depth < 0 && !this.isCallsOnly)
      this.stream?.kernel(stack.node[0] ?? absent(0), stack.enter[0] ?? absent(0), this.last);
    const endingTeam = this.teams.leaveTo(depth, this.last);
    this.goOnAt(endingTeam ? 0 : this.slot);
  }

  private other(kind: number, operands: Float64Array, at: number): void {
    const { program } = this.context.regions;
    const { stack, last: time } = this;
    switch (kind) {
      case EventKind.ProgramBegin:
        if (program !== undefined) this.enter(program, 0);
        break;
      case EventKind.ProgramEnd:
        if (program !== undefined) this.leave(program);
        break;
      case EventKind.ThreadFork:
        this.teams.fork(time, this.node, stack.depth);
        this.goOnAt(0);
        this.cutAtTeam();
        break;
      case EventKind.ThreadJoin:
        this.teams.join(time);
        this.goOnAt(this.slot);
        break;
      case EventKind.ThreadTeamBegin:
        this.beginTeam(time, operands[at] ?? absent(at));
        break;
      case EventKind.ThreadTeamEnd:
        if (stack.depth < 0) this.teams.endTeam();
        break;
      case EventKind.ThreadTaskSwitch:
        this.switchTask(time, operands, at);
        this.goOnAt(this.slot);
        break;
      case EventKind.ThreadAcquireLock:
        if (!this.isCallsOnly) this.acquire(time, operands[at + 1] ?? absent(at + 1));
        break;
      case EventKind.ThreadReleaseLock:
        if (!this.isCallsOnly) this.locks.release(time, operands[at + 1] ?? absent(at + 1));
        break;
      case EventKind.BufferFlush:
        if (time >= this.buffer.begin) this.endFlush(time);
        this.buffer.note(time, operands[at] ?? absent(at));
        break;
      case EventKind.Metric:
        this.counted.read(operands, at);
        break;
      case EventKind.CallingContextSample:
        this.tell(kind, operands, at, NONE);
        break;
      default:
        if (this.isCallsOnly) return;
        if (this.stream !== undefined) this.stream.transfer(kind, time, operands, at);
        else if (isCommunication(kind) || isOneSided(kind)) this.communication(kind, operands, at);
        else if (isCollectiveRequest(kind)) this.open.polling.add(kind, operands, at);
        else if (isOfFile(kind)) this.tell(kind, operands, at, NONE);
    }
  }

  private communication(kind: number, operands: Float64Array, at: number): void {
    const operation = this.open.enclosingOperation(this.current);
    if (isCommunication(kind)) {
      this.open.polling.add(kind, operands, at);
      this.recorder.add(kind, operands, at, operation);
    }
    this.tell(kind, operands, at, operation);
  }

  /** Hands an event to the passes that listen to its kind. */
  private tell(kind: number, operands: Float64Array, at: number, operation: number): void {
    const listening = this.recorders[kind];
    if (listening === undefined) return;
    for (const recorder of listening) recorder.add(kind, this.last, operands, at, operation);
  }

  private listen(pass: RecorderSource, fileCalls: FileCallRecorder[], readings: ReadingRecorder[]): void {
    const recorder = pass.record(this.location, this.context.streams.length);
    if (recorder.fileCalls !== undefined) fileCalls.push(recorder.fileCalls);
    if (recorder.readings !== undefined) readings.push(recorder.readings);
    this.blocks ??= recorder.times;
    this.calls ??= recorder.calls;
    for (const kind of pass.kinds) (this.recorders[kind] ??= []).push(recorder);
  }

  /**
   * Ends a buffer flush at the event at `next` at the latest: it becomes a call below the current one. Time outside of
   * regions is not counted again if it belongs to a team's management, or to an idling worker.
   */
  private endFlush(next: number): void {
    const { stack, teams, times, current } = this;
    const { flush } = this.context.regions;
    const { depth } = stack;
    const seconds = this.buffer.end(next, depth < 0 ? Number.NaN : (stack.enter[depth] ?? absent(depth)));
    if (flush === undefined || depth + 1 >= this.depthLimit) return;
    const node = this.context.tree.child(this.node, flush, 0);
    times.visit(node);
    if (current === 0 && (teams.isWorker || teams.membership !== undefined)) return;
    this.intervals.touch(node + 1);
    addAt(times.self, node + 1, seconds);
    addAt(times.self, current, -seconds);
    const timeClass = this.stream === undefined ? (this.context.regions.timeClass[flush] ?? 0) : DEVICE;
    this.blocks?.move(timeClass, node, seconds);
  }

  /** No event follows the flush: it is believed up to the end of the run that the trace declares. */
  private endLastFlush(): void {
    const end = Math.max(this.last, Math.min(this.buffer.stop, this.context.span));
    this.spend(end - this.last);
    this.last = end;
    this.endFlush(end);
  }

  private beginTeam(time: number, communicator: number): void {
    if (this.stack.depth >= 0) this.teams.nameTeam(communicator);
    else if (this.teams.beginTeam(time, communicator)) this.cutAtTeam();
  }

  private switchTask(time: number, operands: Float64Array, at: number): void {
    const { begun } = this.tasks;
    const [team = absent(at), creator = absent(at + 1), generation = absent(at + 2)] = operands.subarray(at, at + 3);
    this.tasks.switchTo(time, team, creator, generation);
    if (generation === 0 && begun < time && !this.isCallsOnly) this.open.executedTasks(begun, time);
  }

  private acquire(time: number, lock: number): void {
    const { depth, node, region, enter } = this.stack;
    if (depth < 0) return;
    this.locks.acquire(time, lock, {
      node: node[depth] ?? absent(depth),
      region: region[depth] ?? absent(depth),
      enter: enter[depth] ?? absent(depth),
    });
  }
}

/** Returns the observer of every event of a location, if any pass requested one. */
function observerIn(passes: readonly RecorderSource[], location: number): EventObserver | undefined {
  for (const pass of passes) {
    const observer = pass.observe?.(location);
    if (observer !== undefined) return observer;
  }
  return undefined;
}

function isOneSided(kind: number): boolean {
  return kind >= EventKind.RmaCollectiveEnd && kind <= EventKind.RmaAtomic;
}

function isOfFile(kind: number): boolean {
  return kind >= EventKind.IoCreateHandle && kind <= EventKind.IoOperationCancelled;
}

function isCollectiveRequest(kind: number): boolean {
  return kind === EventKind.NonBlockingCollectiveRequest || kind === EventKind.NonBlockingCollectiveComplete;
}

function isCommunication(kind: number): boolean {
  return kind >= EventKind.MpiSend && kind <= EventKind.MpiCollectiveEnd;
}
