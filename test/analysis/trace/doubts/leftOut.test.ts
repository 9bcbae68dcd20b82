import { describe, expect, test } from 'vitest';
import { plainLine } from '../../../../src/base/text.js';
import { leftOutFunctions } from '../../../../src/analysis/trace/doubts/leftOut.js';

const said = (facts: Record<string, string>) =>
  leftOutFunctions({
    properties: new Map(Object.entries(facts).map(([name, value]) => [`TRIMTAB::${name}`, value])),
  }).map(({ message }) => message);

describe('the warning about functions that were excluded while the program ran', () => {
  test('is how many, how often they were called, and what recording them would have taken', () => {
    const facts = {
      FUNCTIONS_LEFT_OUT: '4',
      CALLS_LEFT_OUT: '1234567',
      SECONDS_LEFT_OUT: '2.5',
      NAMES_LEFT_OUT: '1000000 a(int, b)\n200000 c\n30000 d\n4567 e\n',
    };
    expect(said(facts)).toEqual([
      '4 functions (a(int, b), c, d, …) were excluded while the program ran, because recording them cost too much: about ' +
        '1,234,567 calls, which would have taken 2.50 s to record. Their time counts as that of the functions that call them.',
    ]);
    expect(said({ ...facts, FUNCTIONS_LEFT_OUT: '1', NAMES_LEFT_OUT: '7 a\n' }).join()).toMatch(
      /^1 function \(a\) was excluded .* recording it cost/,
    );
  });

  test('names constructs of OpenMP in addition to functions', () => {
    const facts = {
      CALLS_LEFT_OUT: '300',
      SECONDS_LEFT_OUT: '0.5',
      NAMES_LEFT_OUT: '200 !$omp critical @a.c:3\n100 b\n',
    };
    expect(said({ ...facts, FUNCTIONS_LEFT_OUT: '1', CONSTRUCTS_LEFT_OUT: '1' })).toEqual([
      '1 function and 1 construct of OpenMP (!$omp critical @a.c:3, b) were excluded while the program ran, because recording ' +
        'them cost too much: about 300 calls, which would have taken 500 ms to record. Their time counts as that of the code around them.',
    ]);
    expect(said({ ...facts, FUNCTIONS_LEFT_OUT: '0', CONSTRUCTS_LEFT_OUT: '2' }).join()).toMatch(
      /^2 constructs of OpenMP \(/,
    );
  });

  test('is absent if none exist, or a file contains nonsense', () => {
    expect(said({})).toEqual([]);
    for (const nonsense of ['0', '-3', 'many', '', 'Infinity', 'NaN'])
      expect(said({ FUNCTIONS_LEFT_OUT: nonsense, NAMES_LEFT_OUT: '7 a\n' })).toEqual([]);
  });

  test('has no names that are none, and none that would end its line', () => {
    const message = said({
      FUNCTIONS_LEFT_OUT: '3',
      NAMES_LEFT_OUT: 'x\n7 \n9 a\u0007\u001b[31mb\r\n',
      CALLS_LEFT_OUT: 'x',
    }).join();
    expect(message).toMatch(/^3 functions \(.*, …\) were excluded/);
    expect(message).toBe(plainLine(message));
  });
});
