import { describe, expect, it } from 'vitest';
import { endOf, errorOf, failureOf, MemoryError } from '../../../src/engine/analysis/failure.js';
import { LARGEST_HEAP } from '../../../src/engine/analysis/memoryLimit.js';

/** Returns the message about a worker that ended by an error, which is passed from thread to thread. */
function said(error: Error): string {
  const told = errorOf(failureOf(error));
  return endOf(failureOf(told), 1, { what: 'The analysis of x', remedy: 'use another machine' }).message;
}

describe('the sentence about memory', () => {
  it('suggests raising a limit, even one equal to the size limit of objects', () => {
    for (const limit of [LARGEST_HEAP / 2, LARGEST_HEAP, 2 * LARGEST_HEAP])
      expect(said(new MemoryError(limit))).toContain('raise it (TRIMTAB_MEMORY_LIMIT');
  });

  it('reports that no setting helps', () => {
    expect(said(new MemoryError(LARGEST_HEAP, true))).toContain('which is the most there can be');
  });

  it('knows no limit where the machine has no more', () => {
    expect(said(new MemoryError())).toContain('more memory than is free');
  });
});
