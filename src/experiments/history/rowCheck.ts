/** Whether a row of the index is one. By hand, since a schema takes longer than all the rest. */
import type { HistoryEntry } from './entry.js';

/** A stored entry: without its folder, which follows from the location of the index. */
export type KeptEntry = Omit<HistoryEntry, 'folder'>;

type Shape = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Shape => typeof value === 'object' && value !== null;
const has = (entry: Shape, keys: readonly string[], type: string): boolean =>
  keys.every((key) => typeof entry[key] === type);
const mayHave = (entry: Shape, keys: readonly string[], type: string): boolean =>
  keys.every((key) => entry[key] === undefined || typeof entry[key] === type);

const TEXTS = ['id', 'name', 'program', 'target', 'date', 'state'];
const OPTIONAL_TEXTS = ['problem', 'note', 'doubt'];
const NUMBERS = ['ranks', 'size', 'traceSize'];
const OPTIONAL_NUMBERS = ['totalTime', 'span', 'predictions'];
const STATES: ReadonlySet<unknown> = new Set(['complete', 'failed', 'cancelled', 'running', 'damaged']);

/** The name of a folder, which leads nowhere else. */
const isName = (id: unknown): boolean => typeof id === 'string' && !/[/\\]/.test(id) && !/^\.*$/.test(id);

const isWorst = (worst: unknown): boolean =>
  worst === undefined ||
  (isObject(worst) && has(worst, ['property', 'title'], 'string') && has(worst, ['severity'], 'number'));

const areTags = (tags: unknown): boolean => Array.isArray(tags) && tags.every((tag) => typeof tag === 'string');

function isEntry(value: unknown): value is KeptEntry {
  return (
    isObject(value) &&
    has(value, TEXTS, 'string') &&
    has(value, NUMBERS, 'number') &&
    mayHave(value, OPTIONAL_TEXTS, 'string') &&
    mayHave(value, OPTIONAL_NUMBERS, 'number') &&
    typeof value.baseline === 'boolean' &&
    isName(value.id) &&
    (value.measurement === undefined || value.measurement === 'profile') &&
    STATES.has(value.state) &&
    areTags(value.tags) &&
    isWorst(value.worst)
  );
}

/** A row: modification time and size of the manifest it was made from, and the entry. */
export function isRow(value: unknown): value is [mtime: number, size: number, entry: KeptEntry] {
  return Array.isArray(value) && typeof value[0] === 'number' && typeof value[1] === 'number' && isEntry(value[2]);
}
