import { MOST_VALUES } from '../limits.js';
import { DamagedCube } from '../cube/damage.js';
import type { CubeRows } from '../cube/anchor.js';

/** The rows of one metric as they come: a list of numbers of each call path, by location. */
export class Cube3Rows {
  private readonly paths: number[] = [];
  private readonly seen = new Set<number>();
  private readonly lists: Float64Array[] = [];

  constructor(private readonly locations: number) {}

  /**
   * @param path index of the call path
   * @param text numbers, as many as there are locations; omitted ones are 0
   * @returns the count of invalid numbers, and of those without a location, or for a path that has its row already
   */
  add(path: number, text: string): number {
    const { values, wrong } = numbersIn(text, this.locations);
    if (this.seen.has(path)) return values.length + wrong;
    this.seen.add(path);
    this.paths.push(path);
    this.lists.push(values);
    return wrong;
  }

  /** @throws DamagedCube where there are too many */
  rows(): CubeRows {
    const count = this.lists.length * this.locations;
    if (count > MOST_VALUES) throw new DamagedCube(`it has ${count} values, and at most ${MOST_VALUES} are read`);
    const value = new Float64Array(count);
    for (const [row, list] of this.lists.entries()) value.set(list, row * this.locations);
    return { callPath: Uint32Array.from(this.paths), value };
  }
}

const WORD = /\S+/g;

function numbersIn(text: string, most: number): { values: Float64Array; wrong: number } {
  const found: number[] = [];
  let wrong = 0;
  for (const [word] of text.matchAll(WORD)) {
    const value = Number(word);
    if (found.length === most || Number.isNaN(value)) wrong++;
    if (found.length < most) found.push(Number.isNaN(value) ? 0 : value);
  }
  return { values: Float64Array.from(found), wrong };
}
