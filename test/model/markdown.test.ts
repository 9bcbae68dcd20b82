import fc from 'fast-check';
import { marked, type Token } from 'marked';
import { describe, expect, it } from 'vitest';
import { absent, elementAt } from '../../src/base/elements.js';
import { escapeMarkdown, Markdown } from '../../src/model/text/markdown.js';
import { plainLine } from '../../src/base/plainText.js';
import { ofLength } from '../support/ofLength.js';
import { foreignText, hidden } from './foreignText.js';
import { kindsOf, preview, previewKinds } from './markdownKinds.js';

const textKinds = ['paragraph', 'text', 'escape', 'space'];
const previewTextKinds = ['paragraph_open', 'paragraph_close', 'inline', 'text', 'text_special'];

describe('escapeMarkdown', () => {
  it('leaves text as text for two parsers, whatever it holds', () => {
    fc.assert(
      fc.property(foreignText, (text) => {
        const escaped = escapeMarkdown(text);
        expect(escaped).not.toMatch(hidden);
        expect(textKinds).toEqual(expect.arrayContaining([...kindsOf(escaped)]));
        expect(previewTextKinds).toEqual(expect.arrayContaining([...previewKinds(escaped)]));
      }),
      { numRuns: 200 },
    );
  });

  it('leaves no mark of Markdown, HTML or links alone', () => {
    const text = '[x](command:evil) <b> `c` | https://a.b ![i](u) &amp; a_b_ **c**\n# d';
    const escaped = escapeMarkdown(text);
    expect(escaped).not.toMatch(/(^|[^\\])[[\]<>`|!&_*#:]/);
    expect(escaped.replace(/\\/g, '')).toBe(text.replace('\n', ' '));
  });

  it('leaves numbers, dates and times readable', () => {
    const text = '12.1 % (1.21 s), 2026-11-20 14:03, 4 ranks';
    expect(escapeMarkdown(text)).toBe(text);
  });

  it('makes no list of a number and a bracket at the beginning', () => {
    for (const text of ['0)', '1) solve', '123456789) x']) {
      expect(textKinds).toEqual(expect.arrayContaining([...kindsOf(escapeMarkdown(text))]));
      expect(previewTextKinds).toEqual(expect.arrayContaining([...previewKinds(escapeMarkdown(text))]));
    }
    expect(escapeMarkdown('f(1) and 2)')).toBe('f(1) and 2)');
  });

  it('shows the text that it was given', () => {
    fc.assert(
      fc.property(foreignText, (text) => {
        const shown = preview
          .parse(escapeMarkdown(text), {})
          .flatMap(({ children }) => children ?? [])
          .map(({ content }) => content)
          .join('');
        expect(shown).toBe(plainLine(text));
      }),
      { numRuns: 300 },
    );
  });
});

describe('Markdown', () => {
  it('escapes strings, and keeps what is Markdown already', () => {
    const strong = Markdown.of`**${'a*b'}**`;
    expect(Markdown.of`${strong}: ${'[x](y)'} ${3}`.toString()).toBe('**a\\*b**: \\[x\\]\\(y) 3');
    expect(Markdown.join([strong, Markdown.of`c`], Markdown.of` | `).toString()).toBe('**a\\*b** | c');
  });

  it('sets text as code, and as text where it would end the code', () => {
    expect(Markdown.code('a[0] <b>').toString()).toBe('`a[0] <b>`');
    expect(Markdown.code('a`b').toString()).toBe('a\\`b');
    fc.assert(
      fc.property(foreignText, (text) => {
        const code = Markdown.code(text).toString();
        expect([...textKinds, 'codespan']).toEqual(expect.arrayContaining([...kindsOf(code)]));
        expect([...previewTextKinds, 'code_inline']).toEqual(expect.arrayContaining([...previewKinds(code)]));
      }),
      { numRuns: 300 },
    );
  });

  it('keeps the cells of a table apart, also those of code', () => {
    fc.assert(
      fc.property(foreignText, foreignText, (one, other) => {
        const row = Markdown.of`| ${one} | ${Markdown.code(other)} | end |`;
        const table = elementAt(marked.lexer(`| a | b | c |\n|---|---|---|\n${row.toString()}`, { gfm: true }), 0);
        if (table.type !== 'table') throw new Error('This is no table.');
        const cells: unknown = table.rows;
        expect(cells).toHaveLength(1);
        expect(cells).toEqual([[expect.anything(), expect.anything(), expect.objectContaining({ text: 'end' })]]);
      }),
      { numRuns: 300 },
    );
  });

  it('makes a link to a command whose label and arguments cannot end it', () => {
    fc.assert(
      fc.property(foreignText, foreignText, (label, argument) => {
        const [paragraph] = ofLength(
          marked.lexer(
            Markdown.of`${Markdown.commandLink(label, 'trimtab.explainProperty', [{ argument }])}`.toString(),
          ),
          1,
        );
        if (paragraph.type !== 'paragraph') throw new Error('This is no paragraph.');
        const links: Token[] = (paragraph.tokens ?? []).filter(({ type }) => type !== 'text');
        expect(links).toHaveLength(1);
        const [link = absent('link')] = links;
        const href: unknown = 'href' in link ? link.href : undefined;
        expect(href).toMatch(/^command:trimtab\.explainProperty\?[\w%.~-]+$/);
        expect(JSON.parse(decodeURIComponent(elementAt(String(href).split('?'), 1)))).toEqual([{ argument }]);
      }),
      { numRuns: 300 },
    );
  });
});
