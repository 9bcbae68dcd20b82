/** Waits of a timeline in the form of answers. */
import { absent } from '../../../base/elements.js';
import type { RowsOf, TimelineFile } from '../../../experiments/files/timelineFile.js';
import type { RunRows } from './largest.js';

type WaitRows = RowsOf<'waits'>;

/** Returns the rows of the waits of a run. @param isMeant selects them */
export function waitRows(rows: WaitRows, isMeant: (rows: WaitRows, row: number) => boolean): RunRows {
  return {
    length: rows.from.length,
    from: (row) => rows.from[row] ?? absent(row),
    to: (row) => rows.to[row] ?? absent(row),
    size: (row) => (rows.to[row] ?? absent(row)) - (rows.from[row] ?? absent(row)),
    isMeant: (row) => isMeant(rows, row),
  };
}

/** A wait as shown. */
export interface ShownWait {
  readonly location: number;
  readonly from: number;
  readonly to: number;
  readonly node: number;
  readonly property: string;
  readonly late?: {
    readonly location: number;
    readonly time: number;
    readonly node?: number;
    readonly seconds?: number;
  };
}

export function shownWait({ properties }: TimelineFile, rows: WaitRows, row: number): ShownWait {
  const late = rows.late[row] ?? absent(row);
  const time = rows.lateTime[row] ?? absent(row);
  return {
    location: rows.location[row] ?? absent(row),
    from: rows.from[row] ?? absent(row),
    to: rows.to[row] ?? absent(row),
    node: rows.node[row] ?? absent(row),
    property: properties[rows.property[row] ?? absent(row)] ?? absent(row),
    ...(late < 0 || Number.isNaN(time) ? {} : { late: { location: late, time } }),
  };
}
