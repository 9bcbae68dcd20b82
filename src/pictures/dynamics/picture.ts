/** Iterations × locations as a map of values, with the episodes outlined and their series below. */
import { absent, elementAt } from '../../base/elements.js';
import { counted, quantity } from '../../base/text.js';
import type { DynamicsFinding } from '../../model/dynamics/dynamics.js';
import { patternText } from '../../model/dynamics/dynamicsText.js';
import type { MetricUnit } from '../../model/performanceSpace.js';
import { severityFill, type SeverityScale } from '../colors/severity.js';
import type { Drawn, Picture } from '../drawing/drawList.js';
import { shortened, widthOfText } from '../drawing/fonts.js';
import { iterationAxis } from './iterationAxis.js';
import { type MapFrame, xOfBin } from './mapFrame.js';
import { binOf, drawnRows, type PixelValue, type RowOrder, stretchesOf, type ValueMap } from './mapRows.js';
import { seriesChart } from './seriesChart.js';

/** Drawn data of a run. */
export interface DynamicsData {
  /** `Late Sender in MPI_Waitall`. */
  readonly title: string;
  readonly map: ValueMap;
  /** Of locations, by their numbers. */
  readonly nameOf: (location: number) => string;
  /** Changes in this series, each on the locations that change alike; the first is the subject of the page. */
  readonly findings: readonly DynamicsFinding[];
}

export interface DynamicsChoice {
  /** CSS pixels. */
  readonly width: number;
  readonly order: RowOrder;
  readonly pixel: PixelValue;
  readonly scale: SeverityScale;
}

const TITLE = 34;
const SIZE = 11;
const LEFT_MOST = 150;
const RIGHT = 14;
const HEIGHT_OF_MAP = 340;
const ROW_HEIGHT = { least: 2, most: 18 } as const;
const AXIS = 24;
const CHART = 120;
const LEGEND = 34;
/** Steps of the scale of colors: neighbors of one color become one area. */
const STEPS = 24;
const MOST_OUTLINES = 400;
/** Outlines lie around what they are about. */
const RIM = 3;

export function dynamicsPicture(
  data: DynamicsData,
  choice: DynamicsChoice,
): { readonly picture: Picture; readonly frame: MapFrame } {
  const { map, title, nameOf, findings } = data;
  const clusterOf = clustersOf(findings);
  const drawn = drawnRows(map, choice.order, choice.pixel, clusterOf, HEIGHT_OF_MAP / ROW_HEIGHT.least);
  const rowHeight = Math.min(
    ROW_HEIGHT.most,
    Math.max(ROW_HEIGHT.least, Math.floor(HEIGHT_OF_MAP / drawn.rows.length)),
  );
  const names = drawn.rows.map((rows) =>
    rowName(
      rows.map((row) => elementAt(map.location, row)),
      nameOf,
    ),
  );
  const widest = names.reduce((most, name) => Math.max(most, widthOfText(name, SIZE)), 40);
  const left = Math.min(LEFT_MOST, Math.ceil(widest) + 10);
  const frame: MapFrame = { left, top: TITLE, width: Math.max(40, choice.width - left - RIGHT), rowHeight, drawn };
  const bottom = TITLE + rowHeight * drawn.rows.length;
  const chart = bottom + AXIS;
  const height = chart + CHART + AXIS + LEGEND;
  const outlined = findings.flatMap(({ patterns }) => patterns.map(patternText));
  const description = [
    `${title}: ${counted(map.iterations, 'iteration')} from left to right, ${counted(map.location.length, 'location')} from top to bottom, by ${choice.order}`,
    `colors from ${quantity(drawn.low, map.unit)} to ${quantity(drawn.high, map.unit)} an iteration`,
    outlined.length === 0 ? 'nothing is outlined' : `outlined: ${outlined.slice(0, 12).join(', ')}`,
  ].join('; ');
  return {
    frame,
    picture: {
      width: choice.width,
      height,
      title: `${title} by iteration`,
      description: `${description}.`,
      items: [
        ...heading(title, choice.width),
        ...cells(frame, map, choice.scale),
        ...rowNames(frame, names),
        ...outlines(frame, map, findings),
        ...iterationAxis(frame, map, bottom),
        ...seriesChart(frame, map, findings, { top: chart, height: CHART }),
        ...iterationAxis(frame, map, chart + CHART),
        ...legend(frame, map.unit, height - LEGEND + 8, choice.scale),
      ],
    },
  };
}

function heading(title: string, width: number): Drawn[] {
  return [{ is: 'text', x: 4, y: 18, text: shortened(title, 13, width - 8), ink: 'text', size: 13, isBold: true }];
}

