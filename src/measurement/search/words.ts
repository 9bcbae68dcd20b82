/** Results of a search, in words shared by the command line and the views. */
import { counted, grouped, percent, plainLine } from '../../base/text.js';
import type { DynamicsReport } from '../../model/dynamics/dynamics.js';
import { shortFunctionName } from '../../model/text/functionNames.js';
import { shippedProperties } from '../../properties/index.js';
import type { Experiment, Hypothesis, SearchHistory } from './history.js';

const BARS = '▁▂▃▄▅▆▇█';

/** Values from the least to the most. */
function sparkline(values: readonly number[]): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return values
    .map((value) => BARS[most > least ? Math.min(7, Math.floor((8 * (value - least)) / (most - least))) : 0])
    .join('');
}

/** `1,200 iterations  ▁▁▃▇`. */
export function headline({ iterations }: SearchHistory, dynamics: DynamicsReport | undefined): string {
  const bins = dynamics?.loops[0]?.bins ?? [];
  return `${grouped(iterations)} iterations${bins.length === 0 ? '' : `  ${sparkline(bins)}`}`;
}

/** How far a search came, and why it ended: one sentence. */
export function searchedText(history: SearchHistory): string {
  const { iterations, ended } = history;
  const found = history.hypotheses.filter(({ number, state }) => number > 0 && state === 'true').length;
  const how = `${counted(iterations, 'iteration')} searched while it ran: ${counted(found, 'hypothesis', 'hypotheses')} true`;
  return ended === undefined ? `${how}; the search continues.` : `${how}. ${plainLine(ended)}`;
}

/** Yields the gaps in the data of iterations. */
export function* lossTexts({ hint, joined, missing, coarse, summed, full }: SearchHistory): Generator<string> {
  if (hint !== undefined) yield plainLine(hint);
  if (joined > 0) yield `${counted(joined, 'iteration')} were reported together with others.`;
  if (summed !== undefined)
    yield `${counted(summed, 'call path')} of single threads count only in the sums of their metrics: memory is limited.`;
  if (full !== undefined)
    yield `On ${full.length === 1 ? 'rank' : 'ranks'} ${ranges(full)}, call paths beyond the first 256 count where they are called.`;
  if (coarse !== undefined)
    yield `In ${counted(coarse, 'iteration')}, short changes could not be searched for: the iterations were too fast.`;
  if (missing.length > 0) yield `No data from ${missing.length === 1 ? 'rank' : 'ranks'} ${ranges(missing)}.`;
}

/** Yields the cost of searching for the program, and its limit. */
export function* costTexts({ cost, budget }: SearchHistory): Generator<string> {
  if (cost > 0)
    yield `Recording takes ${percent(cost)} of the time at most, by the number of events; it may take ${percent(budget)}.`;
}

export function experimentText({ kind, first, count, slowdown }: Experiment): string {
  const what = kind === 'burst' ? 'Traced' : 'Tried more functions in';
  const longer =
    slowdown === undefined ? '' : `, which took ${percent(Math.max(0, slowdown))} longer than those before`;
  return `${what} iterations ${first} to ${first + count - 1}${longer}.`;
}

/** Of what a hypothesis is about. */
export const titleOf = (property: string): string =>
  shippedProperties.get(property)?.title ?? shippedProperties.ofIteration(property)?.title ?? property;

/** `Late Sender at step › MPI_Recv on ranks 3–7: 12.3 %, true`. */
export function hypothesisText({ property, path, ranks, state, severity, note }: Hypothesis): string {
  const title = titleOf(property);
  const at =
    path.length === 0 || path[0] === 'comp'
      ? ''
      : ` at ${path.map((name) => shortFunctionName(plainLine(name))).join(' › ')}`;
  const on = ranks.length === 0 ? '' : ` on ${ranksText(ranks)}`;
  const value = severity === undefined ? '' : `: ${percent(severity)}`;
  return `${title}${at}${on}${value}, ${state}${note === undefined ? '' : ` (${plainLine(note)})`}`;
}

/** `ranks 0–3, 7`. */
export const ranksText = (ranks: readonly number[]): string =>
  `${ranks.length === 1 ? 'rank' : 'ranks'} ${ranges(ranks)}`;

/** `0–3, 7`. */
function ranges(ranks: readonly number[]): string {
  const parts: [number, number][] = [];
  for (const rank of ranks.toSorted((a, b) => a - b)) {
    const last = parts.at(-1);
    if (last?.[1] === rank - 1) last[1] = rank;
    else parts.push([rank, rank]);
  }
  return parts.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`)).join(', ');
}
