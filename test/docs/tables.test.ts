import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { docsTables } from '../../scripts/lib/docsTables.mjs';
import { root } from '../../scripts/lib/layout.mjs';

const derived = docsTables(root);

describe('tables that are derived from schemas/', () => {
  it.each(derived.map(({ path, content }) => ({ name: relative(root, path), path, content })))(
    '$name is up to date: npm run docs',
    ({ path, content }) => {
      expect(readFileSync(path, 'utf8')).toBe(content);
    },
  );

  it('have a row for each key, also below others', () => {
    const measuring = derived.find(({ path }) => path.endsWith('measuring.md'))?.content;
    for (const key of ['with', 'mode', 'limits.buffer', 'leaveOut.files', 'run.command'])
      expect(measuring).toContain(`\n| \`${key}\` | `);
    expect(derived.find(({ path }) => path.endsWith('clusters.md'))?.content).toContain('\n| `scheduler.nodes` | ');
  });
});
