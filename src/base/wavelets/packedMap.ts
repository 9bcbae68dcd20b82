/** Maps of values in few bytes: the largest coefficients of their Haar transform, with an error that is known. */
import { absent } from '../elements.js';
import type { Fraction } from '../units.js';
import { allLevels, extended, restore, transform } from './haar2d.js';

/** A map that was packed. */
export interface PackedMap {
  readonly rows: number;
  readonly columns: number;
  /** Value of one unit of the numbers in `bytes`. */
  readonly step: number;
  /** Root of the sum of squares of what it misses, as a share of that of the map's values. */
  readonly error: Fraction;
  /** Of coefficients that are kept: how many lie between them, and the number; as `packedNumbers` writes them. */
  readonly bytes: Uint8Array;
}

/** How well, and how short. */
export interface PackRule {
  /** The error at most, unless that takes more bytes. */
  readonly error: Fraction;
  readonly bytes: number;
}

/** Share of the squared error due to omitted coefficients; the rest is rounding. */
const LEFT_OUT = 0.75;
/** By how much the error grows until the bytes suffice. */
const COARSER = 1.5;

/**
 * Packs a map. Coefficients are those of an orthonormal transform, so squares of missing ones add up. The error of the
 * map is bounded by the omitted ones and half a step for each stored one. It is measured at the end.
 * @param values row by row
 * @returns undefined if a value is not a number, or the map is empty
 */
export function packMap(
  values: Float32Array | Float64Array,
  rows: number,
  columns: number,
  { error: asked, bytes: most }: PackRule,
): PackedMap | undefined {
  if (values.length === 0 || !values.every(Number.isFinite)) return undefined;
  const plane = extended(values, rows, columns);
  transform(plane, allLevels(plane.rows, plane.columns));
  const energy = energyOf(values);
  const sizes = plane.values.map(Math.abs).sort();
  for (let error = asked; ; error *= COARSER) {
    const allowed = error ** 2 * energy;
    const least = sizes[droppedFor(sizes, LEFT_OUT * allowed)] ?? Infinity;
    const kept = placesOf(plane.values, least);
    const step = 2 * Math.sqrt(((1 - LEFT_OUT) * allowed) / Math.max(1, kept.length));
    const bytes = packedNumbers(kept, step === 0 ? 1 : step, plane.values);
    if (bytes.length > most && kept.length > 1) continue;
    const packed = { rows, columns, step: step === 0 ? 1 : step, error: 0, bytes };
    return { ...packed, error: missed(values, unpackMap(packed), energy) };
  }
}

/** The values of a packed map. @throws RangeError where its bytes are not what they should be */
export function unpackMap({ rows, columns, step, bytes }: Omit<PackedMap, 'error'>): Float32Array {
  const [height, width] = [2 ** Math.ceil(Math.log2(rows)), 2 ** Math.ceil(Math.log2(columns))];
  const plane = { rows: height, columns: width, values: new Float64Array(height * width) };
  let place = -1;
  for (let at = 0; at < bytes.length;) {
    const gap = readNumber(bytes, at);
    const value = readNumber(bytes, gap.next);
    place += gap.number + 1;
    if (place >= plane.values.length) absent(place);
    plane.values[place] = signed(value.number) * step;
    at = value.next;
  }
  restore(plane, allLevels(height, width));
  const values = new Float32Array(rows * columns);
  for (let row = 0; row < rows; row++)
    values.set(plane.values.subarray(row * width, row * width + columns), row * columns);
  return values;
}

/**
 * Returns how many of the smallest coefficients can be omitted so that their squares add up to at most a limit. @param
 * ascending their sizes
 */
export function droppedFor(ascending: Float64Array, limit: number): number {
  let left = 0;
  for (let at = 0; at < ascending.length; at++) {
    left += (ascending[at] ?? absent(at)) ** 2;
    if (left > limit) return at;
  }
  return ascending.length;
}

/** Returns the positions of coefficients of a minimum size. */
function placesOf(coefficients: Float64Array, least: number): Uint32Array {
  let count = 0;
  for (const value of coefficients) if (Math.abs(value) >= least) count++;
  const places = new Uint32Array(count);
  count = 0;
  for (const [at, value] of coefficients.entries()) if (Math.abs(value) >= least) places[count++] = at;
  return places;
}

const energyOf = (values: Float32Array | Float64Array): number => {
  let sum = 0;
  for (const value of values) sum += value * value;
  return sum;
};

function missed(values: Float32Array | Float64Array, restored: Float32Array, energy: number): Fraction {
  let sum = 0;
  for (const [at, value] of values.entries()) sum += (value - (restored[at] ?? absent(at))) ** 2;
  return energy > 0 ? Math.sqrt(sum / energy) : 0;
}

/** Encodes numbers in seven bits per byte, the lowest first; the highest bit means that more follow. */
function packedNumbers(places: Uint32Array, step: number, coefficients: Float64Array): Uint8Array {
  const bytes: number[] = [];
  const write = (number: number): void => {
    let rest = number;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
    bytes.push(rest);
  };
  let last = -1;
  for (const place of places) {
    const number = Math.round((coefficients[place] ?? absent(place)) / step);
    if (number === 0) continue;
    write(place - last - 1);
    write(number < 0 ? -2 * number - 1 : 2 * number);
    last = place;
  }
  return Uint8Array.from(bytes);
}

function readNumber(bytes: Uint8Array, from: number): { readonly number: number; readonly next: number } {
  let [number, scale, at] = [0, 1, from];
  for (;;) {
    const byte = bytes[at] ?? absent(at);
    number += (byte & 0x7f) * scale;
    scale *= 0x80;
    at++;
    if (byte < 0x80) return { number, next: at };
  }
}

/** 0, −1, 1, −2, … */
const signed = (number: number): number => (number % 2 === 1 ? -(number + 1) / 2 : number / 2);
