/** The axis of iterations below a map. */
import type { Drawn } from '../drawing/drawList.js';
import { widthOfText } from '../drawing/fonts.js';
import { type MapFrame, xOfBin } from './mapFrame.js';
import { binOf, type ValueMap } from './mapRows.js';

const SIZE = 11;
const APART = 16;

/** Numbers of iterations at round steps, counted from 0. @param y of the axis */
export function iterationAxis(frame: MapFrame, map: ValueMap, y: number): Drawn[] {
  const step = stepFor(map.iterations, frame.width);
  const at: number[] = [];
  for (let iteration = 0; iteration < map.iterations; iteration += step) at.push(iteration);
  return at.flatMap((iteration): Drawn[] => {
    const x = xOfBin(frame, map, binOf(map, iteration));
    return [
      { is: 'line', points: [x, y, x, y + 4], ink: 'quiet', thickness: 1 },
      {
        is: 'text',
        x: x + 1,
        y: y + 15,
        text: iteration === 0 ? 'iteration 0' : String(iteration),
        ink: 'quiet',
        size: SIZE,
        anchor: iteration === 0 ? 'start' : 'middle',
      },
    ];
  });
}

/**
 * Returns a step of 1, 2 or 5 times a power of ten, wide enough for its label; the first label is longer than the
 * others.
 */
function stepFor(iterations: number, width: number): number {
  const room = widthOfText('iteration 0', SIZE) + widthOfText(String(iterations), SIZE) / 2 + APART;
  for (let power = 1; ; power *= 10)
    for (const factor of [1, 2, 5]) {
      const step = factor * power;
      if ((step / Math.max(1, iterations)) * width >= room || step >= iterations) return step;
    }
}
