import { describe, expect, test } from 'vitest';
import { leaveOutDependents } from '../../../../src/analysis/trace/tolerance/dependentStates.js';
import { rounds } from '../../../support/matrix.js';

/** Wait states as [waiting location, its begin, delaying location, its begin, collective operation]. */
function leftOut(states: readonly (readonly [number, number, number, number, number?])[], first: number): number[] {
  const found = new Uint8Array(states.length);
  found[first] = 1;
  leaveOutDependents(
    {
      length: states.length,
      location: Int32Array.from(states.flatMap(([waiter, , delayer]) => [waiter, delayer])),
      begin: Float64Array.from(states.flatMap(([, waiting, , delaying]) => [waiting, delaying])),
      instance: Int32Array.from(states, ([, , , , instance]) => instance ?? -1),
    },
    found,
  );
  return [...found.keys()].filter((state) => found[state] === 1);
}

describe('wait states that depend on an excluded one', () => {
  test('are excluded if they follow it on either side, and transitively', () => {
    const states = [
      [1, 10, 2, 11],
      [0, 5, 1, 20],
      [1, 5, 0, 4],
      [3, 1, 0, 6],
      [2, 30, 3, 0.5],
    ] as const;
    expect(leftOut(states, 0)).toEqual([0, 1, 3]);
  });

  test('are kept where they began before it, or at the same time', () => {
    const states = [
      [0, 10, 1, 11],
      [2, 3, 0, 10],
      [0, 9, 2, 2],
      [2, 40, 1, 50],
    ] as const;
    expect(leftOut(states, 0)).toEqual([0]);
  });

  test('take the other members of their collective operation along', () => {
    const states = [
      [4, 1, 5, 2],
      [4, 3, 2, 9, 7],
      [0, 4, 2, 9, 7],
      [1, 5, 2, 9, 7],
      [0, 8, 3, 8, 8],
      [5, 8, 3, 8, 8],
      [6, 8, 3, 8, 9],
    ] as const;
    expect(leftOut(states, 0)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test('end in a chain as long as there are wait states, and in time that follows it', () => {
    const length = rounds(60_000, 200_000);
    const chain = Array.from({ length }, (_, i): [number, number, number, number] => [i, 1, i - 1, 2]);
    expect(leftOut(chain, 0)).toHaveLength(length);
  });
});
