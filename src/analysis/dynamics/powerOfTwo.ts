/** Sums of cosines over 2^n samples in WebAssembly, which takes two numbers at a time: the same numbers as in cosine.ts. */
import { absent } from '../../base/elements.js';
import { fourierFunctions } from './assembly/fourierCode.js';
import { moduleOf } from './assembly/module.js';
import { SCAN_MEMORY, scanFunctions } from './assembly/scanCode.js';

/** Shorter lengths gain nothing; longer ones use too much memory that is never released. */
const SHORTEST = 16;
const LONGEST = 1 << 16;
const COMPLEX = 16;
const PAGE = 1 << 16;

const functions = [...fourierFunctions, ...scanFunctions];

export interface ScanLimits {
  /** Whether there is another series. */
  readonly isPair: boolean;
  /** Samples from one value to the next. */
  readonly step: number;
  /** Values up to this size have no sign. */
  readonly zero: number;
}

/**
 * Positions of a series' sign changes, in order, and the sum of its values there: the first `count` of both; valid
 * until the next call.
 */
export interface SignChanges {
  /** Sign of the first value. */
  sign: number;
  count: number;
  place: Float64Array;
  slope: Float64Array;
}

type Work = (...pointersAndSizes: number[]) => void;

/** One factor of the length: where its factors of rotation are, and how far apart what it joins. */
interface TransformPass {
  readonly work: Work;
  readonly twiddles: number;
  readonly part: number;
  readonly stride: number;
}

let compiled: WebAssembly.Module | undefined;
const known = new Map<number, PowerOfTwo>();

/** Returns the transform for series of a length; undefined for lengths that need another algorithm. */
export function powerOfTwo(length: number): PowerOfTwo | undefined {
  if (length < SHORTEST || length > LONGEST || (length & (length - 1)) !== 0) return undefined;
  let found = known.get(length);
  if (found === undefined) known.set(length, (found = new PowerOfTwo(length)));
  return found;
}

/** Results lie in memory that the next call changes. */
export class PowerOfTwo {
  private readonly works: Readonly<Record<string, Work>>;
  private readonly passes: readonly TransformPass[];
  private readonly spread: Work;
  private readonly unpack: Work;
  private readonly scanAll: Work;
  private readonly scanSome: Work;
  /** Memory offsets. */
  private readonly turnsAt: number;
  private readonly weightsAt: number;
  private readonly coefficientsAt: number;
  private readonly oneAt: number;
  private readonly otherAt: number;
  private readonly coefficients: Float64Array;
  private readonly weights: Float64Array;
  /** (cos, sin) of πk/2N. */
  private readonly turns: Float64Array;
  private readonly one: Float64Array;
  private readonly other: Float64Array;
  /** Inputs and results of the scan, as numbers and as integers. */
  private readonly scanAt: number;
  private readonly scanNumbers: Float64Array;
  private readonly scanIntegers: Int32Array;
  /** Output of changes: positions and slopes. */
  private readonly outOfOne: readonly [Float64Array, Float64Array];
  private readonly outOfOther: readonly [Float64Array, Float64Array];
  private readonly changes: readonly [SignChanges, SignChanges];

