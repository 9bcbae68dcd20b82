/** What the search on a running program has found, as clients are told of it. */
import { isFile, statOf } from '../../base/files/index.js';
import type { LiveHypothesis, LiveSearch } from '../../protocol/live.js';
import type { SearchHistory } from '../../measurement/search/history.js';
import { costTexts, experimentText, headline, hypothesisText, lossTexts } from '../../measurement/search/words.js';
import { dynamicsIn, readSearch } from '../../workflows/live/searchRun.js';

/** Changes that are told by themselves; all are among the hypotheses. */
const MOST_CHANGES = 3;

/** Undefined where there is none. */
export function searchIn(file: string): LiveSearch | undefined {
  if (!isFile(file)) return undefined;
  const history = readSearch(file);
  const dynamics = dynamicsIn(history);
  const changes = dynamics?.findings.slice(0, MOST_CHANGES).map(({ sentence }) => sentence) ?? [];
  return {
    headline: `${history.ended === undefined ? 'searching' : 'over'}, ${headline(history, dynamics)}`,
    sentences: [
      ...changes,
      ...lossTexts(history),
      ...history.experiments.slice(-1).map(experimentText),
      ...costTexts(history),
      ...(history.ended === undefined ? [] : [history.ended]),
    ],
    hypotheses: below(history, 0),
  };
}

/** A search writes what it found after each step: one that has written nothing for so long was ended, in milliseconds. */
const SILENT_MS = 60_000;

/** Whether a search goes on that keeps what it finds in a file. */
export function isSearchedElsewhere(file: string, now = Date.now()): boolean {
  const written = statOf(file)?.mtimeMs;
  return written !== undefined && now - written < SILENT_MS && readSearch(file).ended === undefined;
}

function below(history: SearchHistory, parent: number): LiveHypothesis[] {
  return history.hypotheses
    .filter(({ parents }) => parents[0] === parent)
    .toSorted((a, b) => (b.severity ?? -1) - (a.severity ?? -1))
    .map((one) => ({
      number: one.number,
      text: hypothesisText(one),
      isTrue: one.state === 'true',
      children: below(history, one.number),
    }));
}
