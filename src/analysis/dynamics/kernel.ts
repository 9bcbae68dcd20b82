/**
 * The discrete scale-space kernel T(n, t) = e^{−t}·I_n(t) (Lindeberg 1990): what it makes of white noise. Both sums are
 * integrals of smooth periodic functions, for which the rule of equal steps is exact but for T(steps, 2t), < 1e-16.
 */

/** Σ_n T(n, t)² = T(0, 2t): the variance that is left of white noise after smoothing. */
export function varianceLeft(t: number): number {
  return meanOverCircle(2 * t, () => 1);
}

/** Σ_n (T(n+1, t) − T(n, t))² = 2·(T(0, 2t) − T(1, 2t)): the variance of the slope between neighbors after smoothing. */
export function slopeVariance(t: number): number {
  return meanOverCircle(2 * t, (lambda) => 2 * lambda);
}

/** Mean of e^{−tλ}·g(λ), λ = 1 − cos θ, over a circle. */
function meanOverCircle(t: number, g: (lambda: number) => number): number {
  const half = Math.ceil(6 * Math.sqrt(t)) + 20;
  const steps = 2 * half + 1;
  let sum = g(0);
  for (let i = 1; i <= half; i++) {
    // 1 − cos θ without cancellation.
    const lambda = 2 * Math.sin((Math.PI * i) / steps) ** 2;
    if (t * lambda > 45) break;
    sum += 2 * Math.exp(-t * lambda) * g(lambda);
  }
  return sum / steps;
}
