import { absent } from '../../../base/elements.js';
import type { SendableRows } from '../tables/table.js';
import { Table } from '../tables/table.js';
import { barrierOf, BEGINNING, markAt, teamOf } from '../intervals/marks.js';
import type { MarkPlace, Timelines } from './timelines.js';
import { NO_STATE } from './waiting.js';
import type { WaitStateRows } from '../waits/waitStates.js';

/** Locations and times of the critical path, latest first; seconds since the start of the trace. */
export type PathPieces = SendableRows<'from' | 'to', 'location'>;

/** When threads forked or joined teams. */
export type TeamTimes = SendableRows<'time', 'location' | 'team'>;

/** Keeps the critical path in time while it is followed backwards. */
export class PieceRecorder {
  readonly table = new Table(['from', 'to'], ['location']);
  /** By location and team. */
  private readonly teams = new Map<string, number>();

  constructor(
    private readonly states: WaitStateRows,
    private readonly stateOf: Int32Array,
    private readonly timelines: Timelines,
    { length, columns }: TeamTimes,
  ) {
    for (let row = 0; row < length; row++)
      this.teams.set(`${columns.location[row]} ${columns.team[row]}`, columns.time[row] ?? absent(row));
  }

  /** The path is on a location from the begin of interval `index` up to the mark at its end. */
  add(end: MarkPlace, index: number): void {
    const [from, to] = [this.begin({ location: end.location, index }), this.enter(end)];
    if (!(from < to)) return;
    const row = this.table.addRow();
    const { columns } = this.table;
    columns.from[row] = from;
    columns.to[row] = to;
    columns.location[row] = end.location;
  }

  /** When an interval begins to be on the path: what is waited at its mark is not. */
  private begin(place: MarkPlace): number {
    const mark = this.markOf(place);
    const enter = this.enter(place);
    if (mark === undefined) return enter;
    const barrier = barrierOf(mark);
    if (barrier !== undefined) return enter + (this.timelines.barrierWaits[barrier] ?? absent(barrier));
    if (mark < 0) return enter;
    const state = this.stateOf[mark] ?? absent(mark);
    return state === NO_STATE ? enter : enter + (this.states.table.columns.seconds[state] ?? absent(state));
  }

  /** When a mark is come to: the start of all at the first one, the end of all behind the last. */
  private enter(place: MarkPlace): number {
    const mark = this.markOf(place);
    if (mark === undefined) return Number.POSITIVE_INFINITY;
    if (mark === BEGINNING) return Number.NEGATIVE_INFINITY;
    const team = teamOf(mark);
    if (team === undefined) return this.timelines.waitsFrom(mark);
    return this.teams.get(`${place.location} ${team}`) ?? Number.NaN;
  }

  /** Undefined behind the last one. */
  private markOf({ location, index }: MarkPlace): number | undefined {
    const intervals = this.timelines.of(location)?.intervals;
    return intervals === undefined || index >= intervals.count ? undefined : markAt(intervals.marks, index);
  }
}
