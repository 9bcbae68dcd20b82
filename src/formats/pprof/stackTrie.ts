/** Stacks of samples as paths in a tree of locations, so that what several stacks begin with is looked up once. */
import { absent } from '../../base/elements.js';
import { Cost, type MemoryBudget } from '../profile/index.js';
import { Damaged } from '../stacks/damage.js';
import type { Frame } from '../stacks/frame.js';
import { DEEPEST, type StackEnd, type StackTree } from '../stacks/stackTree.js';
import type { PprofTables } from './message.js';

/** Functions of stacks that are looked up; a location may have many inlined ones, and different stacks many of these. */
const MOST_STEPS = 2 ** 26;
/** More than the locations of a file. */
const LOCATIONS = 2 ** 26;

/** End of a stack of locations. */
interface Prefix {
  readonly number: number;
  /** Undefined for the empty stack. */
  readonly end: StackEnd | undefined;
}

const EMPTY: Prefix = { number: 0, end: undefined };

export class StackTrie {
  private readonly prefixes = new Map<number, Prefix>();
  private readonly numbers = new Map<number, number>();
  private readonly frames = new Map<number, readonly Frame[]>();
  private steps = 0;
  /** The stack before, outermost first: samples mostly begin like the one before. */
  private lastDepth = 0;
  private readonly last: { readonly id: number; readonly prefix: Prefix }[] = [];

  constructor(
    private readonly tables: PprofTables,
    private readonly tree: StackTree,
    private readonly memory: MemoryBudget,
  ) {}

  /**
   * Returns the end of a stack.
   * @param locations identifiers, innermost first
   * @param count of those that are of the stack
   * @throws Damaged, TooLarge
   */
  endOf(locations: readonly number[], count: number): StackEnd | undefined {
    const { last } = this;
    let depth = 0;
    let prefix = EMPTY;
    for (let i = count - 1; i >= 0; i--) {
      if (isFull(prefix.end)) {
        if (prefix.end?.isWhole !== true) this.tree.cut++;
        break;
      }
      const id = locations[i] ?? absent(i);
      const same = depth < this.lastDepth ? last[depth] : undefined;
      if (same?.id === id) prefix = same.prefix;
      else {
        prefix = this.below(prefix, id);
        last[depth] = { id, prefix };
        this.lastDepth = 0;
      }
      depth++;
    }
    this.lastDepth = depth;
    return prefix.end;
  }

  private below(above: Prefix, id: number): Prefix {
    const key = above.number * LOCATIONS + this.numberOf(id);
    let prefix = this.prefixes.get(key);
    if (prefix === undefined) {
      this.memory.take(Cost.entry);
      prefix = { number: this.prefixes.size + 1, end: this.step(above.end, id) };
      this.prefixes.set(key, prefix);
    }
    return prefix;
  }

  private step(above: StackEnd | undefined, id: number): StackEnd | undefined {
    let end = above;
    for (const frame of this.framesAt(id)) {
      if (isFull(end)) {
        if (end?.isWhole !== true) this.tree.cut++;
        break;
      }
      if (++this.steps > MOST_STEPS)
        throw new Damaged(
          `has more than the ${MOST_STEPS} functions of stacks that are read; profile for a shorter time`,
        );
      end = this.tree.below(end, frame);
    }
    return end;
  }

  private numberOf(id: number): number {
    let number = this.numbers.get(id);
    if (number === undefined) {
      this.memory.take(Cost.entry);
      this.numbers.set(id, (number = this.numbers.size));
    }
    return number;
  }

  /** The functions of a location, outermost first; one object for each, since the same object is the same frame. */
  private framesAt(id: number): readonly Frame[] {
    let frames = this.frames.get(id);
    if (frames === undefined) this.frames.set(id, (frames = this.framesOf(id)));
    return frames;
  }

  private framesOf(id: number): Frame[] {
    const { locations, mappings, functions, strings } = this.tables;
    this.memory.take(Cost.entry);
    const location = locations.get(id);
    if (location === undefined) return [{ name: '[unknown]' }];
    const module = strings.at(mappings.get(location.mapping) ?? 0);
    if (location.lines.length === 0)
      return [{ name: location.address === 0n ? '[unknown]' : `0x${location.address.toString(16)}`, module }];
    this.memory.take(Cost.entry * location.lines.length);
    return location.lines.toReversed().map(({ functionId, line }): Frame => {
      const { name = 0, file = 0, startLine = 0 } = functions.get(functionId) ?? {};
      return { name: strings.at(name) || '[unknown]', module, file: strings.at(file), beginLine: startLine, line };
    });
  }
}

const isFull = (end: StackEnd | undefined): boolean => end !== undefined && (end.isWhole || end.depth >= DEEPEST);
