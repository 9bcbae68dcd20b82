/** Texts that VS Code translates. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/layout.mjs';
import { BUNDLE, translationBundle } from '../../scripts/lib/translations.mjs';

const file = readFileSync(join(root, BUNDLE), 'utf8');
const texts = Object.keys(v.parse(v.record(v.string(), v.string()), JSON.parse(file)));

describe('the translation bundle', () => {
  it('has all texts of the extension: npm run translations', () => {
    expect(file).toBe(translationBundle());
    expect(texts.length).toBeGreaterThan(300);
  });

  it('has only placeholders in braces, numbered from 0 without a gap', () => {
    for (const text of texts) {
      // VS Code takes all between two braces for the name of a value.
      const braces = [...text.matchAll(/[{}]/g)].length;
      const numbers = [...text.matchAll(/\{(\d)\}/g)].map(([, number]) => Number(number));
      expect(braces, text).toBe(2 * numbers.length);
      expect([...new Set(numbers)].sort(), text).toEqual([...new Set(numbers)].map((_, at) => at));
    }
  });

  it('is in the folder that the manifest names', () => {
    const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(v.parse(v.object({ l10n: v.string() }), manifest).l10n).toBe('./l10n');
  });
});
