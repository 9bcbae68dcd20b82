import { Damaged } from '../stacks/damage.js';

/** Nodes that may be visited for a row on average, each with those above it, once there were many. */
const MOST_PER_ROW = 100;
const MANY = 2 ** 24;

/** Counts the nodes that rows refer to: short rows may refer to long branches, so that a small file may ask for much work. */
export class BranchSteps {
  private steps = 0;
  private rows = 0;

  /** Begins the next row. */
  row(): void {
    this.rows++;
  }

  /** Visits a node for it. @throws Damaged where there are too many */
  add(): void {
    if (++this.steps > MANY && this.steps > MOST_PER_ROW * this.rows)
      throw new Damaged(
        `has regions that are nested in more than ${MOST_PER_ROW} others on average; write it again with fewer of them`,
      );
  }
}
