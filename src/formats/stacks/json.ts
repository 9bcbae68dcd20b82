/** Values of JSON whose form is not known. */
import { readBytes, utf8Bytes } from '../../base/files/index.js';
import { jsonMemory } from '../../base/jsonMemory.js';
import { dataSize } from '../../base/text.js';
import { Damaged } from './damage.js';

/** Bytes of a file of JSON: as many as a text may have. */
const LARGEST = 2 ** 28;

/** Bytes that the values of a file may take in memory. */
const MOST_BYTES = 1.5 * 2 ** 30;
export type Fields = Readonly<Partial<Record<string, unknown>>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns a number; undefined for other values. */
export const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** An index into a list; -1 for anything else. */
export const indexOf = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : -1;

/** Reads a file of JSON. @throws UnreadableFile, Damaged */
export function readJson(path: string): unknown {
  return parseJson(Buffer.from(utf8Bytes(readBytes(path, { limit: LARGEST }))).toString('utf8'));
}

/** @throws Damaged where it is none, or needs more memory than is given to one */
export function parseJson(text: string): unknown {
  if (jsonMemory(text) > MOST_BYTES)
    throw new Damaged(`holds values that need more than ${dataSize(MOST_BYTES)} of memory; record a shorter run`);
  try {
    return JSON.parse(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Damaged(`is no JSON (${reason.slice(0, 200)}); copy it again`);
  }
}
