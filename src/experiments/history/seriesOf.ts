/** Following one value over experiments. */
import { present } from '../../base/present.js';
import { absent, elementAt } from '../../base/elements.js';
import { TrimtabError, type Problem } from '../../base/problem.js';
import { timeMetrics } from '../../model/timeMetrics.js';
import { measuredRun, type MeasuredRun } from '../compare/measuredRun.js';
import { uniteTrees, type UnionTree } from '../compare/unionTree.js';
import { uniteMetrics } from '../compare/values.js';
import type { Experiment } from '../store/experiment.js';
import type { Series, SeriesPoint, SeriesRequest } from './series.js';

/**
 * Returns the values of a property in experiments: of the whole program, of a call path, or of a source line at its
 * position in each version of the source. Experiments without results are omitted, with a problem that contains the
 * reason.
 * @param find the experiment of an identifier; throws TrimtabError when there is none
 */
export function seriesOf(request: SeriesRequest, find: (id: string) => Experiment): Series {
  const problems: Problem[] = [];
  const runs: MeasuredRun[] = [];
  for (const id of new Set(request.experiments))
    try {
      runs.push(measuredRun(find(id)));
    } catch (error) {
      if (!(error instanceof TrimtabError)) throw error;
      problems.push({ level: 'warning', message: error.message, where: id });
    }
  runs.sort((a, b) => (a.run.created < b.run.created ? -1 : a.run.created > b.run.created ? 1 : 0));
  const metrics = uniteMetrics(runs);
  const metric = metrics.find(({ name }) => name === request.property);
  const { property } = request;
  const shape =
    property === 'span'
      ? { property, title: 'Run time', unit: 'seconds' as const }
      : { property, title: metric?.title ?? property, unit: metric?.unit ?? ('seconds' as const) };
  if (property !== 'span' && metric === undefined && runs.length > 0)
    problems.push({ level: 'warning', message: `None of the experiments has a property ${property}.` });
  return { ...shape, points: pointsOf(runs, request, timeMetrics(metrics).has(property)), problems };
}

/**
 * @param runs oldest first
 * @param hasShare whether the property is a part of the total time
 */
function pointsOf(runs: readonly MeasuredRun[], request: SeriesRequest, hasShare: boolean): SeriesPoint[] {
  const { property, place } = request;
  const union = request.place === undefined ? undefined : uniteTrees(runs);
  const newest = runs.length - 1;
  const line = union?.lines.numberOf(newest, place) ?? -1;
  return runs.map(({ run, span, space }, index) => {
    const belongs =
      union === undefined ? pathFilter(elementAt(runs, index), request.callPath) : lineFilter(union, index, line);
    const value = property === 'span' ? span : sumOf(space, property, belongs);
    const total = sumOf(space, 'time', () => true);
    const where = union === undefined ? undefined : union.lines.placeOf(index, line);
    return {
      id: run.id,
      name: run.name,
      date: run.created,
      ranks: run.ranks,
      value,
      ...(hasShare && total > 0 ? { share: value / total } : {}),
      ...present({ place: where }),
    };
  });
}

type Belongs = (node: number) => boolean;

function sumOf(space: MeasuredRun['space'], property: string, belongs: Belongs): number {
  const column = space.severities.get(property);
  let sum = 0;
  if (column !== undefined)
    for (let i = 0; i < column.value.length; i++)
      if (belongs(column.callPath[i] ?? absent(i))) sum += column.value[i] ?? absent(i);
  return sum;
}

/** Nodes for which `matches` holds, or that are called below one; the node above each comes before it. */
function below({ space }: MeasuredRun, matches: Belongs): Belongs {
  const { size, parent } = space.callTree;
  const inside = new Uint8Array(size);
  for (let node = 0; node < size; node++)
    inside[node] = matches(node) || (elementAt(parent, node) >= 0 && inside[elementAt(parent, node)] === 1) ? 1 : 0;
  return (node) => inside[node] === 1;
}

function lineFilter({ paths, lines, runs }: UnionTree, index: number, line: number): Belongs {
  const path = elementAt(paths, index);
  const names = (node: number): boolean =>
    [path.callSite(node), path.definition(node)].some((place) => lines.numberOf(index, place) === line);
  return line < 0 ? () => false : below(elementAt(runs, index), names);
}

function pathFilter(run: MeasuredRun, callPath: readonly string[] | undefined): Belongs {
  if (callPath === undefined) return () => true;
  const { callTree } = run.space;
  const names = (node: number): string =>
    run.definitions.regions.at(elementAt(callTree.region, node))?.name ?? 'UNKNOWN';
  const matches = (node: number): boolean => {
    let at = node;
    for (let depth = callPath.length - 1; depth >= 0; depth--) {
      if (at < 0 || names(at) !== callPath[depth]) return false;
      at = elementAt(callTree.parent, at);
    }
    // CUBE files put PROGRAM above several roots.
    return at < 0 || (names(at) === 'PROGRAM' && elementAt(callTree.parent, at) < 0);
  };
  return below(run, matches);
}
