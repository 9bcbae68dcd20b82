/** The series of a map over the same iterations: the mean of the ranks that change alike, of all, and the changes marked. */
import { elementAt } from '../../base/elements.js';
import { quantity } from '../../base/text.js';
import type { DynamicsFinding } from '../../model/dynamics/dynamics.js';
import { patternText } from '../../model/dynamics/dynamicsText.js';
import type { Ink } from '../colors/inks.js';
import type { Drawn } from '../drawing/drawList.js';
import { widthOfText } from '../drawing/fonts.js';
import { type MapFrame, xOfBin } from './mapFrame.js';
import { binOf, type ValueMap, combined } from './mapRows.js';

const SIZE = 11;
/** Height for the names of changes. */
const NAMES = 16;

export function seriesChart(
  frame: Pick<MapFrame, 'left' | 'width'>,
  map: ValueMap,
  findings: readonly DynamicsFinding[],
  { top, height }: { readonly top: number; readonly height: number },
): Drawn[] {
  const [first] = findings;
  const all = Array.from({ length: map.location.length }, (_, row) => row);
  const chosen = new Set(first?.locations ?? []);
  const own = all.filter((row) => chosen.has(elementAt(map.location, row)));
  const isOfAll = own.length === 0 || own.length === all.length;
  const shown: readonly { rows: readonly number[]; ink: Ink; thickness: number; dash?: readonly number[] }[] = [
    ...(isOfAll ? [] : [{ rows: all, ink: 'quiet', thickness: 1.2, dash: [4, 3] } as const]),
    { rows: isOfAll ? all : own, ink: 'pointToPoint', thickness: 1.8 },
  ];
  const values = shown.map(({ rows }) => combined(map, rows, 'mean'));
  const most = values.reduce((largest, own) => own.reduce((most, value) => Math.max(most, value), largest), 0);
  const inside = { top: top + NAMES, height: height - NAMES };
  const x = (bin: number): number => xOfBin(frame, map, bin);
  const y = (value: number): number => inside.top + inside.height * (1 - (most > 0 ? value / most : 0));
  const right = frame.left + frame.width;
  return [
    ...bands(map, first, x, inside, right),
    {
      is: 'line',
      points: [frame.left, inside.top + inside.height, right, inside.top + inside.height],
      ink: 'rule',
      thickness: 1,
    },
    { is: 'line', points: [frame.left, inside.top, right, inside.top], ink: 'rule', thickness: 1, dash: [2, 3] },
    ...shown.map(({ ink, thickness, dash }, at): Drawn => ({
      is: 'line',
      // A stair: the value of a column holds for all of it.
      points: Array.from(values[at] ?? []).flatMap((value, bin) => [x(bin), y(value), x(bin + 1), y(value)]),
      ...{ ink, thickness },
      ...(dash === undefined ? {} : { dash }),
    })),
    {
      is: 'text',
      x: frame.left - 6,
      y: inside.top + 4,
      text: quantity(most, map.unit),
      ink: 'quiet',
      size: SIZE,
      anchor: 'end',
    },
    {
      is: 'text',
      x: frame.left - 6,
      y: inside.top + inside.height,
      text: '0',
      ink: 'quiet',
      size: SIZE,
      anchor: 'end',
    },
  ];
}

/** Changes as bands behind the lines, each with its name where there is room. */
function bands(
  map: ValueMap,
  finding: DynamicsFinding | undefined,
  x: (bin: number) => number,
  { top, height }: { readonly top: number; readonly height: number },
  right: number,
): Drawn[] {
  let free = Number.NEGATIVE_INFINITY;
  return (finding?.patterns ?? []).flatMap((pattern): Drawn[] => {
    const from = x(binOf(map, pattern.first));
    const to = Math.max(from + 2, x(binOf(map, pattern.last) + 1));
    const name = patternText(pattern);
    const width = widthOfText(name, SIZE);
    const at = Math.min(from, right - width);
    const isTold = at >= free;
    if (isTold) free = at + width + 8;
    return [
      { is: 'area', x: from, y: top, width: to - from, height, fill: { ink: 'chosen', opacity: 0.18 } },
      { is: 'line', points: [from, top, from, top + height], ink: 'chosen', thickness: 1 },
      ...(isTold ? [{ is: 'text', x: at, y: top - 4, text: name, ink: 'text', size: SIZE } as const] : []),
    ];
  });
}
