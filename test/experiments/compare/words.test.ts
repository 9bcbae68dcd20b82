import { describe, expect, it } from 'vitest';
import { lineContent, titlesOf } from '../../../src/experiments/compare/words.js';
import { shippedProperties } from '../../../src/properties/index.js';

const { metrics } = shippedProperties;

const value = { groups: [], changes: [] };
const titles = titlesOf({
  properties: metrics.map(({ name, title, parent, unit }) => ({
    property: name,
    title,
    unit,
    ...(parent === undefined ? {} : { parent }),
    ...value,
  })),
});

describe('titles in comparisons', () => {
  it('are short where they are clear', () => {
    expect(titles.get('mpi_latesender')).toBe('Late Sender');
    expect(titles.get('time')).toBe('Total');
  });

  it('name their parents if necessary', () => {
    expect(titles.get('mpi_lswo_different')).toBe('Late Sender, Wrong Order › Different Sources');
    expect([...titles.values()]).toContain('Direct and Indirect Waiting › Direct › Late Sender');
    expect(new Set(titles.values()).size).toBe(titles.size);
    expect([...titles.values()].filter((title) => title.endsWith('Short-Term'))).toContain(
      'Delay Costs › Late Sender › Short-Term',
    );
  });
});

describe('the contents of a line', () => {
  it('is the function that begins there, else what is called', () => {
    expect(lineContent({ calls: ['f'], begins: ['main'] })).toBe('main');
    expect(lineContent({ calls: ['a', 'b', 'c', 'd'], begins: [] })).toBe('calls a, b, c …');
    expect(lineContent({ calls: [], begins: [] })).toBe('');
  });
});
