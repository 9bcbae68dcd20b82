import { describe, expect, it } from 'vitest';
import { instanceText } from '../../../src/engine/presentation/singleWaits.js';

describe('single waits in words', () => {
  it('show the location and time of one', () => {
    expect(instanceText({ location: 3, name: 'MPI Rank 3', enter: 4.53, leave: 6, seconds: 1.2 })).toBe(
      '1.20 s on MPI Rank 3, entered 4.53 s after the start',
    );
  });
});
