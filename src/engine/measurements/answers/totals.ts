import { present } from '../../../base/present.js';
import { absent } from '../../../base/elements.js';
import { efficiencyTimes } from '../../../analysis/efficiency/index.js';
import { comparable } from '../../../experiments/index.js';
import { isSummed } from '../../../model/processes.js';
import type { Answerer } from './answerer.js';

export const totals: Answerer<'totals'> = ({ space, definitions, experiment, room }, _, checkCancelled) => {
  const { size } = space.callTree;
  const metrics = [...space.severities.keys()];
  room.check(size * Float64Array.BYTES_PER_ELEMENT);
  const sums = new Float64Array(size);
  const start = room.uint32(metrics.length + 1);
  // At most one entry a call path, and no more than the metric has.
  const most = [...space.severities.values()].reduce((sum, { value }) => sum + Math.min(size, value.length), 0);
  room.check(12 * most);
  const [callPath, value] = [new Uint32Array(most), new Float64Array(most)];
  let entries = 0;
  for (const [index, column] of [...space.severities.values()].entries()) {
    checkCancelled();
    sums.fill(0);
    for (let i = 0; i < column.value.length; i++) {
      const node = column.callPath[i] ?? absent(i);
      sums[node] = (sums[node] ?? absent(node)) + (column.value[i] ?? absent(i));
    }
    for (let node = 0; node < size; node++) {
      const sum = sums[node] ?? absent(node);
      if (sum === 0) continue;
      callPath[entries] = node;
      value[entries++] = sum;
    }
    start[index + 1] = entries;
  }
  const run = comparable(experiment);
  const efficiency = isSummed(definitions)
    ? run.report().efficiency
    : efficiencyTimes(space, definitions, run.manifest.result.span);
  return {
    head: { metrics, ...present({ efficiency }) },
    columns: { start, callPath: callPath.slice(0, entries), value: value.slice(0, entries) },
  };
};
