import { describe, expect, it } from 'vitest';
import { pageHtml } from '../../../src/extension/pages/html.js';
import { historyAction } from '../../../src/protocol/pages/history.js';
import { readPageMessage } from '../../../src/protocol/pages/messages.js';

const html = pageHtml({
  source: 'https://files',
  script: 'https://files/a.js',
  style: 'https://files/a.css',
  title: '<b>"',
  nonce: 'n0',
});

describe('the document of a page', () => {
  it('runs its own script only and reaches nothing else', () => {
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'nonce-n0'");
    expect(policy).not.toMatch(/unsafe|connect-src|\*/);
    expect([...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1])).toEqual([
      'https://files/a.css',
      'https://files/a.js',
    ]);
  });

  it('takes a title for text', () => {
    expect(html).toContain('<title>&lt;b&gt;&quot;</title>');
  });
});

describe('contents of a page', () => {
  it('is read when it is one of its messages, and nothing else is', () => {
    const action = { do: 'open', id: 'x' } as const;
    expect(readPageMessage({ kind: 'ready' }, historyAction)).toEqual({ kind: 'ready' });
    expect(readPageMessage({ kind: 'action', action }, historyAction)).toEqual({ kind: 'action', action });
    for (const other of [
      null,
      'ready',
      { kind: 'action' },
      { kind: 'action', action: { do: 'open' } },
      { kind: 'action', action: { do: 'run' } },
    ])
      expect(readPageMessage(other, historyAction), JSON.stringify(other)).toBeUndefined();
  });
});
