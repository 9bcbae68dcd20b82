import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { TrimtabError } from '../../../src/base/problem.js';
import { strictObject } from '../../../src/base/schemas.js';
import { type Answerers, QuestionDesk } from '../../../src/extension/pages/questions.js';
import { columnsOf } from '../../../src/protocol/queries/declaration.js';
import { comparePage } from '../../../src/protocol/pages/compare.js';
import { readPageMessage } from '../../../src/protocol/pages/messages.js';
import type { AnswerMessage } from '../../../src/protocol/pages/questions.js';

const questions = {
  numbers: {
    ask: strictObject({ of: v.string() }),
    head: v.object({ unit: v.string() }),
    columns: columnsOf({ value: 'float64' }),
  },
} as const;

/** Returns a desk, its messages to the page, and its current work, to be ended by hand. */
function desk(answer?: Answerers<typeof questions>['numbers']) {
  const said: AnswerMessage[] = [];
  const begun: { of: string; signal: AbortSignal; end: (value: Float64Array | Error) => void }[] = [];
  const byHand: Answerers<typeof questions>['numbers'] = ({ of }, signal) =>
    new Promise((resolve, reject) => {
      const end = (value: Float64Array | Error): void =>
        value instanceof Error ? reject(value) : resolve({ head: { unit: of }, columns: { value } });
      begun.push({ of, signal, end });
    });
  const made = new QuestionDesk(
    questions,
    { numbers: answer ?? byHand },
    (message) => said.push(message),
    (error) => (error instanceof TrimtabError ? error.message : `defect: ${String(error)}`),
  );
  const ask = (number: number, asked: unknown, question = 'numbers'): void =>
    made.hear({ kind: 'ask', number, question, ask: asked });
  return { made, said, begun, ask };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('questions of a page', () => {
  it('are answered with their numbers, or with a sentence', async () => {
    const { said, begun, ask } = desk();
    ask(7, { of: 's' });
    ask(9, { of: 'B' });
    begun[1]?.end(new TrimtabError('The experiment is damaged.'));
    begun[0]?.end(Float64Array.of(1, 2));
    await settled();
    expect(said).toEqual([
      { kind: 'noAnswer', number: 9, sentence: 'The experiment is damaged.' },
      { kind: 'answer', number: 7, head: { unit: 's' }, columns: { value: Float64Array.of(1, 2) } },
    ]);
  });

  it.each([
    ['a list', []],
    ['a list of what is declared', ['s']],
    ['nothing', undefined],
    ['another kind', { of: 3 }],
    ['more than is declared', { of: 's', path: '/etc' }],
  ])('are refused before anything is done where they ask %s', async (_, asked) => {
    const { said, begun, ask } = desk();
    ask(1, asked);
    await settled();
    expect(begun).toEqual([]);
    expect(said).toEqual([
      { kind: 'noAnswer', number: 1, sentence: expect.stringMatching(/^defect: .*numbers/) as string },
    ]);
  });

  it.each(['others', 'constructor', '__proto__'])('are refused where none is called so: %s', async (name) => {
    const { said, ask } = desk();
    ask(1, { of: 's' }, name);
    await settled();
    expect(said).toMatchObject([{ kind: 'noAnswer', sentence: `defect: Error: There is no question ${name}.` }]);
  });

  it('are worked on two at a time, in their order', async () => {
    const { begun, ask } = desk();
    for (const number of [1, 2, 3, 4]) ask(number, { of: String(number) });
    expect(begun.map(({ of }) => of)).toEqual(['1', '2']);
    begun[1]?.end(new Float64Array(0));
    await settled();
    expect(begun.map(({ of }) => of)).toEqual(['1', '2', '3']);
  });

  it('that are dropped are given up, and never answered', async () => {
    const { made, said, begun, ask } = desk();
    for (const number of [1, 2, 3]) ask(number, { of: String(number) });
    made.hear({ kind: 'drop', number: 3 });
    made.hear({ kind: 'drop', number: 1 });
    made.hear({ kind: 'drop', number: 77 });
    expect(begun.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    begun[0]?.end(Float64Array.of(1));
    begun[1]?.end(Float64Array.of(2));
    await settled();
    expect(begun).toHaveLength(2);
    expect(said.map(({ number }) => number)).toEqual([2]);
  });

  it('that a page asks without end are refused, and those of one number are one', async () => {
    const { made, said, begun, ask } = desk();
    for (let number = 0; number < 1000; number++) ask(number, { of: 's' });
    for (let number = 0; number < 200; number++) ask(number, { of: 's' });
    expect(said).toHaveLength(1000 - 256 - 2);
    expect(said[0]).toMatchObject({ sentence: 'This page sent too many requests at once. Open it again.' });
    made.dispose();
    expect(begun.map(({ signal }) => signal.aborted)).toEqual([true, true]);
    for (const { end } of begun) end(Float64Array.of(1));
    await settled();
    expect(begun).toHaveLength(2);
    expect(said.filter(({ kind }) => kind === 'answer')).toEqual([]);
  });

  it.each([
    ['a view of a larger buffer', new Float64Array(new ArrayBuffer(800), 80, 2)],
    ['memory that threads share', new Float64Array(new SharedArrayBuffer(16))],
    ['a buffer of its own', new Float64Array(2)],
  ])('are answered with buffers of exactly their columns: %s', async (_, value) => {
    value.set([3, 4]);
    const { said, ask } = desk(() => Promise.resolve({ head: { unit: 's' }, columns: { value } }));
    ask(1, { of: 's' });
    await settled();
    const answer = elementAt(said, 0);
    const columns = answer.kind === 'answer' ? answer.columns : undefined;
    const sent = v.parse(columnsOf({ value: 'float64' }), columns).value;
    expect([...sent]).toEqual([3, 4]);
    expect(sent.buffer).toBeInstanceOf(ArrayBuffer);
    expect(sent.buffer.byteLength).toBe(16);
  });

  it('are not answered with more than a page can take', async () => {
    const value = new Float64Array((64 << 17) + 1);
    const { said, ask } = desk(() => Promise.resolve({ head: { unit: 's' }, columns: { value } }));
    ask(1, { of: 's' });
    await settled();
    expect(said).toMatchObject([
      {
        kind: 'noAnswer',
        sentence: expect.stringMatching(/^This page asks for 67\.1 MB of numbers at once/) as string,
      },
    ]);
  });
});

describe('what a page sends', () => {
  const read = (message: unknown) => readPageMessage(message, comparePage.actions);

  it('is a question only with a number and a name', () => {
    const question = { kind: 'ask', number: 1, question: 'rankValues', ask: [] };
    expect(read(question)).toEqual(question);
    expect(read({ kind: 'drop', number: 2 })).toEqual({ kind: 'drop', number: 2 });
    for (const number of [-1, 1.5, '1', null, 2 ** 60]) expect(read({ ...question, number })).toBeUndefined();
    expect(read({ ...question, question: 'q'.repeat(101) })).toBeUndefined();
    expect(read([question])).toBeUndefined();
  });

  it('asks for values by rank by names of a sensible length and whole numbers', () => {
    const { ask } = comparePage.questions.rankValues;
    const cell = { comparison: 'c', experiment: 'e', property: 'time', callPath: 3 };
    expect(v.is(ask, cell)).toBe(true);
    expect(v.is(ask, { ...cell, callPath: null })).toBe(true);
    for (const change of [{ callPath: -1 }, { callPath: 0.5 }, { callPath: 2 ** 32 }, { property: '' }, { more: 1 }])
      expect(v.is(ask, { ...cell, ...change })).toBe(false);
    for (const name of ['comparison', 'experiment', 'property'])
      for (const wrong of ['x'.repeat(1001), ['x'], 3, undefined])
        expect(v.is(ask, { ...cell, [name]: wrong })).toBe(false);
    expect(v.is(ask, [])).toBe(false);
    expect(v.is(ask, Object.assign([], cell))).toBe(false);
  });
});
