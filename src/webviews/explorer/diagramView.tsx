import { useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { SeverityScale } from '../../pictures/colors/severity.js';
import type { Diagram, Direction } from '../../pictures/explorer/diagram.js';
import { penOf, themePalette } from '../kit/palette.js';
import { themeScale, useDrawnRoom } from '../kit/drawnRoom.js';
import { ShownPictureContext } from './shownPicture.js';
import { Told } from './told.js';

/** Narrower pictures are scrolled. */
const NARROWEST = 240;

const directions: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

/** Draws a picture, with an edge around one of its parts. */
function paint(
  surface: HTMLCanvasElement,
  pen: CanvasRenderingContext2D,
  diagram: Diagram,
  at: number | undefined,
): void {
  const ratio = window.devicePixelRatio;
  const [wide, high] = [Math.round(diagram.width * ratio), Math.round(diagram.height * ratio)];
  if (surface.width !== wide || surface.height !== high) [surface.width, surface.height] = [wide, high];
  const palette = themePalette(['--vscode-editor-background']);
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.fillStyle = palette.ground;
  pen.fillRect(0, 0, diagram.width, diagram.height);
  const themed = penOf(palette);
  themed.draw(pen, diagram.items);
  if (at === undefined) return;
  const spot = diagram.spots.at(at);
  const edge = { x: spot.x - 2, y: spot.y - 2, width: spot.width + 4, height: spot.height + 4 };
  themed.draw(pen, [{ is: 'edge', ...edge, ink: 'chosen', thickness: 2 }]);
}

/** Scrolls a box until a part of its picture is in sight. */
function bringIntoSight(element: HTMLElement, { spots }: Diagram, at: number): void {
  const { x, y, width: wide, height } = spots.at(at);
  if (y < element.scrollTop) element.scrollTop = y - 4;
  if (y + height > element.scrollTop + element.clientHeight) element.scrollTop = y + height - element.clientHeight + 4;
  if (x < element.scrollLeft) element.scrollLeft = x - 4;
  if (x + wide > element.scrollLeft + element.clientWidth) element.scrollLeft = x + wide - element.clientWidth + 4;
}

/** Returns the picture in the available space, which an export can use. @param of data from which it is drawn */
function useDiagram(draw: Draw, width: number, theme: number, of: readonly unknown[]): Diagram {
  const diagram = useMemo(
    () => draw({ width: Math.max(NARROWEST, width), scale: themeScale() }),
    [width, theme, ...of],
  );
  const shown = useContext(ShownPictureContext);
  useEffect(() => {
    shown.current = diagram;
    return () => {
      if (shown.current === diagram) shown.current = undefined;
    };
  }, [diagram]);
  return diagram;
}

type Draw = (room: { readonly width: number; readonly scale: SeverityScale }) => Diagram;

interface DiagramProps {
  readonly draw: Draw;
  /** Data from which it is drawn: a change redraws it. */
  readonly of: readonly unknown[];
  readonly onChoose?: (part: number) => void;
}

/**
 * A picture with its sentence, and its numbers as a table. A part of it is chosen with the pointer, or with arrows and
 * Enter; the chosen part is described below and read out.
 */
export function DiagramView({ draw, of, onChoose }: DiagramProps) {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width = 0, theme } = useDrawnRoom(box);
  const [cursor, setCursor] = useState<number>();
  const [pointed, setPointed] = useState<number>();
  const diagram = useDiagram(draw, width, theme, of);
  useEffect(() => {
    setCursor(undefined);
    setPointed(undefined);
  }, of);
  const { spots } = diagram;
  const at = cursor !== undefined && cursor < spots.count ? cursor : undefined;
  useEffect(() => {
    const surface = canvas.current;
    const pen = surface?.getContext('2d');
    if (surface !== null && pen !== null && pen !== undefined && width > 0) paint(surface, pen, diagram, at);
  }, [diagram, at, width === 0]);
  useEffect(() => {
    if (box.current !== null && at !== undefined) bringIntoSight(box.current, diagram, at);
  }, [at]);
  const partUnder = (event: MouseEvent): number | undefined => {
    const { left, top } = canvas.current?.getBoundingClientRect() ?? { left: 0, top: 0 };
    return spots.find(event.clientX - left, event.clientY - top);
  };
  const said = at ?? pointed;
  return (
    <Told sentence={diagram.description} heads={diagram.numbers.heads} lines={diagram.numbers.lines}>
      <div
        ref={box}
        class="drawn"
        role="application"
        tabIndex={0}
        aria-label={`${diagram.title}. Arrows go from part to part${onChoose === undefined ? '' : ', Enter selects one'}.`}
        onKeyDown={(event) => {
          if (keyed(event, at, diagram, setCursor, onChoose)) event.preventDefault();
        }}
      >
        <canvas
          ref={canvas}
          aria-hidden="true"
          style={{ width: `${diagram.width}px`, height: `${diagram.height}px` }}
          onPointerMove={(event) => setPointed(partUnder(event))}
          onPointerLeave={() => setPointed(undefined)}
          onClick={(event) => {
            const part = partUnder(event);
            setCursor(part);
            if (part !== undefined) onChoose?.(part);
          }}
        />
      </div>
      <p class="said" role="status">
        {said !== undefined && said < spots.count ? spots.at(said).text : ' '}
      </p>
    </Told>
  );
}

/** Handles a key. @returns whether it has an effect */
function keyed(
  event: KeyboardEvent,
  at: number | undefined,
  { spots }: Diagram,
  setCursor: (at: number | undefined) => void,
  onChoose: ((part: number) => void) | undefined,
): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey || spots.count === 0) return false;
  const direction = directions[event.key];
  if (direction !== undefined) setCursor(at === undefined ? 0 : spots.step(at, direction));
  else if (event.key === 'Home') setCursor(0);
  else if (event.key === 'End') setCursor(spots.count - 1);
  else if (event.key === 'Escape' && at !== undefined) setCursor(undefined);
  else if ((event.key === 'Enter' || event.key === ' ') && at !== undefined) onChoose?.(at);
  else return false;
  return true;
}
