/** The messages that questions on a part of the locations are about. */
import { absent } from '../../../base/elements.js';
import type { TimelineFile } from '../../../experiments/files/timelineFile.js';
import type { RunRows } from './largest.js';

/** Which locations are chosen; null for all. `ends`: whether both or one end of a message has to be among them. */
export interface ChosenMessages {
  readonly locations: readonly number[] | null;
  readonly ends?: 'both' | 'one' | undefined;
}

export type IsChosen = (location: number | undefined) => boolean;

export function isChosenIn(locations: readonly number[] | null): IsChosen {
  if (locations === null) return () => true;
  const chosen = new Set(locations);
  return (location) => location !== undefined && chosen.has(location);
}

/** Messages by run: their columns, and the rows that are meant. */
export function meantMessages(file: TimelineFile, { locations, ends = 'both' }: ChosenMessages) {
  const isChosen = isChosenIn(locations);
  const columns = kept((run) => file.messages(run));
  const rows = (run: number): RunRows => {
    const { from, to, send, receive, waiting } = columns(run);
    const isMeant = (row: number): boolean =>
      ends === 'one' ? isChosen(from[row]) || isChosen(to[row]) : isChosen(from[row]) && isChosen(to[row]);
    return rowsOf(send, receive, waiting, isMeant);
  };
  return { columns, rows };
}

export function rowsOf(
  from: Float64Array,
  to: Float64Array,
  size: Float64Array,
  isMeant: (row: number) => boolean,
): RunRows {
  const at = (column: Float64Array) => (row: number) => column[row] ?? absent(row);
  return { length: from.length, from: at(from), to: at(to), size: at(size), isMeant };
}

/** Remembers the run that was read last. */
export function kept<Rows>(read: (run: number) => Rows): (run: number) => Rows {
  let known: { readonly run: number; readonly rows: Rows } | undefined;
  return (run) => {
    if (known?.run !== run) known = { run, rows: read(run) };
    return known.rows;
  };
}
