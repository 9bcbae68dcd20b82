/**
 * WebAssembly written as functions of TypeScript: each gives the bytes of one instruction with those of what it works on
 * (WebAssembly Core Specification 2.0, 5.4). Vectors are pairs of 64-bit numbers.
 */

/** Bytes of instructions. */
export type Code = readonly number[];

/** An unsigned number in groups of seven bits. */
export function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  bytes.push(rest);
  return bytes;
}

/** A signed number in groups of seven bits. */
function signed(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest < -0x40 || rest >= 0x40; rest >>= 7) bytes.push((rest & 0x7f) | 0x80);
  bytes.push(rest & 0x7f);
  return bytes;
}

const VECTOR = 0xfd;
const vector = (number: number): number[] => [VECTOR, ...unsigned(number)];

export const get = (local: number): Code => [0x20, ...unsigned(local)];
export const set = (local: number, value: Code): Code => [...value, 0x21, ...unsigned(local)];
export const integer = (value: number): Code => [0x41, ...signed(value)];
export const plus = (left: Code, right: Code): Code => [...left, ...right, 0x6a];
export const minus = (left: Code, right: Code): Code => [...left, ...right, 0x6b];
const isBelow = (left: Code, right: Code): Code => [...left, ...right, 0x49];

/** Moves a pointer. */
export const advance = (local: number, by: Code): Code => set(local, plus(get(local), by));
export const retreat = (local: number, by: Code): Code => set(local, minus(get(local), by));

/** Does something once, and again while a pointer is below an end. */
export const repeatBelow = (local: number, end: Code, body: Code): Code => [
  ...[0x03, 0x40],
  ...body,
  ...isBelow(get(local), end),
  ...[0x0d, 0x00, 0x0b],
];

/** The pair at a pointer; `offset` in bytes. */
export const load = (pointer: Code, offset = 0): Code => [...pointer, ...vector(0x00), 3, ...unsigned(offset)];
/** The number at a pointer, twice. */
export const loadTwice = (pointer: Code, offset = 0): Code => [...pointer, ...vector(0x0a), 3, ...unsigned(offset)];
export const store = (pointer: Code, value: Code): Code => [...pointer, ...value, ...vector(0x0b), 3, 0];

export const add = (left: Code, right: Code): Code => [...left, ...right, ...vector(0xf0)];
export const subtract = (left: Code, right: Code): Code => [...left, ...right, ...vector(0xf1)];
export const multiply = (left: Code, right: Code): Code => [...left, ...right, ...vector(0xf2)];
export const divide = (left: Code, right: Code): Code => [...left, ...right, ...vector(0xf3)];
/** The smaller of each two; no NaN. */
export const least = (left: Code, right: Code): Code => [...left, ...right, ...vector(0xf6)];
export const magnitude = (value: Code): Code => [...value, ...vector(0xec)];
/** All bits of each number that is below its other one. */
const below = (left: Code, right: Code): Code => [...left, ...right, ...vector(0x49)];
/** Each number of the one where the left is below the right, else of the other. */
export const whereBelow = (left: Code, right: Code, one: Code, other: Code): Code => [
  ...one,
  ...other,
  ...below(left, right),
  ...vector(0x52),
];
export const exclusiveOr = (left: Code, right: Code): Code => [...left, ...right, ...vector(0x51)];

const lane = (number: number): number[] => Array.from({ length: 8 }, (_, byte) => 8 * number + byte);
/** Two of the four numbers of two pairs: 0 and 1 of the left, 2 and 3 of the right one. */
export const pick = (left: Code, right: Code, first: number, second: number): Code => [
  ...left,
  ...right,
  ...vector(0x0d),
  ...lane(first),
  ...lane(second),
];

/** The signs of both numbers as bits 0 and 1. */
export const signBits = (value: Code): Code => [...value, ...vector(0xc4)];
/** Those of some bits of an integer, `by` places higher. */
export const raised = (value: Code, bits: number, by: number): Code => [
  ...value,
  ...integer(bits),
  ...[0x71],
  ...integer(by),
  ...[0x74],
];
export const halved = (value: Code): Code => [...value, ...integer(1), 0x76];
/** One of both numbers to a pointer. */
export const storeOne = (pointer: Code, value: Code, number: 0 | 1): Code => [
  ...pointer,
  ...value,
  ...vector(0x5b),
  ...[3, 0, number],
];
export const storeInteger = (pointer: Code, value: Code, offset: number): Code => [
  ...pointer,
  ...value,
  ...[0x36, 2],
  ...unsigned(offset),
];
/** A number, twice. */
export const constant = (value: number): Code => {
  const bytes = [...new Uint8Array(Float64Array.of(value).buffer)];
  return [...vector(0x0c), ...bytes, ...bytes];
};

/** Bits of −0, and none. */
const SIGN_OF_FIRST: Code = [...vector(0x0c), ...[0, 0, 0, 0, 0, 0, 0, 0x80], ...Array<number>(8).fill(0)];
/** (−a, b) of (a, b). */
export const negateFirst = (value: Code): Code => exclusiveOr(value, SIGN_OF_FIRST);
