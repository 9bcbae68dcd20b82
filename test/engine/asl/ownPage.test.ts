import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { shippedTexts } from '../../../src/asl/library.js';
import { ownPage } from '../../../src/engine/asl/ownPage.js';

const shown = (property: string, text: string): string => {
  const page = ownPage(property, [{ name: '.trimtab/properties/a.asl', text }, ...shippedTexts()]);
  return new MarkdownIt({ html: true }).render(page?.toString() ?? '');
};

describe('the page of a property in ASL', () => {
  it('explains its meaning and computation, with units', () => {
    const html = shown(
      'Waits',
      `property Waits(CallPath c, Experiment e) {
  let lost = c.mpi_latesender;
  in severity: lost / RB(e); explain: "It waits."; advice: "Send earlier."; }`,
    );
    expect(html).toContain('<h1>Waits</h1>\n<p>It waits.</p>\n<p><strong>Advice:</strong> Send earlier.</p>');
    expect(html).toContain('<h2>How it is computed</h2>\n<pre><code>property Waits(CallPath c, Experiment e) {\n');
    expect(html).toContain('<code>lost</code>: s·loc');
    expect(html).toContain('The text is in <code>.trimtab/properties/a.asl</code>.');
  });

  it('has shipped ones too, and none of others', () => {
    expect(shown('late_sender', '')).toContain('PATTERN_MATCHES(LateSender(), e.trace)');
    expect(ownPage('toString', shippedTexts())).toBeUndefined();
  });

  it('takes nothing of a text for markup', () => {
    const html = shown(
      'P',
      'property P(CallPath c) {\n\n```\n<script>alert(1)</script>\n severity: 0.5; explain: "<img src=x> [a](command:b)"; }',
    );
    expect(html).not.toMatch(/<script|<img|<a /);
  });
});
