import { placesByKey } from '../../base/countingSort.js';
import { addAt, elementAt } from '../../base/elements.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';

/** The values of one metric, one location at a time; those of phases add up. */
export class LocationColumn {
  readonly isThere: boolean;
  private readonly order: Uint32Array;
  private readonly starts: Uint32Array;

  constructor(
    private readonly space: PerformanceSpace,
    private readonly metric: string,
  ) {
    const column = space.severities.get(metric);
    this.isThere = column !== undefined;
    const locations = column?.location ?? new Uint32Array(0);
    this.order = placesByKey(locations, space.locationCount);
    this.starts = new Uint32Array(space.locationCount + 1);
    for (const location of locations) addAt(this.starts, location + 1, 1);
    for (let i = 0; i < space.locationCount; i++) addAt(this.starts, i + 1, elementAt(this.starts, i));
  }

  /** By call path. */
  at(location: number): Float64Array {
    const values = new Float64Array(this.space.callTree.size);
    this.each(location, (node, value) => addAt(values, node, value));
    return values;
  }

  /** Entry by entry, in order of the call paths; one has several where there are phases. */
  each(location: number, take: (node: number, value: number) => void): void {
    const column = this.space.severities.get(this.metric);
    if (column === undefined) return;
    for (let i = elementAt(this.starts, location); i < elementAt(this.starts, location + 1); i++) {
      const entry = elementAt(this.order, i);
      take(elementAt(column.callPath, entry), elementAt(column.value, entry));
    }
  }
}
