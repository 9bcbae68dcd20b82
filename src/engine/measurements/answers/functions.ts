import { absent, addAt } from '../../../base/elements.js';
import { timeClass } from '../../../analysis/trace/metrics/timeClasses.js';
import { timeMetrics } from '../../../model/timeMetrics.js';
import { encoded } from './locationRows.js';
import type { Answerer } from './answerer.js';

export const functions: Answerer<'functions'> = ({ space, definitions, room }) => {
  const { regions } = definitions;
  const { size, region } = space.callTree;
  room.check(4 * size + 9 * regions.length);
  const seconds = new Float64Array(regions.length);
  // Severities are exclusive along the metrics: what is below time was taken out of it.
  const times = timeMetrics(space.metrics);
  for (const [metric, { callPath, value }] of space.severities) {
    if (!times.has(metric)) continue;
    for (const [entry, node] of callPath.entries()) {
      const own = region[node] ?? absent(node);
      if (own < regions.length) addAt(seconds, own, value[entry] ?? absent(entry));
    }
  }
  return {
    head: {},
    columns: {
      region: region.slice(0, size),
      class: Uint8Array.from(regions, timeClass),
      seconds,
      ...encoded(
        regions.map(({ name }) => name),
        room,
      ),
    },
  };
};
