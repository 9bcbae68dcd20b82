/** `profile.db`: values of threads by context and metric (HPCToolkit's doc/FORMATS.md, version 4.0). */
import { Cost, type MemoryBudget } from '../profile/index.js';
import { checkHeader, type Bytes } from './bytes.js';

const VALUE = 0x0a;
const INDEX = 0x0c;

/** A part of the name of a thread, such as the rank. */
export interface Identifier {
  /** Index into the kinds of meta.db. */
  readonly kind: number;
  readonly number: number;
}

/** The values of a thread. */
export interface ThreadValues {
  readonly identifiers: readonly Identifier[];
  /** Goes through the values. @throws Damaged */
  readonly each: (visit: (context: number, metric: number, value: number) => void) => void;
}

/**
 * The threads that were measured, without what summarizes them.
 * @param memory what is kept is charged to it
 * @throws Damaged, TooLarge
 */
export function readProfiles(content: Uint8Array, memory: MemoryBudget): ThreadValues[] {
  const bytes = checkHeader(content, 'profile.db', 'prof');
  const section = bytes.u64(0x18);
  const [count, size] = [bytes.u32(section + 0x08), bytes.u8(section + 0x0c)];
  if (size < 0x2c) throw bytes.damaged('profiles of an impossible size');
  const list = bytes.list(bytes.u64(section), count, size);
  const threads: ThreadValues[] = [];
  let values = 0;
  for (let profile = 0; profile < count; profile++) {
    const at = list + size * profile;
    const isSummary = (bytes.u32(at + 0x28) & 1) === 1;
    if (isSummary) continue;
    values += bytes.u64(at) + bytes.u32(at + 0x10);
    // Each value is of one thread: lists that lie in each other would take long.
    if (values > bytes.size / VALUE) throw bytes.damaged('values that several threads share');
    threads.push({
      identifiers: identifiersOf(bytes, bytes.u64(at + 0x20), memory),
      each: (visit) => eachValue(bytes, at, visit),
    });
  }
  return threads;
}

function identifiersOf(bytes: Bytes, at: number, memory: MemoryBudget): Identifier[] {
  if (at === 0) return [];
  const count = bytes.u16(at);
  memory.take(Cost.entry * (count + 1));
  const list = bytes.list(at + 0x08, count, 0x10);
  return Array.from({ length: count }, (_, index) => ({
    kind: bytes.u8(list + 0x10 * index),
    number: bytes.u32(list + 0x10 * index + 0x04),
  }));
}

function eachValue(bytes: Bytes, at: number, visit: (context: number, metric: number, value: number) => void): void {
  const [valueCount, contextCount] = [bytes.u64(at), bytes.u32(at + 0x10)];
  const values = bytes.list(bytes.u64(at + 0x08), valueCount, VALUE);
  const indices = bytes.list(bytes.u64(at + 0x18), contextCount, INDEX);
  let from = contextCount === 0 ? valueCount : bytes.u64(indices + 0x04);
  for (let index = 0; index < contextCount; index++) {
    const context = bytes.u32(indices + INDEX * index);
    const to = index + 1 < contextCount ? bytes.u64(indices + INDEX * (index + 1) + 0x04) : valueCount;
    if (to < from || to > valueCount) throw bytes.damaged('values out of order');
    for (; from < to; from++) visit(context, bytes.u16(values + VALUE * from), bytes.f64(values + VALUE * from + 2));
  }
}
