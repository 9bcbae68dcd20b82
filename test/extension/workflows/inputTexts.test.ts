import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inputText, isLike, readInput } from '../../../src/extension/workflows/inputTexts.js';
import { isValue, type Value } from '../../../src/workflows/language/value.js';

const word = fc.oneof(fc.string(), fc.constantFrom('a, b', '[1]', ' x ', '', '5', 'faster', 'mpi <= 20 %'));
const value: fc.Arbitrary<Value> = fc.oneof(
  word,
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (number === 0 ? 0 : number)),
  fc.array(fc.integer(), { minLength: 1 }),
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
        if ('problem' in typed) expect(typed.problem).toMatch(/^Write .*\.$/);
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
});
