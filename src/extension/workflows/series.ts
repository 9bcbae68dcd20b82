import type { WorkflowRunSummary } from '../../protocol/messages.js';

/**
 * The experiments of a run that measured a series, such as a scalability study: those its comparison is about.
 * @returns none when it made no such comparison
 */
export function seriesOf({ steps }: Pick<WorkflowRunSummary, 'steps'>): string[] {
  const points = steps.findLast(({ kind, outputs }) => kind === 'compare' && Array.isArray(outputs?.points))?.outputs
    ?.points;
  if (!Array.isArray(points)) return [];
  return points.flatMap((point: unknown) => {
    const experiments =
      typeof point === 'object' && point !== null && 'experiments' in point ? point.experiments : undefined;
    return Array.isArray(experiments) ? experiments.filter((id): id is string => typeof id === 'string') : [];
  });
}
