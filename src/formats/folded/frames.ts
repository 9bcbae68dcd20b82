/** Functions of folded stacks, with their lines where a profiler writes these into the names. */
import { Cost, type MemoryBudget } from '../profile/index.js';
import type { Frame } from '../stacks/frame.js';
import { DEEPEST } from '../stacks/stackTree.js';

/** The line behind the file, in brackets as of py-spy, or at the end as of rbspy. */
const LINE = /:(\d{1,9})(\)?)$/;
/** Brackets in the path of a file. */
const MOST_BRACKETS = 4;
/** Characters of a path. */
const LONGEST_FILE = 4096;

/** One object for each name, since the same object is the same frame. */
export class FoldedFrames {
  private readonly known = new Map<string, Frame>();

  /** @param memory frames are charged to it */
  constructor(private readonly memory: MemoryBudget) {}

  /** The frames of a stack; of a deeper one than is read, one more. */
  of(stack: string): Frame[] {
    const frames: Frame[] = [];
    for (let from = 0; from < stack.length && frames.length <= DEEPEST;) {
      const end = stack.indexOf(';', from);
      const to = end < 0 ? stack.length : end;
      if (to > from) frames.push(this.frame(stack.slice(from, to)));
      from = to + 1;
    }
    return frames;
  }

  private frame(name: string): Frame {
    let frame = this.known.get(name);
    if (frame === undefined) {
      this.memory.take(Cost.entry + 2 * name.length);
      this.known.set(name, (frame = frameOf(name)));
    }
    return frame;
  }
}

/** A function keeps its whole name, since names with other lines are other rows of the file. */
function frameOf(name: string): Frame {
  const [end = '', line, bracket] = LINE.exec(name) ?? [];
  if (line === undefined) return { name };
  const before = name.slice(0, -end.length);
  const file = bracket === ')' ? fileInBrackets(before) : fileBehind(before);
  return file === undefined || file.length > LONGEST_FILE ? { name } : { name, file, line: Number(line) };
}

/** The file of `settle (tide.py:12)`, by the text in front of the line; its path may have pairs of brackets. */
function fileInBrackets(text: string): string | undefined {
  let at = text.length;
  for (let found = 0; found < MOST_BRACKETS; found++) {
    at = text.lastIndexOf(' (', at - 1);
    if (at <= 0) return undefined;
    const file = text.slice(at + 2, at + 2 + LONGEST_FILE + 1);
    const rest = file.replaceAll(/\([^()]*\)/g, '');
    if (file !== '' && !/[()]/.test(rest)) return file;
  }
  return undefined;
}

/** The file of `settle - tide.rb:12`; a path of Windows has a drive. */
function fileBehind(text: string): string | undefined {
  const at = text.indexOf(' - ');
  const file = text.slice(at + 3);
  return at > 0 && /^(?:[A-Za-z]:)?[^\s:][^:]*$/.test(file) ? file : undefined;
}
