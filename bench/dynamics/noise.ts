/**
 * Measures how often noise alone is taken for a change, and how often a step of five deviations is found at its
 * position. Prints JSON. Bundle it with `--define:__dirname` as the absolute path of src/asl: `library/dynamics.asl`
 * defines which changes are reported.
 */
import process from 'node:process';
import { evidenceIn } from '../../src/analysis/dynamics/evidence.js';
import { SeriesJudge } from '../../src/analysis/dynamics/judge.js';
import { changeProperties, heldOf } from '../../src/analysis/dynamics/properties.js';

const COUNT = 10_000;
const LENGTHS = [128, 192, 256, 512];

/** A generator that is the same anywhere (Numerical Recipes): numbers in [0, 1). */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(1664525, state) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** About normal: the sum of twelve uniform numbers. */
function normal(next: () => number): number {
  let sum = -6;
  for (let i = 0; i < 12; i++) sum += next();
  return sum;
}

/** Noise of deviation 1 (Student's: of its middle part), sample by sample. */
const KINDS: Readonly<Record<string, (next: () => number) => () => number>> = {
  white: (next) => () => normal(next),
  // Student's t with three degrees of freedom.
  heavy: (next) => () => {
    const [z, a, b, c] = [normal(next), normal(next), normal(next), normal(next)];
    return z / Math.sqrt((a * a + b * b + c * c) / 3);
  },
  // Sums of noise that changes every 1, 2, 4, … samples (Voss): power ∝ 1/f, which is change on all scales.
  pink: (next) => {
    const rows = new Float64Array(10);
    let count = 0;
    return () => {
      rows.forEach((_, row) => {
        if (count % 2 ** row === 0) rows[row] = normal(next);
      });
      count++;
      return rows.reduce((sum, value) => sum + value, 0) / Math.sqrt(rows.length);
    };
  },
};

const judges = new Map(LENGTHS.map((length) => [length, new SeriesJudge(length)]));

/** Reports whether a change is shown to users if the series makes up the total time. */
function isTold(values: Float64Array, judge: SeriesJudge): boolean {
  const total = values.reduce((sum, value) => sum + value, 0);
  const context = { metric: 'time', node: 0, locations: [0], rows: [values], total };
  const measured = { loopTime: total, judge: (series: Float64Array) => judge.judge(series), where: () => 'rank 0' };
  const series = evidenceIn(context, measured).map(({ evidence }) => evidence);
  const evidence = { loopTime: total, count: values.length, loop: NaN, regionOf: () => NaN, series };
  return heldOf(evidence, changeProperties(0.01))
    .flat()
    .some(({ property }) => property !== 'dynamics_variability');
}

const found: Record<string, Record<string, number>> = {};
for (const [kind, of] of Object.entries(KINDS)) {
  for (const deviation of [0.03, 0.1]) {
    const counts = { changes: 0, peaks: 0, told: 0 };
    for (let seed = 1; seed <= COUNT; seed++) {
      const next = of(generator(seed * 7919));
      const length = LENGTHS[seed % LENGTHS.length] ?? 128;
      const judge = judges.get(length) ?? new SeriesJudge(length);
      const values = Float64Array.from({ length }, () => Math.max(0, 1 + deviation * next()));
      const verdict = judge.judge(values);
      if (verdict.changes.length > 0) counts.changes++;
      if (verdict.peaks.length > 0) counts.peaks++;
      if (isTold(values, judge)) counts.told++;
    }
    found[`${kind}, ${100 * deviation} %`] = counts;
  }
}
let steps = 0;
for (let seed = 1; seed <= COUNT; seed++) {
  const next = generator(seed * 104_729);
  const at = 40 + (seed % 100);
  const values = Float64Array.from({ length: 200 }, (_, i) => 1 + 0.02 * (normal(next) + (i >= at ? 5 : 0)));
  judges.set(200, judges.get(200) ?? new SeriesJudge(200));
  const { trends = [] } = judges.get(200)?.judge(values) ?? {};
  if (trends.some(({ first, last }) => Math.abs((first + last + 1) / 2 - at) <= 3)) steps++;
}
process.stdout.write(JSON.stringify({ found, of: COUNT, steps }));
