import { absent, elementAt } from '../../../base/elements.js';
import type { Problem } from '../../../base/problem.js';
import { EventKind } from '../../../model/events.js';
import type { Pass, PassData } from '../passes/pass.js';
import type { EventObserver, EventRecorder } from '../recorders/recorders.js';
import { NO_TEAM } from '../records/teamRows.js';
import { Table } from '../tables/table.js';
import type { RecordingCosts } from './costs.js';
import { OwnTime } from './ownTime.js';

/** Overhead on each location, and starts of thread teams: each location's rows in order of time. */
export interface OverheadRecords {
  /** Events that others may wait for: `cost` is the overhead on the location so far, in seconds. */
  readonly moments: Table<'time' | 'cost', 'location'>;
  /** As TeamRows; `costBefore` is the overhead up to the time in `before`. */
  readonly teams: Table<'time' | 'cost' | 'before' | 'costBefore', 'location' | 'team'>;
  /** A row for each location: the total overhead, and the number of intervals shorter than theirs. */
  readonly totals: Table<'cost', 'location' | 'short'>;
}

const NOTHING: EventRecorder = { add: () => undefined };

/** Collects the overhead while events are read, so that it can be subtracted. */
export class OverheadPass implements Pass {
  readonly name = 'overhead';
  readonly kinds = [];
  readonly records: OverheadRecords = {
    moments: new Table(['time', 'cost'], ['location']),
    teams: new Table(['time', 'cost', 'before', 'costBefore'], ['location', 'team']),
    totals: new Table(['cost'], ['location', 'short']),
  };

  /**
   * @param regionKinds by region: one of Recorded
   * @param costs by process
   * @param processOf process of each location
   */
  constructor(
    private readonly regionKinds: Uint8Array,
    readonly costs: readonly RecordingCosts[],
    private readonly processOf: Int32Array,
  ) {}

  record(): EventRecorder {
    return NOTHING;
  }

  observe(location: number): EventObserver {
    const costs = elementAt(this.costs, elementAt(this.processOf, location));
    return new OverheadObserver(this.records, location, new OwnTime(this.regionKinds, costs));
  }

  part(): PassData {
    const { moments, teams, totals } = this.records;
    return { moments: moments.data(), teams: teams.data(), totals: totals.data() };
  }

  merge({ moments, teams, totals }: PassData): void {
    this.records.moments.append(moments ?? absent('moments'), {});
    this.records.teams.append(teams ?? absent('teams'), {});
    this.records.totals.append(totals ?? absent('totals'), {});
  }

  finish(): readonly Problem[] {
    return [];
  }
}

class OverheadObserver implements EventObserver {
  private readonly total: number;
  private kept = 0;
  private before = Number.NEGATIVE_INFINITY;
  private costBefore = 0;

  constructor(
    private readonly records: OverheadRecords,
    private readonly location: number,
    private readonly own: OwnTime,
  ) {
    const { totals } = records;
    this.total = totals.addRow();
    totals.columns.location[this.total] = location;
    totals.columns.cost[this.total] = 0;
    totals.columns.short[this.total] = 0;
  }

  see(kind: number, time: number, reference: number, operands: Float64Array): void {
    const { own, records, total } = this;
    const meets = own.add(kind, time, reference, operands);
    if (meets) {
      if (own.cost !== this.kept) this.keep(time);
      if (kind === EventKind.ThreadFork) this.team(time, NO_TEAM);
      else if (kind === EventKind.ThreadTeamBegin) this.team(time, operands[reference] ?? absent(reference));
      records.totals.columns.short[total] = own.short;
    }
    records.totals.columns.cost[total] = own.cost;
    this.before = time;
    this.costBefore = own.cost;
  }

  private keep(time: number): void {
    const { moments } = this.records;
    const row = moments.addRow();
    moments.columns.time[row] = time;
    moments.columns.cost[row] = this.own.cost;
    moments.columns.location[row] = this.location;
    this.kept = this.own.cost;
  }

  private team(time: number, team: number): void {
    const { teams } = this.records;
    const row = teams.addRow();
    teams.columns.time[row] = time;
    teams.columns.cost[row] = this.own.cost;
    teams.columns.before[row] = this.before;
    // Before its first event a thread recorded nothing, but who forked it did, right after it read the clock.
    const isFirst = this.before === Number.NEGATIVE_INFINITY;
    teams.columns.costBefore[row] = isFirst ? this.own.cost - this.own.present : this.costBefore;
    teams.columns.location[row] = this.location;
    teams.columns.team[row] = team;
  }
}
