import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inputText, isLike, readInput } from '../../../src/base/typedValues.js';
import { inputsProblem } from '../../../src/workflows/language/givenInputs.js';
import { isValue, type Value, type ValueRecord } from '../../../src/base/value.js';

const word = fc.oneof(fc.string(), fc.constantFrom('a, b', '[1]', ' x ', '', '5', 'faster', 'mpi <= 20 %'));
const value: fc.Arbitrary<Value> = fc.oneof(
  word,
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (number === 0 ? 0 : number)),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.integer()),
  fc.array(word, { minLength: 1 }),
  fc.array(fc.array(fc.integer()), { minLength: 1 }),
  fc.dictionary(fc.constantFrom('a', 'b'), fc.integer()),
);

describe('inputs of workflows as they are typed', () => {
  it('read back what they show, whatever the value', () => {
    fc.assert(
      fc.property(value, (initial) => {
        expect(readInput(inputText(initial), initial)).toEqual({ value: initial });
      }),
    );
  });

  it('are values of the kind the workflow has, or a sentence', () => {
    fc.assert(
      fc.property(fc.string(), value, (text, initial) => {
        const typed = readInput(text, initial);
        if ('problem' in typed) expect(typed.problem).toMatch(/^Write .*\.$/s);
        else expect(isValue(typed.value) && isLike(typed.value, initial)).toBe(true);
      }),
    );
  });

  it('are lists with commas, with or without brackets', () => {
    const ranks = [1, 2, 4, 8];
    expect(inputText(ranks)).toBe('1, 2, 4, 8');
    expect(readInput('2,16', ranks)).toEqual({ value: [2, 16] });
    expect(readInput('[2, 16]', ranks)).toEqual({ value: [2, 16] });
    expect(readInput('2, four', ranks)).toEqual({ problem: expect.stringContaining('“four” is none') as string });
    expect(readInput('[2, "four"]', ranks)).toHaveProperty('problem');
    expect(readInput('', ranks)).toHaveProperty('problem');
    expect(readInput('not slower, mpi <= 20 %', ['faster'])).toEqual({ value: ['not slower', 'mpi <= 20 %'] });
    expect(readInput('', 4)).toHaveProperty('problem');
  });

  it('are true or false where the workflow has one of them', () => {
    expect(readInput(' true', false)).toEqual({ value: true });
    expect(readInput('yes', false)).toEqual({ problem: 'Write true or false, not “yes”.' });
  });
});

describe('inputs that a workflow is given', () => {
  const inputs = { ranks: [1, 2], size: 100, check: true, note: 'none', limits: { a: 1 }, free: null };
  const problem = (given: ValueRecord) => inputsProblem({ name: 'Study', inputs }, given);

  it('are of the kinds it has', () => {
    expect(problem({})).toBeUndefined();
    expect(
      problem({ ranks: [4], size: 1.5, check: false, note: '7', limits: { b: 2 }, free: [1, 'a'] }),
    ).toBeUndefined();
    for (const given of [
      { ranks: 4 },
      { ranks: [] },
      { ranks: ['4'] },
      { size: '4' },
      { check: 1 },
      { limits: [1] },
      { note: 7 },
    ])
      expect(problem(given), JSON.stringify(given)).toMatch(/^The input "\w+" of the workflow "Study" cannot be /);
    expect(problem({ ranks: 'many' })).toBe(
      'The input "ranks" of the workflow "Study" cannot be many; give a value such as [1,2].',
    );
  });

  it('are inputs it has', () => {
    expect(problem({ rank: [1] })).toBe('The workflow "Study" has no input "rank"; did you mean "ranks"?');
    expect(problem({ threads: 2 })).toBe(
      'The workflow "Study" has no input "threads"; it has: ranks, size, check, note, limits, free.',
    );
    expect(inputsProblem({ name: 'Bare', inputs: {} }, { a: 1 })).toBe(
      'The workflow "Bare" has no input "a"; it has none.',
    );
  });
});
