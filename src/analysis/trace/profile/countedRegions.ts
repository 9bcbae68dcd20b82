import { absent } from '../../../base/elements.js';
import type { ReadingRecorder } from '../recorders/recorders.js';
import type { RegionStack } from './regionStack.js';

/**
 * Open regions for which counters are read: those whose ENTER follows a reading. Counts between two readings belong to
 * the innermost of them, since regions that are too short are excluded. Outside of all they belong to the outermost
 * region, the program.
 */
export class CountedRegions {
  readonly recorders: ReadingRecorder[] = [];
  /** Whether what is entered next is read for: no region has been left since the last reading. */
  isEntering = false;
  /** Depths of open ones, the innermost last; those that were left may still be included. */
  private readonly depths: number[] = [];

  /** @param counters metrics that count something; what programs set themselves is none */
  constructor(
    private readonly stack: RegionStack,
    private readonly counters: ReadonlySet<number>,
  ) {}

  /** A reading: the operands of a metric event, from `at` on. */
  read(operands: Float64Array, at: number): void {
    const { stack, depths } = this;
    if (!this.counters.has(operands[at] ?? absent(at))) return;
    this.isEntering = true;
    while ((depths.at(-1) ?? -1) > stack.depth) depths.pop();
    const depth = depths.at(-1) ?? 0;
    const node = stack.depth < 0 ? -1 : (stack.node[depth] ?? absent(depth));
    for (const recorder of this.recorders) recorder.read(node, operands, at);
  }

  /** The region that was pushed last. @param isCaller it was found on the stack of what follows, and is not read for */
  enter(isCaller: boolean): void {
    if (isCaller) return;
    this.isEntering = false;
    const { depth } = this.stack;
    while ((this.depths.at(-1) ?? -1) >= depth) this.depths.pop();
    this.depths.push(depth);
  }
}
