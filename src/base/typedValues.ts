/** Values as people type them, in an editor or a shell. */
import { isValue, type Value } from './value.js';

/** Something typed: the value it means, or what is wrong with it. */
export type Typed = { readonly value: Value } | { readonly problem: string };

/** Returns a value for editing: lists of plain words without their brackets. */
export function inputText(value: Value): string {
  if (typeof value === 'string') return value;
  return isPlainList(value) ? value.join(', ') : JSON.stringify(value);
}

/**
 * Returns the value of a text for an input, of the same kind as the workflow's value, which its steps expect. A list of
 * numbers remains one, and a list is not empty, since nothing would run.
 * @param parse reads forms that are not known here; throws when it cannot
 */
export function readInput(text: string, initial: Value, parse: (text: string) => unknown = JSON.parse): Typed {
  if (typeof initial === 'string') return { value: text };
  const trimmed = text.trim();
  if (typeof initial === 'number') return numberOf(trimmed);
  if (typeof initial === 'boolean') return booleanOf(trimmed);
  if (isPlainList(initial) && !trimmed.startsWith('[')) return listOf(trimmed, initial);
  let value: unknown;
  try {
    value = parse(trimmed);
  } catch {
    return { problem: `Write it as JSON, such as ${JSON.stringify(initial)}.` };
  }
  return isLike(value, initial) ? { value } : { problem: `Write a value such as ${JSON.stringify(initial)}.` };
}

/** Whether a value is of the kind of the one the workflow has, so that it may take its place. */
export function isLike(value: unknown, initial: Value): value is Value {
  // If the workflow has no value, any kind is valid.
  if (initial === null) return isValue(value);
  if (!Array.isArray(initial)) return typeof value === typeof initial && value !== null && !Array.isArray(value);
  if (!Array.isArray(value)) return false;
  const first: unknown = initial.at(0);
  return first === undefined || (value.length > 0 && value.every((item) => typeof item === typeof first));
}

function booleanOf(text: string): Typed {
  return text === 'true' || text === 'false'
    ? { value: text === 'true' }
    : { problem: `Write true or false, not “${text}”.` };
}

function numberOf(text: string): Typed {
  const value = Number(text);
  return text !== '' && Number.isFinite(value) ? { value } : { problem: `Write a number, such as 4, not “${text}”.` };
}

function listOf(text: string, initial: readonly (string | number)[]): Typed {
  const words = text.split(',').map((word) => word.trim());
  if (words.some((word) => word === '')) return { problem: 'Write values with commas between them.' };
  if (!initial.some((item) => typeof item === 'number')) return { value: words };
  const numbers = words.map(Number);
  const wrong = words.find((_, index) => !Number.isFinite(numbers[index]));
  return wrong === undefined
    ? { value: numbers }
    : { problem: `Write numbers with commas between them, such as ${initial.join(', ')}; “${wrong}” is none.` };
}

/** Reports whether a list can be written with commas: numbers, or words without commas. */
function isPlainList(value: Value): value is readonly number[] | readonly string[] {
  if (!Array.isArray(value) || value.length === 0) return false;
  const items: readonly unknown[] = value;
  return (
    items.every((item) => typeof item === 'number') ||
    items.every((item) => typeof item === 'string' && /^[^\s,[][^,]*$/.test(item) && item === item.trim())
  );
}
