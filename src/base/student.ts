/** Student's t distribution. */
import { elementAt } from './elements.js';

/** Coefficients of Lanczos' series for ln Γ with g = 7, n = 9 (Godfrey 2001). */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
] as const;

/** ln Γ(x) for x > 0.5. */
function logGamma(x: number): number {
  const z = x - 1;
  const t = z + 7.5;
  let sum: number = LANCZOS[0];
  for (let i = 1; i < LANCZOS.length; i++) sum += elementAt(LANCZOS, i) / (z + i);
  return 0.5 * Math.log(2 * Math.PI) + (z + 0.5) * Math.log(t) - t + Math.log(sum);
}

/** The continued fraction of the incomplete beta function (Abramowitz & Stegun 26.5.8), by Lentz's method. */
function betaFraction(x: number, a: number, b: number): number {
  const tiny = 1e-300;
  const nonzero = (value: number): number => (Math.abs(value) < tiny ? tiny : value);
  let c = 1;
  let d = 1 / nonzero(1 - ((a + b) * x) / (a + 1));
  let result = d;
  for (let m = 1; m <= 300; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    let step = 1;
    for (const term of [even, odd]) {
      d = 1 / nonzero(1 + term * d);
      c = nonzero(1 + term / c);
      step = d * c;
      result *= step;
    }
    if (Math.abs(step - 1) < 1e-15) break;
  }
  return result;
}

/**
 * The regularised incomplete beta function I_x(a, b) (Abramowitz & Stegun 26.5.1, 26.5.2).
 * @param rest 1 - x, which the caller knows without the digits that the difference loses near x = 1
 */
function incompleteBeta(x: number, rest: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (rest <= 0) return 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(rest));
  return x < (a + 1) / (a + b + 2) ? (front * betaFraction(x, a, b)) / a : 1 - (front * betaFraction(rest, b, a)) / b;
}

/** Probability of a value of at most `t` (Abramowitz & Stegun 26.7.1). @param freedom degrees of freedom, at least 1 */
export function studentProbability(t: number, freedom: number): number {
  // ln Γ above holds from 0.5 on, which is freedom / 2 at its least.
  const sum = freedom + t * t;
  const tail = 0.5 * incompleteBeta(freedom / sum, (t * t) / sum, freedom / 2, 0.5);
  return t > 0 ? 1 - tail : tail;
}

const quantiles = new Map<number, number>();

/**
 * The value that 97.5 % stay below: half the width of a 95 % confidence interval in standard errors.
 * @param freedom degrees of freedom; a fraction is rounded down, which makes intervals wider rather than narrower
 */
export function student975(freedom: number): number {
  const whole = Math.max(1, Math.floor(freedom));
  const known = quantiles.get(whole);
  if (known !== undefined) return known;
  let low = 1.9;
  let high = 13; // 12.706 for one degree of freedom
  while (high - low > 1e-10) {
    const middle = (low + high) / 2;
    if (studentProbability(middle, whole) < 0.975) low = middle;
    else high = middle;
  }
  quantiles.set(whole, low);
  return low;
}
