/** Waiting by rank as a strip of bars that fits into a hover, with the ranks that cause it marked by shape and color. */
import { elementAt } from '../../base/elements.js';
import { counted } from '../../base/text.js';
import { type Concerned, listRanks } from '../../model/findings/concerned.js';
import { type Palette, palettes } from '../colors/inks.js';
import type { Drawn, Fill, Picture } from '../drawing/drawList.js';
import { shortened, widthOfText } from '../drawing/fonts.js';

/** A rank, thread or location and its waiting. */
export interface StripRank {
  readonly number: number;
  readonly value: number;
  /** Whether others wait for it. */
  readonly isCause: boolean;
}

/** The input of a strip. */
export interface StripData {
  /** Displayed value, such as `Waiting`. */
  readonly what: string;
  readonly unit: Concerned['unit'];
  /** All of the run, by ascending number. */
  readonly ranks: readonly StripRank[];
  /** A value with its unit. */
  readonly format: (value: number) => string;
}

/** A bar: one rank, or the mean of several neighbors. */
interface Bar extends StripRank {
  readonly ranks: number;
}

/**
 * Colors with a separate background, since the picture cannot know the theme of the editor. The dark background does
 * not glare in dark themes, and its inks are checked for contrast.
 */
export const STRIP_PALETTE: Palette = palettes.dark;
/** The inks of bars: of ranks that only wait, and of those that others wait for. */
export const STRIP_INKS = { waiting: 'waiting', cause: 'late7' } as const;

/** More ranks are drawn as means of neighbors. */
export const MOST_STRIP_BARS = 64;
/** Ranks and causes listed in the sentence. */
const MOST_LISTED = 4;
const MOST_CAUSES_LISTED = 8;

/** CSS pixels; a strip with few bars is less wide. */
const WIDTH = 320;
const HEIGHT = 44;
const MARGIN = 4;
const TEXT = 10;
/** Bars start at the base line; their marks are above the highest bar. */
const BASE = 31;
/** The base line of the rank numbers. */
const NUMBERS = 41;
const TALLEST = 22;
const BARS_WIDTH = 256;
const WIDEST_STEP = 40;

/** The strip, and a sentence with its numbers as description; undefined where it would have fewer than two bars. */
export function rankStrip(data: StripData): Picture | undefined {
  if (data.ranks.length < 2) return undefined;
  const bars = barsOf(data.ranks);
  const step = Math.min(WIDEST_STEP, Math.floor(BARS_WIDTH / bars.length));
  const largest = bars.reduce((most, { value }) => Math.max(most, value), 0);
  if (largest <= 0) return undefined;
  const end = MARGIN + bars.length * step;
  const side = sideItems(data, bars, largest, end);
  return {
    ...{ width: Math.min(WIDTH, Math.ceil(side.end) + MARGIN), height: HEIGHT },
    title: `${data.what} by ${data.unit}`,
    description: sentenceOf(data, bars.length),
    items: [
      ...barItems(bars, step, largest),
      { is: 'line', points: [MARGIN, BASE + 0.5, end, BASE + 0.5], ink: 'quiet', thickness: 1 },
      ...numberItems(bars, step),
      ...side.items,
    ],
  };
}

/** The meaning of the marks, the value of the tallest bar, and what both axes show; at the right of the bars. */
function sideItems(
  { what, unit, format }: StripData,
  bars: readonly Bar[],
  largest: number,
  left: number,
): { readonly items: readonly Drawn[]; readonly end: number } {
  const x = left + 6;
  let end = x;
  const text = (y: number, whole: string, indent = 0): Drawn => {
    const shown = shortened(whole, TEXT, WIDTH - MARGIN - x - indent);
    end = Math.max(end, x + indent + widthOfText(shown, TEXT));
    return { is: 'text', x: x + indent, y, text: shown, ink: 'text', size: TEXT };
  };
  const key = bars.some(({ isCause }) => isCause) ? [...markAt(x + 3), text(8, 'cause', 10)] : [];
  const axes = [text(19, format(largest)), text(30, what.toLowerCase()), text(NUMBERS, unit)];
  return { items: [...key, ...axes], end };
}

