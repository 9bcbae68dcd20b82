import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isSearchedElsewhere } from '../../../src/engine/live/liveSearch.js';
import { emptyHistory, SEARCH_FILE } from '../../../src/measurement/search/history.js';
import { temporaryFolder } from '../../experiments/support.js';

/** A kept search that was written so many seconds before 1,000,000 seconds of the clock. */
function searchWritten(secondsBefore: number, ended?: string): string {
  const file = join(temporaryFolder(), SEARCH_FILE);
  writeFileSync(file, JSON.stringify({ ...emptyHistory(), ...(ended === undefined ? {} : { ended }) }));
  utimesSync(file, NOW_S - secondsBefore, NOW_S - secondsBefore);
  return file;
}

const NOW_S = 1_000_000;
const isSearched = (file: string): boolean => isSearchedElsewhere(file, 1000 * NOW_S);

describe('a search that runs elsewhere', () => {
  it('has written what it found a moment ago, and has not ended', () => {
    expect(isSearched(searchWritten(2))).toBe(true);
    expect(isSearched(searchWritten(2, 'The run ended.'))).toBe(false);
  });

  it('is none where nothing was written for a minute, since its process was ended', () => {
    expect(isSearched(searchWritten(61))).toBe(false);
    expect(isSearched(join(temporaryFolder(), SEARCH_FILE))).toBe(false);
  });
});
