/**
 * Distinct appearance of the lines of a chart: by color, and by dashes and point shapes for print, color blindness and
 * high contrast. Independent of the browser.
 */
import { absent } from '../../base/elements.js';

/** How one line of a chart looks. */
export interface ValueLook {
  /** Of the theme's chart colors. */
  readonly color: 'blue' | 'red' | 'green' | 'purple' | 'yellow' | 'orange';
  /** Lengths of strokes and gaps in CSS pixels; empty for a solid line. */
  readonly dash: readonly number[];
  /** Outline of a point as an SVG path, in CSS pixels about its middle. */
  readonly point: string;
}

export const looks: readonly ValueLook[] = [
  { color: 'blue', dash: [], point: 'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z' },
  { color: 'red', dash: [9, 4], point: 'M-3.5 -3.5h7v7h-7Z' },
  { color: 'green', dash: [2, 3], point: 'M0 -5.2L4.8 3.6H-4.8Z' },
  { color: 'purple', dash: [10, 3, 2, 3], point: 'M0 -5.4L5.4 0L0 5.4L-5.4 0Z' },
  { color: 'yellow', dash: [4, 2], point: 'M0 5.2L4.8 -3.6H-4.8Z' },
  { color: 'orange', dash: [10, 3, 2, 3, 2, 3], point: 'M-1.5 -5h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5v-3h3.5Z' },
];

/** Returns the appearance of a line by its number in the chart; they repeat after the last one. */
export function lookOf(index: number): ValueLook {
  const number = index % looks.length;
  return looks[number] ?? absent(number);
}