/** One bar for each rank, or means of neighbors: ranks are divided evenly, so that bars differ by one rank at most. */
function barsOf(ranks: readonly StripRank[]): Bar[] {
  const count = Math.min(MOST_STRIP_BARS, ranks.length);
  return Array.from({ length: count }, (_, bar) => {
    const start = Math.floor((bar * ranks.length) / count);
    const part = ranks.slice(start, Math.floor(((bar + 1) * ranks.length) / count));
    return {
      number: elementAt(ranks, start).number,
      value: part.reduce((sum, { value }) => sum + value, 0) / part.length,
      isCause: part.some(({ isCause }) => isCause),
      ranks: part.length,
    };
  });
}

/** Bars of one ink follow each other, which makes one path of them. */
function barItems(bars: readonly Bar[], step: number, largest: number): Drawn[] {
  const width = widthOfBar(step);
  const placed = bars.map((bar, at) => ({ ...bar, x: MARGIN + at * step }));
  const areas = (isCause: boolean): Drawn[] => {
    const fill: Fill = { ink: isCause ? STRIP_INKS.cause : STRIP_INKS.waiting };
    return placed
      .filter((bar) => bar.isCause === isCause && bar.value > 0)
      .map(({ x, value }) => {
        const height = Math.max(1, (value / largest) * TALLEST);
        return { is: 'area', x, y: BASE - height, width, height, fill };
      });
  };
  const marks = placed.filter(({ isCause }) => isCause).flatMap(({ x }) => markAt(x + Math.floor(width / 2)));
  return [...areas(false), ...areas(true), ...marks];
}

/** Bars are apart, if only by a pixel. */
const widthOfBar = (step: number): number => (step > 8 ? step - 4 : step - 1);

/** A triangle that points down, as areas, of which all marks together make one path. @param x of its middle */
function markAt(x: number): Drawn[] {
  const fill: Fill = { ink: STRIP_INKS.cause };
  return [3, 2, 1].map((half, row) => {
    return { is: 'area', x: x - half, y: 1 + 2 * row, width: 2 * half, height: 2, fill };
  });
}

/** As many numbers below the bars as do not touch, at even distances. */
function numberItems(bars: readonly Bar[], step: number): Drawn[] {
  const widest = bars.reduce((most, { number }) => Math.max(most, widthOfText(String(number), TEXT)), 0);
  const stride = [1, 2, 4, 8, 16, 32].find((bar) => bar * step >= widest + 4) ?? MOST_STRIP_BARS;
  const width = widthOfBar(step);
  return bars.flatMap(({ number }, at): Drawn[] => {
    if (at % stride > 0) return [];
    const text = String(number);
    const x = Math.max(MARGIN + at * step + width / 2, widthOfText(text, TEXT) / 2);
    return [{ is: 'text', x, y: NUMBERS, text, ink: 'text', size: TEXT, anchor: 'middle' }];
  });
}

/** `Waiting by rank: rank 0 3.10 s, rank 2 2.90 s, of 4 ranks. Rank 1 makes others wait.` */
function sentenceOf({ what, unit, ranks, format }: StripData, bars: number): string {
  const waiting = ranks.filter(({ value }) => value > 0).sort((a, b) => b.value - a.value || a.number - b.number);
  const listed = waiting.slice(0, MOST_LISTED).map(({ number, value }) => `${unit} ${number} ${format(value)}`);
  const more = waiting.length > listed.length ? ` and ${counted(waiting.length - listed.length, 'other')}` : '';
  const numbers = `${what} by ${unit}: ${listed.join(', ')}${more}, of ${counted(ranks.length, unit)}.`;
  const inBars = Math.ceil(ranks.length / bars);
  const means = inBars > 1 ? [`The ${bars} bars are averages of up to ${counted(inBars, unit)} each.`] : [];
  return [numbers, ...means, ...causesText(unit, ranks)].join(' ');
}

function causesText(unit: StripData['unit'], ranks: readonly StripRank[]): string[] {
  const numbers = ranks.filter(({ isCause }) => isCause).map(({ number }) => number);
  if (numbers.length === 0) return [];
  const verb = numbers.length === 1 ? 'makes' : 'make';
  const who =
    numbers.length > MOST_CAUSES_LISTED
      ? counted(numbers.length, unit)
      : listRanks({ unit, numbers, total: ranks.length });
  return [`${who.charAt(0).toUpperCase()}${who.slice(1)} ${verb} others wait.`];
}
