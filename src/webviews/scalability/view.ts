/** Lines of the scalability charts, and texts of their numbers. Independent of the browser. */
import { absent } from '../../base/elements.js';
import { counted, duration, percent } from '../../base/text.js';
import type { ScalabilityState, ScaleModel, ScalePoint } from '../../protocol/pages/scalability.js';
import { FAIR } from '../../model/findings/efficiency.js';
import type { Line } from '../kit/line.js';

/** Below it, an efficiency has the color of what is worst. */
const POOR = 0.5;

/** Maximum number of properties drawn; more lines would be indistinguishable. */
export const mostProperties = 5;

export interface ScaleChart {
  readonly title: string;
  readonly lines: readonly Line[];
  readonly formatY: (value: number) => string;
  readonly describe: (index: number) => string;
}

/** The three charts of a study: speed-up, efficiency, and how the properties grow. */
export function chartsOf({ points, properties }: ScalabilityState): ScaleChart[] {
  const first = points.at(0)?.ranks ?? 1;
  const pointAt = (index: number): ScalePoint => points[index] ?? absent(index);
  return [
    {
      title: 'Speed-up',
      lines: [
        { label: 'measured', look: 0, values: points.map((point) => point.speedup) },
        { label: 'ideal', look: 1, reference: true, values: points.map((point) => point.ranks) },
      ],
      formatY: plain,
      describe: (index) => speedupSentence(pointAt(index), first),
    },
    {
      title: 'Efficiency',
      lines: [
        { label: 'measured', look: 0, values: points.map((point) => point.efficiency) },
        { label: 'ideal', look: 1, reference: true, values: points.map(() => 1) },
      ],
      formatY: (value) => `${Math.round(value * 100)} %`,
      describe: (index) => `${counted(pointAt(index).ranks, 'rank')}: efficiency ${percent(pointAt(index).efficiency)}`,
    },
    {
      title: 'Properties, share of the total time',
      lines: properties
        .slice(0, mostProperties)
        .map(({ title, shares }, index) => ({ label: title, look: index, values: shares })),
      formatY: (value) => `${plain(value * 100)} %`,
      describe: (index) =>
        `${counted(pointAt(index).ranks, 'rank')}: ${properties
          .slice(0, mostProperties)
          .map(({ title, shares }) => `${title} ${percent(shares[index] ?? absent(index))}`)
          .join(', ')}`,
    },
  ];
}

/** The run time and the properties that have a model, in the order in which they are drawn. */
export function modelsOf({ model, properties }: ScalabilityState): (ScaleModel & { readonly title: string })[] {
  return [
    ...(model === undefined ? [] : [{ title: 'Run time', ...model }]),
    ...properties.flatMap((property) =>
      property.model === undefined ? [] : [{ title: property.title, ...property.model }],
    ),
  ];
}

/** Returns the result of the study, in one sentence. */
export function summary({ points, properties }: ScalabilityState): string {
  const [first, last] = [points.at(0), points.at(-1)];
  if (first === undefined || last === undefined || first === last)
    return 'Runs with at least two rank counts are needed.';
  const worst = properties.at(0);
  const [from = 0, to = 0] = [worst?.shares.at(0), worst?.shares.at(-1)];
  const cause =
    worst === undefined || to === 0
      ? ''
      : ` ${worst.title} grows from ${percent(from)} to ${percent(to)} of the total time.`;
  return `${last.ranks} ranks are ${plain(first.runTime / last.runTime)} times as fast as ${counted(first.ranks, 'rank')}: efficiency ${percent(last.efficiency)}.${cause}`;
}

function speedupSentence({ ranks, speedup, runTime }: ScalePoint, first: number): string {
  const basis = first === 1 ? '' : ` (${first} ranks taken as speed-up ${first})`;
  return `${counted(ranks, 'rank')}: speed-up ${plain(speedup)}${basis}, ${duration(runTime)} run time`;
}

/** Returns the mark next to an efficiency: fair as POP defines it, low, or poor. */
export function levelOf(efficiency: number): 'fair' | 'low' | 'poor' {
  if (efficiency >= FAIR) return 'fair';
  return efficiency >= POOR ? 'low' : 'poor';
}

/** Formats a number with at most two decimals, without insignificant ones. */
export function plain(value: number): string {
  return String(Number(value.toFixed(2)));
}
