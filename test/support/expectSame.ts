import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';

/**
 * Expects the same as `toEqual`. Of values with thousands of numbers this takes a small part of the time: what differs is
 * looked for only where something does.
 */
export function expectSame(found: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(found, expected)) expect(found).toEqual(expected);
}
