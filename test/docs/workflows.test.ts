import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/layout.mjs';
import { kinds } from '../../src/workflows/reading/kinds.js';
import { readWorkflow } from '../../src/workflows/reading/parse.js';
import { availableWorkflows } from '../../src/workflows/reading/library.js';

const page = readFileSync(join(root, 'docs/workflows.md'), 'utf8');
/** The first cells of the table below a heading. */
const listed = (heading: string): string[] => {
  const section = page.split(`\n${heading}\n`)[1]?.split(/^#/m)[0] ?? '';
  return [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name = '']) => name).sort();
};

describe('docs/workflows.md', () => {
  it('lists all actions and groups', () => {
    expect([...listed('### Actions'), ...listed('### Groups')].sort()).toEqual(kinds.map(({ kind }) => kind).sort());
  });

  it('lists all shipped workflows', () => {
    expect(listed('## Shipped workflows')).toEqual(
      availableWorkflows()
        .map(({ id }) => id)
        .sort(),
    );
  });

  it('shows workflows without mistakes', () => {
    const texts = [...page.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text = '']) => text);
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) expect(readWorkflow(text, 'page').steps.length).toBeGreaterThan(0);
  });
});
