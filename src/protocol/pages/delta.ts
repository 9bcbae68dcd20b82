/**
 * Differences between two states of a page, so that only changes are sent. States are plain data (JSON). Lists are
 * split where their ends agree: only rows that were added to a history, or that changed, are sent.
 */

/** A change, to be made to a value as it was before. */
export type Delta =
  | { readonly is: 'same' }
  /** Another value in its place. */
  | { readonly is: 'new'; readonly value: unknown }
  /** Changed members of a record; those that are gone. */
  | { readonly is: 'record'; readonly changed: Readonly<Record<string, Delta>>; readonly gone: readonly string[] }
  /** Items of a list: as many as `removed` from `at` on give way to others. */
  | { readonly is: 'list'; readonly at: number; readonly removed: number; readonly items: readonly unknown[] }
  /** Single items of a list. */
  | { readonly is: 'items'; readonly changed: readonly { readonly at: number; readonly delta: Delta }[] };

const SAME: Delta = { is: 'same' };

type Members = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns an own member of a record; inherited ones such as `valueOf` are ignored. */
function memberOf(members: Members, name: string): unknown {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

/** Returns the changes from `before` to `after`. */
export function deltaOf(before: unknown, after: unknown): Delta {
  if (Object.is(before, after)) return SAME;
  if (Array.isArray(before) && Array.isArray(after)) return listDelta(before, after);
  if (isRecord(before) && isRecord(after)) return recordDelta(before, after);
  return { is: 'new', value: after };
}

/** A member that is undefined is none, as in JSON. */
function recordDelta(before: Members, after: Members): Delta {
  const changed: [string, Delta][] = [];
  for (const [name, value] of Object.entries(after)) {
    const delta = value === undefined ? SAME : deltaOf(memberOf(before, name), value);
    if (delta.is !== 'same') changed.push([name, delta]);
  }
  const isGone = (name: string): boolean => before[name] !== undefined && memberOf(after, name) === undefined;
  const gone = Object.keys(before).filter(isGone);
  return changed.length === 0 && gone.length === 0
    ? SAME
    : { is: 'record', changed: Object.fromEntries(changed), gone };
}

function listDelta(before: readonly unknown[], after: readonly unknown[]): Delta {
  const shorter = Math.min(before.length, after.length);
  let at = 0;
  while (at < shorter && isSame(before[at], after[at])) at++;
  let tail = 0;
  while (tail < shorter - at && isSame(before[before.length - 1 - tail], after[after.length - 1 - tail])) tail++;
  const removed = before.length - tail - at;
  const items = after.slice(at, after.length - tail);
  if (removed === 0 && items.length === 0) return SAME;
  const single = removed === items.length ? changedItems(before, after, at, removed) : undefined;
  return single ?? { is: 'list', at, removed, items };
}

/**
 * Returns changes in items that kept their positions, such as a mark that moves from one row of a history to another.
 * Undefined if so many changed that the whole list is replaced.
 */
function changedItems(
  before: readonly unknown[],
  after: readonly unknown[],
  at: number,
  count: number,
): Delta | undefined {
  const changed: { at: number; delta: Delta }[] = [];
  for (let i = at; i < at + count; i++) {
    const delta = deltaOf(before[i], after[i]);
    if (delta.is !== 'same') changed.push({ at: i, delta });
  }
  return changed.length <= Math.max(2, count / 2) ? { is: 'items', changed } : undefined;
}

function isSame(before: unknown, after: unknown): boolean {
  return deltaOf(before, after).is === 'same';
}

/**
 * The value after a change that was found from the same value on; what did not change in it is the same object as before.
 * That it is of the same type is vouched for by who found the change.
 */
export function changedBy<T>(before: T, delta: Delta): T;
export function changedBy(before: unknown, delta: Delta): unknown {
  switch (delta.is) {
    case 'same':
      return before;
    case 'new':
      return delta.value;
    case 'record': {
      const members: Members = isRecord(before) ? before : {};
      const kept = Object.entries(members).filter(([name]) => !delta.gone.includes(name));
      const changed = Object.entries(delta.changed).map(([name, part]): [string, unknown] => [
        name,
        changedBy(memberOf(members, name), part),
      ]);
      return Object.fromEntries<unknown>([...kept, ...changed]);
    }
    case 'list': {
      const items: readonly unknown[] = Array.isArray(before) ? before : [];
      return items.toSpliced(delta.at, delta.removed, ...delta.items);
    }
    case 'items': {
      const items = Array.from<unknown>(Array.isArray(before) ? before : []);
      for (const { at, delta: part } of delta.changed) items[at] = changedBy(items[at], part);
      return items;
    }
  }
}