/** The number of the cluster of each location, of the findings of one series; the first that names it counts. */
export function clustersOf(findings: readonly DynamicsFinding[]): (location: number) => number | undefined {
  const clusters = new Map<number, number>();
  for (const { locations, cluster } of findings)
    for (const location of locations) if (!clusters.has(location)) clusters.set(location, cluster);
  return (location) => clusters.get(location);
}

function rowName(locations: readonly number[], nameOf: (location: number) => string): string {
  const [first] = locations;
  if (first === undefined) return '';
  return locations.length === 1 ? nameOf(first) : `${nameOf(first)} + ${locations.length - 1}`;
}

/** Neighbors in a row of the same color are one area; areas of one color are adjacent in the list. */
function cells(frame: MapFrame, map: ValueMap, scale: SeverityScale): Drawn[] {
  const { top, rowHeight, drawn } = frame;
  const { value, low, high } = drawn;
  const byStep: Drawn[][] = Array.from({ length: STEPS + 1 }, () => []);
  const fills = byStep.map((_, step) => severityFill(step / STEPS, scale));
  const size = high > low ? STEPS / (high - low) : 0;
  // An unknown value has no color: -1.
  const steps = Int8Array.from(value, (one) =>
    Number.isFinite(one) ? Math.round(Math.min(STEPS, Math.max(0, (one - low) * size))) : -1,
  );
  for (let row = 0; row < drawn.rows.length; row++) {
    const begin = row * map.bins;
    for (let bin = 0; bin < map.bins;) {
      const step = steps[begin + bin] ?? -1;
      let end = bin + 1;
      while (end < map.bins && steps[begin + end] === step) end++;
      const x = xOfBin(frame, map, bin);
      byStep[step]?.push({
        is: 'area',
        x,
        y: top + row * rowHeight,
        width: xOfBin(frame, map, end) - x,
        height: rowHeight,
        fill: fills[step] ?? absent(step),
      });
      bin = end;
    }
  }
  return [
    ...byStep.flat(),
    {
      is: 'edge',
      x: frame.left,
      y: top,
      width: frame.width,
      height: rowHeight * drawn.rows.length,
      ink: 'rule',
      thickness: 1,
    },
  ];
}

function rowNames({ left, top, rowHeight }: MapFrame, names: readonly string[]): Drawn[] {
  const every = Math.ceil((SIZE + 2) / rowHeight);
  return names.flatMap((name, row): Drawn[] =>
    row % every !== 0
      ? []
      : [
          {
            is: 'text',
            x: left - 6,
            y: top + (row + Math.min(every, names.length - row) / 2) * rowHeight + SIZE * 0.36,
            text: shortened(name, SIZE, left - 10),
            ink: 'text',
            size: SIZE,
            anchor: 'end',
          },
        ],
  );
}

/** Returns the outline of each change on its rows, as a rim in the background color with a line in it. */
function outlines(frame: MapFrame, map: ValueMap, findings: readonly DynamicsFinding[]): Drawn[] {
  const found: Drawn[] = [];
  for (const { patterns, locations } of findings) {
    const stretches = stretchesOf(frame.drawn, map, new Set(locations));
    for (const { first, last } of patterns)
      for (const { from, to } of stretches) {
        if (found.length >= 2 * MOST_OUTLINES) return found;
        const x = xOfBin(frame, map, binOf(map, first));
        const box = {
          x: x - RIM,
          y: frame.top + from * frame.rowHeight - RIM,
          width: xOfBin(frame, map, binOf(map, last) + 1) - x + 2 * RIM,
          height: (to - from) * frame.rowHeight + 2 * RIM,
        };
        found.push({ is: 'edge', ...box, ink: 'ground', thickness: RIM, radius: 2 });
        found.push({ is: 'edge', ...box, ink: 'text', thickness: 1.5, radius: 2 });
      }
  }
  return found;
}

function legend({ left, width, drawn }: MapFrame, unit: MetricUnit, y: number, scale: SeverityScale): Drawn[] {
  const size = Math.min(160, width / 2);
  const low = `≤ ${quantity(drawn.low, unit)}`;
  const from = left + widthOfText(low, SIZE) + 6;
  return [
    { is: 'text', x: left, y: y + 10, text: low, ink: 'quiet', size: SIZE },
    ...Array.from({ length: STEPS }, (_, step): Drawn => ({
      is: 'area',
      x: from + (step / STEPS) * size,
      y,
      width: size / STEPS + 0.5,
      height: 12,
      fill: severityFill((step + 0.5) / STEPS, scale),
    })),
    { is: 'edge', x: from, y, width: size, height: 12, ink: 'rule', thickness: 1 },
    {
      is: 'text',
      x: from + size + 6,
      y: y + 10,
      text: `≥ ${quantity(drawn.high, unit)} an iteration`,
      ink: 'quiet',
      size: SIZE,
    },
  ];
}
