/** The boxes of flame graphs, and what they weighed in another experiment. */
import { elementAt } from '../../base/elements.js';
import { calleesOf, type FlameBox, flameOf, type FlameTree } from './flame.js';

/** From callers to callees; or functions, and below each its callers. */
export const flameWays = ['down', 'callee'] as const;
export type FlameWay = (typeof flameWays)[number];

/** Minimum width of boxes, as a share of the whole. */
const LEAST = 0.002;

/** Call paths with their functions. */
interface Paths {
  /** -1 at roots. */
  readonly parent: Int32Array;
  readonly region: Uint32Array;
  readonly regionName: (region: number) => string;
}

export interface FlameRun extends Paths {
  readonly tree: FlameTree;
  readonly weights: { readonly inclusive: Float64Array; readonly exclusive: Float64Array };
}

/** The experiment that a run is compared with. */
export interface FlameBefore {
  /** By call path of the run; NaN where the other one has none. */
  readonly inclusive: Float64Array;
  /** Its own call paths: functions are compared by their names, whatever calls them. */
  readonly own: Paths & { readonly exclusive: Float64Array };
}

export interface WeighedBox extends Omit<FlameBox, 'row'> {
  readonly title: string;
  readonly value: number;
  /** In the experiment that the run is compared with. */
  readonly before?: number;
  /** Its call paths. */
  readonly rows: readonly number[];
}

/** The boxes of a run, as wide as they weigh in it. @param before what adds the weights that boxes had before */
export function flameBoxes(run: FlameRun, way: FlameWay, before?: FlameBefore): WeighedBox[] {
  const { inclusive, exclusive } = run.weights;
  const nameOf = (row: number): string => run.regionName(elementAt(run.region, row));
  if (way === 'down')
    return flameOf(run.tree, run.weights, LEAST).map(({ row, ...box }) => ({
      ...{ ...box, rows: [row], title: nameOf(row), value: elementAt(inclusive, row) },
      ...(before === undefined ? {} : { before: numberOf(before.inclusive[row]) }),
    }));
  const boxes = calleesOf(run, run.weights, LEAST);
  const deepest = boxes.reduce((most, { level }) => Math.max(most, level), 0);
  const callers = before === undefined ? undefined : callersOf(before.own, deepest);
  return boxes.map(({ region, ...box }) => ({
    ...{ ...box, title: run.regionName(region) },
    value: box.rows.reduce((sum, row) => sum + elementAt(exclusive, row), 0),
    ...(callers === undefined ? {} : { before: weightBelow(callers, chainOf(run, box)) }),
  }));
}

const numberOf = (value: number | undefined): number => (value === undefined || Number.isNaN(value) ? 0 : value);

/** Functions by name, each with those that called it, and what they weigh there. */
interface Callers {
  weight: number;
  readonly above: Map<string, Callers>;
}

function callersOf({ parent, region, regionName, exclusive }: FlameBefore['own'], deepest: number): Callers {
  const root: Callers = { weight: 0, above: new Map() };
  for (const [row, weight] of exclusive.entries()) {
    if (!(weight > 0)) continue;
    let entry = root;
    for (let [at, level] = [row, 0]; at >= 0 && level <= deepest; at = elementAt(parent, at), level++) {
      const name = regionName(elementAt(region, at));
      const next = entry.above.get(name) ?? { weight: 0, above: new Map<string, Callers>() };
      entry.above.set(name, next);
      next.weight += weight;
      entry = next;
    }
  }
  return root;
}

/** The function of a box's call paths, and its callers up to the box. */
function chainOf({ parent, region, regionName }: Paths, { rows, level }: Pick<WeighedBox, 'rows' | 'level'>): string[] {
  const names: string[] = [];
  for (let at = rows[0] ?? -1; at >= 0 && names.length <= level; at = elementAt(parent, at))
    names.push(regionName(elementAt(region, at)));
  return names;
}

function weightBelow(callers: Callers, chain: readonly string[]): number {
  let entry: Callers | undefined = callers;
  for (const name of chain) entry = entry?.above.get(name);
  return entry?.weight ?? 0;
}
