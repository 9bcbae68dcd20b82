import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { QuestionMessage } from '../../src/protocol/pages/questions.js';
import { columnsOf } from '../../src/protocol/queries/declaration.js';
import { Answers, Questions } from '../../src/webviews/kit/questions.js';

const question = {
  ask: v.object({ of: v.string() }),
  head: v.object({ unit: v.string() }),
  columns: columnsOf({ value: 'float64' }),
};

/** Returns the contents of a page, its messages, and the number of requested redraws. */
function page(first?: number) {
  const sent: QuestionMessage[] = [];
  let drawn = 0;
  const questions = new Questions((message) => sent.push(message), first);
  const answers = new Answers(questions, 'numbers', question, () => drawn++);
  const numberOf = (of: string): number =>
    sent.findLast((message) => message.kind === 'ask' && v.is(question.ask, message.ask) && message.ask.of === of)
      ?.number ?? -1;
  const answer = (number: number, ...values: number[]): void =>
    questions.hear({ kind: 'answer', number, head: { unit: 's' }, columns: { value: Float64Array.from(values) } });
  return { sent, questions, answers, numberOf, answer, drawn: () => drawn };
}

const [a, b] = [{ of: 'a' }, { of: 'b' }];

describe('what a page asks', () => {
  it('is asked once while it is shown, and again when it is shown again', () => {
    const { sent, answers, answer, numberOf, drawn } = page(100);
    answers.want([a, b]);
    answers.want([b, a]);
    expect(sent).toEqual([
      { kind: 'ask', number: 100, question: 'numbers', ask: a },
      { kind: 'ask', number: 101, question: 'numbers', ask: b },
    ]);
    expect(answers.of(a)).toEqual({ is: 'asked' });
    answer(numberOf('a'), 1, 2);
    expect(answers.of(a)).toEqual({ is: 'answered', head: { unit: 's' }, columns: { value: Float64Array.of(1, 2) } });
    expect(drawn()).toBe(1);
    answers.want([b]);
    answers.want([a, b]);
    expect(numberOf('a')).toBe(102);
    expect(answers.of(a)).toEqual({ is: 'asked' });
  });

  it('is dropped when something else is shown: an answer that comes late is never drawn', () => {
    const { sent, answers, answer, numberOf, drawn } = page(5);
    answers.want([a]);
    const late = numberOf('a');
    answers.want([b]);
    expect(sent.at(1)).toEqual({ kind: 'drop', number: late });
    answers.want([b, a]);
    answer(late, 1);
    expect([drawn(), answers.of(a)]).toEqual([0, { is: 'asked' }]);
    answer(numberOf('a'), 2);
    answer(late, 3);
    expect(answers.of(a)).toMatchObject({ columns: { value: Float64Array.of(2) } });
  });

  it('does not take what answered the page before it was loaded again', () => {
    const [before, after] = [page(), page()];
    before.answers.want([a]);
    after.answers.want([a]);
    after.answer(before.numberOf('a'), 1);
    expect(after.answers.of(a)).toEqual({ is: 'asked' });
  });

  it('is answered with the reason where there is no answer, and can be asked again', () => {
    const { sent, questions, answers, numberOf, answer } = page();
    answers.want([a]);
    questions.hear({ kind: 'noAnswer', number: numberOf('a'), sentence: 'It is damaged.' });
    expect(answers.of(a)).toEqual({ is: 'failed', sentence: 'It is damaged.' });
    const failed = numberOf('a');
    answers.again(a);
    expect(sent.filter(({ kind }) => kind === 'drop')).toEqual([]);
    expect(answers.of(a)).toEqual({ is: 'asked' });
    expect(numberOf('a')).not.toBe(failed);
    answer(numberOf('a'), 4);
    expect(answers.of(a)).toMatchObject({ is: 'answered' });
  });

  it.each([
    ['numbers that became an object on their way', { head: { unit: 's' }, columns: { value: { 0: 1 } } }],
    ['other columns', { head: { unit: 's' }, columns: { values: new Float64Array(1) } }],
    ['another head', { head: [], columns: { value: new Float64Array(1) } }],
  ])('is not drawn from %s', (_, wrong) => {
    const { questions, answers, numberOf } = page();
    answers.want([a]);
    questions.hear({ kind: 'answer', number: numberOf('a'), ...wrong });
    expect(answers.of(a)).toEqual({
      is: 'failed',
      sentence: 'The answer of the extension cannot be read; reload the window.',
    });
  });
});
