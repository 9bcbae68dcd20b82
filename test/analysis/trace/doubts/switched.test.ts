import { describe, expect, test } from 'vitest';
import { switchedWhileRunning } from '../../../../src/analysis/trace/doubts/switched.js';

const said = (facts: Record<string, string>) =>
  switchedWhileRunning({
    properties: new Map(Object.entries(facts).map(([name, value]) => [`TRIMTAB::${name}`, value])),
  }).map(({ level, message }) => `${level}: ${message}`);

describe('the warning about functions that were switched while the program ran', () => {
  test('is what and when, and which ranks did something else', () => {
    const SWITCHED = '300 function off relax_*\n0 depth 4\n310 mode mpi\n400 mode trace\n';
    expect(said({ SWITCHES: '4', SWITCHED })).toEqual([
      'information: Recording was switched 4 times while the program ran: function off relax_* at iteration 300; ' +
        'depth 4 at once; mode mpi at iteration 310; …. Times and calls of functions that were off meanwhile are of a part of the run.',
    ]);
    expect(said({ RANKS_SWITCHED_DIFFERENTLY: '2', RANKS_SWITCHED_DIFFERENTLY_LIST: '3 7' })).toEqual([
      'warning: 2 ranks (3, 7) did not switch what the others did, or not at the same iteration: times of functions are ' +
        'not to be compared between ranks.',
    ]);
  });

  test('is absent if nothing was switched, or a file contains nonsense', () => {
    expect(said({})).toEqual([]);
    for (const nonsense of ['0', '-3', 'many', '', 'Infinity', 'NaN', '1.5'])
      expect(said({ SWITCHES: nonsense, SWITCHED: '1 x', RANKS_SWITCHED_DIFFERENTLY: nonsense })).toEqual([]);
    expect(said({ SWITCHES: '1', SWITCHED: 'no number' })).toEqual([
      'information: Recording was switched 1 time while the program ran. Times and calls of functions that were off meanwhile are of a part of the run.',
    ]);
  });
});
