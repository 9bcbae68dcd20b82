import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { cliPage } from '../../scripts/lib/cliPage.mjs';
import { root } from '../../scripts/lib/layout.mjs';

it('docs/cli.md is up to date: npm run docs', async () => {
  const { path, content } = await cliPage(root);
  expect(readFileSync(path, 'utf8')).toBe(content);
});
