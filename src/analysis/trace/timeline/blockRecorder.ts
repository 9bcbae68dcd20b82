import { absent, addAt } from '../../../base/elements.js';
import { BLOCK_EVENTS } from '../../../model/timeline.js';
import type { TimeRecorder } from '../recorders/recorders.js';
import { Table } from '../tables/table.js';
import { OUTSIDE } from '../metrics/timeClasses.js';

/** Rows of all locations together that may be of small blocks: they are held while a timeline is open. */
const ALL_SMALL = 1 << 18;

/** Rows of a location from which on its blocks grow; even, since the row behind them stays. */
export function mostSmall(locations: number): number {
  return Math.min(1024, Math.max(2, 2 * Math.floor(ALL_SMALL / 2 / Math.max(1, locations))));
}

const SECONDS = ['c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7'] as const;

/** Blocks during recording: see TimelineBlocks of the model; each class of seconds has a separate column. */
export type BlockRows = Table<'start' | (typeof SECONDS)[number], 'location' | 'node'>;

export function emptyBlocks(): BlockRows {
  return new Table(['start', ...SECONDS], ['location', 'node']);
}

/** Times at which threads forked or joined teams. */
export type TeamRows = Table<'time', 'location' | 'team'>;

export function emptyTeams(): TeamRows {
  return new Table(['time'], ['location', 'team']);
}

/** Counts the time of one location by class, and adds a row each time a block of events begins. */
export class BlockRecorder implements TimeRecorder {
  private readonly seconds = new Float64Array(OUTSIDE + 1);
  /** When the last event came. */
  last = Number.NaN;
  private current = OUTSIDE;
  private node = -1;
  /** Events until the next row. */
  private left = 0;
  /** Events of a block: blocks of locations with few events are small, so that all of them are exact. */
  private size = 1;
  private readonly first: number;

  constructor(
    private readonly location: number,
    private readonly blocks: BlockRows,
    private readonly teams: TeamRows,
    private readonly mostSmall: number,
  ) {
    this.first = blocks.length;
  }

  /** Time goes to a class and a call path from now on. */
  goOn(timeClass: number, node: number): void {
    this.current = timeClass;
    this.node = node;
  }

  spend(seconds: number): void {
    addAt(this.seconds, this.current, seconds);
  }

  /** Time that was counted where it goes now was spent in another class. */
  move(timeClass: number, _node: number, seconds: number): void {
    addAt(this.seconds, this.current, -seconds);
    addAt(this.seconds, timeClass, seconds);
  }

  /** An event comes; time up to it was spent. */
  event(time: number): void {
    this.last = time;
    if (this.left === 0) {
      this.add(time);
      if (this.size < BLOCK_EVENTS && this.blocks.length - this.first > this.mostSmall) this.fold();
      this.left = this.size;
    }
    this.left--;
  }

  manage(): void {
    // In pictures of time that is outside of all calls.
  }

  /** The thread's present team begins here. */
  team(team: number, time: number): void {
    const { teams, location } = this;
    const row = teams.addRow();
    teams.columns.time[row] = time;
    teams.columns.location[row] = location;
    teams.columns.team[row] = team;
  }

  /** No more events come. */
  finish(time: number): void {
    this.add(time);
  }

  /** Every second row stays, and blocks are twice as long from now on: the row added last must be one that stays. */
  private fold(): void {
    const { blocks, first } = this;
    const columns: Readonly<Record<string, Float64Array | Int32Array>> = blocks.columns;
    const rows = blocks.length - first;
    for (const column of Object.values(columns))
      for (let row = 0; row < rows; row += 2) column[first + row / 2] = column[first + row] ?? absent(row);
    blocks.length = first + Math.ceil(rows / 2);
    this.size *= 2;
  }

  private add(time: number): void {
    const { blocks, seconds } = this;
    const row = blocks.addRow();
    const { columns } = blocks;
    columns.start[row] = time;
    columns.location[row] = this.location;
    columns.node[row] = this.node;
    for (let each = 0; each < OUTSIDE; each++)
      columns[SECONDS[each] ?? absent(each)][row] = seconds[each] ?? absent(each);
  }
}

/** Seconds of all classes, row by row. */
export function secondsOf({ columns, length }: BlockRows): Float64Array {
  const seconds = new Float64Array(length * OUTSIDE);
  for (const [each, name] of SECONDS.entries()) {
    const column = columns[name];
    for (let row = 0; row < length; row++) seconds[row * OUTSIDE + each] = column[row] ?? absent(row);
  }
  return seconds;
}
