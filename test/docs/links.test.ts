import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/layout.mjs';
import { allHelp, helpOf } from '../cli/programHelp.js';
import { anchorsOf, type KnownNames, wrongReferences } from './references.js';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const manifest = v.parse(
  v.object({
    contributes: v.object({
      commands: v.array(v.object({ command: v.string(), title: v.string(), category: v.optional(v.string()) })),
      configuration: v.array(v.object({ properties: v.record(v.string(), v.unknown()) })),
    }),
  }),
  JSON.parse(read('package.json')),
).contributes;
const texts = v.parse(v.record(v.string(), v.string()), JSON.parse(read('package.nls.json')));
const schema = v.parse(
  v.object({ properties: v.object({ measure: v.object({ properties: v.record(v.string(), v.unknown()) }) }) }),
  JSON.parse(read('schemas/trimtab.schema.json')),
);

const known: KnownNames = {
  helpOf,
  help: allHelp,
  commandTitles: new Set(
    manifest.commands.map(({ title, category }) => {
      const shown = texts[title.replaceAll('%', '')] ?? title;
      return category === undefined || shown.startsWith(`${category}: `) ? shown : `${category}: ${shown}`;
    }),
  ),
  settings: new Set(manifest.configuration.flatMap(({ properties }) => Object.keys(properties))),
  measureKeys: new Set(Object.keys(schema.properties.measure.properties)),
};

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'ARCHITECTURE.md',
  'examples/README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
];

describe('references of the documentation', () => {
  it.each(pages)('%s: files, headings, commands, options, settings and keys exist', (page) => {
    expect(wrongReferences(join(root, page), read(page), known)).toEqual([]);
  });

  it.each([
    ['[page](missing.md)', 'missing.md: no such file'],
    ['![picture](images/missing.png)', 'images/missing.png: no such file'],
    ['[heading](LICENSE#nothing)', 'LICENSE#nothing: no such heading'],
    ['[heading](#nothing)', '#nothing: no such heading'],
    ['`trimtab measure x`', 'trimtab measure x: no such command'],
    ['`trimtab experiments frobnicate`', 'trimtab experiments frobnicate: "experiments" has no frobnicate'],
    ['`trimtab run --csv`', 'trimtab run --csv: no option --csv'],
    ['`--nothing`', '--nothing: no such option'],
    ['```sh\ntrimtab run && trimtab frobnicate\n```', 'trimtab run && trimtab frobnicate: no such command'],
    ['`trimtab.marks.color`', 'trimtab.marks.color: no such setting'],
    ['```yaml\nmeasure: { color: red }\n```', 'measure: { color: red }: "measure" has no key color'],
    ['`measure.color`', 'measure.color: "measure" has no key color'],
    ['*Trimtab: Do Nothing*', 'Trimtab: Do Nothing: no such command'],
    ['**Trimtab: Do Nothing**', 'Trimtab: Do Nothing: no such command'],
  ])('of %s is reported', (text, sentence) => {
    expect(wrongReferences(join(root, 'page.md'), text, known)).toEqual([sentence]);
  });

  it.each([
    '[page](README.md), [web](https://example.org), [heading](docs/glossary.md#glossary)',
    '`trimtab run -- --csv`, `trimtab.yaml`, `trimtab.marks.enabled`, *Trimtab: Analyze Performance*',
    '`npm run fuzz -- --count 3`, `measure.mode`, `trimtab live function off x`',
    "`trimtab run --build './configure --static' -- -n 20`, `trimtab experiments list`",
  ])('of %s are accepted', (text) => {
    expect(wrongReferences(join(root, 'page.md'), text, known)).toEqual([]);
  });

  it('include headings as code hosts name them', () => {
    expect([...anchorsOf('# A *b* `c.d`\n\n## Wait at N×N (`x_y`)\n\n```\n# no\n```\n')]).toEqual([
      'a-b-cd',
      'wait-at-nn-x_y',
    ]);
  });
});

describe('docs/README.md', () => {
  it('lists all pages', () => {
    const index = read('docs/README.md');
    for (const page of pages.filter((file) => /^docs\/[^/]+\.md$/.test(file) && file !== 'docs/README.md'))
      expect(index).toContain(`](${page.replace('docs/', '')})`);
    expect(index).toContain('](developer/README.md)');
  });
});

describe('README.md', () => {
  it('is short', () => {
    expect(read('README.md').split('\n').length).toBeLessThanOrEqual(121);
  });
});
