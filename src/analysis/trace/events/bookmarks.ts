import { elementAt } from '../../../base/elements.js';
import type { Bookmark, Walker } from './walker.js';

/** Most bookmarks kept; when there are more, every other one goes and the distance doubles. */
const MOST = 256;

/**
 * Bookmarks at regular distances, so that going to an event means reading from the one before it and not from the
 * beginning (Wolf 2003, 4.4.4). Their number is bounded however long the trace is.
 */
export class Bookmarks {
  private marks: Bookmark[] = [];

  /** @param distance events from one bookmark to the next, to begin with */
  constructor(private distance: number) {}

  /** Sets a bookmark where the walker is, if one is due there. */
  offer(walker: Walker): void {
    const index = walker.position;
    if ((index + 1) % this.distance !== 0 || index <= (this.marks.at(-1)?.index ?? -1)) return;
    this.marks.push(walker.bookmark());
    if (this.marks.length > MOST) this.thin();
  }

  /** The last bookmark at or before an event; undefined when only the beginning of the trace is. */
  before(index: number): Bookmark | undefined {
    let low = 0;
    let high = this.marks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (elementAt(this.marks, middle).index <= index) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? undefined : this.marks[low - 1];
  }

  dispose(): void {
    for (const { state } of this.marks) state.dispose();
    this.marks = [];
  }

  private thin(): void {
    this.distance *= 2;
    const isKept = ({ index }: Bookmark): boolean => (index + 1) % this.distance === 0;
    for (const mark of this.marks) if (!isKept(mark)) mark.state.dispose();
    this.marks = this.marks.filter(isKept);
  }
}
