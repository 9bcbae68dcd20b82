/**
 * Simultaneous sign changes of two series (crossings.ts describes the computation), without a branch, since the sign of
 * noise changes at every other sample. A crossing is written at each sample, and kept only if there is one.
 */
import {
  add,
  advance,
  type Code,
  constant,
  divide,
  exclusiveOr,
  get,
  integer,
  least,
  load,
  loadTwice,
  magnitude,
  multiply,
  plus,
  raised,
  repeatBelow,
  retreat,
  set,
  signBits,
  store,
  storeInteger,
  storeOne,
  subtract,
  whereBelow,
} from './code.js';
import type { AssembledFunction } from './module.js';

/** Bytes of two numbers. */
const PAIR = 16;
/** Parameters: even samples from the front, odd ones from the back, to what end; out; and where constants and results are. */
const [FRONT, BACK, END, ONE, OTHER, SLOPES, MEMORY] = [0, 1, 2, 3, 4, 5, 6];
const CHANGES = 7;
/** Values before the current one, their sums up to it and up to the one before, and its place. */
const [OLD, SUM, BEFORE, LAST, SMALLEST, STEP, WIDE] = [8, 9, 10, 11, 12, 13, 14];
const [VALUE, SHARE, NEXT, PLACE, SLOPE] = [15, 16, 17, 18, 19];

/** In `MEMORY`: the step, and (step²−1)/24/step; then the smallest values, and the ends of what was written. */
export const SCAN_MEMORY = { step: 0, wide: 8, smallest: 16, one: 32, other: 36, bytes: 48 } as const;

/** Linear between the differences of neighbors; at the ends those sums are equal that there is nothing between. */
const slopeOfNeighbors = (isLast: boolean): Code =>
  whereBelow(
    get(SHARE),
    constant(0.5),
    add(get(BEFORE), multiply(subtract(get(SUM), get(BEFORE)), add(get(SHARE), constant(0.5)))),
    isLast ? get(SUM) : add(get(SUM), multiply(subtract(get(NEXT), get(SUM)), subtract(get(SHARE), constant(0.5)))),
  );

const slopeOfWideSteps: Code = add(
  add(get(SUM), multiply(get(WIDE), subtract(get(VALUE), get(OLD)))),
  multiply(
    multiply(multiply(add(get(OLD), get(VALUE)), constant(0.25)), subtract(get(SHARE), constant(0.5))),
    get(STEP),
  ),
);

function sample(pointer: number, slope: Code): Code {
  return [
    ...set(VALUE, load(get(pointer))),
    ...set(SMALLEST, least(get(SMALLEST), magnitude(get(VALUE)))),
    ...set(SHARE, divide(get(OLD), subtract(get(OLD), get(VALUE)))),
    ...set(NEXT, add(get(SUM), multiply(get(VALUE), get(STEP)))),
    ...set(PLACE, subtract(multiply(add(add(get(LAST), get(SHARE)), constant(0.5)), get(STEP)), constant(0.5))),
    ...set(SLOPE, slope),
    ...storeOne(get(ONE), get(PLACE), 0),
    ...storeOne(plus(get(ONE), get(SLOPES)), get(SLOPE), 0),
    ...storeOne(get(OTHER), get(PLACE), 1),
    ...storeOne(plus(get(OTHER), get(SLOPES)), get(SLOPE), 1),
    ...set(CHANGES, signBits(exclusiveOr(get(OLD), get(VALUE)))),
    ...advance(ONE, raised(get(CHANGES), 1, 3)),
    ...advance(OTHER, raised(get(CHANGES), 2, 2)),
    ...set(BEFORE, get(SUM)),
    ...set(SUM, get(NEXT)),
    ...set(OLD, get(VALUE)),
    ...set(LAST, add(get(LAST), constant(1))),
  ];
}

function scan(name: string, slope: Code, lastSlope: Code): AssembledFunction {
  return {
    ...{ name, parameters: 7, integers: 1, pairs: 12 },
    body: [
      ...set(STEP, loadTwice(get(MEMORY), SCAN_MEMORY.step)),
      ...set(WIDE, loadTwice(get(MEMORY), SCAN_MEMORY.wide)),
      ...set(OLD, load(get(FRONT))),
      ...set(SMALLEST, magnitude(get(OLD))),
      ...set(SUM, multiply(get(OLD), get(STEP))),
      ...set(BEFORE, get(SUM)),
      ...advance(FRONT, integer(PAIR)),
      ...repeatBelow(FRONT, get(END), [
        ...sample(BACK, slope),
        ...sample(FRONT, slope),
        ...advance(FRONT, integer(PAIR)),
        ...retreat(BACK, integer(PAIR)),
      ]),
      ...sample(BACK, lastSlope),
      ...store(plus(get(MEMORY), integer(SCAN_MEMORY.smallest)), get(SMALLEST)),
      ...storeInteger(get(MEMORY), get(ONE), SCAN_MEMORY.one),
      ...storeInteger(get(MEMORY), get(OTHER), SCAN_MEMORY.other),
    ],
  };
}

/** At each sample, and at places that are several samples apart. */
export const scanFunctions: readonly AssembledFunction[] = [
  scan('scanAll', slopeOfNeighbors(false), slopeOfNeighbors(true)),
  scan('scanSome', slopeOfWideSteps, slopeOfWideSteps),
];
