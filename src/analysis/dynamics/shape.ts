import { absent, elementAt } from '../../base/elements.js';
import { ContourFinder, type Contours } from './contours.js';
import { CrossingFinder, type Crossings } from './crossings.js';
import { Curves } from './curves.js';
import { episodesOf, type Episode } from './episodes.js';
import { type IntervalTree, TreeBuilder } from './intervalTree.js';
import { ScaleSpace } from './scaleSpace.js';
import { tilingOf } from './tiling.js';

/** How a series goes, until the next one is looked at: pieces of one curvature on the scale on which they matter, and where its rises and falls are measured. */
export interface Shape {
  readonly space: ScaleSpace;
  readonly crossings: Crossings;
  readonly contours: Contours;
  readonly tree: IntervalTree;
  /** Nodes of the tree, from left to right. */
  readonly tiles: readonly number[];
  readonly curves: Curves;
  /** How many deviations of noise the largest of all changes of slope has where there is nothing but noise: √(2·log(N·scales)). */
  readonly leastSignificance: number;
  /** The finest scale on which noise is within the dead zone. */
  readonly measuringScale: number;
  readonly episodes: readonly Episode[];
}

/** Finds the shapes of series of one length; what depends on the length alone, and memory, is kept between them. */
export class ShapeFinder {
  private readonly space: ScaleSpace;
  private readonly crossings: CrossingFinder;
  private readonly contours = new ContourFinder();
  private readonly trees: TreeBuilder;
  private readonly curves: Curves;
  private readonly leastSignificance: number;

  /** @param length at least 2 */
  constructor(length: number) {
    this.space = new ScaleSpace(length);
    this.crossings = new CrossingFinder(this.space);
    this.trees = new TreeBuilder(this.space);
    this.curves = new Curves(this.space);
    this.leastSignificance = Math.sqrt(2 * Math.log(length * this.space.scales.length));
  }

  /** @param noise, zone of the series (`deadZone.ts`) */
  shapeOf(values: Float64Array, noise: number, zone: number): Shape {
    const { space, leastSignificance } = this;
    const mean = meanOf(values);
    const coefficients = space.analyze(values, mean);
    const { crossings, contours } = this.traced(coefficients, largestDistance(values, mean));
    const tree = this.trees.build(crossings, contours, noise);
    const tiles = tilingOf(tree, leastSignificance);
    const measuringScale = (
      space.scales.find(({ valueNoise }) => leastSignificance * noise * valueNoise <= zone) ??
      elementAt(space.scales, space.scales.length - 1)
    ).index;
    const { curves } = this;
    curves.restart(coefficients, mean);
    curves.prepare([measuringScale, ...tiles.map((tile) => elementAt(tree.low, tile))]);
    const episodes = episodesOf(tree, tiles, curves, curves.at(measuringScale), zone);
    return { space, crossings, contours, tree, tiles, curves, leastSignificance, measuringScale, episodes };
  }

  /** Crossings and their contours; more counts as zero where rounding made crossings that are none. */
  private traced(
    coefficients: Float64Array,
    largest: number,
  ): { readonly crossings: Crossings; readonly contours: Contours } {
    for (let zero = 1e-12 * largest; ; zero *= 100) {
      const crossings = this.crossings.find(coefficients, zero);
      const contours = this.contours.find(crossings);
      if (contours !== undefined) return { crossings, contours };
    }
  }
}

/** Of at least one value. */
export function meanOf(values: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] ?? absent(i);
  return sum / values.length;
}

function largestDistance(values: Float64Array, mean: number): number {
  let largest = 0;
  for (let i = 0; i < values.length; i++) largest = Math.max(largest, Math.abs((values[i] ?? absent(i)) - mean));
  return largest;
}
