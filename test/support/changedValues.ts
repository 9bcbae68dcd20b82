/** Values that are written or stored, changed at one place each, so that most of them become mistakes. */
import fc from 'fast-check';

/** Values that nearly always are a mistake: an extra key, a value of another type, a missing one. */
export const wrong = fc.constantFrom<unknown>('', 0, -1, 1.5, true, null, [], [[]], {}, { a: 1 }, 'text', 2e9);

/** Places in a value: keys from the outermost on. */
export function places(value: unknown, above: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [above];
  return [above, ...Object.entries(value).flatMap(([key, item]) => places(item, [...above, key]))];
}

/** Returns the value at a path. */
export function at(value: unknown, place: readonly string[]): unknown {
  return place.reduce<unknown>((inner, key) => entriesIn(inner)[key], value);
}

/** The value with another one at a place. */
export function changed(value: unknown, place: readonly string[], put: unknown): unknown {
  if (place.length === 0) return put;
  const rest = place.slice(1);
  const one = (key: string, item: unknown): unknown => (key === place[0] ? changed(item, rest, put) : item);
  if (Array.isArray(value)) return value.map((item: unknown, i) => one(String(i), item));
  return Object.fromEntries(Object.entries(entriesIn(value)).map(([key, item]) => [key, one(key, item)]));
}

/** The keys and values of a record or a list; none of anything else. */
export function entriesIn(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
