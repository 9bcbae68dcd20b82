import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/layout.mjs';
import { shippedProperties } from '../../src/properties/index.js';
import { differences } from '../support/conformance/compare.js';

const { metrics } = shippedProperties;

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** The pages that a difference concerns; counts have none. */
const pagesOf = (concerned: RegExp): string[] => [
  ...new Set(
    metrics
      .filter(({ name, unit }) => unit === 'seconds' && concerned.test(name))
      .map(({ name }) => shippedProperties.pageOf(name)),
  ),
];

describe('differences from Scalasca', () => {
  it.each([...new Set(differences.map(({ cause }) => cause))])('%s: has a section', (cause) => {
    expect(read('docs/scalasca.md')).toContain(`\n## ${cause}\n`);
  });

  const concerned = differences.flatMap(({ cause, metrics: names }) => pagesOf(names).map((page) => ({ cause, page })));
  it.each(concerned)('$page mentions: $cause', ({ cause, page }) => {
    const section = read(`src/properties/${page}/${page}.md`).split('\n## Differences from Scalasca\n')[1];
    expect(section).toContain(`**${cause}`);
  });
});
