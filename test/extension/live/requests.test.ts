import { describe, expect, it } from 'vitest';
import { iterationRequests, switchRequest } from '../../../src/extension/live/requests.js';

describe('what is asked of a running program', () => {
  it('names a function as a pattern that fits it alone', () => {
    const tick = { kind: 'function', run: 'r', on: false } as const;
    expect(switchRequest({ ...tick, name: 'a[1]*' })).toBe('function off a\\[1\\]\\*');
    expect(switchRequest({ ...tick, on: true, name: 'f(int, "x")' })).toBe(`function on 'f(int, "x")'`);
  });

  it('begins and ends recording iterations, whose last one is recorded too', () => {
    expect(iterationRequests('100-110')).toEqual(['run begin 100', 'run end 111']);
    expect(iterationRequests(' 7 ')).toEqual(['run begin 7', 'run end 8']);
    for (const text of ['', '0-3', '5-4', '1-', '1-2-3', 'x', '1,3', '-1', '1e3'])
      expect(iterationRequests(text)).toBeUndefined();
  });
});
