/** Stacks put together to a call tree. */
import { absent } from '../../base/elements.js';
import type { CallingContext } from '../../model/definitions.js';
import { NO_INDEX } from '../../model/definitions.js';
import type { CallTreeBuilder } from '../profile/index.js';
import type { Frame } from './frame.js';
import { kindOf } from './kindOf.js';

/** Frames of a stack that become call paths; what is deeper counts for the last of them. */
export const DEEPEST = 1024;
/** More than the places of calls that are read of a file. */
const SITES = 2 ** 26;

/** A frame once it is known. */
interface Known {
  readonly region: number;
  /** Number of the pair of the function and the line that is executed in it. */
  readonly context: number;
  readonly isWhole: boolean;
}

/** End of a stack. */
export interface StackEnd {
  readonly node: number;
  /** Number of the pair of innermost function and line, as in `callingContexts`. */
  readonly context: number;
  /** The frame there, whose line is where the next function is called. */
  readonly frame: Frame;
  /** Whether what is called from there is of no interest. */
  readonly isWhole: boolean;
  /** Frames of the stack. */
  readonly depth: number;
}

export class StackTree {
  /** Calling contexts of samples, by number. */
  readonly contexts: CallingContext[] = [];
  /** Stacks that were deeper than is read. */
  cut = 0;
  private readonly known = new WeakMap<Frame, Known>();
  private readonly contextNumbers = new Map<number, number>();
  /** The stack before, and where each of its frames ended: stacks of a file mostly begin like the one before. */
  private last: readonly Frame[] = [];
  private readonly lastEnds: StackEnd[] = [];

  constructor(private readonly calls: CallTreeBuilder) {}

  /**
   * Returns the end of a stack in the tree, whose missing nodes are created.
   * @param frames outermost first; the same object is the same frame; the list is kept until the next call
   * @throws TrimtabError if there are more functions or call paths than the limit
   */
  endOf(frames: readonly Frame[]): StackEnd | undefined {
    const { last, lastEnds: ends } = this;
    if (frames.length > DEEPEST) this.cut++;
    let same = 0;
    while (same < ends.length && same < frames.length && frames[same] === last[same]) same++;
    ends.length = same;
    let end = ends.at(-1);
    for (let i = same; i < frames.length && i < DEEPEST && end?.isWhole !== true; i++)
      ends.push((end = this.below(end, frames[i] ?? absent(i))));
    this.last = frames;
    return end;
  }

  /** Returns the end of a stack with one more function. @param above undefined if it is the outermost one */
  below(above: StackEnd | undefined, frame: Frame): StackEnd {
    if (above !== undefined && (above.isWhole || above.depth >= DEEPEST)) return above;
    const { region, context, isWhole } = this.frame(frame);
    const { file, line = 0 } = above?.frame ?? {};
    const site = file !== undefined && file !== '' && isLine(line) ? { file, line } : undefined;
    const node = this.calls.callPath(region, above?.node ?? -1, site);
    return { node, context, frame, isWhole, depth: (above?.depth ?? 0) + 1 };
  }

  /** The region of a function. */
  region({ name, file, beginLine = 0, module = '', kind }: Frame): number {
    return this.calls.region({
      name,
      // Functions of one name in several libraries are several.
      canonicalName: module === '' || (file !== undefined && file !== '') ? name : `${module}:${name}`,
      description: module,
      file: file === '' ? undefined : file,
      beginLine: isLine(beginLine) ? beginLine : 0,
      ...(kind ?? kindOf(name, file)),
    });
  }

  /** The number of a function and a line in it. @param line 0 where it is not known */
  context(region: number, file: string | undefined, line: number): number {
    const site = file !== undefined && file !== '' && isLine(line) ? this.calls.site({ file, line }) : 0;
    const key = region * SITES + site;
    const found = this.contextNumbers.get(key);
    if (found !== undefined) return found;
    const number = this.contexts.push({ region, sourceCodeLocation: site === 0 ? NO_INDEX : site - 1 }) - 1;
    this.contextNumbers.set(key, number);
    return number;
  }

  private frame(frame: Frame): Known {
    const found = this.known.get(frame);
    if (found !== undefined) return found;
    const { isWhole } = kindOf(frame.name, frame.file);
    const region = this.region(frame);
    const known = { region, context: this.context(region, frame.file, isWhole ? 0 : (frame.line ?? 0)), isWhole };
    this.known.set(frame, known);
    return known;
  }
}

const isLine = (line: number): boolean => Number.isInteger(line) && line > 0 && line < 2 ** 31;
