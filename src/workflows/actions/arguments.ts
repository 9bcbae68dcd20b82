/** Reading a step's arguments after their expressions were filled in: only now their kinds are known. */
import { TrimtabError } from '../../model/problem.js';
import { isRecord, type Value, type ValueRecord, valueText } from '../language/value.js';
import type { DoneStep } from '../runner/action.js';

/** @throws TrimtabError when it is there and no whole number from 1 */
export function countOf(given: ValueRecord, name: string): number | undefined {
  const value = valueOf(given, name);
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1) return value;
  throw new TrimtabError(`"${name}" is ${valueText(value)}; it must be a whole number from 1.`);
}

/** @throws TrimtabError when it is there and no text */
export function textOf(given: ValueRecord, name: string): string | undefined {
  const value = valueOf(given, name);
  if (value === undefined || typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new TrimtabError(`"${name}" is ${valueText(value)}; it must be a text.`);
}

/** A list of texts; one text is a list of one. @throws TrimtabError when it is there and something else */
export function textsOf(given: ValueRecord, name: string): readonly string[] | undefined {
  const value = valueOf(given, name);
  if (value === undefined) return undefined;
  const list = Array.isArray(value) ? value : [value];
  const texts = list.flatMap((item: Value) => (typeof item === 'object' ? [] : [String(item)]));
  if (texts.length === list.length) return texts;
  throw new TrimtabError(`"${name}" is ${valueText(value)}; it must be a list of texts.`);
}

/** Variables of the environment. */
export function variablesOf(given: ValueRecord, name: string): Record<string, string> {
  const value = valueOf(given, name);
  if (value === undefined || !isRecord(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, valueText(item)]));
}

/** Null stands for an argument that is not given, so that inputs can leave one open. */
function valueOf(given: ValueRecord, name: string): Exclude<Value, null> | undefined {
  return Object.hasOwn(given, name) ? (given[name] ?? undefined) : undefined;
}

/** The latest step of a kind that is done, or the one of an id. */
export function doneStep(done: readonly DoneStep[], kind: string, id?: string): DoneStep | undefined {
  return done.findLast((step) => (id === undefined ? step.kind === kind : step.id === id));
}

/**
 * A text among the outputs of the step that an action builds on.
 * @throws TrimtabError when there is no such step, or it has no such output
 */
export function outputText(step: DoneStep | undefined, name: string, needed: string): string {
  const value = step === undefined ? undefined : valueOf(step.outputs, name);
  if (typeof value === 'string') return value;
  throw new TrimtabError(
    step === undefined
      ? `There is no "${needed}" step before this one; add it, or name it with "of".`
      : `The step "${step.id}" before this one gives no ${name}; it is no "${needed}" step, or was left out.`,
  );
}
