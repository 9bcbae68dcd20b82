/** Results of a search on a running program, as lines of a terminal. */
import { plainLine } from '../../base/text.js';
import type { DynamicsReport } from '../../model/dynamics/dynamics.js';
import type { SearchHistory } from '../../measurement/search/history.js';
import { costTexts, experimentText, headline, hypothesisText, lossTexts } from '../../measurement/search/words.js';
import type { Style } from '../terminal/terminal.js';

export function* watchLines(
  history: SearchHistory,
  dynamics: DynamicsReport | undefined,
  style: Style,
): Generator<string> {
  yield style.bold(headline(history, dynamics));
  for (const { sentence } of dynamics?.findings.slice(0, 5) ?? []) yield sentence;
  yield* lossTexts(history);
  yield* below(history, 0, 0);
  for (const experiment of history.experiments) yield experimentText(experiment);
  yield* costTexts(history);
  if (history.ended !== undefined) yield `The search has ended: ${plainLine(history.ended)}`;
}

function* below(history: SearchHistory, parent: number, depth: number): Generator<string> {
  const children = history.hypotheses
    .filter(({ parents }) => parents[0] === parent)
    .toSorted((a, b) => (b.severity ?? -1) - (a.severity ?? -1));
  for (const one of children) {
    yield `${'  '.repeat(depth)}${hypothesisText(one)}`;
    yield* below(history, one.number, depth + 1);
  }
}
