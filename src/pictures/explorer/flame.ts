/** Call paths as boxes that are as wide as they weigh: from the top down, or functions with those that call them. */
import { absent, elementAt } from '../../base/elements.js';
import { absoluteText } from '../../base/changeText.js';
import { counted, percent, quantity } from '../../base/text.js';
import type { SeverityScale } from '../colors/severity.js';
import { severityColor } from '../colors/severity.js';
import { mixed } from '../colors/rgb.js';
import type { Drawn } from '../drawing/drawList.js';
import { shortened, widthOfText } from '../drawing/fonts.js';
import { type Diagram, listSpots, MARGIN, type Spot, TEXT } from './diagram.js';

/** What is known of a tree of call paths. */
export interface FlameTree {
  readonly roots: readonly number[];
  readonly childrenOf: (row: number) => readonly number[];
}

/** A call path in a picture of the whole tree: where it begins, and how wide it is, as shares of the whole. */
export interface FlameBox {
  readonly row: number;
  readonly level: number;
  readonly from: number;
  readonly width: number;
}

/**
 * Call paths from the top down, each as wide as what it and all that it calls weigh, largest first; those narrower than
 * `least` are left out, as are such that weigh less than nothing.
 */
export function flameOf(
  tree: FlameTree,
  { inclusive }: { readonly inclusive: Float64Array },
  least: number,
  most = 2000,
): FlameBox[] {
  const size = (row: number): number => Math.max(0, inclusive[row] ?? absent(row));
  const whole = tree.roots.reduce((sum, row) => sum + size(row), 0);
  const boxes: FlameBox[] = [];
  if (!(whole > 0)) return boxes;
  let level: { readonly rows: readonly number[]; readonly from: number }[] = [{ rows: tree.roots, from: 0 }];
  for (let depth = 0; level.length > 0 && boxes.length < most; depth++) {
    const below: typeof level = [];
    for (const { rows, from } of level) {
      let at = from;
      for (const row of rows.toSorted((a, b) => size(b) - size(a) || a - b)) {
        const width = size(row) / whole;
        if (width < least || width === 0 || boxes.length >= most) break;
        boxes.push({ row, level: depth, from: at, width });
        below.push({ rows: tree.childrenOf(row), from: at });
        at += width;
      }
    }
    level = below;
  }
  return boxes;
}

/** A function, or one that called those below it, with the call paths that it has its weight from. */
export interface CalleeBox extends Omit<FlameBox, 'row'> {
  readonly region: number;
  readonly rows: readonly number[];
}

/**
 * Functions by their own weight, whatever called them, and above each those that called it there: so wide as what they have
 * of it. @param parent of call paths, -1 at roots @param region of call paths
 */
export function calleesOf(
  { parent, region }: { readonly parent: Int32Array; readonly region: Uint32Array },
  { exclusive }: { readonly exclusive: Float64Array },
  least: number,
  most = 2000,
): CalleeBox[] {
  const size = (row: number): number => Math.max(0, exclusive[row] ?? absent(row));
  const all = [...exclusive.keys()].filter((row) => size(row) > 0);
  const whole = all.reduce((sum, row) => sum + size(row), 0);
  const boxes: CalleeBox[] = [];
  interface Entry {
    readonly row: number;
    /** A caller of it, as many calls above as the box is high. */
    readonly at: number;
  }
  let level: { readonly entries: readonly Entry[]; readonly from: number }[] = [
    { entries: all.map((row) => ({ row, at: row })), from: 0 },
  ];
  for (let depth = 0; level.length > 0 && boxes.length < most; depth++) {
    const next: typeof level = [];
    for (const { entries, from } of level) {
      const groups = new Map<number, { readonly entries: Entry[]; weight: number }>();
      for (const entry of entries) {
        const key = elementAt(region, entry.at);
        const group = groups.get(key) ?? { entries: [], weight: 0 };
        group.entries.push(entry);
        group.weight += size(entry.row);
        groups.set(key, group);
      }
      let at = from;
      for (const [key, group] of [...groups].sort(([a, one], [b, other]) => other.weight - one.weight || a - b)) {
        const width = group.weight / whole;
        if (width < least || boxes.length >= most) break;
        boxes.push({ region: key, rows: group.entries.map(({ row }) => row), level: depth, from: at, width });
        const above = group.entries.flatMap((entry): Entry[] => {
          const caller = elementAt(parent, entry.at);
          return caller < 0 ? [] : [{ row: entry.row, at: caller }];
        });
        next.push({ entries: above, from: at });
        at += width;
      }
    }
    level = next;
  }
  return boxes;
}

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