  constructor(private readonly length: number) {
    const size = COMPLEX * length;
    const twiddles = twiddlesOf(length);
    const end = 5 * size + 8 * twiddles.length;
    const memory = new WebAssembly.Memory({ initial: Math.ceil((end + SCAN_MEMORY.bytes) / PAGE) });
    const at = (place: number, count: number): Float64Array => new Float64Array(memory.buffer, place, count);
    [this.oneAt, this.otherAt, this.weightsAt, this.turnsAt, this.coefficientsAt] = [
      0,
      size,
      2 * size,
      3 * size,
      4 * size,
    ];
    this.one = at(this.oneAt, 2 * length);
    this.other = at(this.otherAt, 2 * length);
    this.weights = at(this.weightsAt, 2 * length);
    this.turns = at(this.turnsAt, 2 * length);
    this.coefficients = at(this.coefficientsAt, length);
    const halves = (whole: Float64Array) => [whole.subarray(0, length), whole.subarray(length)] as const;
    [this.outOfOne, this.outOfOther] = [halves(this.one), halves(this.other)];
    const [place, slope] = halves(this.weights);
    this.changes = [
      { sign: 0, count: 0, place: this.outOfOne[0], slope: this.outOfOne[1] },
      { sign: 0, count: 0, place, slope },
    ];
    this.scanAt = end;
    this.scanNumbers = at(end, SCAN_MEMORY.bytes / 8);
    this.scanIntegers = new Int32Array(memory.buffer, end, SCAN_MEMORY.bytes / 4);
    for (let k = 0; k < length; k++) {
      this.turns[2 * k] = Math.cos((Math.PI * k) / (2 * length));
      this.turns[2 * k + 1] = Math.sin((Math.PI * k) / (2 * length));
    }
    at(5 * size, twiddles.length).set(twiddles);
    compiled ??= new WebAssembly.Module(moduleOf(functions));
    this.works = worksOf(new WebAssembly.Instance(compiled, { own: { memory } }));
    this.passes = this.passesFrom(5 * size);
    [this.spread, this.unpack] = [this.work('spread'), this.work('unpack')];
    [this.scanAll, this.scanSome] = [this.work('scanAll'), this.work('scanSome')];
  }

  private passesFrom(place: number): TransformPass[] {
    const passes: TransformPass[] = [];
    let twiddles = place;
    for (let stride = 1; stride < this.length;) {
      const rest = this.length / stride;
      const factor = rest === 2 ? 2 : 4;
      const work = this.work(rest === 2 ? 'lastTwo' : rest === 4 ? 'lastFour' : 'four');
      passes.push({ work, twiddles, part: (COMPLEX * this.length) / factor, stride: COMPLEX * stride });
      twiddles += 48 * (rest / 4);
      stride *= factor;
    }
    return passes;
  }

  private work(name: string): Work {
    return this.works[name] ?? absent(name);
  }

  /** The coefficients a of f[i] = Σ_k a[k]·cos(πk(i+½)/N). */
  analyze(f: Float64Array): Float64Array {
    const { one, length, turns } = this;
    // With real and imaginary parts exchanged, the transform has the other sign.
    for (let i = 0; i < length; i += 2) {
      one[i] = 0;
      one[i + 1] = f[i] ?? absent(i);
      const last = 2 * length - 2 - i;
      one[last] = 0;
      one[last + 1] = f[i + 1] ?? absent(i);
    }
    const z = this.transform() === this.oneAt ? one : this.other;
    const a = new Float64Array(length);
    for (let k = 0; k < length; k++) {
      const sum =
        (z[2 * k + 1] ?? absent(k)) * (turns[2 * k] ?? absent(k)) +
        (z[2 * k] ?? absent(k)) * (turns[2 * k + 1] ?? absent(k));
      a[k] = (sum * (k === 0 ? 1 : 2)) / length;
    }
    return a;
  }

  /**
   * @param a at least N coefficients
   * @param weights of each coefficient for the one series and the other one, pair by pair; where there are fewer, the rest is 0
   * @returns both series, valid until the next call
   */
  synthesize(a: Float64Array, weights: Float64Array): readonly [Float64Array, Float64Array] {
    const { length, oneAt, otherAt } = this;
    const from = this.synthesized(a, weights);
    const to = from === oneAt ? otherAt : oneAt;
    this.unpack(from, to, to + 8 * length, COMPLEX * length);
    return to === oneAt ? this.outOfOne : this.outOfOther;
  }

  /** The discrete Fourier transform of fourier.ts, in place. */
  apply(re: Float64Array, im: Float64Array): void {
    const { one, length } = this;
    for (let i = 0; i < length; i++) {
      one[2 * i] = re[i] ?? absent(i);
      one[2 * i + 1] = im[i] ?? absent(i);
    }
    const z = this.transform() === this.oneAt ? one : this.other;
    for (let i = 0; i < length; i++) {
      re[i] = z[2 * i] ?? absent(i);
      im[i] = z[2 * i + 1] ?? absent(i);
    }
  }

