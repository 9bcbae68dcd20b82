import { type Code, unsigned } from './code.js';

/** A function of pointers and sizes in bytes that changes memory alone. */
export interface AssembledFunction {
  readonly name: string;
  /** Numbers of its parameters, of its other integers, and of its pairs, which are numbered in this order. */
  readonly parameters: number;
  readonly integers: number;
  readonly pairs: number;
  readonly body: Code;
}

const INTEGER = 0x7f;
const PAIR = 0x7b;

/** The bytes of a module that has functions and imports its memory as `own.memory`. */
export function moduleOf(functions: readonly AssembledFunction[]): Uint8Array<ArrayBuffer> {
  const types = functions.map(({ parameters }) => [0x60, ...listOf(Array<number[]>(parameters).fill([INTEGER])), 0]);
  const exported = functions.map(({ name }, index) => [...text(name), 0x00, ...unsigned(index)]);
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, listOf(types)),
    ...section(2, listOf([[...text('own'), ...text('memory'), 0x02, 0x00, 0x01]])),
    ...section(3, listOf(functions.map((_, index) => unsigned(index)))),
    ...section(7, listOf(exported)),
    ...section(10, listOf(functions.map(bodyOf))),
  ]);
}

function bodyOf({ integers, pairs, body }: AssembledFunction): number[] {
  const locals = listOf([
    [...unsigned(integers), INTEGER],
    [...unsigned(pairs), PAIR],
  ]);
  const code = [...locals, ...body, 0x0b];
  return [...unsigned(code.length), ...code];
}

function section(number: number, content: Code): number[] {
  return [number, ...unsigned(content.length), ...content];
}

function listOf(items: readonly Code[]): number[] {
  return [...unsigned(items.length), ...items.flat()];
}

/** ASCII letters alone. */
function text(letters: string): number[] {
  return [...unsigned(letters.length), ...Array.from(letters, (letter) => letter.charCodeAt(0))];
}
