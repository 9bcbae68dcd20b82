import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { elementAt } from '../../base/elements.js';
import { byCost } from '../../model/dynamics/dynamicsText.js';
import { cellAt, xOfBin } from '../../pictures/dynamics/mapFrame.js';
import { binOf, type PixelValue, type RowOrder, stretchesOf, type ValueMap } from '../../pictures/dynamics/mapRows.js';
import { dynamicsPicture } from '../../pictures/dynamics/picture.js';
import { KeyList } from '../kit/keyList.js';
import { themeScale, useDrawnRoom } from '../kit/drawnRoom.js';
import { penOf, themePalette } from '../kit/palette.js';
import { actionOf, type KeyAction, keyTable } from './keys.js';
import { cellText, type Numbered } from './view.js';

/** CSS pixels; narrower ones are not drawn but scrolled. */
const NARROWEST = 320;

interface Cell {
  readonly row: number;
  readonly bin: number;
}

interface MapProps {
  readonly title: string;
  readonly map: ValueMap;
  readonly findings: readonly Numbered[];
  readonly nameOf: (location: number) => string;
  readonly order: RowOrder;
  readonly pixel: PixelValue;
  /** An iteration in the timeline, and the locations that the cursor is on. */
  readonly onGo: (iteration: number, locations: readonly number[]) => void;
  readonly onTable: () => void;
}

type Made = ReturnType<typeof dynamicsPicture>;
type Frame = Made['frame'];

/** Returns the picture in the available space, drawn on a canvas. @returns undefined until the space is measured */
function useMapPicture({ title, map, findings, nameOf, order, pixel }: MapProps) {
  const holder = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const room = useDrawnRoom(holder);
  const width = room.width === undefined ? 0 : Math.max(NARROWEST, room.width);
  const { palette, scale } = useMemo(
    () => ({ palette: themePalette(['--vscode-editor-background']), scale: themeScale() }),
    [room.theme],
  );
  const made = useMemo(
    () => (width === 0 ? undefined : dynamicsPicture({ title, map, nameOf, findings }, { width, order, pixel, scale })),
    [title, map, findings, nameOf, width, order, pixel, scale],
  );
  useEffect(() => {
    const pen = canvas.current?.getContext('2d');
    if (canvas.current === null || pen === null || pen === undefined || made === undefined) return;
    const { picture } = made;
    const ratio = window.devicePixelRatio;
    canvas.current.width = Math.round(picture.width * ratio);
    canvas.current.height = Math.round(picture.height * ratio);
    pen.scale(ratio, ratio);
    pen.fillStyle = palette.ground;
    pen.fillRect(0, 0, picture.width, picture.height);
    penOf(palette).draw(pen, picture.items);
  }, [made, palette]);
  return { holder, canvas, width, made };
}

/** The cell with the largest value. */
function worstCell(map: ValueMap, frame: Frame | undefined): Cell {
  const values = frame?.drawn.value ?? new Float32Array();
  let worst = 0;
  for (const [cell, value] of values.entries()) if (value > (values[worst] ?? 0)) worst = cell;
  return { row: Math.floor(worst / map.bins), bin: worst % map.bins };
}

/** The cursor of the map, and what keys do with it. */
function useMapCursor({ map, findings, order, onGo, onTable }: MapProps, frame: Frame | undefined) {
  const [cursor, setCursor] = useState<Cell>();
  useEffect(() => setCursor(undefined), [map, order]);
  const rows = frame?.drawn.rows.length ?? 0;
  const moveTo = (cell: Cell): void =>
    setCursor({
      row: Math.min(rows - 1, Math.max(0, cell.row)),
      bin: Math.min(map.bins - 1, Math.max(0, cell.bin)),
    });
  const at = cursor ?? { row: 0, bin: 0 };
  /** Without a cursor the first key only sets it. */
  const step = (row: number, bin: number): void =>
    moveTo(cursor === undefined ? at : { row: at.row + row, bin: at.bin + bin });
  const go = (cell: Cell): void => {
    const own = frame?.drawn.rows[cell.row] ?? [];
    onGo(
      elementAt(map.first, cell.bin),
      own.map((row) => elementAt(map.location, row)),
    );
  };
  const changes = findings.flatMap(({ patterns, locations }) =>
    byCost(patterns).map(({ first, top = first }) => ({ iteration: top, locations })),
  );
  const turn = useRef(-1);
  const toChange = (by: number): void => {
    const { length } = changes;
    if (length === 0 || frame === undefined) return;
    turn.current = (Math.max(turn.current, by > 0 ? -1 : 0) + by + length) % length;
    const { iteration, locations } = elementAt(changes, turn.current);
    const [stretch] = stretchesOf(frame.drawn, map, new Set(locations));
    moveTo({ row: stretch?.from ?? 0, bin: binOf(map, iteration) });
  };
  const tenth = Math.max(1, Math.round(map.bins / 10));
  const does: Readonly<Record<KeyAction, () => void>> = {
    left: () => step(0, -1),
    right: () => step(0, 1),
    up: () => step(-1, 0),
    down: () => step(1, 0),
    pageLeft: () => step(0, -tenth),
    pageRight: () => step(0, tenth),
    first: () => moveTo({ ...at, bin: 0 }),
    last: () => moveTo({ ...at, bin: map.bins - 1 }),
    before: () => toChange(-1),
    next: () => toChange(1),
    worst: () => moveTo(worstCell(map, frame)),
    go: () => go(at),
    table: onTable,
    leave: () => setCursor(undefined),
  };
  return { cursor, moveTo, go, does };
}

