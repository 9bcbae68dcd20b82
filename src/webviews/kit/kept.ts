import { useState } from 'preact/hooks';
import type { Host } from './host.js';

/** Like `useState`, with a value that survives hiding the page. @param is recognizes values of this kind */
export function useKept<T>(
  host: Pick<Host<never, never>, 'recall' | 'keep'>,
  key: string,
  initial: T,
  is: (value: unknown) => value is T,
): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => host.recall(key, initial, is));
  return [
    value,
    (next) => {
      host.keep(key, next);
      setValue(() => next);
    },
  ];
}

export const isText = (value: unknown): value is string => typeof value === 'string';

export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

/** Returns a test for the given words. */
export function isOneOf<Word extends string>(words: readonly Word[]): (value: unknown) => value is Word {
  const known: readonly string[] = words;
  return (value): value is Word => typeof value === 'string' && known.includes(value);
}
