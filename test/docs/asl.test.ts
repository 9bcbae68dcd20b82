import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shippedTexts } from '../../src/asl/library.js';
import { diagnosticLine } from '../../src/asl/syntax/diagnostics.js';
import { checkTexts } from '../../src/asl/texts.js';

const page = readFileSync(join(import.meta.dirname, '../../docs/asl.md'), 'utf8');

describe('properties that people are shown', () => {
  it('in docs/asl.md have no mistakes', () => {
    const texts = [...page.matchAll(/^```asl\n(.*?)^```$/gms)].map(([, text = '']) => text);
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) expect(checkTexts([{ name: 'asl.md', text }])[0]?.diagnostics).toEqual([]);
  });

  it('in the library have no mistakes, and each states its meaning and advice', () => {
    const checked = checkTexts(shippedTexts());
    const told = checked.flatMap(({ source, diagnostics }) => diagnostics.map((each) => diagnosticLine(source, each)));
    expect(told).toEqual([]);
    for (const { properties } of checked)
      for (const { name, explain, advice } of properties) {
        expect(explain, name).toMatch(/\.$/);
        expect(advice, name).toMatch(/\.$/);
      }
  });
});
