import { describe, expect, it } from 'vitest';
import { diagnosticLine } from '../../src/asl/syntax/diagnostics.js';
import { parse } from '../../src/asl/syntax/parse.js';
import { check } from '../../src/asl/types/check.js';
import { foundation } from '../../src/asl/library.js';
import { seedTexts } from '../support/seeds.js';
import { textOf } from './textOf.js';

const texts = seedTexts();

describe.skipIf(texts === undefined)('the texts of the founding documents', () => {
  const all = texts ?? [];

  it('are all there', () => {
    const count = (document: string): number => all.filter(({ name }) => name.startsWith(document)).length;
    expect([count('fuerlinger'), count('wolf'), count('oleynik')]).toEqual([5, 2, 10]);
  });

  it.each(all)('$name parses, and its tree is its text', ({ text }) => {
    const { diagnostics, tree, declarations } = parse(text);
    expect(diagnostics.filter(({ level }) => level === 'error')).toEqual([]);
    expect(declarations.length).toBeGreaterThan(0);
    expect(textOf(tree)).toBe(text);
  });

  it('name nothing that is not defined, but for the two names that Oleynik forgot', () => {
    const base = foundation();
    const errors = all.flatMap((source) =>
      check(source, base)
        .diagnostics.filter(({ level }) => level === 'error')
        .map((each) => diagnosticLine(source, each)),
    );
    expect(errors).toEqual([
      expect.stringContaining("'shortScaleEnergy' is not defined"),
      expect.stringContaining("'sequence' is not defined"),
    ]);
  });
});
