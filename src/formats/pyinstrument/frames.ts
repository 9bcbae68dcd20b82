/** Functions as pyinstrument identifies them. */
import { Cost, type MemoryBudget } from '../profile/index.js';
import type { Frame } from '../stacks/frame.js';

/** Time of a function without a call in it: no function. */
export const SELF = '[self]';
/** Between name, file and first line. */
const PART = '\0';
/** In front of attributes: `c` and the class, `l` and the line that is executed. */
const ATTRIBUTE = '\x01';

/** Data of a function in a file. */
interface PythonFrame {
  readonly name: string;
  readonly file: string;
  readonly beginLine: number;
  readonly line: number;
  readonly className: string;
}

/** Files in angle brackets are no files; functions in C have none. */
export function frameOf({ name, file, beginLine, line, className }: PythonFrame): Frame {
  const full = className === '' || name.includes('.') ? name : `${className}.${name}`;
  const shown = full === '' ? '[unknown]' : full;
  return file === '' || /^<.*>$/.test(file) ? { name: shown, module: file } : { name: shown, file, beginLine, line };
}

/** Frames of a session by their texts; the same text is the same object. */
export class SessionFrames {
  private readonly known = new Map<string, Frame>();

  /** @param memory frames are charged to it */
  constructor(private readonly memory: MemoryBudget) {}

  of(text: string): Frame {
    const found = this.known.get(text);
    if (found !== undefined) return found;
    this.memory.take(Cost.entry + 4 * text.length);
    const [identifier = '', ...attributes] = text.split(ATTRIBUTE);
    const [name = '', file = '', beginLine = ''] = identifier.split(PART);
    const attribute = (marker: string): string => attributes.find((one) => one.startsWith(marker))?.slice(1) ?? '';
    const frame = frameOf({
      name,
      file,
      beginLine: Number(beginLine),
      line: Number(attribute('l')),
      className: attribute('c'),
    });
    this.known.set(text, frame);
    return frame;
  }
}
