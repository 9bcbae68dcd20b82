/** A flame graph: boxes as wide as they weigh, colored by how they changed. */
import { absoluteText } from '../../base/changeText.js';
import { counted, percent, quantity } from '../../base/text.js';
import type { SeverityScale } from '../colors/severity.js';
import { severityColor } from '../colors/severity.js';
import { mixed } from '../colors/rgb.js';
import type { Drawn } from '../drawing/drawList.js';
import { shortened, widthOfText } from '../drawing/fonts.js';
import { type Diagram, listSpots, MARGIN, type Spot, TEXT } from './diagram.js';
import type { FlameBox } from './flame.js';

export interface FlameData {
  readonly what: string;
  readonly unit: string;
  readonly boxes: readonly (Omit<FlameBox, 'row'> & {
    readonly title: string;
    readonly value: number;
    /** In another experiment; boxes are colored by the change since then. */
    readonly before?: number;
    readonly isChosen: boolean;
  })[];
  readonly way: 'down' | 'callee';
  /** Call paths that there are. */
  readonly size: number;
  /** The experiment that is compared with. */
  readonly other?: string;
}

type Box = FlameData['boxes'][number];

const ROW = 20;
const LEGEND = 40;
const wayTitles = { down: 'from the top down', callee: 'by callee' } as const;
/** Smaller changes, as a share of the larger value, count as none. */
const LEAST_CHANGE = 0.005;

export function flamePicture(
  data: FlameData,
  { width, scale }: { readonly width: number; readonly scale: SeverityScale },
): Diagram {
  const { what, unit, boxes, way, other } = data;
  const room = width - 2 * MARGIN;
  const deepest = boxes.reduce((most, { level }) => Math.max(most, level), -1);
  const spots = boxes.map((box): Spot => ({
    ...{ x: MARGIN + box.from * room, y: 4 + box.level * ROW, width: box.width * room, height: ROW - 1 },
    text: `${box.title}: ${quantity(box.value, unit)}, ${percent(box.width)}${changeText(box, unit)}`,
  }));
  const hasChange = boxes.some(({ before }) => before !== undefined);
  const bottom = 4 + (deepest + 1) * ROW + 8;
  return {
    ...{ width, height: bottom + (hasChange ? LEGEND : 0), spots: listSpots(spots) },
    title: `${what} ${wayTitles[way]}${other === undefined ? '' : `, compared with ${other}`}`,
    description: sentenceOf(data, deepest, hasChange),
    numbers: {
      heads: [
        ...['Function', way === 'callee' ? 'Exclusive, below this caller' : 'Inclusive', 'Share', 'Depth'],
        ...(hasChange ? ['Before', 'Change'] : []),
      ],
      lines: boxes.map((box) => [
        ...[box.title, quantity(box.value, unit), percent(box.width), String(box.level + 1)],
        ...(hasChange ? [quantity(box.before ?? 0, unit), signedChange(box, unit)] : []),
      ]),
    },
    items: [
      ...boxes.flatMap((box, at) => drawnBox(box, unit, spots[at], scale)),
      ...(hasChange ? changeLegend({ x: MARGIN, y: bottom, width: Math.min(260, room) }, scale) : []),
    ],
  };
}

function sentenceOf({ what, boxes, way, size, other }: FlameData, deepest: number, hasChange: boolean): string {
  if (boxes.length === 0) return `${what} is zero everywhere.`;
  const colors = hasChange
    ? ` Widths show this experiment, colors the change${other === undefined ? '' : ` from ${other}`}: ▲ more, ▼ less.`
    : '';
  return `${what} ${wayTitles[way]}: ${counted(boxes.length, 'box', 'boxes')} of ${counted(size, 'call path')}, those of at least 0.2 %, at most ${deepest + 1} deep.${colors}`;
}

function drawnBox(box: Box, unit: string, spot: Spot | undefined, scale: SeverityScale): Drawn[] {
  if (spot === undefined) return [];
  const { title, before, isChosen } = box;
  const change = before === undefined ? undefined : changeOf(box.value, before);
  const words = change === undefined || isSmall(change) ? '' : `, ${signedChange(box, unit)}`;
  const sign = change === undefined || isSmall(change) ? '' : change > 0 ? '▲ ' : '▼ ';
  const room = spot.width - 6;
  const whole = `${sign}${title}${words}`;
  // A number is shown whole or not at all.
  const text = widthOfText(whole, TEXT - 1) <= room ? whole : shortened(`${sign}${title}`, TEXT - 1, room);
  const color = change === undefined ? severityColor(0.12, scale) : changeColor(change, scale);
  return [
    { is: 'area', ...spot, width: Math.max(0.5, spot.width - 0.5), fill: { color } },
    ...(isChosen ? [{ is: 'edge', ...spot, ink: 'chosen', thickness: 2 } satisfies Drawn] : []),
    ...(text === ''
      ? []
      : [
          {
            ...{ is: 'text', x: spot.x + 4, y: spot.y + 14, text, ink: 'text', size: TEXT - 1, rim: 2 },
          } satisfies Drawn,
        ]),
  ];
}

/** By how much a value grew, as a share of the larger of both: -1 for what is gone, 1 for what is new. */
export function changeOf(after: number, before: number): number {
  const larger = Math.max(Math.abs(after), Math.abs(before));
  return larger === 0 ? 0 : (after - before) / larger;
}

const isSmall = (change: number): boolean => Math.abs(change) < LEAST_CHANGE;

/** `+1.20 s`; `new` where it was zero. */
function signedChange({ value, before = 0 }: Box, unit: string): string {
  return before === 0 && value !== 0 ? 'new' : absoluteText({ absolute: value - before }, unit);
}

function changeText(box: Box, unit: string): string {
  const { value, before } = box;
  if (before === undefined) return '';
  return isSmall(changeOf(value, before))
    ? ', unchanged'
    : `, ${quantity(before, unit)} before (${signedChange(box, unit)})`;
}

/** Growth as severity, shrinking towards blue; what did not change is as nothing. */
function changeColor(change: number, scale: SeverityScale): string {
  const none = severityColor(0, scale);
  if (change >= 0) return severityColor(Math.min(1, change), scale);
  return mixed([
    [none, 1 + Math.max(-1, change)],
    ['#3F97F0', -Math.max(-1, change)],
  ]);
}

/** Which color is which change. */
function changeLegend(
  { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
  scale: SeverityScale,
): Drawn[] {
  const steps = 40;
  const text = { ink: 'quiet' as const, size: TEXT - 1 };
  return [
    ...Array.from({ length: steps }, (_, at): Drawn => ({
      ...{ is: 'area', x: x + (at / steps) * width, y, width: width / steps, height: 10 },
      fill: { color: changeColor((2 * (at + 0.5)) / steps - 1, scale) },
    })),
    { is: 'edge', x, y, width, height: 10, ink: 'rule', thickness: 1 },
    { is: 'text', x, y: y + 24, text: '▼ gone', ...text },
    { is: 'text', x: x + width / 2, y: y + 24, text: 'unchanged', ...text, anchor: 'middle' },
    { is: 'text', x: x + width, y: y + 24, text: '▲ new', ...text, anchor: 'end' },
  ];
}