/**
 * The map of values with the series below: a canvas, and a cursor that keys and pointer move and that shows its value.
 */
export function MapView(props: MapProps) {
  const { title, map } = props;
  const { holder, canvas, width, made } = useMapPicture(props);
  const frame = made?.frame;
  const { cursor, moveTo, go, does } = useMapCursor(props, frame);
  const keys = (event: KeyboardEvent): void => {
    const action = actionOf(event);
    if (action === undefined) return;
    event.preventDefault();
    does[action]();
  };
  const pointed = (event: MouseEvent): Cell | undefined =>
    frame === undefined ? undefined : cellAt(frame, map, event.offsetX, event.offsetY);
  return (
    <>
      <div
        ref={holder}
        class="map"
        role="application"
        aria-roledescription="map of values"
        aria-label={`${made?.picture.description ?? title} Arrow keys move the cursor, N goes to the next change, Enter shows the iteration in the timeline.`}
        tabIndex={0}
        onKeyDown={keys}
      >
        <div class="drawn" style={{ width: `${width}px`, height: `${made?.picture.height ?? 0}px` }}>
          <canvas
            ref={canvas}
            aria-hidden="true"
            onClick={(event) => {
              const cell = pointed(event);
              if (cell === undefined) return;
              if (cursor?.row === cell.row && cursor.bin === cell.bin) go(cell);
              else moveTo(cell);
            }}
            onDblClick={(event) => {
              const cell = pointed(event);
              if (cell !== undefined) go(cell);
            }}
          />
          {frame !== undefined && cursor !== undefined && <CursorEdge {...{ map, frame, cursor }} />}
        </div>
      </div>
      <ToldCell {...{ ...props, frame, cursor, go }} />
      <details>
        <summary>Keys</summary>
        <KeyList table={keyTable} />
      </details>
    </>
  );
}

/** The cursor, around its cell. */
function CursorEdge({
  map,
  frame,
  cursor: { row, bin },
}: {
  readonly map: ValueMap;
  readonly frame: Frame;
  readonly cursor: Cell;
}) {
  const left = xOfBin(frame, map, bin);
  return (
    <span
      class="cursor"
      aria-hidden="true"
      style={{
        left: `${left - 2}px`,
        top: `${frame.top + row * frame.rowHeight - 2}px`,
        width: `${Math.max(3, xOfBin(frame, map, bin + 1) - left) + 4}px`,
        height: `${frame.rowHeight + 4}px`,
      }}
    />
  );
}

/** The values under the cursor, as a sentence. */
function ToldCell({
  map,
  findings,
  nameOf,
  frame,
  cursor,
  go,
}: Pick<MapProps, 'map' | 'findings' | 'nameOf'> & {
  readonly frame: Frame | undefined;
  readonly cursor: Cell | undefined;
  readonly go: (cell: Cell) => void;
}) {
  const sentence =
    cursor === undefined || frame === undefined ? undefined : cellText(map, frame.drawn, cursor, findings, nameOf);
  return (
    <p class="told">
      <span role="status" aria-live="polite">
        {sentence ??
          'Click a cell, or move there with arrow keys, to read it; a second click shows the iteration in the timeline.'}
      </span>{' '}
      {cursor !== undefined && (
        <button class="plain link" onClick={() => go(cursor)}>
          in the timeline <kbd>Enter</kbd>
        </button>
      )}
    </p>
  );
}
