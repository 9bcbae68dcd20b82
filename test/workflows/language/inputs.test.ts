import { describe, expect, it } from 'vitest';
import { inputDescriptions } from '../../../src/workflows/language/inputs.js';

describe('descriptions of inputs', () => {
  it('are the comments right above them', () => {
    const text = `inputs: # about all of them

  # How many ranks,
  #   one after the other.
  ranks: [1] # not this
  plain: 1

  # A paragraph of its own.

  # The threads.
  threads: 2
`;
    expect(inputDescriptions(text)).toEqual({
      ranks: 'How many ranks, one after the other.',
      threads: 'The threads.',
    });
  });

  it('are none where there are no inputs', () => {
    for (const text of ['', 'inputs:', 'inputs: 3', 'inputs: [a]', 'inputs: {a: 1}', ': ['])
      expect(inputDescriptions(text)).toEqual({});
  });
});
