/** Results of the search on a running program, as clients receive them. */
import { isFile, statOf } from '../../base/files/index.js';
import type { LiveHypothesis, LiveSearch } from '../../protocol/live.js';
import type { SearchHistory } from '../../measurement/search/history.js';
import { costTexts, experimentText, headline, hypothesisText, lossTexts } from '../../measurement/search/words.js';
import { dynamicsIn, readSearch } from '../../workflows/live/searchRun.js';

/** Maximum number of changes listed separately; all are among the hypotheses. */
const MOST_CHANGES = 3;

/** Returns the contents of a search file; undefined if there is none. */
export const keptIn = (file: string): SearchHistory | undefined => (isFile(file) ? readSearch(file) : undefined);

export function shownSearch(history: SearchHistory): LiveSearch {
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

/**
 * Reports whether a search that writes to this file is running. @param history content of the file, if it was read
 * already
 */
export function isSearchedElsewhere(file: string, now = Date.now(), history = keptIn(file)): boolean {
  const written = statOf(file)?.mtimeMs;
  return written !== undefined && now - written < SILENT_MS && history !== undefined && history.ended === undefined;
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
