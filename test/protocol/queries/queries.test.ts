import { describe, expect, it } from 'vitest';
import { checkAnswer, checkAsk, isQueryKind, queries, QueryError } from '../../../src/protocol/queries/index.js';

describe('queries', () => {
  it('are known by the name of their declaration', () => {
    expect(Object.keys(queries).every(isQueryKind)).toBe(true);
    expect(isQueryKind('constructor')).toBe(false);
  });

  it('are checked on their way in', () => {
    const ask = { metric: 'time', node: null, inclusive: true };
    expect(checkAsk('locationValues', ask)).toEqual(ask);
    expect(() => checkAsk('locationValues', { ...ask, node: -1 })).toThrow(QueryError);
    expect(() => checkAsk('locationValues', { ...ask, node: -1 })).toThrow(/^The query locationValues: node: /);
    expect(() => checkAsk('eventCounts', { from: 2, to: 1, windows: 1, locations: null })).toThrow(
      'The query eventCounts: all of it: the windows end before they begin',
    );
    expect(() => checkAsk('eventCounts', { from: 0, to: 1, windows: 1e9, locations: null })).toThrow(/: windows: /);
    expect(() => checkAsk('eventCounts', { from: 0, to: null, windows: 1, locations: null })).toThrow(/: to: /);
  });

  it('have their answers checked: the columns by name and type', () => {
    const value = Float64Array.of(1);
    expect(checkAnswer('locationValues', { unit: 'seconds' }, { value })).toEqual({
      head: { unit: 'seconds' },
      columns: { value },
    });
    for (const columns of [{}, { value: [1] }, { value: Uint32Array.of(1) }, { value, more: value }, null])
      expect(() => checkAnswer('locationValues', { unit: 'seconds' }, columns)).toThrow(
        'The answer to locationValues: all of it: the columns are not value',
      );
    expect(() => checkAnswer('locationValues', {}, { value })).toThrow(/^The answer to locationValues: unit: /);
  });
});
