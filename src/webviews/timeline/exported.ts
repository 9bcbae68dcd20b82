/** What is seen as a file. */
import { csvLine } from '../../base/csv.js';
import { elementAt } from '../../base/elements.js';
import type { MarksAnswer, Run } from './run.js';

export interface Seen {
  readonly run: Run;
  readonly marks: MarksAnswer;
  readonly functionNames: readonly string[];
}

/** The waits of the window, the longest first, as values between commas. */
export function csvText({ run, marks, functionNames }: Seen): string {
  const { columns } = marks;
  const names = new Map(run.locations.map((location, row) => [location, run.names[row] ?? '']));
  const nameOf = (location: number): string => names.get(location) ?? `location ${location}`;
  const lines = Array.from({ length: columns.waitLocation.length }, (_, at) => {
    const [from, to] = [elementAt(columns.waitFrom, at), elementAt(columns.waitTo, at)];
    const late = elementAt(columns.waitLate, at);
    return [
      nameOf(elementAt(columns.waitLocation, at)),
      ...[to - from, from, to],
      functionNames[elementAt(columns.waitNode, at)] ?? '',
      late < 0 ? '' : nameOf(late),
    ];
  });
  const head = ['who', 'waited (s)', 'from (s)', 'to (s)', 'in', 'for'];
  return [head, ...lines].map((cells) => `${csvLine(cells)}\n`).join('');
}
