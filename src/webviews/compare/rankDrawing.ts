/** Draws the values of one experiment by rank: a bar each, or where there are too many what falls on each pixel. */
import { absent } from '../../base/elements.js';
import type { Seconds } from '../../base/units.js';
import { color } from '../kit/theme.js';
import { bandsOf } from './rankProfile.js';

/** CSS pixels that a bar takes at least, with the gap after it. */
const NARROWEST = 3;
const WIDEST = 48;

/** From the lowest to the highest value of all experiments that are drawn. */
export interface RankScale {
  readonly low: Seconds;
  readonly high: Seconds;
}

/** Reports whether each value has a separate bar. @param width CSS pixels */
export function hasBars(count: number, width: number): boolean {
  return count * NARROWEST <= width;
}

/** The width that one value takes, CSS pixels: few of them do not fill the picture. */
export function stepOf(count: number, width: number): number {
  return Math.min(WIDEST, width / count);
}

/** @param chosen position of the value that is read; undefined for none */
export function drawRanks(
  canvas: HTMLCanvasElement,
  values: Float64Array,
  { low, high }: RankScale,
  chosen: number | undefined,
): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  const ratio = window.devicePixelRatio;
  [canvas.width, canvas.height] = [Math.max(1, Math.round(width * ratio)), Math.round(height * ratio)];
  const pen = canvas.getContext('2d');
  if (pen === null || width === 0) return;
  pen.scale(ratio, ratio);
  const extent = high - low || 1;
  const yOf = (value: number): number => 1 + ((high - value) / extent) * (height - 2);
  const zero = yOf(0);
  const bar = (x: number, wide: number, from: number, to: number): void =>
    pen.fillRect(x, Math.min(yOf(from), yOf(to)), wide, Math.abs(yOf(from) - yOf(to)));
  const fill = color('--vscode-charts-blue', '--vscode-foreground');
  const ink = color('--vscode-foreground');
  const step = stepOf(values.length, width);
  if (hasBars(values.length, width)) {
    const gap = step >= 8 ? 2 : 1;
    for (const [at, value] of values.entries()) {
      pen.fillStyle = at === chosen ? ink : fill;
      bar(at * step, step - gap, 0, value);
    }
  } else {
    const columns = Math.floor(width);
    const bands = bandsOf(values, columns);
    const mean = new Path2D();
    for (let column = 0; column < columns; column++) {
      const [least, most] = [bands.low[column] ?? absent(column), bands.high[column] ?? absent(column)];
      pen.fillStyle = `color-mix(in srgb, ${fill} 45%, transparent)`;
      bar(column, 1, least, most);
      pen.fillStyle = fill;
      bar(column, 1, 0, least > 0 ? least : Math.min(0, most));
      mean.lineTo(column + 0.5, yOf(bands.mean[column] ?? absent(column)));
    }
    pen.strokeStyle = ink;
    pen.stroke(mean);
    if (chosen !== undefined) {
      pen.fillStyle = color('--vscode-focusBorder', '--vscode-foreground');
      pen.fillRect(Math.floor((chosen * columns) / values.length), 0, 1, height);
    }
  }
  pen.fillStyle = color('--vscode-descriptionForeground', '--vscode-foreground');
  pen.fillRect(0, zero - 0.5, hasBars(values.length, width) ? step * values.length : width, 1);
}
