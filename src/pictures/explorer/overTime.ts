/** How much of a metric there is at each moment of the run. */
import { duration, percent } from '../../base/text.js';
import type { Seconds } from '../../base/units.js';
import type { Drawn } from '../drawing/drawList.js';
import { axis, windowText } from '../timeline/axis.js';
import { type Frame, type Window, xOf } from '../timeline/frame.js';
import { type Diagram, listSpots, MARGIN, type Spot, TEXT } from './diagram.js';

export interface OverTimeData {
  /** Displayed value, such as `Late Sender in exchange_halo`. */
  readonly what: string;
  readonly span: Seconds;
  /** Seconds of all locations together in each of as many equal parts of the run, and what they could be at most. */
  readonly value: Float64Array;
  readonly most: Float64Array;
  /** Whether some of it is spread over calls evenly. */
  readonly isEven: boolean;
  /** The part of the run that is selected. */
  readonly selected?: Window | undefined;
}

const HEIGHT = 150;
const LEFT = 58;

export function overTimePicture(data: OverTimeData, { width }: { readonly width: number }): Diagram {
  const { what, span, value, most } = data;
  const shares = Array.from(value, (seconds, bin) => {
    const all = most[bin] ?? 0;
    return all > 0 ? seconds / all : 0;
  });
  const largest = Math.max(0, ...shares);
  const top = 24;
  const frame = {
    ...{ window: { from: 0, to: span }, left: LEFT, width: width - LEFT - MARGIN, top },
    ...{ rowHeight: HEIGHT, gap: 0, rows: 1 },
  };
  const bin = frame.width / Math.max(1, shares.length);
  const scale = roundUp(largest);
  const { lines, texts } = axis(frame, 4, top + HEIGHT);
  const windowOf = (at: number) => ({ from: (at / shares.length) * span, to: ((at + 1) / shares.length) * span });
  const spots = shares.map((share, at): Spot => ({
    ...{ x: LEFT + at * bin, y: top, width: bin, height: HEIGHT },
    text: `${windowText(windowOf(at))}: ${percent(share)} of the time, ${duration(value[at] ?? 0)}`,
  }));
  const bars = shares.map((share, at): Drawn => ({
    ...{ is: 'area', fill: { ink: 'chosen' }, x: LEFT + at * bin, width: bin },
    ...{ y: top + HEIGHT * (1 - share / scale), height: HEIGHT * (share / scale) },
  }));
  const note = data.isEven ? ' Within a call it is taken to pass evenly.' : '';
  return {
    width,
    height: top + HEIGHT + 12,
    title: `${what} over time`,
    description: `${sentenceOf(data, shares)}${note}`,
    spots: listSpots(spots),
    numbers: {
      heads: ['Time', 'Share of the time of all locations', 'Seconds'],
      lines: shares.map((share, at) => [windowText(windowOf(at)), percent(share), duration(value[at] ?? 0)]),
    },
    items: [
      ...lines,
      ...texts,
      ...bars,
      ...(data.selected === undefined ? [] : selectionFrame(frame, data.selected)),
      ...[0, 0.5, 1].flatMap((part): Drawn[] => {
        const y = Math.round(top + HEIGHT * (1 - part)) + 0.5;
        return [
          { is: 'line', points: [LEFT, y, width - MARGIN, y], ink: 'rule', thickness: 1 },
          {
            ...{ is: 'text', x: LEFT - 6, y: y + 4, text: percent(scale * part), ink: 'quiet', size: TEXT - 1 },
            anchor: 'end',
          },
        ];
      }),
    ],
  };
}

function selectionFrame(frame: Frame, { from, to }: Window): Drawn[] {
  const [x, end] = [xOf(frame, from), xOf(frame, to)];
  const box = { x, y: frame.top, width: Math.max(2, end - x), height: frame.rowHeight };
  return [
    { is: 'area', ...box, fill: { ink: 'text', opacity: 0.08 } },
    { is: 'edge', ...box, ink: 'text', thickness: 1 },
  ];
}

/** 1, 2 or 5 times a power of ten, at most all. */
function roundUp(share: number): number {
  if (!(share > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(share));
  return Math.min(1, power * ([1, 2, 5, 10].find((factor) => factor * power >= share * (1 - 1e-9)) ?? 10));
}

function sentenceOf({ what, span, value }: OverTimeData, shares: readonly number[]): string {
  const sum = value.reduce((total, seconds) => total + seconds, 0);
  if (!(sum > 0)) return `${what}: nothing over ${duration(span)}.`;
  const worst = shares.indexOf(Math.max(...shares));
  const size = span / shares.length;
  const when = windowText({ from: worst * size, to: (worst + 1) * size });
  return `${what} over ${duration(span)}: ${duration(sum)} on all locations together, most at ${when}, ${percent(shares[worst] ?? 0)} of the time there.`;
}
