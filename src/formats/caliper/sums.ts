/** The values of Caliper's attributes by call path and thread, while rows are gone through. */
import { Cost } from '../profile/index.js';
import type { StackProfile } from '../stacks/stackProfile.js';
import type { CaliperCombine, Quantity } from './quantity.js';

/** Numbers by name that are read; a file with more was made to fill the memory. */
const MOST_METRICS = 256;

export interface Placed {
  readonly node: number;
  readonly location: number;
  value: number;
  /** How many rows have a value there. */
  rows: number;
}

/** An attribute with its values. */
export interface KeptSum {
  readonly name: string;
  readonly quantity: Quantity;
  /** Number of the sums of the profile that its values go to. */
  readonly sums: number;
  /** Whether all values were whole numbers. */
  isWhole: boolean;
  /** Values that are no exclusive sums, by location and node. */
  readonly placed: ReadonlyMap<string, Placed> | undefined;
}

const chosen: Readonly<Record<CaliperCombine, (one: number, other: number) => number>> = {
  sum: (one, other) => one + other,
  min: Math.min,
  max: Math.max,
  mean: (one) => one,
};

export class AttributeSums {
  private readonly byName = new Map<string, KeptSum & { readonly placed: Map<string, Placed> | undefined }>();

  constructor(private readonly stacks: StackProfile) {}

  get all(): readonly KeptSum[] {
    return [...this.byName.values()];
  }

  add(name: string, quantity: Quantity, node: number, location: number, value: number): void {
    let kept = this.byName.get(name);
    if (kept === undefined) {
      if (this.byName.size >= MOST_METRICS) return;
      const isOwnSum = quantity.combine === 'sum' && !quantity.isInclusive;
      const placed = isOwnSum ? undefined : new Map<string, Placed>();
      this.byName.set(name, (kept = { name, quantity, sums: this.stacks.newSums(), isWhole: true, placed }));
    }
    kept.isWhole &&= Number.isInteger(value);
    if (kept.placed === undefined) this.stacks.add(kept.sums, node, location, value);
    else this.place(kept.placed, quantity.combine, node, location, value);
  }

  private place(
    placed: Map<string, Placed>,
    combine: CaliperCombine,
    node: number,
    location: number,
    value: number,
  ): void {
    const key = `${location} ${node}`;
    const known = placed.get(key);
    if (known === undefined) {
      this.stacks.builder.memory.take(Cost.sum + Cost.entry);
      placed.set(key, { node, location, value, rows: 1 });
      return;
    }
    known.value = chosen[combine](known.value, value);
    known.rows++;
  }

  /** Books all values in the form of the profile: inclusive sums lose the values of their descendants. */
  settle(): void {
    const { parent } = this.stacks.builder.calls.build();
    for (const { sums, quantity, placed } of this.byName.values())
      for (const { node, location, value } of placed?.values() ?? []) {
        this.stacks.add(sums, node, location, value);
        if (quantity.combine !== 'sum') continue;
        // The nearest ancestor with a value, since a file may omit regions.
        for (let above = parent[node] ?? -1; above >= 0; above = parent[above] ?? -1)
          if (placed?.has(`${location} ${above}`) === true) {
            this.stacks.add(sums, above, location, -value);
            break;
          }
      }
  }
}
