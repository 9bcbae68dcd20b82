import { useState } from 'preact/hooks';
import type { Host } from './host.js';

/** As `useState`, and the value outlives the page being hidden. @param is tells a value of this kind from any other */
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

/** Tells one of the given words from anything else. */
export function isOneOf<Word extends string>(words: readonly Word[]): (value: unknown) => value is Word {
  const known: readonly string[] = words;
  return (value): value is Word => typeof value === 'string' && known.includes(value);
}
