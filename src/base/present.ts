/** Objects whose optional keys are missing rather than undefined. */

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Copies an object without the keys whose value is undefined. */
export function present<T extends object>(value: T): Present<T> {
  const result: Present<T> = {};
  for (const key in value) {
    const item = value[key];
    if (isPresent(item)) result[key] = item;
  }
  return result;
}

function isPresent<T>(value: T): value is Exclude<T, undefined> {
  return value !== undefined;
}
