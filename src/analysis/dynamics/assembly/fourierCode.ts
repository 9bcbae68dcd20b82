/** Building blocks of sums of cosines over 2^n samples (cosine.ts, fourier.ts), on complex numbers as pairs. */
import {
  add,
  advance,
  type Code,
  constant,
  get,
  halved,
  integer,
  load,
  loadTwice,
  minus,
  multiply,
  negateFirst,
  pick,
  plus,
  repeatBelow,
  retreat,
  set,
  store,
  subtract,
} from './code.js';
import type { AssembledFunction } from './module.js';

/** Bytes of a complex number. */
const COMPLEX = 16;

/** Parameters of a pass: from and to where, its factors of rotation, bytes of a part and of the stride; and where loops end. */
const [X, Y, TWIDDLES, PART, STRIDE, END, INNER_END] = [0, 1, 2, 3, 4, 5, 6];

/** z·(c + is) of which (c, c) and (−s, s) are known. */
const times = (z: Code, cos: Code, sin: Code): Code => add(multiply(z, cos), multiply(swapped(z), sin));
const swapped = (z: Code): Code => pick(z, z, 1, 0);
/** i·z. */
const turned = (z: Code): Code => negateFirst(swapped(z));

/** Cosine and sine at a pointer into locals, as (c, c) and (−s, s). */
const twiddle = (pointer: number, offset: number, cos: number, sin: number): Code => [
  ...set(cos, loadTwice(get(pointer), offset)),
  ...set(sin, negateFirst(loadTwice(get(pointer), offset + 8))),
];

/** A pass of Stockham's transform (fourier.ts): `each` for all q, and within it `inner` for all k below the stride. */
function pass(factor: number, each: Code, inner: Code, twiddleBytes: number): Code {
  return [
    ...set(END, plus(get(X), get(PART))),
    ...repeatBelow(X, get(END), [
      ...each,
      ...set(INNER_END, plus(get(X), get(STRIDE))),
      ...repeatBelow(X, get(INNER_END), [...inner, ...advance(X, integer(COMPLEX)), ...advance(Y, integer(COMPLEX))]),
      ...Array<Code>(factor - 1)
        .fill(advance(Y, get(STRIDE)))
        .flat(),
      ...advance(TWIDDLES, integer(twiddleBytes)),
    ]),
  ];
}

/** `pointer + n·step`. */
const beyond = (pointer: number, step: number, n: number): Code =>
  n === 0 ? get(pointer) : plus(beyond(pointer, step, n - 1), get(step));

/** @param isTurning whether it turns by factors of rotation, as all but the last pass do */
function passOfFour(name: string, isTurning: boolean): AssembledFunction {
  const [sum, difference, other, turnedDifference, c1, s1, c2, s2, c3, s3, a, b, c, d] = [
    7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
  ] as const;
  const put = (n: number, value: Code): Code => store(beyond(Y, STRIDE, n), value);
  const turnedBy = (value: Code, cos: number, sin: number): Code =>
    isTurning ? [...set(d, value), ...times(get(d), get(cos), get(sin))] : value;
  return {
    ...{ name, parameters: 5, integers: 2, pairs: 14 },
    body: pass(
      4,
      isTurning
        ? [...twiddle(TWIDDLES, 0, c1, s1), ...twiddle(TWIDDLES, 16, c2, s2), ...twiddle(TWIDDLES, 32, c3, s3)]
        : [],
      [
        ...set(a, load(get(X))),
        ...set(b, load(beyond(X, PART, 1))),
        ...set(c, load(beyond(X, PART, 2))),
        ...set(d, load(beyond(X, PART, 3))),
        ...set(sum, add(get(a), get(c))),
        ...set(difference, subtract(get(a), get(c))),
        ...set(other, add(get(b), get(d))),
        ...set(a, subtract(get(b), get(d))),
        ...set(turnedDifference, turned(get(a))),
        ...put(0, add(get(sum), get(other))),
        ...put(1, turnedBy(add(get(difference), get(turnedDifference)), c1, s1)),
        ...put(2, turnedBy(subtract(get(sum), get(other)), c2, s2)),
        ...put(3, turnedBy(subtract(get(difference), get(turnedDifference)), c3, s3)),
      ],
      48,
    ),
  };
}

