import fc from 'fast-check';
import { Fragment, h, options } from 'preact';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepTextPlain } from '../../src/webviews/kit/plainTree.js';
import { foreignText, hidden } from '../model/foreignText.js';

describe('what pages draw', () => {
  const kept = { ...options };
  beforeAll(keepTextPlain);
  afterAll(() => {
    delete options.vnode;
    Object.assign(options, kept);
  });

  it('has no hidden characters in its texts, wherever they occur', () => {
    fc.assert(
      fc.property(foreignText, (text) => {
        const nodes = [
          h('p', { title: text, 'aria-label': text }, text),
          h('td', null, text, h('b', null, text), [text, [text]]),
          h(Fragment, null, text),
        ];
        for (const { props } of nodes) {
          const shown = JSON.stringify(props, (key, value: unknown) => (key.startsWith('_') ? undefined : value));
          for (const part of JSON.stringify(JSON.parse(shown)).split(/\\[nt]/)) expect(part).not.toMatch(hidden);
          expect(shown).not.toMatch(/\\u(?:0|d[89a-f])/);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('leaves text unchanged that can be edited and saved', () => {
    expect(h('input', { value: 'a\u200bb' }).props).toMatchObject({ value: 'a\u200bb' });
    expect(h('p', null, 'a', 3, null).props.children).toEqual(['a', 3, null]);
  });

  it('is cut where it is too long to read', () => {
    const { children } = h('p', null, 'a'.repeat(1_000_000)).props;
    expect(JSON.stringify(children).length).toBeLessThanOrEqual(20_002);
  });
});
