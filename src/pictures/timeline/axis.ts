/** The axis of time. */
import type { Seconds } from '../../base/units.js';
import type { Drawn } from '../drawing/drawList.js';
import { widthOfText } from '../drawing/fonts.js';
import { grouped } from '../../base/text.js';
import { type Frame, type Window, xOf } from './frame.js';

const SIZE = 11;
/** Pixels between two writings at least. */
const APART = 24;

const UNITS = [
  { name: 's', size: 1 },
  { name: 'ms', size: 1e-3 },
  { name: 'µs', size: 1e-6 },
  { name: 'ns', size: 1e-9 },
] as const;

/**
 * Returns a formatter of times with a resolution of `step` seconds: in one unit, with as many digits as distinguish
 * them.
 */
function writer(step: Seconds): (time: Seconds) => string {
  const unit = UNITS.find(({ size }) => step >= size * 0.999e-3) ?? UNITS[3];
  const digits = Math.max(0, Math.ceil(-Math.log10(step / unit.size) - 1e-9));
  return (time) => `${withoutSign((time / unit.size).toFixed(Math.min(12, digits)))} ${unit.name}`;
}

/** There is no negative zero for people. */
const withoutSign = (text: string): string => (/^-0(\.0*)?$/.test(text) ? text.slice(1) : text);

/** Formats a window: `16.18–16.82 s`; three digits of its length are distinguishable. */
export function windowText({ from, to }: Window, unit: Frame['unit'] = 'seconds'): string {
  if (unit === 'steps') return `steps ${grouped(Math.floor(from))}–${grouped(Math.ceil(to))}`;
  const write = writer(10 ** Math.floor(Math.log10(Math.max(to - from, 1e-12)) - 1));
  const [first, last] = [write(from), write(to)];
  const written = first.slice(first.indexOf(' '));
  return `${first.slice(0, first.length - written.length)}–${last}`;
}

/** Returns round steps (1, 2 or 5 times a power of ten) wide enough for their labels. */
export function ticks(frame: Frame): { readonly at: readonly Seconds[]; readonly write: (time: Seconds) => string } {
  const { window, width, unit } = frame;
  const length = window.to - window.from;
  if (!(length > 0) || !(width > 0) || !Number.isFinite(length)) return { at: [], write: String };
  let power = Math.floor(Math.log10(length / width));
  for (; ; power++)
    for (const factor of [1, 2, 5]) {
      const step = factor * 10 ** power;
      if (unit === 'steps' && step < 1) continue;
      const write = unit === 'steps' ? (at: number) => grouped(Math.round(at)) : writer(step);
      const widest = Math.max(widthOfText(write(window.from), SIZE), widthOfText(write(window.to), SIZE));
      if ((step / length) * width < widest + APART) continue;
      const first = Math.ceil(window.from / step - 1e-9);
      const count = Math.max(0, Math.floor(window.to / step + 1e-9) - first + 1);
      return { at: Array.from({ length: count }, (_, index) => (first + index) * step), write };
    }
}

/**
 * Ticks with what is written at them, and their lines through the rows.
 * @param top of the writing @param bottom of the lines
 */
export function axis(frame: Frame, top: number, bottom: number): { readonly lines: Drawn[]; readonly texts: Drawn[] } {
  const { at, write } = ticks(frame);
  const right = frame.left + frame.width;
  const lines: Drawn[] = [];
  const texts: Drawn[] = [];
  for (const time of at) {
    const x = Math.round(xOf(frame, time)) + 0.5;
    lines.push({ is: 'line', points: [x, top + SIZE + 3, x, bottom], ink: 'rule', thickness: 1 });
    const text = write(time);
    const half = widthOfText(text, SIZE) / 2;
    if (x - half < frame.left - 8 || x + half > right + 8) continue;
    texts.push({ is: 'text', x, y: top + SIZE - 1, text, ink: 'quiet', size: SIZE, anchor: 'middle' });
  }
  return { lines, texts };
}
