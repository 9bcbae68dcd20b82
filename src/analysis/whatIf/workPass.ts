import { absent, elementAt } from '../../base/elements.js';
import type { Problem } from '../../base/problem.js';
import type { Seconds } from '../../base/units.js';
import { EventKind } from '../../model/events.js';
import { isOpenMpEvent } from '../trace/overhead/costs.js';
import type { Pass, PassData } from '../trace/passes/pass.js';
import type { EventObserver, EventRecorder, TimeRecorder } from '../trace/recorders/recorders.js';
import type { TransferRecorder } from './network/transfers.js';
import { NO_TEAM } from '../trace/records/teamRows.js';
import { Table } from '../trace/tables/table.js';

/** Call paths without a class. */
export const NO_CLASS = -1;

/** Returns, by call path, the classes of a location's time. */
export type LocationClasses = (location: number) => Int32Array;

/** Exclusive time of the classes of call paths that may change, and the starts of thread teams. */
export interface WorkRecords {
  /**
   * Seconds of a class since the last event of the location at which others may wait for it; `time` is that of the
   * present such event. Each location's rows are in order of time, and locations do not mix.
   */
  readonly work: Table<'time' | 'seconds', 'location' | 'of'>;
  readonly teams: Table<'time' | 'before', 'location' | 'team'>;
  /** By row of `work`, its iteration: negative before the first one. Empty if no iterations are given. */
  readonly iterations: number[];
}

/** Data that only some scenarios need. */
export interface WorkOptions {
  /** Returns the recorder of the data that the MPI calls of a location transfer. */
  readonly transfersOf?: ((location: number) => TransferRecorder) | undefined;
  /** Returns the begins of the iterations of a location, and the end of the last one. */
  readonly startsOf?: ((location: number) => ArrayLike<Seconds>) | undefined;
}

/**
 * Collects the time that scenarios may change, between the events at which locations wait for each other. Factors are
 * applied afterwards, so one reading serves all scenarios.
 */
export class WorkPass implements Pass {
  readonly name = 'work';
  readonly kinds = [];
  readonly records: WorkRecords = {
    work: new Table(['time', 'seconds'], ['location', 'of']),
    teams: new Table(['time', 'before'], ['location', 'team']),
    iterations: [],
  };
  private current: WorkRecorder | undefined;

  /**
   * @param classes their number
   * @param computes by region: 1 if its events neither wait nor are waited for
   */
  constructor(
    private readonly classOf: LocationClasses,
    private readonly classes: number,
    private readonly computes: Uint8Array,
    private readonly options: WorkOptions,
  ) {}

  record(location: number): EventRecorder {
    this.current = new WorkRecorder(
      this.records,
      location,
      this.classOf(location),
      new Float64Array(this.classes),
      this.computes,
      this.options.transfersOf?.(location),
      this.options.startsOf?.(location),
    );
    return { add: () => undefined, times: this.current };
  }

  /** Called after `record` for the same location. */
  observe(): EventObserver {
    return this.current ?? absent('recorder');
  }

  part(): PassData {
    return { work: this.records.work.data(), teams: this.records.teams.data() };
  }

  merge({ work, teams }: PassData): void {
    this.records.work.append(work ?? absent('work'), {});
    this.records.teams.append(teams ?? absent('teams'), {});
  }

  finish(): readonly Problem[] {
    return [];
  }
}

class WorkRecorder implements TimeRecorder, EventObserver {
  /** Class of the time that is spent now. */
  private present = NO_CLASS;
  /** Classes that have time since the last row. */
  private readonly touched: number[] = [];
  private begunIterations = 0;
  private time: Seconds = Number.NEGATIVE_INFINITY;
  /** The event that comes: it is seen before the time up to it is spent. */
  private isMeeting = false;
  /** Its team, NO_TEAM for a fork; undefined for all other events. */
  private begun: number | undefined;

  constructor(
    private readonly records: WorkRecords,
    private readonly location: number,
    private readonly classOf: Int32Array,
    /** Seconds since the last row, by class. */
    private readonly seconds: Float64Array,
    private readonly computes: Uint8Array,
    private readonly transfers: TransferRecorder | undefined,
    private readonly starts: ArrayLike<Seconds> | undefined,
  ) {}

  see(kind: number, time: number, reference: number, operands: Float64Array): void {
    this.transfers?.see(kind, time, reference, operands, this.present);
    const isCall = kind === EventKind.Enter || kind === EventKind.Leave;
    this.isMeeting = isCall ? this.computes[reference] !== 1 : isOpenMpEvent(kind);
    this.begun = undefined;
    if (kind === EventKind.ThreadFork) this.begun = NO_TEAM;
    else if (kind === EventKind.ThreadTeamBegin) this.begun = elementAt(operands, reference);
  }

  event(time: number): void {
    if (this.starts !== undefined) this.iterate(time, this.starts);
    if (this.isMeeting) this.flush(time);
    if (this.begun !== undefined) this.begin(time, this.begun);
    this.time = time;
  }

  goOn(_timeClass: number, node: number): void {
    this.present = this.classOf[node] ?? NO_CLASS;
  }

  spend(seconds: number): void {
    const { present } = this;
    if (present === NO_CLASS || !(seconds > 0)) return;
    const before = this.seconds[present] ?? absent(present);
    if (before === 0) this.touched.push(present);
    this.seconds[present] = before + seconds;
  }

  /** Buffers were written: that is no time of the program. */
  move(_timeClass: number, _node: number, seconds: number): void {
    const { present } = this;
    if (present === NO_CLASS) return;
    const left = (this.seconds[present] ?? absent(present)) - seconds;
    this.seconds[present] = Math.max(0, left);
  }

  manage(): void {
    // Time to start and end teams is not changed.
  }

  team(): void {
    // Teams are recorded with the event that begins them.
  }

  finish(time: number): void {
    this.flush(time);
  }

  /** Divides time at the begin of an iteration. */
  private iterate(time: Seconds, starts: ArrayLike<Seconds>): void {
    let { begunIterations } = this;
    while (begunIterations < starts.length && elementAt(starts, begunIterations) <= time) begunIterations++;
    if (begunIterations === this.begunIterations) return;
    this.flush(time);
    this.begunIterations = begunIterations;
  }

  private flush(time: Seconds): void {
    const { work, iterations } = this.records;
    for (const of of this.touched) {
      const row = work.addRow();
      work.columns.time[row] = time;
      work.columns.seconds[row] = this.seconds[of] ?? absent(of);
      work.columns.location[row] = this.location;
      work.columns.of[row] = of;
      this.seconds[of] = 0;
      if (this.starts !== undefined) iterations.push(this.begunIterations - 1);
    }
    this.touched.length = 0;
  }

  private begin(time: Seconds, team: number): void {
    const { teams } = this.records;
    const row = teams.addRow();
    teams.columns.time[row] = time;
    teams.columns.before[row] = this.time;
    teams.columns.location[row] = this.location;
    teams.columns.team[row] = team;
  }
}
