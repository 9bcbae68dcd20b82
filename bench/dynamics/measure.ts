/** Judges 1,280 series of 2,048 iterations, each for itself and in clusters, and a long one. Prints processor seconds as JSON. */
import process from 'node:process';
import { meanOf } from '../../src/analysis/dynamics/contexts.js';
import { judgeSeries, SeriesJudge } from '../../src/analysis/dynamics/judge.js';
import { rankClusters } from '../../src/analysis/dynamics/rankClusters.js';
import { SeriesStream, type StreamVerdict } from '../../src/analysis/dynamics/seriesStream.js';

const RANKS = 1280;
const COUNT = 2048;

/** The same series as in peer.py: levels that rise and turn, with 6 % of noise. */
const series = Array.from({ length: RANKS }, (_, rank) => {
  let state = rank + 100;
  return Float64Array.from({ length: COUNT }, (_value, i) => {
    let sum = -6;
    for (let k = 0; k < 12; k++) {
      state = (Math.imul(1664525, state) + 1013904223) >>> 0;
      sum += state / 2 ** 32;
    }
    const level = 0.2 + (0.2 * Math.min(i, 1028 + (rank % 4) * 200)) / COUNT;
    return level * (1 + 0.06 * sum);
  });
});

function seconds(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}

let changes = 0;
for (const values of series.slice(0, 100)) judgeSeries(values);
const judge = new SeriesJudge(COUNT);
const judgeAll = (): number =>
  seconds(() => {
    for (const values of series) changes += judge.judge(values).changes.length;
  });
/** Includes compiling the code; the least time of the next three rounds does not. */
const each = judgeAll();
const again = Math.min(judgeAll(), judgeAll(), judgeAll());
const clustered = seconds(() => {
  for (const members of rankClusters(series)) {
    const rows = members.map((rank) => series[rank] ?? new Float64Array(COUNT));
    changes += judge.judge(meanOf(rows, rows.length)).changes.length;
  }
});

/** One series of a million iterations, in progress. */
const LONG = 1_000_000;
const stream = new SeriesStream();
let verdict: StreamVerdict | undefined;
const longOne = seconds(() => {
  for (let i = 0; i < LONG; i++) stream.add((series[i % 4]?.[i % COUNT] ?? 0) * (i < LONG / 2 ? 1 : 1.3));
  verdict = stream.verdict();
});
process.stdout.write(JSON.stringify({ each, again, clustered, longOne, changes, rises: verdict?.trends.length }));