  /**
   * Finds sign changes of two curvatures, and the slopes there (crossings.ts).
   * @param a, weights as for `synthesize`
   * @returns undefined if a value counts as zero
   */
  signChanges(
    a: Float64Array,
    weights: Float64Array,
    { isPair, step, zero }: ScanLimits,
  ): readonly [SignChanges, SignChanges] | undefined {
    const { length, oneAt, otherAt, weightsAt, scanAt, scanNumbers, scanIntegers } = this;
    const from = this.synthesized(a, weights);
    const values = from === oneAt ? this.one : this.other;
    const freeAt = from === oneAt ? otherAt : oneAt;
    scanNumbers[0] = step;
    scanNumbers[1] = (step * step - 1) / 24 / step;
    const slopes = 8 * length;
    const scan = step === 1 ? this.scanAll : this.scanSome;
    scan(from, from + COMPLEX * (length - 1), from + slopes, freeAt, weightsAt, slopes, scanAt);
    const smallest = SCAN_MEMORY.smallest / 8;
    if ((scanNumbers[smallest] ?? absent(0)) <= zero) return undefined;
    if (isPair && (scanNumbers[smallest + 1] ?? absent(1)) <= zero) return undefined;
    const [one, other] = this.changes;
    const out = freeAt === oneAt ? this.outOfOne : this.outOfOther;
    [one.place, one.slope] = out;
    one.sign = (values[0] ?? absent(0)) > 0 ? 1 : -1;
    one.count = ((scanIntegers[SCAN_MEMORY.one / 4] ?? absent(0)) - freeAt) / 8;
    other.sign = (values[1] ?? absent(1)) > 0 ? 1 : -1;
    other.count = ((scanIntegers[SCAN_MEMORY.other / 4] ?? absent(1)) - weightsAt) / 8;
    return this.changes;
  }

  /** @returns where the pairs of values are */
  private synthesized(a: Float64Array, weights: Float64Array): number {
    const { length, oneAt } = this;
    this.coefficients.set(a.length === length ? a : a.subarray(0, length));
    this.weights.set(weights);
    if (weights.length < 2 * length) this.weights.fill(0, weights.length);
    const first = a[0] ?? 0;
    this.one[0] = first * (weights[0] ?? 0);
    this.one[1] = first * (weights[1] ?? 0);
    const size = COMPLEX * length;
    this.spread(
      this.coefficientsAt + 8,
      this.weightsAt + COMPLEX,
      this.turnsAt + COMPLEX,
      oneAt + COMPLEX,
      size - 2 * COMPLEX,
    );
    return this.transform();
  }

  /** @returns where the result is */
  private transform(): number {
    let [from, to] = [this.oneAt, this.otherAt];
    for (const { work, twiddles, part, stride } of this.passes) {
      work(from, to, twiddles, part, stride);
      [from, to] = [to, from];
    }
    return from;
  }
}

/** For each q of each pass but the last one: (cos, sin) of 2πq·stride·n/N, n = 1, 2, 3. */
function twiddlesOf(length: number): Float64Array {
  const found: number[] = [];
  for (let stride = 1; length / stride > 4; stride *= 4) {
    for (let q = 0; 4 * q * stride < length; q++) {
      for (let n = 1; n <= 3; n++) {
        const angle = (2 * Math.PI * (q * stride * n)) / length;
        found.push(Math.cos(angle), Math.sin(angle));
      }
    }
  }
  return Float64Array.from(found);
}

function worksOf({ exports }: WebAssembly.Instance): Readonly<Record<string, Work>> {
  const works: Record<string, Work> = {};
  for (const { name } of functions) {
    const work = exports[name];
    if (!isWork(work)) throw new TypeError(`The assembled ${name} is missing.`);
    works[name] = work;
  }
  return works;
}

/** All functions of the module take integers and give nothing. */
function isWork(value: WebAssembly.ExportValue | undefined): value is Work {
  return typeof value === 'function';
}
