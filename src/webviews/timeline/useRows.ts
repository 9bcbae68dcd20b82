/** Which rows the timeline shows, and how they open. */
import { useMemo, useState } from 'preact/hooks';
import { elementAt } from '../../base/elements.js';
import {
  type Grouping,
  groupings,
  groupingsOf,
  type Row,
  rowsByLocation,
  rowsOf,
  usualGrouping,
} from '../../pictures/timeline/rowTree.js';
import { isOneOf, useKept } from '../kit/kept.js';
import type { Run } from './run.js';
import type { TimelineHost } from './useTimeline.js';

const isGrouping = isOneOf(['usual', ...groupings] as const);
/** Rows that show their calls at once: more are not read. */
const MOST_OPENED = 8;

export function useRows(host: TimelineHost, run: Run) {
  const [kept, setKept] = useKept(host, 'rows', 'usual', isGrouping);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const ways = useMemo(() => groupingsOf(run), [run]);
  const by: Grouping = kept !== 'usual' && ways.includes(kept) ? kept : usualGrouping(run);
  const rows = useMemo(() => rowsOf(run, by, open), [run, by, open]);
  const toggle = ({ key, isGroup }: Row): void => {
    if (isGroup) setOpen(toggled(open, key));
    else setOpened(new Set([...toggled(opened, key)].slice(-MOST_OPENED)));
  };
  return {
    ...{ rows, by, ways, opened, toggle, setBy: setKept },
    rowOf: rowsByLocation(rows),
    /** Opens the groups that hide a location. */
    show(location: number): void {
      let shown = open;
      for (;;) {
        const now = rowsOf(run, by, shown);
        const row = now[rowsByLocation(now).get(location) ?? -1];
        if (row?.isGroup !== true) break;
        shown = new Set([...shown, row.key]);
      }
      if (shown !== open) setOpen(shown);
    },
  };
}

export type RowView = ReturnType<typeof useRows>;

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const others = new Set(keys);
  if (!others.delete(key)) others.add(key);
  return others;
}

/** Returns locations that have a separate row. */
export const singleLocations = (rows: readonly Row[]): number[] =>
  rows.flatMap(({ isGroup, locations }) => (isGroup ? [] : locations));

/** Locations whose calls and counters are shown. */
export const openedLocations = ({ rows, opened }: Pick<RowView, 'rows' | 'opened'>): number[] =>
  rows.filter(({ key }) => opened.has(key)).map(locationOf);

/** Returns the location that represents a row in answers: the first of a group. */
export const locationOf = ({ locations }: Row): number => elementAt(locations, 0);