/** The last pass where the length is no power of four. */
function passOfTwo(name: string): AssembledFunction {
  const [a, b] = [7, 8];
  return {
    ...{ name, parameters: 5, integers: 2, pairs: 2 },
    body: pass(
      2,
      [],
      [
        ...set(a, load(get(X))),
        ...set(b, load(beyond(X, PART, 1))),
        ...store(get(Y), add(get(a), get(b))),
        ...store(plus(get(Y), get(STRIDE)), subtract(get(a), get(b))),
      ],
      0,
    ),
  };
}

/**
 * Returns the code that prepares the input of a transform that yields two sums of cosines. Inputs are coefficients a,
 * pairs of weights, and (cos, sin) of πk/2N, all from k = 1 on. It writes from both ends, including the entry at N/2,
 * but not the first.
 */
function spread(name: string): AssembledFunction {
  const [a, weights, turns, x, count] = [0, 1, 2, 3, 4];
  const [end, lastA, lastWeights, lastTurns, last] = [5, 6, 7, 8, 9];
  const [p, q, pc, ps, qc, qs] = [10, 11, 12, 13, 14, 15];
  /** Half of a coefficient with both weights. */
  const weighted = (coefficient: number, weight: number): Code =>
    multiply(multiply(loadTwice(get(coefficient)), constant(0.5)), load(get(weight)));
  return {
    ...{ name, parameters: 5, integers: 5, pairs: 6 },
    body: [
      // `count` are the bytes of N complex numbers less two: from the first, which is at 1, to the last.
      ...set(last, plus(get(x), get(count))),
      ...set(lastWeights, plus(get(weights), get(count))),
      ...set(lastTurns, plus(get(turns), get(count))),
      ...set(lastA, plus(get(a), halved(get(count)))),
      ...set(end, plus(get(x), halved(get(count)))),
      ...set(end, plus(get(end), integer(1))),
      ...repeatBelow(x, get(end), [
        ...set(p, weighted(a, weights)),
        ...set(q, weighted(lastA, lastWeights)),
        ...twiddle(turns, 0, pc, ps),
        ...twiddle(lastTurns, 0, qc, qs),
        ...store(get(x), add(times(get(p), get(pc), get(ps)), conjugated(get(q), get(qc), get(qs)))),
        ...store(get(last), add(conjugated(get(p), get(pc), get(ps)), times(get(q), get(qc), get(qs)))),
        ...advance(x, integer(COMPLEX)),
        ...advance(weights, integer(COMPLEX)),
        ...advance(turns, integer(COMPLEX)),
        ...advance(a, integer(8)),
        ...retreat(last, integer(COMPLEX)),
        ...retreat(lastWeights, integer(COMPLEX)),
        ...retreat(lastTurns, integer(COMPLEX)),
        ...retreat(lastA, integer(8)),
      ]),
    ],
  };
}

/** z·(c − is). */
const conjugated = (z: Code, cos: Code, sin: Code): Code => subtract(multiply(z, cos), multiply(swapped(z), sin));

/** Both series in the order of samples: of even ones from the front, of odd ones from the back. */
function unpack(name: string): AssembledFunction {
  const [x, first, second, count, last, end] = [0, 1, 2, 3, 4, 5];
  const [front, back] = [6, 7];
  return {
    ...{ name, parameters: 4, integers: 2, pairs: 2 },
    body: [
      ...set(last, plus(get(x), minus(get(count), integer(COMPLEX)))),
      ...set(end, plus(get(x), halved(get(count)))),
      ...repeatBelow(x, get(end), [
        ...set(front, load(get(x))),
        ...set(back, load(get(last))),
        ...store(get(first), pick(get(front), get(back), 0, 2)),
        ...store(get(second), pick(get(front), get(back), 1, 3)),
        ...advance(x, integer(COMPLEX)),
        ...advance(first, integer(COMPLEX)),
        ...advance(second, integer(COMPLEX)),
        ...retreat(last, integer(COMPLEX)),
      ]),
    ],
  };
}

/** By name what `powerOfTwo.ts` calls. */
export const fourierFunctions: readonly AssembledFunction[] = [
  passOfFour('four', true),
  passOfFour('lastFour', false),
  passOfTwo('lastTwo'),
  spread('spread'),
  unpack('unpack'),
];
