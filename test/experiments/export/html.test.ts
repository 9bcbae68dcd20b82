import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { comparisonHtml, experimentHtml } from '../../../src/experiments/index.js';
import type { Picture } from '../../../src/pictures/drawing/drawList.js';
import { foreignText, hidden } from '../../model/foreignText.js';
import { compareRuns, runOf } from '../compare/runs.js';
import { sampleReport } from '../support.js';
import { manifestOf } from './manifestOf.js';

const picture = (text: string): Picture => ({
  ...{ width: 100, height: 50, title: text, description: text },
  items: [
    { is: 'area', x: 0, y: 0, width: 10, height: 5, fill: { time: 'waiting' } },
    { is: 'clip', x: 0, y: 0, width: 9, height: 9, items: [{ is: 'text', x: 1, y: 2, text, ink: 'text', size: 11 }] },
  ],
});

const written = (lines: Iterable<string>): string => [...lines].join('\n');

/** Tags with their attributes, as browsers find them. */
const tagsOf = (html: string): string[] => [...html.matchAll(/<[^>]*>/g)].map(([tag]) => tag);

function check(htmlOf: (text: string) => Iterable<string>): void {
  const expected = tagsOf(written(htmlOf('name')));
  fc.assert(
    fc.property(foreignText, (text) => {
      const html = written(htmlOf(`a${text}`));
      expect(tagsOf(html)).toEqual(expected);
      expect(html).not.toMatch(hidden);
    }),
    { numRuns: 100 },
  );
}

const experiment = (text: string, pictures: readonly Picture[] = []) => {
  const one = elementAt(sampleReport().findings, 0);
  const report = sampleReport({
    program: text,
    findings: [{ ...one, title: text, place: { file: text, line: 1 }, explanation: text, advice: text }],
    problems: [{ level: 'warning', message: text }],
    doubts: [{ kind: 'incomplete-trace', severity: 'warning', title: text, sentence: text, advice: text }],
  });
  return experimentHtml(manifestOf(text), report, pictures);
};

const comparison = (text: string, pictures: readonly Picture[] = []) => {
  const runs = (wait: number) =>
    [1, 1.01].map((comp) => runOf([{ region: text, line: 0, comp, calls: [{ region: `f${text}`, line: 7, wait }] }]));
  const groups = [4, 1].map((wait) => ({ label: text, runs: runs(wait) }));
  return comparisonHtml(compareRuns(groups), pictures);
};

describe('reports as HTML', () => {
  it('have the contents of files as text only', () => {
    check((text) => experiment(text, [picture(text)]));
    check((text) => comparison(text, [picture(text)]));
  });

  it('load nothing and run nothing', () => {
    const html = written(experiment('heat2d', [picture('one'), picture('two')]));
    expect(html).toContain('content="default-src &#39;none&#39;; style-src &#39;unsafe-inline&#39;"');
    expect(html).not.toMatch(/<script|<link|<img|<iframe|<object| src=| href=|@import| on\w+=/i);
    expect(html.replaceAll('xmlns="http://www.w3.org/2000/svg"', '')).not.toMatch(/https?:/);
  });

  it('have several pictures whose parts do not share names', () => {
    const html = written(comparison('app', [picture('one'), picture('two')]));
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids.length).toBeGreaterThan(4);
    expect(new Set(ids).size).toBe(ids.length);
    const used = [...html.matchAll(/url\(#([^)]+)\)/g)].map(([, id]) => id);
    expect(new Set(used).size).toBe(4);
    for (const id of used) expect(ids).toContain(id);
  });

  it('have headings, tables and lists as in Markdown, pictures before the first section', () => {
    const html = written(experiment('heat2d', [picture('timeline')]));
    expect(html).toMatch(/<h1>heat2d<\/h1>[^]*<figure><svg[^]*<\/svg><\/figure>[^]*<h2>Findings<\/h2>/);
    expect(html).toContain(
      '<tr><th>Finding</th><th class="number">Share</th><th class="number">Time</th><th>Where</th></tr>',
    );
    expect(html).toContain(
      '<td>heat2d</td><td class="number">21.0 %</td><td class="number">2.10 s</td><td><code>heat2d:1</code></td>',
    );
    expect(html).toContain('<li>Compiler: heat2d (<code>heat2d</code>)</li>');
    expect(html).toContain('<blockquote><strong>heat2d</strong>: heat2d heat2d</blockquote>');
    expect(written(comparison('app'))).toMatch(/<h2>Source lines, exclusive<\/h2>/);
  });
});
