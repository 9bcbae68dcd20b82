/** Who sends to whom: how many messages, how many bytes, or how much waiting. */
import { elementAt } from '../../base/elements.js';
import { counted, quantity } from '../../base/text.js';
import type { SeverityScale } from '../colors/severity.js';
import type { Diagram, Numbers } from './diagram.js';
import { heatOf } from './heat.js';
import { shortNames } from './names.js';

export interface MatrixData {
  readonly of: 'count' | 'bytes' | 'waiting';
  readonly unit: string;
  readonly names: readonly string[];
  /** Amount from the first to the second, row by row. */
  readonly value: Float64Array;
  readonly processes: number;
  /** Processes of a row. */
  readonly folded: number;
  readonly messages: number;
  /** `the whole run`, `1.2–1.4 s`. */
  readonly when: string;
}

const WHAT = { count: 'messages', bytes: 'bytes sent', waiting: 'waiting for messages' } as const;
/** Cells that a table has at most: the largest. */
const MOST_LINES = 1000;

export function matrixPicture(
  data: MatrixData,
  { width, scale }: { readonly width: number; readonly scale: SeverityScale },
): Diagram {
  const { names, unit, of } = data;
  const rows = names.length;
  const textOf = (sender: number, receiver: number): string =>
    `${names[sender] ?? ''} to ${names[receiver] ?? ''}: ${told(data.value[sender * rows + receiver] ?? 0, data)}`;
  const drawn = heatOf(
    {
      ...{ rows, columns: rows, unit, textOf },
      // Who does not speak with each other leaves the ground.
      value: data.value.map((value) => (value === 0 ? Number.NaN : value)),
      rowNames: names,
      columnNames: shortNames(names),
      rowTitle: 'sender',
      columnTitle: 'receiver',
    },
    { y: 4, width, scale, isSquare: true },
  );
  return {
    ...{ width, height: drawn.bottom, spots: drawn.spots, items: drawn.items },
    title: `Who sends to whom: ${WHAT[of]}`,
    description: sentenceOf(data, textOf),
    numbers: numbersOf(data),
  };
}

function sentenceOf(
  { value, names, processes, folded, messages, when, unit, of }: MatrixData,
  textOf: (sender: number, receiver: number) => string,
): string {
  const rows = names.length;
  const who = counted(processes, 'process', 'processes');
  const folding = folded > 1 ? `, ${folded} of ${who} in a row` : '';
  const largest = value.reduce((best, one, at) => (one > (value[best] ?? 0) ? at : best), 0);
  if (messages === 0) return `No messages between ${who} in ${when}.`;
  const sum = value.reduce((total, one) => total + one, 0);
  const all = of === 'count' ? '' : `, ${quantity(sum, unit)} ${of === 'bytes' ? 'sent' : 'of waiting for them'}`;
  const most = (value[largest] ?? 0) > 0 ? `; most from ${textOf(Math.floor(largest / rows), largest % rows)}` : '';
  return `${counted(messages, 'message')} between ${who} in ${when}${all}${folding}${most}. Collective operations are not among them.`;
}

const told = (value: number, { of, unit }: MatrixData): string =>
  of === 'count' ? counted(value, 'message') : quantity(value, unit);

function numbersOf(data: MatrixData): Numbers {
  const { value, names } = data;
  const cells = [...value.keys()].filter((at) => value[at] !== 0);
  const shown = cells.length > MOST_LINES ? cells.sort((a, b) => elementAt(value, b) - elementAt(value, a)) : cells;
  return {
    heads: ['Sender', 'Receiver', WHAT[data.of]],
    lines: shown
      .slice(0, MOST_LINES)
      .map((at) => [
        names[Math.floor(at / names.length)] ?? '',
        names[at % names.length] ?? '',
        told(elementAt(value, at), data),
      ]),
  };
}
