import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { comparisonMarkdown, experimentMarkdown } from '../../../src/experiments/index.js';
import { foreignText, hidden } from '../../model/foreignText.js';
import { kindsOf, previewKinds, tokensOf } from '../../model/markdownKinds.js';
import { compareRuns, runOf } from '../compare/runs.js';
import { sampleReport } from '../support.js';
import { manifestOf } from './manifestOf.js';

const FORBIDDEN = ['link', 'image', 'html', 'code', 'hr', 'del', 'em', 'def', 'br', 'checkbox'];
const PREVIEW_FORBIDDEN = ['link_open', 'image', 'html_block', 'html_inline', 'fence', 'code_block', 'hr', 'em_open'];

/** Headings, list items and table rows: as many as the report has for a text without any mark. */
function structure(markdown: string): Record<string, number> {
  const tokens = tokensOf(markdown);
  const rows = tokens.flatMap((token) =>
    token.type === 'table' && 'rows' in token ? [token.rows as unknown[][]] : [],
  );
  const number = (type: string) => tokens.filter((token) => token.type === type).length;
  return {
    headings: number('heading'),
    items: number('list_item'),
    quotes: number('blockquote'),
    tables: number('table'),
    cells: rows.flat(2).length,
  };
}

function check(markdownOf: (text: string) => Iterable<string>): void {
  const written = (text: string) => [...markdownOf(text)].join('\n');
  const expected = structure(written('name'));
  fc.assert(
    fc.property(foreignText, (text) => {
      // A text of nothing but hidden characters leaves an empty heading or item, which parsers count differently.
      const markdown = written(`a${text}`);
      for (const kind of FORBIDDEN) expect(kindsOf(markdown)).not.toContain(kind);
      for (const kind of PREVIEW_FORBIDDEN) expect(previewKinds(markdown)).not.toContain(kind);
      expect(structure(markdown)).toEqual(expected);
      expect(markdown).not.toMatch(hidden);
    }),
    { numRuns: 150 },
  );
}

describe('Markdown for merge requests: the contents of files are text', () => {
  it('in the report of an experiment', () => {
    check((text) => {
      const one = elementAt(sampleReport().findings, 0);
      const report = sampleReport({
        program: text,
        findings: [{ ...one, title: text, place: { file: text, line: 1 }, explanation: text, advice: text }],
        problems: [{ level: 'warning', message: text }],
        doubts: [{ kind: 'incomplete-trace', severity: 'warning', title: text, sentence: text, advice: text }],
      });
      return experimentMarkdown(manifestOf(text), report);
    });
  });

  it('in a comparison', () => {
    const runs = (text: string, wait: number) =>
      [1, 1.01].map((comp) => runOf([{ region: text, line: 0, comp, calls: [{ region: `f${text}`, line: 7, wait }] }]));
    check((text) =>
      comparisonMarkdown(
        compareRuns([
          { label: text, runs: runs(text, 4) },
          { label: text, runs: runs(text, 1) },
        ]),
      ),
    );
  });
});
