import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { elementAt } from '../../base/elements.js';
import { byCost } from '../../model/dynamics/dynamicsText.js';
import { severityScales } from '../../pictures/colors/severity.js';
import { cellAt, xOfBin } from '../../pictures/dynamics/mapFrame.js';
import { binOf, type PixelValue, type RowOrder, stretchesOf, type ValueMap } from '../../pictures/dynamics/mapRows.js';
import { dynamicsPicture } from '../../pictures/dynamics/picture.js';
import { KeyList } from '../kit/keyList.js';
import { themeChanges } from '../kit/theme.js';
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

/** The map of values with the series below: a canvas, and a cursor that keys and pointer move and that tells what is there. */
export function MapView(props: MapProps) {
  const { title, map, findings, nameOf, order, pixel } = props;
  const holder = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  const [theme, setTheme] = useState(0);
  const [cursor, setCursor] = useState<Cell>();
  useEffect(() => setCursor(undefined), [map, order]);

  useEffect(() => {
    const { current } = holder;
    if (current === null) return;
    const measure = (): void => setWidth(Math.max(NARROWEST, current.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    const stop = themeChanges(() => setTheme((count) => count + 1));
    return () => {
      observer.disconnect();
      stop();
    };
  }, []);

  const { palette, scale } = useMemo(() => {
    const isLight = document.body.matches('.vscode-light, .vscode-high-contrast-light');
    return { palette: themePalette(['--vscode-editor-background']), scale: severityScales[isLight ? 'light' : 'dark'] };
  }, [theme]);
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

  const frame = made?.frame;
  const rows = frame?.drawn.rows.length ?? 0;
  const within = (cell: Cell): Cell => ({
    row: Math.min(rows - 1, Math.max(0, cell.row)),
    bin: Math.min(map.bins - 1, Math.max(0, cell.bin)),
  });
  const moveTo = (cell: Cell): void => setCursor(within(cell));
  const at = cursor ?? { row: 0, bin: 0 };
  /** Without a cursor the first key only sets it. */
  const step = (row: number, bin: number): void =>
    moveTo(cursor === undefined ? at : { row: at.row + row, bin: at.bin + bin });
  const go = (cell: Cell): void => {
    const own = frame?.drawn.rows[cell.row] ?? [];
    props.onGo(
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
  const toWorst = (): void => {
    const values = frame?.drawn.value ?? new Float32Array();
    let worst = 0;
    for (const [cell, value] of values.entries()) if (value > (values[worst] ?? 0)) worst = cell;
    moveTo({ row: Math.floor(worst / map.bins), bin: worst % map.bins });
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
    worst: toWorst,
    go: () => go(at),
    table: props.onTable,
    leave: () => setCursor(undefined),
  };
  const keys = (event: KeyboardEvent): void => {
    const action = actionOf(event);
    if (action === undefined) return;
    event.preventDefault();
    does[action]();
  };
  const pointed = (event: MouseEvent): Cell | undefined =>
    frame === undefined ? undefined : cellAt(frame, map, event.offsetX, event.offsetY);

  const sentence =
    cursor === undefined || frame === undefined ? undefined : cellText(map, frame.drawn, cursor, findings, nameOf);
  const left = frame === undefined || cursor === undefined ? 0 : xOfBin(frame, map, cursor.bin);
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
          {frame !== undefined && cursor !== undefined && (
            <span
              class="cursor"
              aria-hidden="true"
              style={{
                left: `${left - 2}px`,
                top: `${frame.top + cursor.row * frame.rowHeight - 2}px`,
                width: `${Math.max(3, xOfBin(frame, map, cursor.bin + 1) - left) + 4}px`,
                height: `${frame.rowHeight + 4}px`,
              }}
            />
          )}
        </div>
      </div>
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
      <details>
        <summary>Keys</summary>
        <KeyList table={keyTable} />
      </details>
    </>
  );
}
