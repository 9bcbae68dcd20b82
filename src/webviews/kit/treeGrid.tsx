import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ShownRow } from './rows.js';

/** CSS pixels of a row. */
const HEIGHT = 22;
/** Rows drawn above and below those in sight. */
const AROUND = 8;

/** The name of a row, and how it looks. */
export interface RowText {
  readonly title: string;
  readonly isQuiet: boolean;
  /** Tooltip. */
  readonly more: string;
  /** Shown before the name, such as a tag. */
  readonly tag?: ComponentChildren;
}

/** The cells of a row next to its name. */
export interface Cells {
  /** Column headers, all of them, where the tree has a header row. */
  readonly head?: ComponentChildren;
  /** Columns, that of the names included. */
  readonly count: number;
  readonly before?: (row: ShownRow) => ComponentChildren;
  readonly after?: (row: ShownRow) => ComponentChildren;
}

export interface TreeGridProps {
  readonly id: string;
  readonly label: string;
  readonly cells: Cells;
  /** Whether several rows can be selected. */
  readonly selectsSeveral: boolean;
  readonly rows: readonly ShownRow[];
  readonly textOf: (row: ShownRow) => RowText;
  readonly selected: ReadonlySet<number>;
  /** The row that the keys act on. */
  readonly active: number | undefined;
  readonly onActive: (row: number) => void;
  /** @param adds to what is selected already, or takes it away again */
  readonly onSelect: (row: number, adds: boolean) => void;
  readonly onOpen: (row: number, open: boolean) => void;
  readonly onEnter: (row: number) => void;
  /** `.` */
  readonly onWorst: () => void;
}

/**
 * The part of a box that is in sight, in CSS pixels. The box is scrolled to the row at `at` whenever that one is another.
 * @param headRows rows above all others
 */
function useSight(at: number, active: number | undefined, headRows: number) {
  const box = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ top: 0, height: 400 });
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const look = (): void => setSeen({ top: element.scrollTop, height: element.clientHeight });
    const resized = new ResizeObserver(look);
    resized.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, []);
  useEffect(() => {
    const element = box.current;
    if (element === null || active === undefined) return;
    if (at * HEIGHT < element.scrollTop) element.scrollTop = at * HEIGHT;
    const below = (at + 1 + headRows) * HEIGHT - element.clientHeight;
    if (below > element.scrollTop) element.scrollTop = below;
  }, [at, active]);
  return { box, seen };
}

/** A tree of any size with numbers at each row: only rows in sight are elements. */
export function TreeGrid(props: TreeGridProps) {
  const { id, label, cells, rows, active } = props;
  const headRows = cells.head === undefined ? 0 : 1;
  const at = Math.max(
    0,
    rows.findIndex(({ row }) => row === active),
  );
  const { box, seen } = useSight(at, active, headRows);
  const from = Math.max(0, Math.floor(seen.top / HEIGHT) - AROUND);
  const to = Math.min(rows.length, Math.ceil((seen.top + seen.height) / HEIGHT) + AROUND);
  // The row of the keys is always there, since it is what is read out.
  const drawn = rows.slice(from, to).map((row, index) => ({ row, index: from + index }));
  const current = rows[at];
  if (current !== undefined && (at < from || at >= to)) drawn.push({ row: current, index: at });
  return (
    <div
      ref={box}
      class="tree"
      role="treegrid"
      tabIndex={0}
      aria-label={label}
      aria-multiselectable={props.selectsSeveral}
      aria-rowcount={rows.length + headRows}
      aria-colcount={cells.count}
      aria-activedescendant={current === undefined ? undefined : idOf(id, current.row)}
      onKeyDown={(event) => {
        if (keyed(event, at, props)) event.preventDefault();
      }}
    >
      {cells.head !== undefined && (
        <div role="rowgroup" class="head">
          <div role="row" class="row" aria-rowindex={1}>
            {cells.head}
          </div>
        </div>
      )}
      <div role="rowgroup" class="rows" style={{ height: `${rows.length * HEIGHT}px` }}>
        {drawn.map(({ row: shown, index }) => (
          <GridRow key={shown.row} {...{ grid: props, shown, index, headRows }} isActive={index === at} />
        ))}
      </div>
    </div>
  );
}

/** The identifier of a row's element. @param tree that of the tree */
const idOf = (tree: string, row: number): string => `${tree}-${row}`;

function GridRow({
  grid: { id, cells, textOf, selected, onActive, onSelect, onOpen, onEnter },
  shown,
  index,
  headRows,
  isActive,
}: {
  readonly grid: TreeGridProps;
  readonly shown: ShownRow;
  /** Among the rows that are shown. */
  readonly index: number;
  readonly headRows: number;
  /** Whether keys act on it. */
  readonly isActive: boolean;
}) {
  const { row, level, hasChildren, isOpen, position, peers } = shown;
  const { title, isQuiet, more, tag } = textOf(shown);
  const classes = [
    ...(selected.has(row) ? ['chosen'] : []),
    ...(isActive ? ['active'] : []),
    ...(isQuiet ? ['hardly'] : []),
  ];
  const turn = (event: MouseEvent): void => {
    if (!hasChildren) return;
    event.stopPropagation();
    onActive(row);
    onOpen(row, !isOpen);
  };
  return (
    <div
      id={idOf(id, row)}
      role="row"
      class={`row ${classes.join(' ')}`}
      style={{ top: `${index * HEIGHT}px` }}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={peers}
      aria-rowindex={index + 1 + headRows}
      aria-selected={selected.has(row)}
      aria-expanded={hasChildren ? isOpen : undefined}
      title={more}
      onClick={(event) => {
        onActive(row);
        onSelect(row, event.ctrlKey || event.metaKey);
      }}
      onDblClick={() => onEnter(row)}
    >
      {cells.before?.(shown)}
      <span role="gridcell" class="name" style={{ '--level': level - 1 }}>
        <span class="twisty" aria-hidden="true" onClick={turn}>
          {hasChildren ? (isOpen ? '▾' : '▸') : ''}
        </span>
        {tag}
        {title}
      </span>
      {cells.after?.(shown)}
    </div>
  );
}

/** Handles a key. @returns whether it has an effect */
function keyed(event: KeyboardEvent, at: number, props: TreeGridProps): boolean {
  const { rows, onActive, onSelect, onOpen, onEnter, onWorst } = props;
  const current = rows[at];
  if (current === undefined || event.altKey) return false;
  const page = 20;
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: rows.length - 1,
  };
  const target = moves[event.key];
  if (target !== undefined) {
    const next = rows[Math.max(0, Math.min(rows.length - 1, target))];
    if (next !== undefined) onActive(next.row);
    return true;
  }
  switch (event.key) {
    case 'ArrowRight':
      if (current.hasChildren && !current.isOpen) onOpen(current.row, true);
      else if (current.isOpen) onActive(rows[at + 1]?.row ?? current.row);
      return true;
    case 'ArrowLeft': {
      if (current.isOpen) onOpen(current.row, false);
      const over = rows.slice(0, at).findLast(({ level }) => level < current.level);
      if (!current.isOpen && over !== undefined) onActive(over.row);
      return true;
    }
    case ' ':
      onSelect(current.row, event.ctrlKey || event.metaKey);
      return true;
    case 'Enter':
      onEnter(current.row);
      return true;
    case '.':
      onWorst();
      return true;
    default:
      return false;
  }
}
